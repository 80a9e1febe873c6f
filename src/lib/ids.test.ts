import { randomFillSync } from "node:crypto";
import { expect, it } from "vitest";
import { ascendingIds } from "./ids.ts";

it("ids ascend even within a millisecond, and carry their time", () => {
  const start = Date.parse("2026-11-21T10:00:00Z");
  let now = start;
  const newId = ascendingIds(() => now, randomFillSync);
  const ids = Array.from({ length: 4096 }, newId);
  now++;
  ids.push(newId(), newId());
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
  const times = ids.map((id) => Number.parseInt(id.replace("-", "").slice(0, 12), 16));
  expect([times[0], times[4095], times[4096]]).toEqual([start, start, now]);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
