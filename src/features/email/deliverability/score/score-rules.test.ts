import { expect, it } from "vitest";
import type { Check, CheckName, CheckState } from "../checks/checks-contract.ts";
import { judge, nextSteps, POINTS, SCORE_TESTS, type ScoreFacts, scoreOf } from "./score-rules.ts";

const check = (name: CheckName, state: CheckState): Check => ({
  ...{ name, state, words: `${name} is ${state}.`, notes: [], found: [], expected: "", record: null },
});
const NAMES = [
  "spf",
  "dkim",
  "dmarc",
  "return_path",
  "mx",
  "reverse_dns",
  "tls",
  "unsubscribe",
  "blocklists",
] as const;
const all = (state: CheckState) => NAMES.map((name) => check(name, state));
const MAIL = { attempted: 1000, complaint: 0, bounce_hard: 0, deferred: 0 };
const LIST = { people: 1000, unengaged: 0, risky: 0 };
const GOOD: ScoreFacts = { checks: all("good"), mail: MAIL, list: LIST };
const NO_MAIL = { attempted: 0, complaint: null, bounce_hard: null, deferred: 0 };

it("is 100 with every point, and every point has a test", () => {
  expect(Object.values(POINTS).reduce((sum, points) => sum + points, 0)).toBe(100);
  const tests = judge(GOOD);
  expect(tests.map(({ name }) => name).toSorted()).toEqual(SCORE_TESTS.toSorted());
  expect([scoreOf(tests), nextSteps(tests)]).toEqual([100, []]);
});

it("what can’t be judged costs nothing, and says so", () => {
  const tests = judge({ ...GOOD, mail: NO_MAIL, list: { people: 5, unengaged: 5, risky: 5 } });
  expect(scoreOf(tests)).toBe(100);
  expect(tests.find(({ name }) => name === "bounces")).toMatchObject({
    points: null,
    why: "Not enough e-mail yet: we judge from 100 messages in 30 days.",
  });
  expect(scoreOf(judge({ checks: [], mail: NO_MAIL, list: { ...LIST, people: 0 } }))).toBe(null);
  expect(scoreOf(judge({ checks: all("unknown"), mail: NO_MAIL, list: { ...LIST, people: 0 } }))).toBe(null);
});

it("what could be better is half, and the steps that win most come first", () => {
  const checks = [...all("good").slice(2), check("spf", "advice"), check("dkim", "missing")];
  const tests = judge({ ...GOOD, checks, mail: { ...MAIL, bounce_hard: 0.06 } });
  expect(scoreOf(tests)).toBe(Math.round(100 - 15 - 5.5 - 5));
  expect(nextSteps(tests)).toEqual(["dkim", "spf", "bounces"]);
});

it("grades shares at their limits", () => {
  const points = (mail: Partial<typeof MAIL>, name: string) =>
    judge({ ...GOOD, mail: { ...MAIL, ...mail } }).find((test) => test.name === name)?.points;
  expect([0.0009, 0.001, 0.003].map((complaint) => points({ complaint }, "complaints"))).toEqual([
    13, 6.5, 0,
  ]);
  expect([0.049, 0.05, 0.1].map((bounce_hard) => points({ bounce_hard }, "bounces"))).toEqual([10, 5, 0]);
  expect([49, 50, 200].map((deferred) => points({ deferred }, "deferrals"))).toEqual([4, 2, 0]);
});
