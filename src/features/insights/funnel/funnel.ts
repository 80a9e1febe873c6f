/*
 * The way from a view to an order. Views and clicks are counted by visit, from packed events; whoever signed up, by
 * person, with what became of them since. A visit has no name beyond its tab and day, and an order reaches a page only
 * through the person who signed up there.
 */
import { grantOn, requireWholeAccount } from "#src/features/identity/team/team.ts";
import { labelOf } from "#src/features/insights/analytics/breakdowns.ts";
import { resolvePeriod } from "#src/features/insights/analytics/period.ts";
import { type Input, type Question, resolveQuestion } from "#src/features/insights/analytics/question.ts";
import { readVisits } from "#src/features/insights/clicks/clicks.ts";
import { requireProfile } from "#src/features/pages/profiles/profiles.ts";
import { DAY_MS } from "#src/lib/time.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { eventLoopYielder } from "#src/platform/event-loop.ts";
import type { Funnel, ReturningFans, TimesRow } from "./contract.ts";
import { filterLeads, visitsOf } from "./lead-filter.ts";
import { FUNNEL_STEPS, quantiles, shareOf } from "./rules.ts";
import { countOutcomes, countReturning, type LeadScope, listLeadOrigins } from "./store.ts";
import { type AskedVisit, type DelaysByClient, VisitScan } from "./visit-scan.ts";

/** More apps than anyone compares. */
const ROWS_MAX = 20;

/** Returns the steps of the page's visitors in a period, and how long it took them to open a first link. */
export async function getFunnel(ctx: Ctx, input: Input): Promise<Funnel> {
  const profile = await requireProfile(ctx, input.id);
  const question = await resolveQuestion(ctx, input);
  const { from, to } = question.period;
  const { scan, people, confirmed, ordered, revenue, unreached } = await countSteps(ctx, question);
  // A shop belongs to no page, and what it sells is for people who see what e-mail earns.
  const seesOrders = ctx.profileIds === null && grantOn(ctx, "analytics.export") !== undefined;
  const counts = [scan.viewed, scan.clicked, people, confirmed, seesOrders ? ordered : null];
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    steps: FUNNEL_STEPS.map((step, index) => ({
      step,
      people: counts[index] ?? null,
      of_previous: index === 0 ? null : shareOf(counts[index] ?? null, counts[index - 1] ?? null),
      of_first: index === 0 ? null : shareOf(counts[index] ?? null, scan.viewed),
    })),
    short_link_visits: scan.straight,
    unreached_leads: unreached,
    asks_to_confirm: profile.confirm_sign_ups,
    revenue: seesOrders ? revenue : null,
    first_click: timesOf(scan.delays),
  };
}

async function scanVisits(
  platform: Platform,
  { period, scope, filters }: Question,
  asked: readonly AskedVisit[],
): Promise<VisitScan> {
  const { from, to } = period;
  const scan = new VisitScan({ from, to, filters, ...scope }, asked);
  // Who signed up just after midnight came the day before.
  const reading = { profileId: scope.profileId, from: asked.length > 0 ? from - DAY_MS : from, to };
  const nextTurn = eventLoopYielder();
  for await (const { events, visits } of readVisits(platform, reading)) {
    scan.take(events, visits);
    await nextTurn();
  }
  return scan;
}

/** Filters limit who signed up to those whose visit passes. */
async function countSteps(ctx: Ctx, question: Question) {
  const { period, scope, filters } = question;
  const leads: LeadScope = {
    account: ctx.account,
    profileId: scope.profileId,
    from: new Date(period.from).toISOString(),
    to: new Date(period.to).toISOString(),
  };
  if (filters.length === 0) {
    const [scan, outcomes] = await Promise.all([
      scanVisits(ctx, question, []),
      countOutcomes(ctx.db, leads, undefined),
    ]);
    return { scan, ...outcomes, unreached: 0 };
  }
  const known = (await listLeadOrigins(ctx.db, leads)).map(visitsOf);
  const scan = await scanVisits(
    ctx,
    question,
    known.flatMap(({ visits }) => visits),
  );
  const { ids, unreached } = filterLeads(known, { filters, ...scope });
  return { scan, ...(await countOutcomes(ctx.db, leads, ids)), unreached };
}

function timesOf(delays: DelaysByClient): Funnel["first_click"] {
  const by = (part: number) =>
    Array.from(
      Map.groupBy(delays, ([client]) => client.split("|")[part] ?? ""),
      ([key, rows]) => ({ key, ...summary(rows.map(([, list]) => list)) }),
    )
      .sort((a, b) => b.visits - a.visits || (a.key < b.key ? -1 : 1))
      .slice(0, ROWS_MAX);
  const named = (dimension: "app" | "device_type", rows: Omit<TimesRow, "label">[]): TimesRow[] =>
    rows.map((row) => ({ ...row, label: labelOf(dimension, row.key) }));
  return {
    ...summary([...delays.values()]),
    apps: named("app", by(APP)),
    devices: named("device_type", by(DEVICE)),
  };
}

/** The places of a client's parts. */
const DEVICE = 0;
const APP = 3;

function summary(lists: readonly (readonly number[])[]): Omit<TimesRow, "key" | "label"> {
  const [median_ms = null, p90_ms = null] = quantiles(lists, [0.5, 0.9]);
  return { visits: lists.reduce((sum, list) => sum + list.length, 0), median_ms, p90_ms };
}

/** Returns how many of the page's fans came back. Visitors have no name that lasts longer than a day. */
export async function getReturningFans(
  ctx: Ctx,
  input: Pick<Input, "id" | "from" | "to" | "tz">,
): Promise<ReturningFans> {
  requireWholeAccount(ctx);
  const { id: profileId } = await requireProfile(ctx, input.id);
  const period = await resolvePeriod(ctx.db, input, ctx.now());
  const [from, to] = [new Date(period.from).toISOString(), new Date(period.to).toISOString()];
  return { from, to, ...(await countReturning(ctx.db, { account: ctx.account, profileId, from, to })) };
}
