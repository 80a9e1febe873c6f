/*
 * 5.3.10: a sequence isn't a way around a second person's approval. Whom people and programs let in within a day counts
 * as one e-mail to all of them, however many requests that takes.
 */
import { CONTACTS_CHANGE } from "#src/features/audience/contacts/contract.ts";
import { approvalLimit } from "#src/features/email/campaigns/approval/approval.ts";
import { failure } from "#src/lib/errors.ts";
import type { EventActor } from "#src/lib/event.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { countByHand } from "./approvals-store.ts";
import { SEQUENCE_ERRORS } from "./contract.ts";
import type { LiveSequence } from "./store.ts";

const BY_HAND = "by hand";

/** The source of those whom somebody lets in. */
export const sourceByHand = (id: string) => `${BY_HAND} ${id}`;
const isByHand = (source: string) => source.startsWith(`${BY_HAND} `);

/** What an event lets in is somebody's doing if they, or their change of many, caused it. */
export function sourceOf({ id, actor: { type, job } }: { id: string; actor: EventActor }): string {
  const isSomebodys = type === "person" || type === "api-key" || type === "staff" || job === CONTACTS_CHANGE;
  return isSomebodys ? sourceByHand(id) : id;
}

/**
 * How many more may come in from a source now, or null for any number. Others who let people in wait until the
 * transaction ends, so that none of them counts too few.
 */
export async function roomFor(
  ctx: Ctx,
  { is_reaching }: LiveSequence,
  source: string,
): Promise<number | null> {
  if (!isByHand(source) || !is_reaching) return null;
  const limit = await approvalLimit(ctx.db, ctx.account);
  if (limit === null) return null;
  await takeAdvisoryLock(ctx.db, "sequences", ctx.account);
  const since = addDays(ctx.now(), -1);
  return Math.max(0, limit - (await countByHand(ctx.db, { user_id: ctx.account, since })));
}

/** Refuses to let so many in by hand. */
export async function requireRoom(ctx: Ctx, live: LiveSequence, count: number): Promise<void> {
  const room = await roomFor(ctx, live, sourceByHand(""));
  if (room !== null && count > room) throw failure(SEQUENCE_ERRORS, "SEQUENCE_UNAPPROVED");
}
