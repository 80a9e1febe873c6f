import { describe, expect, it } from "vitest";
import { readToken, signToken } from "./signed-token.ts";

const PURPOSE = { secret: "a secret of this instance", purpose: "thank-you" };

describe("a signed token", () => {
  it("brings its text back, whatever it is", () => {
    for (const text of ["", "until=1", "Grüße.\n"])
      expect(readToken(PURPOSE, signToken(PURPOSE, text))).toBe(text);
  });

  it("is not believed when it was changed, made for something else, or made elsewhere", () => {
    const token = signToken(PURPOSE, "until=1");
    const forged = `${Buffer.from("until=2").toString("base64url")}.${token.split(".")[1]}`;
    for (const other of [forged, `${token}x`, token.slice(0, -1), "", ".", "x.y"])
      expect(readToken(PURPOSE, other)).toBeUndefined();
    expect(readToken({ ...PURPOSE, purpose: "other" }, token)).toBeUndefined();
    expect(readToken({ ...PURPOSE, secret: "another" }, token)).toBeUndefined();
  });
});
