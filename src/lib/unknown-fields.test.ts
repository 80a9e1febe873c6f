import { expect, it } from "vitest";
import * as z from "zod";
import { unknownFields } from "./unknown-fields.ts";

const schema = z.object({
  name: z.string().optional(),
  tags: z.array(z.object({ label: z.string() })).default([]),
  filter: z.object({ q: z.string() }).partial().nullish(),
  free: z.record(z.string(), z.unknown()),
  one: z.union([z.object({ ids: z.array(z.string()) }), z.object({ all: z.literal(true) })]),
  upper: z.object({ text: z.string() }).transform(({ text }) => text.toUpperCase()),
  loose: z.looseObject({}),
});

it.each<[string, unknown, string[]]>([
  ["everything known", { name: "a", free: { any: { thing: 1 } }, one: { all: true }, loose: { a: 1 } }, []],
  ["a mistyped field", { nmae: "a", name: "b" }, ["nmae"]],
  ["one in a list", { tags: [{ label: "a" }, { label: "b", color: "c" }] }, ["tags.1.color"]],
  ["one inside", { filter: { q: "a", p: "b" } }, ["filter.p"]],
  ["one in the likeliest of several", { one: { ids: [], all: true, also: 1 } }, ["one.all", "one.also"]],
  ["one before it's changed", { upper: { text: "a", size: 1 } }, ["upper.size"]],
  [
    "names of the language's own",
    JSON.parse('{"__proto__": 1, "constructor": 2}'),
    ["__proto__", "constructor"],
  ],
  ["no object", "a", []],
])("%s", (_, value, unknown) => {
  expect(unknownFields(schema, value)).toEqual(unknown);
});

it("where nothing is taken, everything is unknown", () => {
  expect(unknownFields(undefined, { a: 1 })).toEqual(["a"]);
  expect(unknownFields(undefined, undefined)).toEqual([]);
});
