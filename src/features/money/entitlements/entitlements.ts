/*
 * How much an account may have: the one place that decides every limit and its refusal. The slices that own
 * something count it. Prices and limits are in `rules.ts`.
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
  sumOfGrants,
} from "./rules.ts";
import { PLANS_SETTING } from "./settings.ts";

/** Counts what an account has on one of its profiles, or on all of them. */
type Count = (db: Db, of: { account: string; profileId?: string | undefined }) => Promise<number>;

const counts: Partial<Record<Limited, Count>> = {};

/** Called on load by the slice that owns what's counted. This slice can't call it, because it comes first. */
export function registerUsageCounter(what: Limited, count: Count): void {
  counts[what] = count;
}

function countOf({ db, account }: Ctx, what: Limited, profileId?: string): Promise<number> {
  const count = counts[what];
  if (!count) throw new Error(`No slice counts ${what}.`);
  return count(db, { account, profileId });
}

/** Finds what an account was given: rewards, what staff granted, what it pays for. */
type GrantSource = (platform: Platform, account: string) => Promise<Grants>;

const grantSources: GrantSource[] = [];

/** Called on load by the slice that gives accounts more than the free plan. All sources add up. */
export function registerGrantSource(source: GrantSource): void {
  grantSources.push(source);
}

/**
 * What an account may have. Anything that gives it more than the free plan is read here and nowhere else.
 */
export async function findAllowances(platform: Platform, account: string): Promise<Allowances> {
  const plans = platform.settings.get(PLANS_SETTING);
  return allowancesOf(plans, plans === "off" ? {} : await findGrants(platform, account));
}

/** Whether the account may have what only premium has. Where nothing is sold, everyone may. */
export async function hasPremium(platform: Platform, account: string): Promise<boolean> {
  if (platform.settings.get(PLANS_SETTING) === "off") return true;
  return (await findGrants(platform, account)).premium_units !== undefined;
}

/** What gives an account more than the free plan, all sources together. */
export async function findGrants(platform: Platform, account: string): Promise<Grants> {
  const grants: Grants[] = [];
  for (const source of grantSources) grants.push(await source(platform, account));
  return sumOfGrants(grants);
}

/** What the account has, what it may have, and why. */
export async function getAllowances(ctx: Ctx): Promise<AllowancesAnswer> {
  const { source } = ctx.settings.look(PLANS_SETTING);
  const { profiles, links, links_per_profile } = await findAllowances(ctx, ctx.account);
  return {
    plans: ctx.settings.get(PLANS_SETTING),
    source,
    profiles: { ...profiles, used: await countOf(ctx, "profiles") },
    links: { ...links, used: await countOf(ctx, "links") },
    links_per_profile,
  };
}

/** How many will be added, and to which profile. Without one, the profile brings them along: only the account's limit applies. */
interface Addition {
  adding: number;
  profileId?: string;
}

/**
 * Refuses more than the account may have. The caller must have locked the account, so that only one of two
 * gets the last one.
 */
export async function requireAllowance(ctx: Ctx, what: Limited, addition: Addition): Promise<void> {
  const refusal = await findRefusal(ctx, what, addition);
  if (refusal) throw refusal;
}

/** Like `requireAllowance`, for callers with an alternative. */
export async function hasAllowance(ctx: Ctx, what: Limited, addition: Addition): Promise<boolean> {
  return (await findRefusal(ctx, what, addition)) === undefined;
}

async function findRefusal(
  ctx: Ctx,
  what: Limited,
  { adding, profileId }: Addition,
): Promise<Failure | undefined> {
  const allowances = await findAllowances(ctx, ctx.account);
  const { code, limits } = LIMITS[what];
  for (const { allowance, isPerProfile, messageOf } of limits) {
    if (isPerProfile && profileId === undefined) continue;
    const limit = allowances[allowance].limit ?? (isPerProfile ? LINKS_PER_PROFILE_MAX : null);
    if (limit === null) continue;
    const used = await countOf(ctx, what, isPerProfile ? profileId : undefined);
    if (used + adding > limit) return failure(LIMIT_ERRORS, code, { message: messageOf(limit) });
  }
  return undefined;
}
