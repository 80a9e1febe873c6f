import { expect, it } from "vitest";
import { boundedBy, formatBulkPreview } from "./bulk.ts";

const words = (count: number, reason: string) => `${count} ${reason}`;
const skipped = [
  { reason: "unsubscribed", count: 2 },
  { reason: "deleted", count: 1 },
];

it("a plan says what's skipped before what else people should know", () => {
  const note = "You can undo this.";
  expect(formatBulkPreview({ count: 3, skipped: [] }, { note, words })).toEqual({ message: note });
  expect(formatBulkPreview({ count: 3, skipped }, { note, words })).toEqual({
    message: "Skipped: 2 unsubscribed, 1 deleted. You can undo this.",
  });
});

it("a plan that changes nothing isn't asked about, and says why", () => {
  const note = "You can undo this.";
  expect(formatBulkPreview({ count: 0, skipped: [] }, { note, words })).toEqual({
    nothing: "Nothing to do.",
  });
  expect(formatBulkPreview({ count: 0, skipped }, { note, words })).toEqual({
    nothing: "Nothing to do: 2 unsubscribed, 1 deleted.",
  });
});

it("everything that matches is bounded by the plan, and rows that were picked are those", () => {
  const until = "2026-03-01T00:00:00.000Z";
  expect(boundedBy({ all: true, filter: {} }, { until })).toEqual({ all: true, filter: {}, until });
  const some = { ids: ["a"] };
  expect(boundedBy(some, { until })).toBe(some);
});
