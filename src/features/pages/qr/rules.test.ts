import { describe, expect, it } from "vitest";
import { QR_DEFAULT_PIXELS, QR_PIXELS_MAX, QR_PIXELS_MIN, qrPixels } from "./rules.ts";

describe("the size of a QR picture", () => {
  it("is the requested one, within limits", () => {
    expect(qrPixels("300")).toBe(300);
    expect(qrPixels("1")).toBe(QR_PIXELS_MIN);
    expect(qrPixels("999999")).toBe(QR_PIXELS_MAX);
  });

  it("is the default for everything else", () => {
    for (const asked of [undefined, "", "-5", "1e9", "9999999", "12.5", "NaN"]) {
      expect(qrPixels(asked)).toBe(QR_DEFAULT_PIXELS);
    }
  });
});
