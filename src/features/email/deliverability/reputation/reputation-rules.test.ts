import { expect, it } from "vitest";
import { levelOf } from "./reputation-rules.ts";

it("warns from 0.1% complaints and 5% dead addresses on, and alarms at 0.3% and 10%", () => {
  const cases = [
    [0, 0, "good"],
    [0.0009, 0.049, "good"],
    [0.001, 0, "warning"],
    [0.0029, 0, "warning"],
    [0.003, 0, "alarm"],
    [0, 0.05, "warning"],
    [0, 0.1, "alarm"],
    [null, null, "good"],
  ] as const;
  for (const [complaint, bounce_hard, level] of cases)
    expect([complaint, bounce_hard, levelOf({ attempted: 100, complaint, bounce_hard })]).toEqual([
      complaint,
      bounce_hard,
      level,
    ]);
});

it("doesn’t judge by a few messages", () => {
  expect(levelOf({ attempted: 99, complaint: 0.5, bounce_hard: 0.5 })).toBe("few");
});
