// @project unit
import { describe, expect, it } from "vitest";
import { parseToken, signToken } from "./signed-token.ts";

const PURPOSE = { secrets: ["a secret of this instance"] as const, purpose: "thank-you" };

describe("a signed token", () => {
  it("returns its text, whatever that is", () => {
    for (const text of ["", "until=1", "Grüße.\n"])
      expect(parseToken(PURPOSE, signToken(PURPOSE, text))).toBe(text);
  });

  it("isn't accepted if it was changed, or made for another purpose or by another instance", () => {
    const token = signToken(PURPOSE, "until=1");
    const forged = `${Buffer.from("until=2").toString("base64url")}.${token.split(".")[1]}`;
    for (const other of [forged, `${token}x`, token.slice(0, -1), "", ".", "x.y"])
      expect(parseToken(PURPOSE, other)).toBeUndefined();
    expect(parseToken({ ...PURPOSE, purpose: "other" }, token)).toBeUndefined();
    expect(parseToken({ ...PURPOSE, secrets: ["another"] }, token)).toBeUndefined();
  });

  it("is still accepted once its secret is an earlier one, and none is made with that anymore", () => {
    const token = signToken(PURPOSE, "until=1");
    const rotated = { ...PURPOSE, secrets: ["another", ...PURPOSE.secrets] as const };
    expect(parseToken(rotated, token)).toBe("until=1");
    expect(parseToken(PURPOSE, signToken(rotated, "until=1"))).toBeUndefined();
  });
});
