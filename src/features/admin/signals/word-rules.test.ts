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
  expect(wordsIn("v\u0456\u0430gr\u0430", WORDS)).toEqual(["viagra"]);
  expect(wordsIn("vi\u2063ag\u200dra", WORDS)).toEqual(["viagra"]);
  expect(wordsIn("\u{1d42f}\u{1d422}\u{1d41a}\u{1d420}\u{1d42b}\u{1d41a}", WORDS)).toEqual(["viagra"]);
  expect(wordsIn("viagr\u00f3n, seed phr\u00e1ses", WORDS)).toEqual([]);
  expect(
    wordsIn("\u043f\u043e\u0434\u0430\u0440\u043e\u043a", ["\u041f\u043e\u0434\u0430\u0440\u043e\u043a"]),
  ).toHaveLength(1);
  expect(wordsIn("Gewinnspiel FUR ALLE", WORDS)).toEqual(["gewinnspiel für alle"]);
  expect(wordsIn("seed phrases, viagral, double the money", WORDS)).toEqual([]);
  expect(wordsIn("", WORDS)).toEqual([]);
  expect(wordsIn("anything", ["", "!!"])).toEqual([]);
});
