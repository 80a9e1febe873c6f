import { describe, expect, it } from "vitest";
import type { Condition } from "./conditions/condition-rules.ts";
import { findCircle } from "./conditions/conditions.ts";
import { isSmall } from "./conditions/size-rules.ts";
import { byDependency, isAbout, isTimed, watchedBy } from "./watch-rules.ts";

const segments: Record<string, Condition | null> = {
  lately: { event: "opened", days: 30 },
  about: { any: [{ segment_id: "lately" }, { segment_id: "team" }] },
  team: null,
  plain: { attribute: "tag", operator: "equals", value: "vip" },
  // An import may bring such.
  circle: { segment_id: "circle" },
};
const conditionOf = (id: string) => segments[id];
const of = (id: string) => segments[id] as Condition;

describe("what the sweep knows of a condition", () => {
  it("is what it reads besides contacts", () => {
    expect(watchedBy(of("plain"))).toEqual([]);
    expect(watchedBy(of("about"))).toEqual(["members"]);
    const all: Condition = {
      none: [
        of("lately"),
        { event: "opened", last_campaigns: 2 },
        { attribute: "consent.news", operator: "empty" },
      ],
    };
    expect(watchedBy(all)).toEqual(["campaigns", "consent", "opened"]);
  });

  it("is whether time alone changes who matches, even through other segments", () => {
    const timed = (condition: Condition) => isTimed(condition, conditionOf);
    expect([timed(of("lately")), timed(of("about")), timed({ none: [of("about")] })]).toEqual([
      true,
      true,
      true,
    ]);
    expect([timed(of("plain")), timed({ segment_id: "team" }), timed(of("circle"))]).toEqual([
      false,
      false,
      false,
    ]);
    expect(timed({ attribute: "paused", operator: "equals", value: true })).toBe(true);
    expect(timed({ attribute: "created", operator: "not_in_last_days", value: 7 })).toBe(true);
    expect(timed({ attribute: "created", operator: "before", value: "2026-01-01" })).toBe(false);
  });

  it("is which others it's about, and these come first", () => {
    const about = (id: string, other: string) => isAbout(of(id), { id: other, conditionOf });
    expect([about("about", "lately"), about("about", "team"), about("about", "plain")]).toEqual([
      true,
      true,
      false,
    ]);
    expect([about("circle", "plain"), about("circle", "circle")]).toEqual([false, true]);
    const rows = ["about", "circle", "plain", "lately"].map((id) => ({ id, condition: of(id) }));
    expect(byDependency(rows).map(({ id }) => id)).toEqual(["lately", "about", "circle", "plain"]);
  });

  it("takes no longer for segments that name each other again and again", () => {
    const chain = Array.from({ length: 60 }, (_, at): [string, Condition] => [
      String(at),
      at === 0 ? of("plain") : { any: [{ segment_id: String(at - 1) }, { segment_id: String(at - 1) }] },
    ]);
    const inChain = (id: string) => new Map(chain).get(id);
    const last = { segment_id: "59" };
    expect(isTimed(last, inChain)).toBe(false);
    expect(isAbout(last, { id: "gone", conditionOf: inChain })).toBe(false);
    expect(byDependency(chain.map(([id, condition]) => ({ id, condition })).reverse())[0]?.id).toBe("0");
    expect(findCircle("59", inChain)).toBe(undefined);
    expect([isSmall({ segment_id: "6" }, inChain), isSmall(last, inChain)]).toEqual([true, false]);
  });
});
