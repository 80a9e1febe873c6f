// @project unit
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { planGrains } from "./grain-plan.ts";

const QUARTER_MS = 15 * 60 * 1000;
const START = Date.parse("2026-01-01T00:00:00Z");
const at = (text: string) => Date.parse(`${text}Z`);
const brief = (from: string, to: string, done: { day: string; month: string }) =>
  planGrains({ from: at(from), to: at(to) }, { day: at(done.day), month: at(done.month) }).map(
    (span) =>
      `${span.sign === 1 ? "+" : "-"}${span.grain} ${new Date(span.from).toISOString().slice(5, 16)} ${new Date(span.to).toISOString().slice(5, 16)}`,
  );

describe("the rows that make up a period", () => {
  it("are months, days, and quarters, as far as they've been added up", () => {
    const done = { day: "2026-04-10T00:00", month: "2026-04-01T00:00" };
    expect(brief("2026-01-29T22:00", "2026-04-12T09:00", done)).toEqual([
      "+quarter 01-29T22:00 01-30T00:00",
      "+day 01-30T00:00 02-01T00:00",
      "+month 02-01T00:00 04-01T00:00",
      "+day 04-01T00:00 04-10T00:00",
      "+quarter 04-10T00:00 04-12T09:00",
    ]);
  });

  it("are the whole minus the rest where that's less", () => {
    const done = { day: "2026-04-10T00:00", month: "2026-04-01T00:00" };
    expect(brief("2026-02-03T02:00", "2026-02-26T00:00", done)).toEqual([
      "+month 02-01T00:00 03-01T00:00",
      "-day 02-01T00:00 02-03T00:00",
      "-quarter 02-03T00:00 02-03T02:00",
      "-day 02-26T00:00 03-01T00:00",
    ]);
  });

  it("count every moment of the period exactly once, and no other", () => {
    const quarter = fc.integer({ min: 0, max: 120 * 96 });
    fc.assert(
      fc.property(quarter, quarter, fc.nat(120), (a, b, days) => {
        const [from, to] = [START + Math.min(a, b) * QUARTER_MS, START + Math.max(a, b) * QUARTER_MS];
        const day = START + days * DAY_MS;
        const month = Date.UTC(2026, new Date(day).getUTCMonth());
        // The sum of the spans goes up by one at `from`, down by one at `to`, and doesn't change anywhere
        // else.
        const steps = new Map<number, number>();
        const step = (time: number, by: number) => steps.set(time, (steps.get(time) ?? 0) + by);
        for (const span of planGrains({ from, to }, { day, month })) {
          expect(span.to <= (span.grain === "quarter" ? Infinity : span.grain === "day" ? day : month)).toBe(
            true,
          );
          step(span.from, span.sign);
          step(span.to, -span.sign);
        }
        const changes = [...steps].filter(([, by]) => by !== 0).sort(([one], [other]) => one - other);
        expect(changes).toEqual(
          from === to
            ? []
            : [
                [from, 1],
                [to, -1],
              ],
        );
      }),
      { numRuns: 1000 },
    );
  });
});
