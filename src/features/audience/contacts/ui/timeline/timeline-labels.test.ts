import { expect, it } from "vitest";
import { timelineLabel } from "./timeline-labels.ts";

it.each([
  ["Re: AW: Summer tour", "Replied: Summer tour"],
  ["Regarding: tickets", "Replied: Regarding: tickets"],
  ["re:", "Replied"],
  [undefined, "Replied"],
])("a reply to “%s” says only once that it is one", (subject, title) => {
  const entry = { id: "1", at: "2026-11-26T05:00:00Z", kind: "reply" as const, data: { subject } };
  expect(timelineLabel(entry).title).toBe(title);
});
