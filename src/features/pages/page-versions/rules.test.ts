import { describe, expect, test } from "vitest";
import { surplusOf, VERSIONS_KEPT } from "./rules.ts";

/** Newest first. */
const versionsAt = (...minutes: number[]) =>
  minutes.map((minute) => ({ id: String(minute), made_at: new Date(minute * 60_000).toISOString() }));

describe("versions that go", () => {
  test("are none as long as all fit", () => {
    expect(surplusOf(versionsAt(...Array.from({ length: VERSIONS_KEPT }, (_, at) => 100 - at)))).toEqual([]);
  });

  test("are those closest to others, and never the first or the newest", () => {
    const newest = Array.from({ length: 20 }, (_, at) => 10_000 - at);
    const older = Array.from({ length: 29 }, (_, at) => 9_000 - at * 100);
    const surplus = surplusOf(versionsAt(...newest, ...older, 50, 49, 1));
    expect(surplus).toHaveLength(2);
    expect(surplus).toContain("49");
    expect(surplus).not.toContain("1");
    expect(surplus).not.toContain("9999");
  });
});
