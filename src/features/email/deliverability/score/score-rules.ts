/* The score: what each test is worth, and what it takes. Nothing else counts, and nobody else has a say in it. */
import type { Check, CheckName } from "../checks/checks-contract.ts";
import {
  COMPLAINTS_ALARM,
  COMPLAINTS_TARGET,
  HARD_BOUNCES_ALARM,
  HARD_BOUNCES_WARNING,
  JUDGED_MESSAGES_MIN,
} from "../reputation/reputation-rules.ts";

/** What each test is worth, 100 in all. A logo beside the sender's name changes nothing, so BIMI has no points. */
export const POINTS = {
  dkim: 15,
  spf: 11,
  dmarc: 11,
  unsubscribe: 7,
  blocklists: 5,
  reverse_dns: 5,
  tls: 5,
  mx: 4,
  return_path: 3,
  complaints: 13,
  bounces: 10,
  deferrals: 4,
  engagement: 4,
  addresses: 3,
} as const satisfies Partial<Record<CheckName, number>> & Record<string, number>;
export type ScoreTestName = keyof typeof POINTS;

export const SCORE_TESTS = Object.keys(POINTS) as [ScoreTestName, ...ScoreTestName[]];
const CHECK_TESTS = [
  ...(["dkim", "spf", "dmarc", "unsubscribe", "blocklists"] as const),
  ...(["reverse_dns", "tls", "mx", "return_path"] as const),
] as const;

export const DEFERRALS_WARNING = 0.05;
export const DEFERRALS_ALARM = 0.2;
export const UNENGAGED_WARNING = 0.2;
export const UNENGAGED_ALARM = 0.5;
export const RISKY_WARNING = 0.01;
export const RISKY_ALARM = 0.05;
/** Shares of fewer people say nothing. */
export const JUDGED_PEOPLE_MIN = 100;
const STEPS = 3;

export interface ScoreTest {
  name: ScoreTestName;
  /** Null if it can't be judged, which costs nothing. */
  points: number | null;
  possible: number;
  why: string;
}

export interface ScoreFacts {
  /** Null for a domain whose records aren't the account's. */
  checks: readonly Check[] | null;
  /** What went out from the domain in 30 days. */
  mail: { attempted: number; complaint: number | null; bounce_hard: number | null; deferred: number };
  /** Who's on the list, without who gets nothing anyway. */
  list: { people: number; unengaged: number; risky: number };
}

export function judge({ checks, mail, list }: ScoreFacts): ScoreTest[] {
  return [
    ...(checks ? CHECK_TESTS.map((name) => judgeCheck(name, checks)) : []),
    judgeComplaints(mail),
    judgeBounces(mail),
    judgeDeferrals(mail),
    judgeEngagement(list),
    judgeAddresses(list),
  ];
}

/** From 0 to 100, of the points that could be judged. Null if none could. */
export function scoreOf(tests: readonly ScoreTest[]): number | null {
  const judged = tests.filter(({ points }) => points !== null);
  const sum = (of: (test: ScoreTest) => number) => judged.reduce((total, test) => total + of(test), 0);
  const possible = sum((test) => test.possible);
  return possible === 0 ? null : Math.round((100 * sum((test) => test.points ?? 0)) / possible);
}

/** The tests with the most points to win, the most first. */
export function nextSteps(tests: readonly ScoreTest[]): ScoreTestName[] {
  return tests
    .filter((test) => missing(test) > 0)
    .toSorted((one, other) => missing(other) - missing(one))
    .slice(0, STEPS)
    .map(({ name }) => name);
}

const missing = ({ points, possible }: ScoreTest) => (points === null ? 0 : possible - points);

/** Good is all of the points, and what could be better half of them. */
function judgeCheck(name: (typeof CHECK_TESTS)[number], checks: readonly Check[]): ScoreTest {
  const possible = POINTS[name];
  const check = checks.find((one) => one.name === name);
  if (!check) return { name, points: null, possible, why: "We haven’t checked this yet." };
  const { state, words: why } = check;
  if (state === "unknown" || state === "off") return { name, points: null, possible, why };
  return { name, points: state === "good" ? possible : state === "advice" ? possible / 2 : 0, possible, why };
}

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`;

/** All points below the first limit, half of them below the second, and none from there on. */
function graded(
  name: ScoreTestName,
  share: number,
  { warning, alarm }: { warning: number; alarm: number },
): Omit<ScoreTest, "why"> {
  const possible = POINTS[name];
  return { name, points: share >= alarm ? 0 : share >= warning ? possible / 2 : possible, possible };
}

const NOT_ENOUGH = `Not enough e-mail yet: we judge from ${JUDGED_MESSAGES_MIN} messages in 30 days.`;

function judgeComplaints({ attempted, complaint }: ScoreFacts["mail"]): ScoreTest {
  const name = "complaints";
  if (attempted < JUDGED_MESSAGES_MIN) return { name, points: null, possible: POINTS[name], why: NOT_ENOUGH };
  if (complaint === null)
    return { name, points: null, possible: POINTS[name], why: "None of your receivers reports complaints." };
  return {
    ...graded(name, complaint, { warning: COMPLAINTS_TARGET, alarm: COMPLAINTS_ALARM }),
    why: `${percent(complaint)} reported your e-mail as spam. All points below ${percent(COMPLAINTS_TARGET)}, half below ${percent(COMPLAINTS_ALARM)}.`,
  };
}

function judgeBounces({ attempted, bounce_hard }: ScoreFacts["mail"]): ScoreTest {
  const name = "bounces";
  if (attempted < JUDGED_MESSAGES_MIN) return { name, points: null, possible: POINTS[name], why: NOT_ENOUGH };
  const share = bounce_hard ?? 0;
  return {
    ...graded(name, share, { warning: HARD_BOUNCES_WARNING, alarm: HARD_BOUNCES_ALARM }),
    why: `${percent(share)} went to addresses that don’t exist. All points below ${percent(HARD_BOUNCES_WARNING)}, half below ${percent(HARD_BOUNCES_ALARM)}.`,
  };
}

function judgeDeferrals({ attempted, deferred }: ScoreFacts["mail"]): ScoreTest {
  const name = "deferrals";
  if (attempted < JUDGED_MESSAGES_MIN) return { name, points: null, possible: POINTS[name], why: NOT_ENOUGH };
  const share = deferred / attempted;
  return {
    ...graded(name, share, { warning: DEFERRALS_WARNING, alarm: DEFERRALS_ALARM }),
    why: `Receivers put off e-mail ${percent(share)} as often as you sent some. All points below ${percent(DEFERRALS_WARNING)}, half below ${percent(DEFERRALS_ALARM)}.`,
  };
}

const FEW_PEOPLE = `Not enough people yet: we judge from ${JUDGED_PEOPLE_MIN} on your list.`;

function judgeEngagement({ people, unengaged }: ScoreFacts["list"]): ScoreTest {
  const name = "engagement";
  if (people < JUDGED_PEOPLE_MIN) return { name, points: null, possible: POINTS[name], why: FEW_PEOPLE };
  const share = unengaged / people;
  return {
    ...graded(name, share, { warning: UNENGAGED_WARNING, alarm: UNENGAGED_ALARM }),
    why: `${percent(share)} of your list did nothing with your e-mail for 90 days. All points below ${percent(UNENGAGED_WARNING)}, half below ${percent(UNENGAGED_ALARM)}.`,
  };
}

function judgeAddresses({ people, risky }: ScoreFacts["list"]): ScoreTest {
  const name = "addresses";
  if (people < JUDGED_PEOPLE_MIN) return { name, points: null, possible: POINTS[name], why: FEW_PEOPLE };
  const share = risky / people;
  return {
    ...graded(name, share, { warning: RISKY_WARNING, alarm: RISKY_ALARM }),
    why: `${percent(share)} of your list are shared, throwaway, or mistyped addresses. All points below ${percent(RISKY_WARNING)}, half below ${percent(RISKY_ALARM)}.`,
  };
}
