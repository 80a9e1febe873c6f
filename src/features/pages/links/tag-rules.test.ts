import fc from "fast-check";
import { expect, it } from "vitest";
import { foldText } from "#src/lib/fold.ts";
import { cleanFolder, cleanTags, hasTag, TAG_CHARS_MAX, TAGS_MAX } from "./tag-rules.ts";

it.each([
  [[" Été ", "ete", "ÉTÉ"], ["Été"]],
  [["a  b", "a b", "", "\u200b"], ["a b"]],
  [["x".repeat(60)], ["x".repeat(TAG_CHARS_MAX)]],
  [["50% & more, #1"], ["50% & more, #1"]],
])("%j become the tags %j", (raw, tags) => {
  expect(cleanTags(raw)).toEqual(tags);
});

it("no link has two tags that read alike, more than 20, or one that cleaning changes again", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 50 }), { maxLength: 40 }), (raw) => {
      const tags = cleanTags(raw);
      expect(new Set(tags.map(foldText)).size).toBe(tags.length);
      expect(tags.length).toBeLessThanOrEqual(TAGS_MAX);
      expect(cleanTags(tags)).toEqual(tags);
      for (const tag of tags) expect(hasTag(tags, tag)).toBe(true);
    }),
  );
});

it("a folder without a name is none", () => {
  expect([cleanFolder(null), cleanFolder(" \u200b "), cleanFolder(" Summer\n2026 ")]).toEqual([
    null,
    null,
    "Summer 2026",
  ]);
});
