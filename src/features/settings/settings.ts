/*
 * What the founder decides for the whole instance without touching its environment, and what follows from it: how much
 * every account may have. Who counts against a limit is up to the slices that have something to count.
 */
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { type AllowancesAnswer, SETTINGS_ERRORS } from "./contract.ts";
import { plansChanged } from "./events.ts";
import { type Allowances, allowancesOf, choosePlans, type Plans } from "./rules.ts";
import { findSetting, saveSetting } from "./store.ts";

const PLANS_SETTING = "plans";

async function findPlans({ instance, db }: Platform) {
  return choosePlans(instance.plans, await findSetting(db, PLANS_SETTING));
}

/** The plans of this instance, as of now. */
export async function readPlans(platform: Platform): Promise<Plans> {
  return (await findPlans(platform)).plans;
}

/** What an account may have; read anew each time, so that every node is right at once. */
export async function allowances(platform: Platform): Promise<Allowances> {
  return allowancesOf((await findPlans(platform)).plans);
}

/** The one answer about every limit and its reason. */
export async function readAllowances(ctx: Ctx): Promise<AllowancesAnswer> {
  const { plans, source } = await findPlans(ctx);
  const is_changeable = ctx.actor.role === "founder" && source !== "environment";
  return { plans, source, ...allowancesOf(plans), is_changeable };
}

/** Lifts every limit, or brings them back; what is over a limit then stays, and only adding to it is refused. */
export async function setPlans(ctx: Ctx, { plans }: { plans: Plans }): Promise<AllowancesAnswer> {
  return ctx.write(async (ctx) => {
    if ((await findPlans(ctx)).source === "environment") throw failure(SETTINGS_ERRORS, "PLANS_FIXED");
    await saveSetting(ctx.db, { name: PLANS_SETTING, value: plans, updated_at: ctx.now().toISOString() });
    await ctx.announce(plansChanged, { plans });
    return readAllowances(ctx);
  });
}
