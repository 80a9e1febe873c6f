import { expect, it } from "vitest";
import { EVERYONE } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { writeCondition } from "#src/features/audience/segments/conditions/json-rules.ts";
import { conditionOfFilter, isShort, topPartsOf, withCondition } from "./filter-condition.ts";

it("a saved view’s filters become a condition", () => {
  const view = { q: "nora", all: false, tag: "vip", days: "30", status: "new", stage: "S", owner: "o" };
  expect(conditionOfFilter(view, "p")).toEqual({
    all: [
      { attribute: "search", operator: "contains", value: "nora" },
      { attribute: "page", operator: "equals", value: "p" },
      { attribute: "tag", operator: "equals", value: "vip" },
      { attribute: "status", operator: "equals", value: "new" },
      { attribute: "stage", operator: "equals", value: "s" },
      { attribute: "owner", operator: "equals", value: "o" },
      { attribute: "created", operator: "in_last_days", value: 30 },
    ],
  });
  const odd = { q: "", all: true, status: "odd", days: "soon" };
  expect(conditionOfFilter(odd, "p")).toEqual(EVERYONE);
});

it("a filter has a condition and what’s short for one, and becomes a condition only", () => {
  const vip = { attribute: "tag", operator: "equals", value: "vip" } as const;
  const germany = { attribute: "country", operator: "equals", value: "DE" } as const;
  const old = { q: "nora", all: true, condition: writeCondition(vip), country: "DE" };
  expect(conditionOfFilter({ ...old, q: undefined }, "p")).toEqual({ all: [vip, germany] });
  const now = withCondition(old, { all: [vip, germany] });
  expect([isShort(old), isShort(now)]).toEqual([true, false]);
  expect(now).toEqual({ q: "nora", all: true, condition: JSON.stringify({ all: [vip, germany] }) });
  expect(withCondition(old, { all: [] }).condition).toBeUndefined();
  expect(topPartsOf({ all: [vip, germany] })).toEqual([vip, germany]);
  expect(topPartsOf({ none: [vip, germany] })).toHaveLength(1);
  for (const condition of ["nonsense", "[]", '{"all":{}}', "null"])
    expect(conditionOfFilter({ q: undefined, all: true, condition }, undefined)).toBeUndefined();
});
