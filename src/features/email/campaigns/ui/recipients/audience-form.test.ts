import { expect, it } from "vitest";
import { EVERYONE } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { conditionOfView, isEveryone, segmentOf } from "./audience-form.ts";

it("a saved view’s filters become a condition", () => {
  const view = { q: "nora", all: false, tag: "vip", days: "30", status: "new", stage: "S", owner: "o" };
  expect(conditionOfView(view, "p")).toEqual({
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
  expect(conditionOfView(odd, "p")).toEqual(EVERYONE);
});

it("a segment can be all of an audience, or a part", () => {
  const id = "0f6b1c1e-0000-4000-8000-000000000001";
  expect(segmentOf({ all: [{ segment_id: id }] })).toBe(id);
  expect(segmentOf({ none: [{ segment_id: id }] })).toBeUndefined();
  expect([isEveryone({ all: [{ any: [] }] }), isEveryone({ segment_id: id })]).toEqual([true, false]);
});
