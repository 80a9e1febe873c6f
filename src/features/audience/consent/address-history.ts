/* Addresses that e-mail went to but that no contact has anymore, known only by their hashes. */

import type { SuppressionReason } from "#src/features/audience/consent-records/rules.ts";
import {
  findContactRow,
  findFormerHash,
  findMergedInto,
  findMergeRow,
  listFormerHashes,
} from "#src/features/audience/contacts/contacts.ts";
import { recordSuppression } from "#src/features/audience/contacts/suppressions.ts";
import type { Platform } from "#src/platform/context.ts";
import { suppress } from "./consent.ts";
import { contactSuppressed, contactUnsubscribed } from "./events.ts";

interface Wish {
  account: string;
  reason: SuppressionReason;
  note?: string | undefined;
  batch_id?: string | undefined;
  recipient?: string | undefined;
}

/** Suppresses an address by its hash, so that an import can't bring it back. */
export async function suppressHash(
  ctx: Platform,
  { account, email_hash, reason, note, batch_id, recipient }: Wish & { email_hash: string },
): Promise<void> {
  const own = { user_id: account, id: ctx.newId(), email: null, scope: null, email_hash };
  const created_at = ctx.now().toISOString();
  const campaign = batch_id ?? null;
  const subject = await recordSuppression(ctx.db, {
    ...own,
    reason,
    note: note ?? null,
    campaign,
    created_at,
  });
  if (subject === undefined) return;
  if (reason === "unsubscribe")
    await ctx.announce(contactUnsubscribed, {
      account,
      subject,
      payload: { scope: null, campaign, recipient },
    });
  else await ctx.announce(contactSuppressed, { account, subject, payload: { reason } });
}

/** Suppresses the contact that another one was merged into, also while its deletion can still be undone. */
export async function suppressMergedInto(
  ctx: Platform,
  { id, ...wish }: Wish & { id: string },
): Promise<void> {
  const key = { account: wish.account, id };
  const kept = await findMergedInto(ctx.db, key);
  if (kept) return suppress(ctx, { ...wish, email: kept.email });
  const merge = await findMergeRow(ctx.db, key);
  if (!merge) return;
  for (const email_hash of await listFormerHashes(ctx.db, wish.account, [merge.kept_id]))
    await suppressHash(ctx, { ...wish, email_hash });
}

/**
 * Suppresses someone who was merged into another contact after they got an e-mail, at the address that it
 * went to. A person's wish applies to both. A dead address says nothing about the other one. A deleted
 * contact is suppressed, too, because the deletion may be undone. False if they're neither.
 */
export async function suppressMerged(
  platform: Platform,
  { id, sent_at, ...wish }: Wish & { id: string; sent_at: string | null },
): Promise<boolean> {
  return platform.write(async (ctx) => {
    const key = { account: wish.account, id };
    if (!(await findMergeRow(ctx.db, key))) return suppressDeleted(ctx, { id, sent_at, ...wish });
    const email_hash = await findFormerHash(ctx.db, { ...key, sent_at });
    if (email_hash !== undefined) await suppressHash(ctx, { ...wish, email_hash });
    if (wish.reason !== "hard_bounce") await suppressMergedInto(ctx, { ...wish, id });
    return true;
  });
}

async function suppressDeleted(
  ctx: Platform,
  { id, sent_at, ...wish }: Wish & { id: string; sent_at: string | null },
): Promise<boolean> {
  const key = { account: wish.account, id };
  const email_hash = await findFormerHash(ctx.db, { ...key, sent_at });
  if (email_hash === undefined || (await findContactRow(ctx.db, key))) return false;
  // A server's response may name a person who has to be erased.
  await suppressHash(ctx, { ...wish, note: undefined, email_hash });
  return true;
}
