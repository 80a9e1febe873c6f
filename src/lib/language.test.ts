import { expect, it } from "vitest";
import { languageIn, visitorLanguageIn, visitorLanguageOf } from "./language.ts";

it.each([
  ["es", "es"],
  ["ES-419", "es"],
  ["es-MX,es;q=0.9,en-US;q=0.8,en;q=0.7", "es"],
  ["en-US,en;q=0.9,es;q=0.8", "en"],
  ["en;q=0.5, es;q=0.8", "es"],
  ["es;q=0.7,en;q=0.7", "es"],
  // What we don't speak leaves the next best.
  ["ca,es;q=0.9,en;q=0.8", "es"],
  ["de-DE,de;q=0.9", "en"],
  ["es;q=0, de", "en"],
  ["ES ; Q = 0.300 , en;q=0.2", "es"],
  ["es;q=much", "en"],
  ["estonian", "en"],
  ["*", "en"],
  [",;=,es;;q=", "en"],
  ["", "en"],
  [undefined, "en"],
  [null, "en"],
])("who sends the Accept-Language %j reads %s", (header, language) => {
  expect(languageIn(header)).toBe(language);
});

it.each([
  ["de-DE,de;q=0.9", "de"],
  ["ca,pt-BR;q=0.9,en;q=0.8", "pt"],
  ["en;q=0.1,nl;q=0.2", "nl"],
  ["de;q=0,it;q=0.001", "it"],
  ["*;q=0.5", "en"],
  [`${"zz,".repeat(5000)}de`, "en"],
  [undefined, "en"],
])("a visitor who sends %j reads %s", (header, language) => {
  expect(visitorLanguageIn(header)).toBe(language);
});

it("the first tag that we speak counts, in any case and of any country", () => {
  expect(visitorLanguageOf(["ja", "FR-ca", "de"])).toBe("fr");
  expect(visitorLanguageOf(["", "deutsch"])).toBeUndefined();
});
