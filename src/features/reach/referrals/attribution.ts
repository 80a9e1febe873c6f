/*
 * Connects people with the account that referred them. A code counts once, for a new account. As soon as that
 * account has a profile, both sides get their slots: right away if the browser requests it, and from a job in
 * any case.
 */
import type * as z from "zod";
import { requirePerson } from "#src/features/identity/accounts/accounts.ts";
import { planLimitsOf } from "#src/features/money/entitlements/entitlements.ts";
import { isPersonId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Announced } from "#src/lib/event.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import {
  findPair,
  findReferralOf,
  findRewardOf,
  insertReferral,
  insertRewards,
  listSharedFraudSignals,
  type Pair,
  updateReferralCompleted,
} from "./attribution-store.ts";
import { type Fingerprint, REFERRAL_ERRORS, type referralsContract, type Standing } from "./contract.ts";
import { referralAttached, referralRewarded } from "./events.ts";
import { type FraudSignal, fraudSignalsOf, fraudSignalsSince, recordFraudSignals } from "./fraud-signals.ts";
import { updateFlaggedToWaiting } from "./review-store.ts";
import { abuseFlags, isPossibleCode, isReferrable } from "./rules.ts";
import { REFERRAL_REVIEW } from "./settings.ts";
import { findCode } from "./store.ts";

type InputOf<Name extends keyof typeof referralsContract> = z.output<
  NonNullable<(typeof referralsContract)[Name]["~orpc"]["inputSchema"]>
>;

/** Limits guesses at codes. */
const ATTEMPTS: Limit = { name: "referrals.attach", attempts: 30, seconds: 60 * 60 };

interface Attached extends Pick<Standing, "referral" | "reward_slots"> {
  outcome: "registered" | "ignored";
}

/** Connects the signed-in person with the account whose code they came with (spec §5). */
export async function attachReferral(ctx: Ctx, input: InputOf<"attach">): Promise<Attached> {
  const { id: referred } = requirePerson(ctx);
  await ctx.limits.count(ATTEMPTS, referred);
  const sent = input.referral_code.trim();
  const found = isPossibleCode(sent) ? await findCode(ctx.db, sent) : undefined;
  if (!found) {
    ctx.log.info("Referral code not found");
    throw failure(REFERRAL_ERRORS, "REFERRAL_CODE_UNKNOWN");
  }
  const { code: referral_code, user_id: referrer } = found;
  if (referrer === referred) {
    ctx.log.info("Cannot self-refer");
    throw failure(REFERRAL_ERRORS, "REFERRAL_OWN_CODE");
  }
  const isNew = await ctx.write(async (ctx) => {
    const pair = await findPair(ctx.db, { referrer, referred });
    if (!pair || pair.is_referred || !isReferrable(new Date(pair.created_at), ctx.now())) return false;
    const marks = fraudSignalsOf(ctx, input.fingerprint);
    const flags = await flagsOf(ctx, { referrer, referred, pair, marks });
    const id = ctx.newId();
    const created_at = ctx.now().toISOString();
    const row = {
      id,
      referral_code,
      referrer_user_id: referrer,
      referred_user_id: referred,
      flags,
      created_at,
    };
    if (!(await insertReferral(ctx.db, { ...row, status: "pending" }))) return false;
    await recordFraudSignals(ctx, referred, marks);
    if (flags.length > 0) ctx.log.warn({ referral_id: id, flags }, "Referral flagged as potentially abusive");
    await ctx.announce(referralAttached, { account: referred, subject: id, payload: {} });
    return true;
  });
  if (!isNew) ctx.log.info("User already has a referral");
  return {
    outcome: isNew ? "registered" : "ignored",
    referral: await findOwnReferral(ctx, referred),
    reward_slots: planLimitsOf(ctx).referral_reward_slots,
  };
}

async function findOwnReferral(ctx: Ctx, referred: string): Promise<Standing["referral"]> {
  const row = await findReferralOf(ctx.db, referred);
  return row ? { id: row.id, status: row.status } : null;
}

interface Check {
  referrer: string;
  referred: string;
  pair: Pair;
  marks: readonly FraudSignal[];
}

async function flagsOf(ctx: Ctx, { referrer, referred, pair, marks }: Check): Promise<string[]> {
  const hashes = marks.flatMap(({ hash, earlier }) => [hash, ...earlier]);
  const since = fraudSignalsSince(ctx);
  const shared =
    hashes.length > 0 ? await listSharedFraudSignals(ctx.db, { referrer, referred, hashes, since }) : [];
  const emails = { referrer: pair.referrer_email, referred: pair.referred_email };
  return abuseFlags({ referrer, shared, emails, isMutual: pair.is_mutual });
}

/** True if the signed-in person and their referrer seem to be the same (spec §7). Changes nothing. */
export async function checkAbuse(ctx: Ctx, input: InputOf<"checkAbuse">): Promise<boolean> {
  const { id: referred } = requirePerson(ctx);
  const referrer = input.referrer_user_id;
  if (input.referred_user_id !== referred) throw failure(REFERRAL_ERRORS, "REFERRAL_NOT_FOUND");
  await ctx.limits.count(ATTEMPTS, referred);
  const pair = isPersonId(referrer) ? await findPair(ctx.db, { referrer, referred }) : undefined;
  if (!pair) return false;
  const marks = fraudSignalsOf(ctx, input.fingerprint as Fingerprint);
  return referrer === referred || (await flagsOf(ctx, { referrer, referred, pair, marks })).length > 0;
}

/** Completes the referral of the signed-in person if their first profile exists. */
export async function grantRewards(ctx: Ctx, { referral_uuid }: InputOf<"grantRewards">) {
  const { id: referred } = requirePerson(ctx);
  const before = await findReferralOf(ctx.db, referred);
  if (before?.id !== referral_uuid) throw failure(REFERRAL_ERRORS, "REFERRAL_NOT_FOUND");
  await rewardBoth(ctx, referred);
  const status = (await findReferralOf(ctx.db, referred))?.status ?? before.status;
  return { status, reward_amount: await findRewardOf(ctx.db, before.id) };
}

/** Someone was referred or has a profile, whichever comes second, which completes the referral. */
export async function rewardAfter(platform: Platform, { account }: Announced<object>): Promise<void> {
  await rewardBoth(platform, account);
}

/**
 * Gives both sides their slots, unless staff have to decide about a flagged referral or have rejected it.
 * Completing the referral and writing the rewards is one transaction, so nobody gets them twice, and a kill
 * leaves nothing half done.
 */
export async function rewardBoth(platform: Platform, referred: string): Promise<void> {
  await platform.write(async (ctx) => {
    if (ctx.settings.get(REFERRAL_REVIEW)) await updateFlaggedToWaiting(ctx.db, referred);
    const now = ctx.now().toISOString();
    const done = await updateReferralCompleted(ctx.db, { referred, now });
    if (!done) return;
    const sides = [
      { user_id: done.referrer, side: "referrer" },
      { user_id: referred, side: "referred" },
    ] as const;
    const slots = planLimitsOf(ctx).referral_reward_slots;
    const reward = { referral_id: done.id, reward_amount: slots, created_at: now };
    await insertRewards(
      ctx.db,
      sides.map((side) => ({ ...reward, ...side, id: ctx.newId() })),
    );
    for (const { user_id: account, side } of sides) {
      // Acts as the system, because neither side learns who the other is.
      const own = systemCtx(ctx, { job: "referrals.reward", account });
      const payload = { slots, side };
      await own.announce(referralRewarded, { subject: done.id, payload });
    }
  });
}
