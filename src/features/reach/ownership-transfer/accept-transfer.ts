import { requireMember } from "#src/features/identity/accounts/accounts.ts";
import {
  lockOwnerAndMember,
  requireSameIdentity,
  swapUserIds,
  updateActiveAccounts,
} from "#src/features/identity/accounts/id-swap/id-swap.ts";
import { requireRecentSignIn } from "#src/features/identity/accounts/reauthentication.ts";
import { addFormerOwner, removeNewOwner } from "#src/features/identity/members/members.ts";
import { membershipChanged } from "#src/features/identity/members/signals.ts";
import { enqueueCustomerUpdate } from "#src/features/money/billing/billing.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { type Swap, swapIds } from "#src/platform/account-data-registry.ts";
import { type Ctx, type Member, ownerCtx } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { HANDOVER_ERRORS } from "./contract.ts";
import { requireEligible } from "./eligibility.ts";
import { handedOver } from "./events.ts";
import { handedOverMail, tookOverMail } from "./mails.ts";
import { deleteAnsweredOffer, findOfferedAccount } from "./store.ts";

/**
 * Makes the member the account's owner: the two people swap user ids, and the account keeps its own.
 * Everything is checked again under locks, so that nothing created in the meantime is lost.
 */
export async function acceptHandover(
  ctx: Ctx,
  { id }: { id: string },
): Promise<{ account: string; name: string }> {
  const member = requireMember(ctx);
  const { person } = member;
  const offered = () => ({ id, person: person.id, now: ctx.now().toISOString() });
  const account = isId(id) ? await findOfferedAccount(ctx.db, offered()) : undefined;
  if (account === undefined) throw failure(HANDOVER_ERRORS, "HANDOVER_GONE");
  await requireRecentSignIn(ctx);
  return ctx.write(async (ctx) => {
    const swap = { account, other: person.id };
    for (const one of [account, person.id].sort()) await takeAdvisoryLock(ctx.db, "team", one);
    const owner = await requireOwner(ctx, swap);
    await requireSameIdentity(ctx);
    const offer = await deleteAnsweredOffer(ctx.db, offered());
    if (!offer) throw failure(HANDOVER_ERRORS, "HANDOVER_GONE");
    await requireEligible(ctx, { account, id: person.id }, "member");
    await transfer(ctx, { swap, isStaying: offer.is_staying });
    await tell(ctx, { swap, member, owner, isStaying: offer.is_staying });
    return { account, name: person.name };
  });
}

/** Owners of a closed account, and the founder, can't transfer it, whatever they offered before. */
async function requireOwner(ctx: Ctx, swap: Swap): Promise<{ email: string }> {
  const { owner } = await lockOwnerAndMember(ctx, swap);
  const isOpen = owner && owner.deletionDueAt === null && !owner.banned && owner.role !== "founder";
  if (!isOpen) throw failure(HANDOVER_ERRORS, "HANDOVER_GONE");
  return owner;
}

interface Transfer {
  swap: Swap;
  isStaying: boolean;
}

async function transfer(ctx: Ctx, { swap, isStaying }: Transfer): Promise<void> {
  const { account, other } = swap;
  await removeNewOwner(ctx, { account, id: other });
  await swapUserIds(ctx, swap, (ids) => swapIds(ctx, ids));
  await updateActiveAccounts(ctx.db, { userId: account, from: account, to: null });
  if (isStaying) {
    await addFormerOwner(ctx, { account, id: other });
    await updateActiveAccounts(ctx.db, { userId: other, from: null, to: account });
  }
  await enqueueCustomerUpdate(ctx, { account });
  for (const user_id of [account, other]) await ctx.invalidate(membershipChanged, { user_id });
}

interface CompletedTransfer {
  swap: Swap;
  /** The new owner, as the request knows them. */
  member: Member;
  owner: { email: string };
  isStaying: boolean;
}

async function tell(
  ctx: Ctx,
  { swap: { account, other }, member, owner, isStaying }: CompletedTransfer,
): Promise<void> {
  const { person, sessionId } = member;
  const is_staying = isStaying;
  await ownerCtx(ctx, { ...person, id: account }, sessionId).announce(handedOver, {
    account,
    subject: other,
    payload: { is_staying },
  });
  const data = { account, user_id: other };
  await enqueueMail(ctx, { mail: tookOverMail, to: person.email, account, data });
  await enqueueMail(ctx, {
    mail: handedOverMail,
    to: owner.email,
    account: other,
    data: { ...data, is_staying },
  });
}
