import type { AbTest } from "#src/features/email/ab-tests/contract.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { isLowerBetter, type Metric, type TestState, versionLetter } from "../rules.ts";
import type { StopReason } from "../statistics-rules.ts";

export const STATE_LABELS: Readonly<Record<TestState, { color: string; label: string }>> = {
  draft: { color: "gray", label: "Not started" },
  collecting: { color: "blue", label: "Running" },
  winner: { color: "teal", label: "Winner found" },
  no_difference: { color: "gray", label: "No difference" },
  inconclusive: { color: "yellow", label: "Can’t tell" },
  stopped: { color: "red", label: "Stopped" },
};

export const METRIC_LABELS: Readonly<Record<Metric, string>> = {
  clicks: "People who clicked",
  orders: "People who ordered",
  replies: "People who replied",
  unsubscribes: "People who unsubscribed",
  opens: "People who opened it",
};

export const METRIC_HINTS: Readonly<Record<Metric, string>> = {
  clicks: "Clicks by people. Link scanners don’t count.",
  orders: "First orders after the e-mail, as your shop reports them.",
  replies: "Answers to the e-mail.",
  unsubscribes: "The version that fewer people leave over wins.",
  opens:
    "Opens say little: many inboxes load pictures whether or not anyone looks, and some never do. We leave out those we recognize, but clicks are better.",
};

export const STOP_LABELS: Readonly<Record<StopReason, string>> = {
  complaints: "Stopped: too many marked it as spam",
  unsubscribes: "Stopped: too many unsubscribed",
};

const POINTS = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
/** A share of 1 as a number of people out of 100, or as percentage points. */
export const formatPoints = (share: number): string => POINTS.format(share * 100);

/** What a test says, for people who don't know statistics. */
export function sentenceOf(test: AbTest): string {
  const { state, figures, metric, min_effect } = test;
  if (state === "draft") return "It starts with its campaign.";
  if (!figures || figures.leader === null) return "Nobody has gotten it yet.";
  if (state === "stopped") return "Its campaign was canceled before there was a result.";
  const leader = versionLetter(figures.leader);
  if (state === "collecting") return runningSentence(test, leader);
  if (state === "winner") {
    const [nearest] = figures.leads.toSorted((one, other) => one.interval.low - other.interval.low);
    if (!nearest) return `Version ${leader} wins.`;
    const [low, high] = [
      formatPoints(Math.max(0, nearest.interval.low)),
      formatPoints(nearest.interval.high),
    ];
    const other = versionLetter(nearest.other);
    return isLowerBetter(metric)
      ? `Version ${leader} wins: of 100 people, ${low} to ${high} fewer unsubscribed than with version ${other}.`
      : `Version ${leader} wins: of 100 people, ${low} to ${high} more responded than with version ${other}.`;
  }
  if (state === "no_difference")
    return `No version is better than another by ${formatPoints(min_effect)} points or more. Any of them is fine.`;
  const [widest] = figures.leads.toSorted((one, other) => other.interval.high - one.interval.high);
  if (!widest) return "There weren’t two versions left to compare.";
  return `Too few people responded to tell. Version ${leader} may be better by up to ${formatPoints(widest.interval.high)} points, or worse by up to ${formatPoints(Math.max(0, -widest.interval.low))}.`;
}

function runningSentence({ figures }: AbTest, leader: string): string {
  const responded = figures?.versions.some((version) => version.responded > 0);
  if (!responded) return "Nobody has responded yet.";
  return `Version ${leader} is ahead so far, but that can still be chance.`;
}

/** What became of everyone who wasn't in the sample. */
export function rolloutSentence(test: AbTest): string {
  const { chosen, decided_by, rolled_out_at, rollout, sample_kind, decided_at } = test;
  if (decided_at === null || test.state === "stopped") return "";
  if (chosen === null)
    return "Every version was stopped, so everyone else gets nothing until you choose one.";
  const letter = versionLetter(chosen);
  if (sample_kind === "all") return decided_by === "hand" ? `You chose version ${letter} by hand.` : "";
  if (rolled_out_at === null)
    return rollout === "by_hand"
      ? `Everyone else waits until you choose. We’d send version ${letter}.`
      : `Everyone else gets version ${letter} at the time you set.`;
  return decided_by === "hand"
    ? `You chose version ${letter} by hand, and everyone else got it.`
    : `Everyone else got version ${letter}.`;
}
