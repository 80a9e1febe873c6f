/* What runs by itself: sequences, rules, and tests in one list, and how the rules did in the last 24 hours. */
import { listLinkResults } from "#src/features/email/ab-tests/ab-tests.ts";
import { listSequences } from "#src/features/email/sequences/sequences.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { addHours } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { AutomationOverview } from "./contract.ts";
import { toRuns } from "./history.ts";
import { listNewestFailedIds, listRunsByIds } from "./history-store.ts";
import {
  countByHour,
  countWaiting,
  findLatency,
  type HourCounts,
  listLinkTimes,
  listRuleSummaries,
  listTestSummaries,
} from "./overview-store.ts";

const HOURS = 24;
const HOUR_MS = 3_600_000;
const FAILURES = 10;

type Item = AutomationOverview["items"][number];

export async function getOverview(ctx: Ctx): Promise<AutomationOverview> {
  requireWholeAccount(ctx);
  const { db, account } = ctx;
  // Hours end with the one that isn't over yet.
  const thisHour = Math.floor(ctx.now().getTime() / HOUR_MS) * HOUR_MS;
  const since = addHours(new Date(thisHour), 1 - HOURS);
  const counts = await countByHour(db, { account, since });
  const waiting = await countWaiting(db, account);
  const rules = await rulesOf(ctx, counts, waiting);
  const sequences = await sequencesOf(ctx);
  const items = [...sequences, ...rules, ...(await testsOf(ctx)), ...(await linkTestsOf(ctx))];
  return {
    ...sumsOf(counts),
    waiting: [...waiting.values()].reduce((sum, count) => sum + count, 0),
    inside: sequences.reduce((sum, { figures }) => sum + (figures.inside ?? 0), 0),
    latency: await findLatency(db, { account, since }),
    hours: Array.from({ length: HOURS }, (_, hour) => {
      const { ran, failed } = sumsOf(counts.filter((one) => one.hour === hour));
      return { at: addHours(new Date(since), hour), ran, failed };
    }),
    items,
    failures: await toRuns(
      ctx,
      await listRunsByIds(db, account, await listNewestFailedIds(db, account, FAILURES)),
    ),
  };
}

function sumsOf(counts: readonly HourCounts[]) {
  const sum = (of: "ran" | "failed" | "skipped") => counts.reduce((total, one) => total + one[of], 0);
  return { ran: sum("ran"), failed: sum("failed"), skipped: sum("skipped") };
}

async function sequencesOf(ctx: Ctx): Promise<Item[]> {
  const { items } = await listSequences(ctx);
  return items.map(({ id, name, state, state_reason, counts, updated_at }) => ({
    kind: "sequence",
    id,
    name,
    state,
    state_reason,
    figures: { inside: counts.inside, entered: counts.entered },
    updated_at,
  }));
}

async function rulesOf(
  ctx: Ctx,
  counts: readonly HourCounts[],
  waiting: ReadonlyMap<string, number>,
): Promise<Item[]> {
  const byRule = Map.groupBy(counts, ({ automation_id }) => automation_id);
  return (await listRuleSummaries(ctx.db, ctx.account)).map((rule) => ({
    kind: "automation",
    ...rule,
    figures: { ...sumsOf(byRule.get(rule.id) ?? []), waiting: waiting.get(rule.id) ?? 0 },
  }));
}

async function testsOf(ctx: Ctx): Promise<Item[]> {
  const tests = await listTestSummaries(ctx.db, ctx.account);
  return tests.map(({ people, ...test }) => ({
    kind: "ab_test",
    ...test,
    state_reason: "",
    figures: { people },
  }));
}

/** A link's test has no end, so as long as it's there, it runs. */
async function linkTestsOf(ctx: Ctx): Promise<Item[]> {
  const { items } = await listLinkResults(ctx);
  const times = await listLinkTimes(
    ctx.db,
    items.map(({ id }) => id),
  );
  return items.map(({ id, title, a, b }) => ({
    kind: "link_test",
    id,
    name: title,
    state: "active",
    state_reason: "",
    figures: { people: a + b, a, b },
    updated_at: times.get(id) ?? ctx.now().toISOString(),
  }));
}
