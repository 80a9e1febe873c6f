import { describe, expect, it } from "vitest";
import { diffLines } from "./line-diff.ts";

const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${{ same: " ", gone: "-", new: "+" }[kind]}${text}`);

describe("what changed between two texts", () => {
  it("is what's gone and what's new, among what stayed", () => {
    expect(shown("a\nb\nc", "a\nx\nc")).toEqual([" a", "-b", "+x", " c"]);
    expect(shown("a\nb\nc\nd", "b\nc\ne\nd")).toEqual(["-a", " b", " c", "+e", " d"]);
    expect(shown("same", "same")).toEqual([" same"]);
    expect(shown("", "new")).toEqual(["-", "+new"]);
    expect(shown("a\na\na", "a\na")).toEqual([" a", " a", "-a"]);
  });

  it("is quick however long and different they are", () => {
    const lines = (word: string) =>
      Array.from({ length: 40_000 }, (_, index) => `${word}${index}`).join("\n");
    const start = performance.now();
    expect(diffLines(lines("a"), lines("b"))).toHaveLength(80_000);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
