// @project unit
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldText } from "#src/lib/fold.ts";
import { isCommon, rarePartsOf } from "./text-sample.ts";

const COMMON = ["https://shop1.example/items/7", "https://shop22.example/items/8", "tour of the shops"];
const SAMPLE = [...COMMON, ...COMMON, ...COMMON];

describe("A sample of texts", () => {
  it("tells what's rare in searched words", () => {
    expect(rarePartsOf("Shop4243.example", SAMPLE)).toEqual(["op4243.e"]);
    expect(rarePartsOf("shop1.example/lisbon/items", SAMPLE)).toEqual(["e/lisbon/i"]);
  });

  it("tells nothing where it has all of them, is empty, or where only a little is left", () => {
    for (const words of ["shop1.example", "shop1x.example", "ab", "", "bücher.example"])
      expect(rarePartsOf(words, SAMPLE)).toEqual([words]);
    expect(rarePartsOf("shop4243.example", [])).toEqual(["shop4243.example"]);
  });

  it("tells what's common", () => {
    expect(isCommon("EXAMPLE/items", SAMPLE)).toBe(true);
    expect(isCommon("lisbon", SAMPLE)).toBe(false);
    expect(isCommon("lisbon", [])).toBe(false);
  });

  it("leaves out nothing: what has the words has their rare parts", () => {
    const text = fc.string({ unit: fc.constantFrom(..."abcö/. 12"), maxLength: 20 });
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 5 }), (words, sample) => {
        for (const part of rarePartsOf(words, sample)) expect(foldText(words)).toContain(foldText(part));
      }),
    );
  });
});
