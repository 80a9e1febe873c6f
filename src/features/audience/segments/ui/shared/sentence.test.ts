import { expect, it } from "vitest";
import { EMPTY_CATALOG } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { Condition } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { describeCondition } from "./sentence.ts";

it("puts brackets once around a group that isn't true", () => {
  const tag = (value: string): Condition => ({ attribute: "tag", operator: "equals", value });
  const both: Condition = { all: [tag("vip"), tag("tour")] };
  expect(describeCondition({ none: [both] }, EMPTY_CATALOG)).toBe(
    "Fans about whom this isn’t true: (with the tag “vip” and with the tag “tour”).",
  );
  expect(describeCondition({ none: [both, tag("new")] }, EMPTY_CATALOG)).toBe(
    "Fans about whom this isn’t true: ((with the tag “vip” and with the tag “tour”) or with the tag “new”).",
  );
});
