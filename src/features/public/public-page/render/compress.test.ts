// @project unit
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { beginningOf, compress } from "./compress.ts";

const BEGINNING = beginningOf("<!DOCTYPE html><style>.grüße{content:'🎺'}</style>");

describe("a compressed document", () => {
  it.each([
    ["nothing after its beginning", ""],
    ["letters of two and four bytes", "<p>žluťoučký 🎺 кінь</p>"],
    ["half a pair of surrogates", "a\ud83cb"],
    ["a million bytes", "<li>Tour dates</li>".repeat(60_000)],
  ])("is one gzip member with %s", (_, rest) => {
    const whole = Buffer.from(BEGINNING.html + rest);
    const { gzip, plainBytes } = compress(BEGINNING, rest);
    expect(gunzipSync(gzip).equals(whole)).toBe(true);
    expect(plainBytes).toBe(whole.length);
  });

  it("has a fingerprint of its beginning and the rest", () => {
    const fingerprints = [
      compress(BEGINNING, "a"),
      compress(BEGINNING, "b"),
      compress(beginningOf("<style></style>"), "a"),
    ].map(({ fingerprint }) => fingerprint);
    expect(new Set(fingerprints).size).toBe(3);
    expect(compress(BEGINNING, "a").fingerprint).toBe(fingerprints[0]);
  });
});
