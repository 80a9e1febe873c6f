import fc from "fast-check";
import { expect, it } from "vitest";
import {
  countSpfLookups,
  effectiveTerms,
  type FindRecords,
  flattenSpf,
  parseSpf,
  SPF_COUNTED_MAX,
  withSpfTerms,
} from "./spf-rules.ts";

type Zone = Record<string, Partial<Record<Parameters<FindRecords>[1], string[]>>>;

const finder =
  (zone: Zone): FindRecords =>
  async (name, type) => {
    const found = zone[name];
    if (name.startsWith("broken.")) throw new Error("no answer");
    return found?.[type] ?? [];
  };
const count = (record: string, zone: Zone = {}) => countSpfLookups("mia.example", record, finder(zone));

it("counts what needs a lookup, and nothing else (RFC 7208 §4.6.4)", async () => {
  const there = { A: ["192.0.2.1"], MX: ["mx.mia.example"], TXT: ["v=spf1 -all"] };
  const zone = { "mia.example": there, "mx.mia.example": there, "a.example": there, "b.example": there };
  const cases: [string, number][] = [
    ["v=spf1 -all", 0],
    ["v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 -all", 0],
    ["v=spf1 a mx -all", 2],
    ["v=spf1 a/24 a:a.example/24//64 mx:a.example ~all", 3],
    ["v=spf1 include:a.example include:a.example -all", 2],
    ["v=spf1 exists:%{i}.a.example ptr -all", 2],
    ["v=spf1 redirect=a.example", 1],
    ["v=spf1 redirect=a.example -all", 0],
    ["v=spf1 -all include:a.example", 0],
    ["v=spf1 exp=why.a.example unknown=x ?all", 0],
    ["v=SPF1 +A -MX INCLUDE:A.example ~ALL", 3],
  ];
  for (const [record, lookups] of cases) {
    const found = await count(record, zone);
    expect([record, found.lookups, found.voids, found.faults]).toEqual([record, lookups, 0, []]);
  }
});

it("counts through everything that’s included, and says what each term costs", async () => {
  const zone = {
    "_spf.google.com": { TXT: ["v=spf1 include:n1.google.com include:n2.google.com ~all"] },
    "n1.google.com": { TXT: ["v=spf1 ip4:192.0.2.0/24 ~all"] },
    "n2.google.com": { TXT: ["v=spf1 a:deep.google.com ~all"] },
    "deep.google.com": { A: ["192.0.2.1"] },
  };
  const found = await count("v=spf1 include:_spf.google.com ip4:192.0.2.9 ~all", zone);
  expect(found.lookups).toBe(4);
  expect(found.costs).toEqual([
    { term: "include:_spf.google.com", lookups: 4 },
    { term: "ip4:192.0.2.9", lookups: 0 },
    { term: "~all", lookups: 0 },
  ]);
  expect(found.domains).toEqual(["mia.example", "_spf.google.com", "n1.google.com", "n2.google.com"]);
});

it("notices circles, names without a record, several records, and what can’t be understood", async () => {
  const zone = {
    "circle.example": { TXT: ["v=spf1 include:mia.example -all"] },
    "own.example": { TXT: ["v=spf1 redirect=own.example"] },
    "two.example": { TXT: ["v=spf1 -all", "v=spf1 ~all"] },
    "text.example": { TXT: ["hello"] },
    "many.example": { MX: Array.from({ length: 11 }, (_, index) => `mx${index}.example`) },
  };
  const faults = async (record: string) => (await count(record, zone)).faults;
  expect(await faults("v=spf1 include:circle.example -all")).toEqual([{ fault: "loop", at: "mia.example" }]);
  expect(await faults("v=spf1 include:own.example -all")).toEqual([{ fault: "loop", at: "own.example" }]);
  expect(await faults("v=spf1 include:two.example")).toEqual([
    { fault: "several records", at: "two.example" },
  ]);
  expect(await faults("v=spf1 include:text.example")).toEqual([{ fault: "no record", at: "text.example" }]);
  expect(await faults("v=spf1 mx:many.example")).toEqual([{ fault: "too many mx", at: "many.example" }]);
  for (const term of ["include", "include:", "ip4", "all:x", "hello", "redirect=", "exists"])
    expect(await faults(`v=spf1 ${term} -all`)).toEqual([{ fault: "invalid", at: term }]);
});

it("counts lookups that find nothing apart, and doesn’t take silence for nothing", async () => {
  const found = await count("v=spf1 a:no.example mx:no.example exists:no.example include:no.example -all");
  expect([found.lookups, found.voids]).toEqual([4, 4]);
  const unsure = await count("v=spf1 a:broken.example include:broken.example -all");
  expect([unsure.lookups, unsure.voids, unsure.isUnsure, unsure.faults]).toEqual([2, 0, true, []]);
});

it("stops counting what a stranger made to keep us busy", async () => {
  const wide = Array.from({ length: 40 }, () => "include:wide.example").join(" ");
  const zone: Zone = {};
  for (let level = 0; level < 8; level++)
    zone[`w${level}.example`] = { TXT: [`v=spf1 ${wide.replaceAll("wide", `w${level + 1}`)} -all`] };
  expect((await count("v=spf1 include:w0.example -all", zone)).lookups).toBe(SPF_COUNTED_MAX);
});

const NAMES = ["d0", "d1", "d2", "d3", "d4"].map((name) => `${name}.example`);
const plainTerm = fc.constantFrom("ip4:192.0.2.1", "a", "mx", "a:host.example", "ptr", "exists:host.example");

/** Records that only include later ones, so that there are no circles. */
const recordsOf = fc.tuple(
  ...NAMES.map((_, index) =>
    fc.array(
      index + 1 < NAMES.length
        ? fc.oneof(
            plainTerm,
            fc.integer({ min: index + 1, max: NAMES.length - 1 }).map((to) => `include:${NAMES[to]}`),
          )
        : plainTerm,
      { maxLength: 4 },
    ),
  ),
);

it("property: a tree of records costs what its parts cost, and never finds nothing", async () => {
  await fc.assert(
    fc.asyncProperty(recordsOf, fc.boolean(), async (records, isUpper) => {
      const zone: Zone = { "host.example": { A: ["192.0.2.1"] } };
      for (const [index, name] of NAMES.entries())
        zone[name] = {
          TXT: [`v=spf1 ${(records[index] ?? []).join(" ")} -all`],
          A: ["192.0.2.1"],
          MX: ["host.example"],
        };
      const costOf = (index: number): number =>
        (records[index] ?? []).reduce((sum, term) => {
          if (term.startsWith("ip4")) return sum;
          const to = NAMES.indexOf(term.replace("include:", ""));
          return sum + 1 + (term.startsWith("include:") ? costOf(to) : 0);
        }, 0);
      const record = zone[NAMES[0] ?? ""]?.TXT?.[0] ?? "";
      const text = isUpper ? record.toUpperCase() : record;
      const found = await countSpfLookups(NAMES[0] ?? "", text, finder(zone));
      expect([found.lookups, found.voids, found.faults]).toEqual([Math.min(costOf(0), found.lookups), 0, []]);
      if (costOf(0) < SPF_COUNTED_MAX) expect(found.lookups).toBe(costOf(0));
      expect(found.costs.reduce((sum, { lookups }) => sum + lookups, 0)).toBe(found.lookups);
    }),
    { numRuns: 300 },
  );
});

it("property: any text is counted without an error, and within bounds", async () => {
  const anything = fc.array(
    fc.oneof(
      fc.string(),
      plainTerm,
      fc.constantFrom("include:x.example", "redirect=x.example", "~all", "a:", "/", "%{d}", "mx//64"),
    ),
  );
  await fc.assert(
    fc.asyncProperty(anything, async (terms) => {
      const record = `v=spf1 ${terms.join(" ")}`;
      const found = await count(record, { "x.example": { TXT: [record] } });
      expect(found.lookups).toBeLessThanOrEqual(SPF_COUNTED_MAX);
      expect(found.voids).toBeLessThanOrEqual(found.lookups);
      expect(effectiveTerms(parseSpf(record).terms).length).toBeLessThanOrEqual(record.split(/\s+/).length);
    }),
  );
});

it("replaces the record’s own names by their addresses, once each, and leaves ranges alone", async () => {
  const zone = {
    "mia.example": { A: ["192.0.2.1"], AAAA: ["2001:db8::1"], MX: ["mx.mia.example"] },
    "mx.mia.example": { A: ["192.0.2.1"] },
  };
  const record = "v=spf1 a mx ptr a/24 include:x.example ~all";
  expect(flattenSpf(record, await count(record, zone))).toBe(
    "v=spf1 ip4:192.0.2.1 ip6:2001:db8::1 a/24 include:x.example ~all",
  );
  const plain = "v=spf1 include:x.example ~all";
  expect(flattenSpf(plain, await count(plain))).toBe(undefined);
});

it("adds a service before what the record says about everyone else", () => {
  expect(withSpfTerms("v=spf1 a ~all", ["include:x.example"])).toBe("v=spf1 a include:x.example ~all");
  expect(withSpfTerms("v=spf1 redirect=y.example", ["include:x.example"])).toBe(
    "v=spf1 include:x.example redirect=y.example",
  );
  expect(withSpfTerms("v=spf1 a", ["include:x.example"])).toBe("v=spf1 a include:x.example");
});
