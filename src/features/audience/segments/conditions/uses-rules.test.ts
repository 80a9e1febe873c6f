import { describe, expect, it } from "vitest";
import type { Condition } from "./condition-rules.ts";
import { isAboutAny, type UsedKind } from "./uses-rules.ts";

const about = (condition: Condition, kind: UsedKind, ...ids: string[]) =>
  isAboutAny(condition, { kind, ids });

describe("what a condition is about", () => {
  it("is found however deep it's in, and only under its own kind", () => {
    const inner: Condition[] = [
      { attribute: "tag", operator: "in", value: ["vip", "tour"] },
      { attribute: "field.size", operator: "not_empty" },
      { attribute: "consent.gigs", operator: "equals", value: "confirmed" },
      { attribute: "stage", operator: "equals", value: "s" },
      { attribute: "page", operator: "equals", value: "p" },
      { event: "clicked", link_id: "l" },
      { event: "visited", profile_id: "q" },
      { event: "opened", campaign_id: "c" },
      { segment_id: "g" },
    ];
    const condition: Condition = { all: [{ none: [{ any: inner }] }] };
    const ids: Record<UsedKind, string[]> = {
      tags: ["vip", "tour"],
      fields: ["size"],
      topics: ["gigs"],
      stages: ["s"],
      pages: ["p", "q"],
      links: ["l"],
      campaigns: ["c"],
      segments: ["g"],
    };
    for (const [kind, own] of Object.entries(ids)) {
      for (const id of own)
        expect([kind, id, about(condition, kind as UsedKind, "x", id)]).toEqual([kind, id, true]);
      const others = Object.values(ids)
        .flat()
        .filter((id) => !own.includes(id));
      expect([kind, about(condition, kind as UsedKind, ...others)]).toEqual([kind, false]);
    }
  });
});
