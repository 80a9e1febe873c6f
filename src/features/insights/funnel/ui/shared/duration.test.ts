import { expect, it } from "vitest";
import { quantiles, shareOf } from "../../rules.ts";
import { formatDuration } from "./duration.ts";

it("durations have at most two units, and none has a dash", () => {
  const ms = [0, 4210, 9960, 59_499, 60_000, 65_000, 3_600_000, 7_380_000, null];
  expect(ms.map(formatDuration)).toEqual([
    "0 sec",
    "4.2 sec",
    "10 sec",
    "59 sec",
    "1 min",
    "1 min 5 sec",
    "1 hr",
    "2 hr 3 min",
    "–",
  ]);
});

it("a share needs a whole that’s at least as large, and a quantile a value", () => {
  expect([shareOf(1, 4), shareOf(0, 4), shareOf(0, 0), shareOf(5, 4), shareOf(null, 4)]).toEqual([
    0.25,
    0,
    null,
    null,
    null,
  ]);
  const of = (...values: number[]) => quantiles([values.slice(0, 2), values.slice(2)], [0.5, 0.9]);
  expect([of(), of(7), of(30, 10), of(5, 1, 4, 2, 3), of(86_400_000, 0, 5000, 5001, 5002)]).toEqual([
    [null, null],
    [7, 7],
    [10, 30],
    [3, 5],
    [5001, 86_400_000],
  ]);
});
