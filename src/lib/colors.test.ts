import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrastRatio, mix, parseColor, readable, readablePair } from "./colors.ts";

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

describe("the colors of a page", () => {
  it("are plain hex colors or nothing", () => {
    expect(parseColor("#FA0")).toBe("#ffaa00");
    expect(parseColor("#0a0A0a")).toBe("#0a0a0a");
    for (const other of ["", "red", "#12345", "#fff}", null, undefined, 7])
      expect(parseColor(other)).toBeNull();
  });

  it("stay as the owner chose them while the text is readable", () => {
    expect(readablePair("#fafafa", "#0a0a0a")).toEqual({ text: "#fafafa", background: "#0a0a0a" });
    expect(readable("#1c1917", "#ffffff")).toBe("#1c1917");
  });

  it("are repaired until the text has enough contrast, whatever the owner chose", () => {
    void fc.assert(
      fc.property(color, color, (text, background) => {
        const pair = readablePair(text, background);
        expect(contrastRatio(pair.text, pair.background)).toBeGreaterThanOrEqual(4.5);
        expect(contrastRatio(readable(text, background), background)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it("mix by share", () => {
    expect(mix("#ffffff", "#000000", 0)).toBe("#000000");
    expect(mix("#ffffff", "#000000", 0.5)).toBe("#808080");
  });
});
