import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type GeoPlace, isBlocked, needsConsent } from "./page/place.ts";
import { GEO_LISTS, type GeoRestrictions, parseGeoRestrictions } from "./rules.ts";

const EMPTY: GeoRestrictions = {
  allowed_countries: [],
  blocked_countries: [],
  allowed_regions: [],
  blocked_regions: [],
  allowed_cities: [],
  blocked_cities: [],
  on_unknown: "allow",
};
const NOWHERE: GeoPlace = { country: "UNKNOWN", region: "", city: "" };
const LYON: GeoPlace = { country: "FR", region: "Auvergne-Rhone-Alpes", city: "Lyon" };
const limits = (lists: Partial<GeoRestrictions>): GeoRestrictions => ({ ...EMPTY, ...lists });

describe("who may open a link", () => {
  it.each<[string, Partial<GeoRestrictions>, Partial<GeoPlace>, boolean]>([
    ["no restrictions: everyone", {}, {}, false],
    ["a blocked country", { blocked_countries: ["FR"] }, {}, true],
    ["another country is blocked", { blocked_countries: ["DE"] }, {}, false],
    ["an allowed country", { allowed_countries: ["FR"] }, {}, false],
    ["only another country is allowed", { allowed_countries: ["DE"] }, {}, true],
    ["block beats allow", { allowed_countries: ["FR"], blocked_countries: ["FR"] }, {}, true],
    ["city beats country, blocked", { allowed_countries: ["FR"], blocked_cities: ["Lyon"] }, {}, true],
    ["city beats country, allowed", { blocked_countries: ["FR"], allowed_cities: ["Lyon"] }, {}, false],
    ["city beats region", { blocked_regions: ["Auvergne-Rhône-Alpes"], allowed_cities: ["Lyon"] }, {}, false],
    [
      "region beats country",
      { blocked_countries: ["FR"], allowed_regions: ["Auvergne-Rhône-Alpes"] },
      {},
      false,
    ],
    [
      "region beats country, blocked",
      { allowed_countries: ["FR"], blocked_regions: ["auvergne rhone alpes"] },
      {},
      true,
    ],
    ["what is allowed adds up", { allowed_countries: ["FR"], allowed_cities: ["Brussels"] }, {}, false],
    ["case and accents do not count", { blocked_cities: ["  MÜNCHEN "] }, { city: "Munchen" }, true],
    ["letters that are no accent", { blocked_cities: ["Łódź"] }, { city: "lodz" }, true],
    ["districts do not count", { blocked_cities: ["Berlin"] }, { city: "Berlin (Mitte)" }, true],
    ["what a region is does not count", { blocked_regions: ["Berlin"] }, { region: "State of Berlin" }, true],
    ["three letters", { blocked_countries: ["fra"] }, {}, true],
    ["an unknown city where only cities are named", { allowed_cities: ["Paris"] }, { city: "" }, false],
    [
      "the same where unknown is blocked",
      { allowed_cities: ["Paris"], on_unknown: "block" },
      { city: "" },
      true,
    ],
    [
      "an unknown city in a country that is not allowed",
      { allowed_countries: ["BE"], allowed_cities: ["Paris"] },
      { city: "" },
      true,
    ],
  ])("%s", (_, lists, place, blocked) => {
    expect(isBlocked(limits(lists), { ...LYON, ...place })).toBe(blocked);
  });

  it("§4 an unknown country may, unless the link says otherwise", () => {
    expect(isBlocked(limits({ allowed_countries: ["FR"] }), NOWHERE)).toBe(false);
    expect(isBlocked(limits({ on_unknown: "block" }), NOWHERE)).toBe(true);
    expect(isBlocked(limits({ blocked_countries: ["UNKNOWN"] }), NOWHERE)).toBe(true);
    expect(isBlocked(limits({ on_unknown: "block" }), LYON)).toBe(false);
  });

  const name = fc.constantFrom("Lyon", "PARIS", "Île-de-France", "Texas", "Köln");
  const code = fc.constantFrom("FR", "DE", "US", "UNKNOWN");
  const restrictions = fc.record({
    allowed_countries: fc.array(code, { maxLength: 2 }),
    blocked_countries: fc.array(code, { maxLength: 2 }),
    allowed_regions: fc.array(name, { maxLength: 2 }),
    blocked_regions: fc.array(name, { maxLength: 2 }),
    allowed_cities: fc.array(name, { maxLength: 2 }),
    blocked_cities: fc.array(name, { maxLength: 2 }),
    on_unknown: fc.constantFrom("allow", "block"),
  });
  const known = fc.record({ country: fc.constantFrom("FR", "DE", "US"), region: name, city: name });

  it("a blocked city blocks and an allowed one allows, whatever else is set", () => {
    fc.assert(
      fc.property(restrictions, known, (said, place) => {
        const blocked = { ...said, blocked_cities: [place.city.toLowerCase()] } as GeoRestrictions;
        expect(isBlocked(blocked, place)).toBe(true);
        const allowed = { ...said, blocked_cities: [], allowed_cities: [place.city] } as GeoRestrictions;
        expect(isBlocked(allowed, place)).toBe(false);
      }),
    );
  });

  it("reads the same from what's stored", () => {
    fc.assert(
      fc.property(restrictions, known, (said, place) => {
        const read = parseGeoRestrictions(JSON.stringify(said)) ?? EMPTY;
        expect(isBlocked(read, place)).toBe(isBlocked(said as GeoRestrictions, place));
      }),
    );
  });
});

it.each([
  null,
  undefined,
  "",
  "{",
  7,
  [],
  {},
  { allowed_cities: "Paris" },
  { blocked_countries: [null, 3, " "] },
])("reads %j as no restriction", (stored) => {
  expect(parseGeoRestrictions(stored)).toBeNull();
});

it("drops garbage from what's stored", () => {
  const read = parseGeoRestrictions({
    blocked_cities: [" Paris ", "Paris", 7],
    on_unknown: "block",
    other: 1,
  });
  expect(read).toEqual({ ...EMPTY, blocked_cities: ["Paris"], on_unknown: "block" });
  expect(Object.keys(read ?? {})).toEqual([...GEO_LISTS, "on_unknown"]);
});

describe("consent to pixels", () => {
  const silent = { gpc: false, dnt: false };

  it.each(["FR", "DE", "IE", "IS", "NO", "LI", "GB", "CH", "RE", "AX", "UNKNOWN", "", "ZZ"])(
    "is required in %j",
    (country) => {
      expect(needsConsent(country, silent)).toBe(true);
    },
  );

  it.each(["US", "BR", "IN", "JP", "TR", "UA", "AU"])("isn't required in %s", (country) => {
    expect(needsConsent(country, silent)).toBe(false);
  });

  it("is required wherever the browser says that its visitor doesn't want to be tracked", () => {
    expect(needsConsent("US", { gpc: true, dnt: false })).toBe(true);
    expect(needsConsent("US", { gpc: false, dnt: true })).toBe(true);
  });
});
