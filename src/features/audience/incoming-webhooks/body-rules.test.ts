import * as fc from "fast-check";
import { expect, it } from "vitest";
import { cutBody, flattenBody, textAt } from "./body-rules.ts";
import { BODY_BYTES_MAX, VALUE_CHARS_MAX } from "./rules.ts";

it("a body becomes its values under their paths", () => {
  const body = JSON.parse(
    '{"customer":{"email":"Mia@fans.example","__proto__":{"x":1}},"items":[{"name":"Cap"},{"name":"Pin"}],"paid":true,"note":null,"customer.email":"second","big":1e999}',
  );
  expect(flattenBody(body)).toEqual({
    "customer.email": "Mia@fans.example",
    "items.0.name": "Cap",
    "items.1.name": "Pin",
    paid: true,
    note: null,
    big: null,
  });
});

it("what a database can’t store is left out of texts, and long ones are cut", () => {
  const flat = flattenBody({ "a\0": "b\0\ud800c", long: "😀".repeat(VALUE_CHARS_MAX) });
  expect(flat.a).toBe("b�c");
  expect(String(flat.long)).toHaveLength(VALUE_CHARS_MAX);
});

it("whatever comes in, what’s kept of it is small, flat, and the same once it was stored", () => {
  void fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
      const kept = cutBody(flattenBody(body as object));
      expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThanOrEqual(BODY_BYTES_MAX);
      expect(JSON.parse(JSON.stringify(kept))).toEqual(kept);
      expect(JSON.stringify(kept)).not.toContain("\\u0000");
    }),
  );
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`field ${at}`, "x".repeat(10)]));
  const kept = Object.keys(cutBody(flattenBody(many)));
  expect(kept.length).toBeGreaterThan(100);
  expect(kept.length).toBeLessThan(1000);
});

it("an address is found at its path, however deep", () => {
  const flat = flattenBody({ data: { object: [{ receipt_email: " a@b.example " }] }, number: 7 });
  expect(textAt(flat, "data.object.0.receipt_email")).toBe("a@b.example");
  expect(textAt(flat, "number")).toBe("7");
  expect(textAt(flat, "data.object")).toBe("");
  expect(textAt(flat, "")).toBe("");
  expect(textAt(flat, "toString")).toBe("");
});
