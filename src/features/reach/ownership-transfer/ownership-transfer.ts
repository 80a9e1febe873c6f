/*
 * Transferring an account: its owner offers it to a member, who accepts (`accept-transfer.ts`) or declines.
 * The new owner has no other account, because an account is its owner's user id.
 */
import type * as z from "zod";
import { requirePerson } from "#src/features/identity/accounts/accounts.ts";
import { requireSameIdentity } from "#src/features/identity/accounts/id-swap/id-swap.ts";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { requireRecentSignIn } from "#src/features/identity/accounts/reauthentication.ts";
import { GENERAL_ERRORS, isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx, Person } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import type { Limit } from "#src/platform/limits.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { HANDOVER_ERRORS, type Handover, type HandoverOffer, type offerHandoverSchema } from "./contract.ts";
import { requireEligible } from "./eligibility.ts";
import { handoverDeclined, handoverOffered, handoverRevoked } from "./events.ts";
import { declinedMail, offerMail } from "./mails.ts";
import { ineligibleReason, OFFER_DAYS } from "./rules.ts";
import {
  type CandidateRow,
  deleteAnsweredOffer,
  deleteOffer,
  findOffer,
  listCandidateRows,
  listOffersTo,
  upsertOffer,
} from "./store.ts";

export { acceptHandover } from "./accept-transfer.ts";

const OFFERS: Limit = {
  name: "handover-offers",
  attempts: 10,
  seconds: 86_400,
  sentence: "You can offer your account 10 times a day.",
};

const isFounder = ({ role }: Person) => role === "founder";
const nowOf = (ctx: Ctx) => ctx.now().toISOString();

export async function getHandover(ctx: Ctx): Promise<Handover> {
  const person = requirePerson(ctx);
  const rows = await listCandidateRows(ctx.db, { account: ctx.account });
  const open = await findOffer(ctx.db, { account: ctx.account, now: nowOf(ctx) });
  return {
    refusal: isFounder(person) ? HANDOVER_ERRORS.FOUNDER_STAYS.message : null,
    candidates: rows.map(toCandidate),
    offer: open ? toOffer(open) : null,
  };
}

function toCandidate({ id, name, email, role, ...fitness }: CandidateRow) {
  return { id, name, email, role, obstacle: ineligibleReason(fitness, "owner") };
}

function toOffer({ offer, to }: NonNullable<Awaited<ReturnType<typeof findOffer>>>) {
  const { is_staying, created_at, expires_at } = offer;
  return { to, is_staying, created_at, expires_at };
}

/** Offers the whole account to a member. An earlier offer no longer stands. */
export async function offerHandover(
  ctx: Ctx,
  { member_id, is_staying }: z.output<typeof offerHandoverSchema>,
): Promise<Handover> {
  const person = requirePerson(ctx);
  if (isFounder(person)) throw failure(HANDOVER_ERRORS, "FOUNDER_STAYS");
  if (person.deletion_due_at !== null) throw failure(GENERAL_ERRORS, "ACCOUNT_CLOSED");
  await requireRecentSignIn(ctx);
  // Only offers that are sent count.
  await requireEligible(ctx, { account: ctx.account, id: member_id }, "owner");
  await ctx.limits.count(OFFERS, ctx.account);
  await ctx.write(async (ctx) => {
    const { account } = ctx;
    await takeAdvisoryLock(ctx.db, "team", account);
    await requireSameIdentity(ctx);
    const member = await requireEligible(ctx, { account, id: member_id }, "owner");
    const id = ctx.newId();
    const times = { created_at: nowOf(ctx), expires_at: addDays(ctx.now(), OFFER_DAYS) };
    const before = await upsertOffer(ctx.db, { account, id, user_id: member.id, is_staying, ...times });
    if (before !== undefined) await ctx.announce(handoverRevoked, { subject: before, payload: {} });
    await ctx.announce(handoverOffered, { subject: member.id, payload: { is_staying } });
    await enqueueMail(ctx, { mail: offerMail, to: member.email, account, data: { account, id } });
  });
  return getHandover(ctx);
}

export async function revokeHandover(ctx: Ctx): Promise<Handover> {
  requirePerson(ctx);
  await ctx.write(async (ctx) => {
    const subject = await deleteOffer(ctx.db, { account: ctx.account, now: nowOf(ctx) });
    if (subject === undefined) throw failure(HANDOVER_ERRORS, "HANDOVER_GONE");
    await ctx.announce(handoverRevoked, { subject, payload: {} });
  });
  return getHandover(ctx);
}

/** Lists the person's offers, whichever account they work in. */
export async function listOffers(ctx: Ctx): Promise<{ items: HandoverOffer[] }> {
  const { id: person } = requirePerson(ctx);
  const items: HandoverOffer[] = [];
  for (const { offer, owner } of await listOffersTo(ctx.db, { person, now: nowOf(ctx) })) {
    const [row] = await listCandidateRows(ctx.db, { account: offer.account, id: person });
    // They've left the team, or were removed.
    if (!row) continue;
    const { id, is_staying, expires_at } = offer;
    items.push({ id, owner, is_staying, expires_at, obstacle: ineligibleReason(row, "member") });
  }
  return { items };
}

export async function declineHandover(ctx: Ctx, { id }: { id: string }): Promise<{ declined: true }> {
  const { id: person } = requirePerson(ctx);
  await ctx.write(async (ctx) => {
    await requireSameIdentity(ctx);
    const offer = isId(id) ? await deleteAnsweredOffer(ctx.db, { id, person, now: nowOf(ctx) }) : undefined;
    if (!offer) throw failure(HANDOVER_ERRORS, "HANDOVER_GONE");
    const { account } = offer;
    await ctx.announce(handoverDeclined, { account, subject: person, payload: {} });
    await sendDeclined(ctx, { account, user_id: person });
  });
  return { declined: true };
}

async function sendDeclined(ctx: Ctx, data: { account: string; user_id: string }): Promise<void> {
  const owner = await findPerson(ctx.db, data.account);
  if (owner) await enqueueMail(ctx, { mail: declinedMail, to: owner.email, account: data.account, data });
}
