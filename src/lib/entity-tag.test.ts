import { expect, it } from "vitest";
import { encodedTag, matchesTag } from "./entity-tag.ts";

it.each([
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['"b", W/"a" ,"c"', '"a"', true],
  ["*", '"a"', true],
  [" * ", '"a"', true],
  ['"b", "c"', '"a"', false],
  ['"a-gzip"', '"a"', false],
  ["a", '"a"', false],
  ['"with, comma", "a"', '"a"', true],
  ["", '"a"', false],
  [null, '"a"', false],
])("If-None-Match: %s names %s: %s", (header, tag, expected) => {
  expect(matchesTag(header, tag)).toBe(expected);
});

it("each encoding has a tag of its own", () => {
  expect([encodedTag('"a"', "gzip"), encodedTag('W/"a"', "br")]).toEqual(['"a-gzip"', 'W/"a-br"']);
});

it("a header of many quotes is read in no time", () => {
  expect(matchesTag('W/"'.repeat(20_000), '"a"')).toBe(false);
});
