// @project unit
import { describe, expect, it } from "vitest";
import { spreadOf, verdictOf } from "./significance-rules.ts";

const counts = (now: number, before: number, spread?: number) =>
  verdictOf({ count: now, exposure: 1 }, { count: before, exposure: 1 }, spread);

describe("a change", () => {
  it.each([
    // The exact bounds of the conditional test at 5%, both ways.
    [6, 0, "real"],
    [5, 0, "noise"],
    [15, 5, "real"],
    [14, 6, "noise"],
    [120, 100, "noise"],
    [140, 100, "real"],
    [10_000, 10_300, "real"],
    [10_000, 10_200, "noise"],
    [0, 0, "unknown"],
  ] as const)("from %i to %i is %s", (before, now, verdict) => {
    expect(counts(now, before)).toBe(verdict);
    expect(counts(before, now)).toBe(verdict);
  });

  it("is about rates, so a longer period may have more", () => {
    expect(verdictOf({ count: 30, exposure: 30 }, { count: 10, exposure: 10 })).toBe("noise");
    expect(verdictOf({ count: 30, exposure: 0 }, { count: 10, exposure: 10 })).toBe("unknown");
  });

  it("in traffic that comes in waves has to be larger", () => {
    expect(counts(140, 100, 4)).toBe("noise");
    expect(spreadOf([10, 10, 10, 10, 10])).toBe(1);
    expect(spreadOf([0, 40, 0, 40, 0])).toBeCloseTo(30);
    expect(spreadOf([0, 40])).toBe(1);
  });

  it("is called real by mistake no more often than one time in twenty", () => {
    let real = 0;
    let state = 1;
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const poisson = (mean: number) => {
      let [count, left] = [-1, Math.exp(mean)];
      do {
        count++;
        left *= random();
      } while (left > 1);
      return count;
    };
    for (let n = 0; n < 4000; n++) if (counts(poisson(30), poisson(30)) === "real") real++;
    expect(real / 4000).toBeLessThan(0.055);
  });
});
