/*
 * Limits: this slice alone decides every limit and its error. The slices that own something count it. Prices
 * and what limits come to are in `rules.ts`, and the numbers that staff choose in `settings.ts`.
 */
import { type Failure, failure } from "#src/lib/errors.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import type { Db } from "#src/platform/db/database.ts";
import { type AllowancesAnswer, LIMIT_ERRORS } from "./contract.ts";
import {
  type Allowances,
  allowancesOf,
  type Grants,
  LIMITS,
  LINKS_PER_PROFILE_MAX,
  type Limited,
  type PlanLimits,
  sumOfGrants,
  UNLIMITED,
} from "./rules.ts";
import { LIMIT_SETTINGS, PLANS_SETTING } from "./settings.ts";

/** Counts an account's things on one of its profiles, or on all of them. */
type Count = (db: Db, of: { account: string; profileId?: string | undefined }) => Promise<number>;

const counts: Partial<Record<Limited, Count>> = {};

/** Called on load by the slice that owns the counted things, because this slice comes before it. */
export function registerUsageCounter(what: Limited, count: Count): void {
  counts[what] = count;
}

function countOf({ db, account }: Ctx, what: Limited, profileId?: string): Promise<number> {
  return counterOf(what)(db, { account, profileId });
}

function counterOf(what: Limited): Count {
  const count = counts[what];
  if (!count) throw new Error(`No slice counts ${what}.`);
  return count;
}

/** Counts an account's things, for staff who look at it. */
export function findUsage({ db }: Platform, what: Limited, account: string): Promise<number> {
  return counterOf(what)(db, { account });
}

/** Finds an account's grants: rewards, grants by staff, and paid units. */
type GrantSource = (platform: Platform, account: string) => Promise<Grants>;

const grantSources: GrantSource[] = [];

/** Called on load by a slice that gives accounts more than the free plan. All sources add up. */
export function registerGrantSource(source: GrantSource): void {
  grantSources.push(source);
}

/** What plans include on this instance right now. */
export function planLimitsOf({ settings }: Pick<Platform, "settings">): PlanLimits {
  const links_per_profile_free = settings.get(LIMIT_SETTINGS.links_per_profile_free);
  return {
    profiles_free: settings.get(LIMIT_SETTINGS.profiles_free),
    links_per_profile_free,
    links_per_unit: settings.get(LIMIT_SETTINGS.links_per_unit),
    // Nobody gets less by paying.
    links_per_profile_premium: Math.max(
      links_per_profile_free,
      settings.get(LIMIT_SETTINGS.links_per_profile_premium),
    ),
    units_given: settings.get(LIMIT_SETTINGS.units_given),
    referral_reward_slots: settings.get(LIMIT_SETTINGS.referral_reward_slots),
  };
}

/** An account's limits. Anything that gives it more than the free plan is read here and nowhere else. */
export async function findAllowances(platform: Platform, account: string): Promise<Allowances> {
  if (platform.settings.get(PLANS_SETTING) === "off") return UNLIMITED;
  return allowancesOf(planLimitsOf(platform), await findGrants(platform, account));
}

/** True if the account may use premium features. Where nothing is sold, every account may. */
export async function hasPremium(platform: Platform, account: string): Promise<boolean> {
  if (platform.settings.get(PLANS_SETTING) === "off") return true;
  return (await findGrants(platform, account)).premium_units !== undefined;
}

export async function findGrants(platform: Platform, account: string): Promise<Grants> {
  const grants: Grants[] = [];
  for (const source of grantSources) grants.push(await source(platform, account));
  return sumOfGrants(grants);
}

/** Returns the account's usage, its limits, and their reasons. */
export async function getAllowances(ctx: Ctx): Promise<AllowancesAnswer> {
  const { source } = ctx.settings.look(PLANS_SETTING);
  const { profiles, links, links_per_profile } = await findAllowances(ctx, ctx.account);
  return {
    plans: ctx.settings.get(PLANS_SETTING),
    source,
    profiles: { ...profiles, used: await countOf(ctx, "profiles") },
    links: { ...links, used: await countOf(ctx, "links") },
    links_per_profile,
    plan_limits: planLimitsOf(ctx),
  };
}

/**
 * The number to add, and its profile. Without one, the things come along with their profile, so only the
 * account's limit applies.
 */
interface Addition {
  adding: number;
  profileId?: string;
}

/**
 * Throws if the account would exceed its limit. The caller must have locked the account, so that only one of
 * two gets the last one.
 */
export async function requireAllowance(ctx: Ctx, what: Limited, addition: Addition): Promise<void> {
  const refusal = await findRefusal(ctx, what, addition);
  if (refusal) throw refusal;
}

/** Like `requireAllowance`, for callers with an alternative. */
export async function hasAllowance(ctx: Ctx, what: Limited, addition: Addition): Promise<boolean> {
  return (await findRefusal(ctx, what, addition)) === undefined;
}

/** Returns how many of these fit, and why not all of them. */
export async function findRoom(
  ctx: Ctx,
  what: Limited,
  { adding, profileId }: Addition,
): Promise<{ room: number; refusal: Failure | undefined }> {
  let found: { room: number; refusal: Failure | undefined } = { room: adding, refusal: undefined };
  for await (const { room, refuse } of listRoom(ctx, what, profileId))
    if (room < found.room) found = { room: Math.max(0, room), refusal: refuse() };
  return found;
}

async function findRefusal(
  ctx: Ctx,
  what: Limited,
  { adding, profileId }: Addition,
): Promise<Failure | undefined> {
  for await (const { room, refuse } of listRoom(ctx, what, profileId)) if (adding > room) return refuse();
  return undefined;
}

/** What each limit leaves, less than nothing where a plan has shrunk, and its error. */
async function* listRoom(ctx: Ctx, what: Limited, profileId: string | undefined) {
  const allowances = await findAllowances(ctx, ctx.account);
  const { code, limits } = LIMITS[what];
  for (const { allowance, isPerProfile, messageOf } of limits) {
    if (isPerProfile && profileId === undefined) continue;
    const limit = allowances[allowance].limit ?? (isPerProfile ? LINKS_PER_PROFILE_MAX : null);
    if (limit === null) continue;
    const used = await countOf(ctx, what, isPerProfile ? profileId : undefined);
    yield { room: limit - used, refuse: () => failure(LIMIT_ERRORS, code, { message: messageOf(limit) }) };
  }
}
