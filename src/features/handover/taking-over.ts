import {
  holdPeople,
  moveSessions,
  requireMember,
  requireRecentSignIn,
  requireSamePerson,
  swapPeople,
} from "#src/features/accounts/accounts.ts";
import { keepFormerOwner, leaveForOwner } from "#src/features/members/members.ts";
import { membershipChanged } from "#src/features/members/signals.ts";
import { ownerChanged } from "#src/features/subscriptions/subscriptions.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { type Swap, swapIds } from "#src/platform/account-part.ts";
import { type Ctx, type Member, ownCtx } from "#src/platform/context.ts";
import { takeLock } from "#src/platform/db/locks.ts";
import { sendLater } from "#src/platform/mail/outbox.ts";
import { HANDOVER_ERRORS } from "./contract.ts";
import { handedOver } from "./events.ts";
import { handedOverMail, tookOverMail } from "./mails.ts";
import { requireFit } from "./requirements.ts";
import { findOffered, takeOffer } from "./store.ts";

/**
 * The member becomes the account's owner: the two people swap user ids, and the account keeps its own. Everything
 * is checked again under locks, so that nothing that someone makes in the meantime is lost.
 */
export async function acceptHandover(
  ctx: Ctx,
  { id }: { id: string },
): Promise<{ account: string; name: string }> {
  const member = requireMember(ctx);
  const { person } = member;
  const offered = () => ({ id, person: person.id, now: ctx.now().toISOString() });
  const account = isId(id) ? await findOffered(ctx.db, offered()) : undefined;
  if (account === undefined) throw failure(HANDOVER_ERRORS, "HANDOVER_GONE");
  await requireRecentSignIn(ctx);
  return ctx.write(async (ctx) => {
    const swap = { account, other: person.id };
    for (const one of [account, person.id].sort()) await takeLock(ctx.db, "team", one);
    const owner = await requireOwner(ctx, swap);
    await requireSamePerson(ctx);
    const offer = await takeOffer(ctx.db, offered());
    if (!offer) throw failure(HANDOVER_ERRORS, "HANDOVER_GONE");
    await requireFit(ctx, { account, id: person.id }, "member");
    await hand(ctx, { swap, isStaying: offer.is_staying });
    await tell(ctx, { swap, member, owner, isStaying: offer.is_staying });
    return { account, name: person.name };
  });
}

/** Someone whose account is closed, or stays with them, hands nothing over, whatever they offered before. */
async function requireOwner(ctx: Ctx, swap: Swap): Promise<{ email: string }> {
  const { owner } = await holdPeople(ctx, swap);
  const isOpen = owner && owner.deletionDueAt === null && !owner.banned && owner.role !== "founder";
  if (!isOpen) throw failure(HANDOVER_ERRORS, "HANDOVER_GONE");
  return owner;
}

interface Handing {
  swap: Swap;
  isStaying: boolean;
}

async function hand(ctx: Ctx, { swap, isStaying }: Handing): Promise<void> {
  const { account, other } = swap;
  await leaveForOwner(ctx, { account, id: other });
  await swapPeople(ctx, swap, (ids) => swapIds(ctx, ids));
  await moveSessions(ctx.db, { userId: account, from: account, to: null });
  if (isStaying) {
    await keepFormerOwner(ctx, { account, id: other });
    await moveSessions(ctx.db, { userId: other, from: null, to: account });
  }
  await ownerChanged(ctx, { account });
  for (const user_id of [account, other]) await ctx.invalidate(membershipChanged, { user_id });
}

interface Handed {
  swap: Swap;
  /** The new owner, as the request knows them. */
  member: Member;
  /** The former one. */
  owner: { email: string };
  isStaying: boolean;
}

async function tell(ctx: Ctx, { swap: { account, other }, member, owner, isStaying }: Handed): Promise<void> {
  const { person, sessionId } = member;
  const is_staying = isStaying;
  await ownCtx(ctx, { ...person, id: account }, sessionId).announce(handedOver, {
    account,
    subject: other,
    payload: { is_staying },
  });
  const data = { account, user_id: other };
  await sendLater(ctx, { mail: tookOverMail, to: person.email, account, data });
  await sendLater(ctx, {
    mail: handedOverMail,
    to: owner.email,
    account: other,
    data: { ...data, is_staying },
  });
}
