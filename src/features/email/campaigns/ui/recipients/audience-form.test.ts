import { expect, it } from "vitest";
import { isEveryone, segmentOf } from "./audience-form.ts";

it("a segment can be all of an audience, or a part", () => {
  const id = "0f6b1c1e-0000-4000-8000-000000000001";
  expect(segmentOf({ all: [{ segment_id: id }] })).toBe(id);
  expect(segmentOf({ none: [{ segment_id: id }] })).toBeUndefined();
  expect([isEveryone({ all: [{ any: [] }] }), isEveryone({ segment_id: id })]).toEqual([true, false]);
});
