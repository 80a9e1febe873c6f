/*
 * Referrals: an account's codes and link, and their results. `attribution.ts` connects people with their
 * referrer and gives both sides their slots, and `popup.ts` decides when people are reminded of their link.
 * `entitlements` decides what slots are worth. The browser remembers codes (`browser/attribution.ts`), and so
 * does a cookie that `site` sets.
 */
import { randomInt } from "node:crypto";
import { requirePerson } from "#src/features/identity/accounts/accounts.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import {
  findAllowances,
  planLimitsOf,
  registerGrantSource,
} from "#src/features/money/entitlements/entitlements.ts";
import { PLANS_SETTING } from "#src/features/money/entitlements/settings.ts";
import { invalidateAllPages } from "#src/features/pages/profiles/profiles.ts";
import { drawPlainQr } from "#src/features/pages/qr/qr.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, VisitorCtx } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import type { Limit } from "#src/platform/limits.ts";
import { findPopupState, type ReferralRow, upsertPopupShown } from "./attribution-store.ts";
import { type Program, REFERRAL_ERRORS, type Referral, type Standing } from "./contract.ts";
import { codeChanged } from "./events.ts";
import { recordBrowser } from "./fraud-signals.ts";
import {
  CODES_MAX,
  isPossibleCode,
  NEW_CODE_CHARS,
  NEW_CODE_LETTERS,
  popupDue,
  referralLink,
  refuseCode,
} from "./rules.ts";
import { REFERRAL_POPUP } from "./settings.ts";
import {
  findCode,
  getRewardTotal,
  getStats,
  insertCode,
  listCodes,
  listReferralRows,
  updateCodeCurrent,
  updateCodeRetired,
  upsertVisit,
} from "./store.ts";

registerGrantSource(async ({ db }, account) => ({ referral_slots: await getRewardTotal(db, account) }));

/** Returns the account's link, its results, and a page of its referrals. */
export async function getProgram(ctx: Ctx, { cursor }: { cursor?: string | undefined }): Promise<Program> {
  requireWholeAccount(ctx);
  const [current, ...others] = await listCodes(ctx.db, ctx.account);
  const { rows, ...page } = await listReferralRows(ctx.db, { account: ctx.account, cursor });
  const link = current ? referralLink(ctx.instance.publicUrl, current.code) : null;
  return {
    ...page,
    items: rows.map(({ row, reward_amount }) => toReferral(row, reward_amount ?? 0)),
    code: current?.code ?? null,
    older_codes: others.map(({ code }) => code),
    link,
    qr_svg: link === null ? null : await drawPlainQr(link),
    stats: await getStats(ctx.db, ctx.account),
    reward_slots: planLimitsOf(ctx).referral_reward_slots,
    has_limits: (await findAllowances(ctx, ctx.account)).profiles.limit !== null,
    has_plans: ctx.settings.get(PLANS_SETTING) !== "off",
  };
}

/** Leaves out everything about the person. */
function toReferral(row: ReferralRow, reward_amount: number): Referral {
  const { id, status, review, referral_code, created_at, completed_at } = row;
  return { id, status, review, referral_code, reward_amount, created_at, completed_at };
}

/** The account's code. The first call creates one, and all calls store the browser for the abuse check. */
export async function generateCode(ctx: Ctx): Promise<string> {
  requireWholeAccount(ctx);
  return ctx.write(async (ctx) => {
    await takeAdvisoryLock(ctx.db, "referrals", ctx.account);
    await recordBrowser(ctx);
    const [current] = await listCodes(ctx.db, ctx.account);
    if (current) return current.code;
    const created_at = ctx.now().toISOString();
    let code: string;
    do code = newCode();
    while (!(await insertCode(ctx.db, { code, user_id: ctx.account, created_at })));
    await announceCode(ctx);
    return code;
  });
}

function newCode(): string {
  const letter = () => NEW_CODE_LETTERS[randomInt(NEW_CODE_LETTERS.length)] ?? "";
  return Array.from({ length: NEW_CODE_CHARS }, letter).join("");
}

/** Puts a chosen code in the account's link. Earlier ones keep working. */
export async function setCode(ctx: Ctx, input: { code: string }): Promise<{ code: string; link: string }> {
  requireWholeAccount(ctx);
  const code = input.code.trim();
  const answer = { code, link: referralLink(ctx.instance.publicUrl, code) };
  return ctx.write(async (ctx) => {
    await takeAdvisoryLock(ctx.db, "referrals", ctx.account);
    await recordBrowser(ctx);
    const codes = await listCodes(ctx.db, ctx.account);
    if (codes[0]?.is_current && codes[0].code === code) return answer;
    const own = codes.find((known) => known.code.toLowerCase() === code.toLowerCase());
    // One of their own codes was checked before. Any other has to pass now.
    const refusal = own ? undefined : refuseCode(code);
    if (refusal) throw failure(REFERRAL_ERRORS, refusal);
    if (!own && codes.length >= CODES_MAX) throw failure(REFERRAL_ERRORS, "CODE_LIMIT");
    await updateCodeRetired(ctx.db, ctx.account);
    if (own) await updateCodeCurrent(ctx.db, { old: own.code, code });
    else await addCode(ctx, code);
    await announceCode(ctx);
    return answer;
  });
}

async function addCode(ctx: Ctx, code: string): Promise<void> {
  const row = { code, user_id: ctx.account, created_at: ctx.now().toISOString() };
  if (!(await insertCode(ctx.db, row))) throw failure(REFERRAL_ERRORS, "CODE_TAKEN");
}

/** The link is also in the footer of the account's pages. */
async function announceCode(ctx: Ctx): Promise<void> {
  await ctx.announce(codeChanged, { subject: ctx.account, payload: {} });
  await invalidateAllPages(ctx);
}

const VISITS: Limit = { name: "referrals.visits", attempts: 60, seconds: 60 * 60 };

export async function recordVisit(visit: VisitorCtx, input: { code: string }): Promise<{ counted: boolean }> {
  await visit.limits.count(VISITS, visit.request.address);
  const found = isPossibleCode(input.code) ? await findCode(visit.db, input.code) : undefined;
  if (!found) return { counted: false };
  const day = visit.now().toISOString().slice(0, "2026-01-01".length);
  await upsertVisit(visit.db, { code: found.code, day });
  return { counted: true };
}

/** Returns the signed-in person's referral, and whether it's time to remind them of their own link. */
export async function getPopupState(ctx: Ctx): Promise<Standing> {
  const person = requirePerson(ctx);
  const row = await findPopupState(ctx.db, person.id);
  const { referral_reward_slots: reward_slots } = planLimitsOf(ctx);
  if (!row) return { referral: null, popup: null, reward_slots };
  const { has_profile: hasProfile, popup: last } = row;
  const shown = last && { count: last.affiliate_popup_count, lastAt: last.last_affiliate_popup };
  const popup = canShowPopup(ctx, person.id) ? popupDue({ hasProfile, shown }, ctx.now()) : null;
  return { referral: row.referral, popup, reward_slots };
}

/**
 * The popup appears only in people's own account, and where slots are worth something. The founder may switch
 * it off for everyone.
 */
function canShowPopup({ settings, account }: Ctx, person: string): boolean {
  return account === person && settings.get(PLANS_SETTING) !== "off" && settings.get(REFERRAL_POPUP);
}

/** Records that the person closed the popup, for now or for good (spec §4). */
export async function closePopup(ctx: Ctx, { never }: { never: boolean }): Promise<Standing> {
  const { id: person } = requirePerson(ctx);
  await upsertPopupShown(ctx.db, { person, never, now: ctx.now().toISOString() });
  return getPopupState(ctx);
}
