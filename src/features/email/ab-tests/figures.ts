/* What's known of a test: how people responded to each version, and what that means. */
import type { Platform } from "#src/platform/context.ts";
import type { Curve } from "./contract.ts";
import type { TestFigures, VersionFigures } from "./figures-contract.ts";
import { countVersions, listResponses, type VersionCounts } from "./figures-store.ts";
import { isLowerBetter, windowMinutes } from "./rules.ts";
import {
  ALPHA,
  differenceBetween,
  judge,
  rateInterval,
  splitProbability,
  type Tally,
} from "./statistics-rules.ts";
import type { TestRow, VariantRow } from "./store.ts";

interface Asked {
  row: TestRow;
  versions: readonly VariantRow[];
}

function countedOf({ row: { user_id, id, metric, started_at, decide_at }, versions }: Asked) {
  const delays = versions.map(({ delay_minutes }) => delay_minutes);
  const minutes = windowMinutes({ started_at: started_at ?? "", decide_at: decide_at ?? "", delays });
  return { user_id, id, metric, minutes };
}

const NOBODY = { assigned: 0, sent: 0, waiting: 0, responded: 0, complained: 0, unsubscribed: 0, ordered: 0 };

export async function loadFigures({ db }: Platform, asked: Asked): Promise<TestFigures> {
  const counts = await countVersions(db, countedOf(asked));
  const of = (variant: number | null) => counts.find((row) => row.variant === variant);
  const all = asked.versions.map(({ position }) => toFigures(of(position)));
  const inTest = asked.versions.map((version, index) =>
    version.stopped_at === null ? all[index] : undefined,
  );
  return {
    versions: all,
    ...judge(inTest, { isLowerBetter: isLowerBetter(asked.row.metric) }),
    split_probability: splitOf(asked, all, of(null)),
    effect: asked.row.holdout_share > 0 ? effectOf(all, of(null) ?? { ...NOBODY, variant: null }) : null,
  };
}

function toFigures(counts: VersionCounts | undefined): VersionFigures {
  const { assigned, sent, waiting, responded, complained, unsubscribed, ordered } = counts ?? NOBODY;
  const rate = rateInterval({ sent, responded });
  return { assigned, sent, waiting, responded, rate, complained, unsubscribed, ordered };
}

/**
 * Everyone was drawn by chance, so their numbers have to look like it, and those who got their version, too, once nobody
 * waits. What was stopped or goes out later isn't the same anymore.
 */
function splitOf(
  { row: { holdout_share }, versions }: Asked,
  all: readonly VersionFigures[],
  heldOut: VersionCounts | undefined,
): number {
  const each = (1 - holdout_share) / versions.length;
  const assigned = splitProbability(
    [...all.map((one) => one.assigned), ...(holdout_share > 0 ? [heldOut?.assigned ?? 0] : [])],
    [...all.map(() => each), ...(holdout_share > 0 ? [holdout_share] : [])],
  );
  const isOver = all.every(({ waiting }) => waiting === 0);
  if (!isOver || versions.some(({ stopped_at }) => stopped_at !== null)) return assigned;
  const sent = splitProbability(
    all.map((one) => one.sent),
    all.map(() => 1),
  );
  return Math.min(assigned, sent);
}

/** What a sample's people are of all that aren't held out doesn't matter here: both parts are by chance. */
function effectOf(all: readonly VersionFigures[], heldOut: VersionCounts): TestFigures["effect"] {
  const sum = (of: (one: VersionFigures) => number) => all.reduce((total, one) => total + of(one), 0);
  const mailed: Tally = { sent: sum(({ assigned }) => assigned), responded: sum(({ ordered }) => ordered) };
  const others: Tally = { sent: heldOut.assigned, responded: heldOut.ordered };
  const isKnown = mailed.responded + others.responded > 0 && mailed.sent > 0 && others.sent > 0;
  return {
    held_out: others.sent,
    held_out_ordered: others.responded,
    mailed: mailed.sent,
    mailed_ordered: mailed.responded,
    interval: isKnown ? differenceBetween(mailed, others, ALPHA) : null,
  };
}

/** How many people had responded to each version by the end of each hour. */
export async function loadCurve({ db }: Platform, asked: Asked): Promise<Curve> {
  const rows = await listResponses(db, countedOf(asked));
  const responded = asked.versions.map(() => 0);
  const points: Curve["points"] = [];
  for (const { at, variant, count } of rows) {
    responded[variant] = (responded[variant] ?? 0) + count;
    if (points.at(-1)?.at === at) points.pop();
    points.push({ at, responded: [...responded] });
  }
  return { points };
}
