import type * as z from "zod";
import { hasPremium } from "#src/features/money/entitlements/entitlements.ts";
import { requireProfile } from "#src/features/pages/profiles/profiles.ts";
import { failure } from "#src/lib/errors.ts";
import { isTimeZone } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import { ANALYTICS_ERRORS, type periodSchema } from "./contract.ts";
import { dateIn } from "./csv.ts";
import { parseFilters } from "./filter-rules.ts";
import { FROM_START, resolvePeriod } from "./period.ts";
import { findPlanner, listFirstMoments } from "./rollup-sums.ts";

export type Input = z.output<typeof periodSchema>;

/** Throws unless the account has the analytics that come with premium. Where nothing is sold, every account does. */
export async function requireAdvanced(ctx: Ctx): Promise<void> {
  if (!(await hasPremium(ctx, ctx.account))) throw failure(ANALYTICS_ERRORS, "PREMIUM_REQUIRED");
}

/** Resolves what's asked for: whose figures, when, and of what; and how rollups make up the period. */
export async function resolveQuestion(ctx: Ctx, input: Input) {
  const { id: profileId } = await requireProfile(ctx, input.id);
  const filters = parseFilters(input.filter ?? "");
  if (!filters) throw failure(ANALYTICS_ERRORS, "FILTER_INVALID");
  if (filters.length > 1 || input.compare === "year") await requireAdvanced(ctx);
  const [period, spansIn] = await Promise.all([
    resolvePeriod(ctx.db, await withStart(ctx, input, profileId), ctx.now()),
    findPlanner(ctx.db),
  ]);
  const { bots = false, suspected = false } = input;
  const scope = { profileId, profileIds: [profileId], bots, suspected };
  const of = (dimension: string, range: { from: number; to: number }) =>
    spansIn(range).map((span) => ({ dimension, ...span }));
  return { period, scope, filters, spansIn, of };
}

export type Question = Awaited<ReturnType<typeof resolveQuestion>>;

/** Replaces `start` by the first day with figures, as the owner's calendar has it. */
async function withStart(ctx: Ctx, input: Input, profileId: string): Promise<Input> {
  if (input.from !== FROM_START) return input;
  const first = isTimeZone(input.tz)
    ? (await listFirstMoments(ctx.db, [profileId])).get(profileId)
    : undefined;
  const day = first && dateIn(input.tz, new Date(first));
  return { ...input, from: day && day <= (input.to ?? day) ? day : undefined };
}
