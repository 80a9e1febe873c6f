import {
  deleteConsents,
  eraseSuppressedAddresses,
} from "#src/features/audience/consent-records/consent-records.ts";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import type { Platform } from "#src/platform/context.ts";
import { contactsErased } from "./events.ts";
import { eraseMerges, eraseMergeUndo, listFormerHashes, listMergedIds } from "./merge-store.ts";
import { type ContactRow, deleteTraces, insertFormerContacts } from "./store.ts";

/** Returns the row that remains of a contact's address, so that links in sent e-mail keep working. */
export function toFormerContact(
  { user_id, id, email }: Pick<ContactRow, "user_id" | "id" | "email">,
  at: string,
) {
  return { user_id, id, email_hash: emailHash(user_id, email), at };
}

/**
 * Erases all data about contacts whose rows are gone, except for hashes: of suppressed addresses, and of
 * addresses in old e-mails' links. This includes contacts that were merged into them, and contacts that had
 * their address before being merged into someone else. Call it in a transaction. Returns the counts.
 */
export async function eraseTraces(
  ctx: Platform,
  account: string,
  gone: readonly { id: string; email: string }[],
): Promise<Record<string, number>> {
  const at = ctx.now().toISOString();
  const former = gone.map((one) => toFormerContact({ ...one, user_id: account }, at));
  const ids = gone.map(({ id }) => id);
  const hashes = former.map(({ email_hash }) => email_hash);
  const merged = await listMergedIds(ctx.db, account, ids);
  if (merged.length > 0) hashes.push(...(await eraseMerges(ctx.db, account, merged)));
  const had = [...hashes, ...(await listFormerHashes(ctx.db, account, ids))];
  const others = [...new Set([...merged, ...(await eraseMergeUndo(ctx.db, account, had))])];
  const all = [...ids, ...others];
  const consents = await deleteConsents(ctx.db, account, all);
  const report = { consents, ...(await deleteTraces(ctx.db, account, all)) };
  await insertFormerContacts(ctx.db, former);
  if (others.length > 0)
    await ctx.announce(contactsErased, { account, subject: account, payload: { ids: others } });
  await eraseSuppressedAddresses(ctx.db, account, hashes);
  return { leads: gone.length, ...report };
}
