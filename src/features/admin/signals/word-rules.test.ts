import { expect, it } from "vitest";
import { wordsIn } from "./word-rules.ts";

const WORDS = ["double your money", "seed phrase", "viagra", "gewinnspiel für alle"];

it("words are found however they’re written, as whole words only", () => {
  expect(wordsIn("DOUBLE  your\nmoney! And a seed-phrase.", WORDS)).toEqual([
    "double your money",
    "seed phrase",
  ]);
  expect(wordsIn("Ｖｉａｇｒａ", WORDS)).toEqual(["viagra"]);
  expect(wordsIn("via\u200bgra", WORDS)).toEqual(["viagra"]);
  expect(wordsIn("Gewinnspiel FUR ALLE", WORDS)).toEqual(["gewinnspiel für alle"]);
  expect(wordsIn("seed phrases, viagral, double the money", WORDS)).toEqual([]);
  expect(wordsIn("", WORDS)).toEqual([]);
  expect(wordsIn("anything", ["", "!!"])).toEqual([]);
});
