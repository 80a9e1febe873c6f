import { expect, it } from "vitest";
import { lruSet, memoizeLru } from "./lru.ts";

it("computes once what it remembers, and forgets what hasn't been used recently", () => {
  const asked: string[] = [];
  const length = memoizeLru(4, (text) => {
    asked.push(text);
    return text.length;
  });
  const texts = ["a", "bb", "a", "ccc", "a", "dddd", "eeeee", "a", "bb"];
  expect(texts.map(length)).toEqual(texts.map((text) => text.length));
  expect(asked).toEqual(["a", "bb", "ccc", "dddd", "eeeee", "bb"]);
});

it("never remembers more than its limit", () => {
  let computed = 0;
  const remembered = memoizeLru(100, () => ++computed);
  const texts = Array.from({ length: 1000 }, (_, n) => `text ${n}`);
  for (const text of texts) remembered(text);
  const before = computed;
  for (const text of [...texts].reverse().slice(100)) remembered(text);
  expect(computed - before).toBe(900);
});

it("drops what was set longest ago", () => {
  const entries = new Map<string, number>();
  for (const key of ["a", "b", "a", "c"]) lruSet(entries, [key, entries.size], 2);
  expect([...entries.keys()]).toEqual(["a", "c"]);
});
