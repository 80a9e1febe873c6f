import { expect, it } from "vitest";
import { COUNTRIES, parseCountry } from "./countries.ts";

it("has every country once, each with a different name", () => {
  const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const all = COUNTRIES.map((code) => names.of(code));
  expect(all).not.toContain(undefined);
  expect(new Set(all).size).toBe(250);
  expect([...COUNTRIES]).toEqual([...COUNTRIES].sort());
});

it.each([
  ["DE", "DE"],
  ["de", "DE"],
  [" usa ", "US"],
  ["GBR", "GB"],
  ["uk", "GB"],
  ["XX", undefined],
  ["EU", undefined],
  ["D", undefined],
  ["", undefined],
  ["Germany", undefined],
  ["constructor", undefined],
])("§5 reads the country code %j as %j", (code, read) => {
  expect(parseCountry(code)).toBe(read);
});
