import { expect, it } from "vitest";
import { mergeForms } from "./undoable-form.ts";

const BASE = { name: "Rule", budget: 1, actions: [{ id: "a", type: "tag" }] };

it("puts two people’s changes together, whatever the order of names, and none to the same part", () => {
  const reordered = { actions: [{ type: "tag", id: "a" }], name: "Rule", budget: 7 };
  expect(mergeForms(BASE, { ...BASE, actions: [] }, reordered)).toEqual({ ...BASE, actions: [], budget: 7 });
  expect(mergeForms(BASE, { ...BASE, budget: 2 }, reordered)).toBeUndefined();
  expect(mergeForms(BASE, { ...BASE, budget: 7 }, reordered)).toEqual({ ...BASE, budget: 7 });
});
