/*
 * People's privacy requests: a copy of their data, or its erasure. Each is listed for the account as
 * evidence, with only the hash of the address.
 */

import {
  deleteConsents,
  eraseSuppressedAddresses,
} from "#src/features/audience/consent-records/consent-records.ts";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { type Subscription, subscribe } from "#src/platform/events/events.ts";
import { contactDeleted, contactsErased } from "../events.ts";
import { eraseMerges, eraseMergeUndo, listFormerHashes, listMergedIds } from "../merge/merge-store.ts";
import type { RequestKind } from "../rules.ts";
import { type ContactRow, deleteTraces, insertFormerContacts } from "../store.ts";
import { insertRequest, listRequestRows, updateRequestReport } from "./privacy-request-store.ts";

const PAGE_ROWS = 50;

interface Requested {
  kind: RequestKind;
  /** The team member who handled it, or null if the person used the link in an e-mail. */
  by: string | null;
  report: Record<string, number>;
}

/**
 * Records a request. There's one erasure of a contact, which has the contact's own id. Call it in a
 * transaction.
 */
export async function recordPrivacyRequest(
  ctx: Platform,
  { user_id, id, email }: Pick<ContactRow, "user_id" | "id" | "email">,
  { kind, ...done }: Requested,
): Promise<void> {
  const own = { user_id, id: kind === "erasure" ? id : ctx.newId(), email_hash: emailHash(user_id, email) };
  await insertRequest(ctx.db, { ...own, kind, ...done, at: ctx.now().toISOString() });
}

export function addToErasureReport(
  platform: Platform,
  contact: { account: string; id: string },
  report: Record<string, number>,
): Promise<void> {
  return updateRequestReport(platform.db, contact, report);
}

export async function listRequests(ctx: Ctx, { cursor }: { cursor?: string | undefined }) {
  requireWholeAccount(ctx);
  const { rows, ...page } = await listRequestRows(ctx.db, ctx.account, {
    request: { cursor },
    rows: PAGE_ROWS,
  });
  return {
    ...page,
    items: rows.map(({ by, by_name, key: _, ...row }) => ({
      ...row,
      by: by === null ? null : (by_name ?? ""),
    })),
  };
}

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

export interface ErasedContacts {
  account: string;
  ids: readonly string[];
}

/** Defines a slice's jobs that delete its data about erased people: `<slice>.forget-contact(s)`. */
export function onErasure(
  slice: string,
  forget: (platform: Platform, erased: ErasedContacts) => Promise<void>,
): Subscription<Platform>[] {
  return [
    subscribe<Platform, object>(
      contactDeleted,
      (platform, { account, subject }) => forget(platform, { account, ids: [subject] }),
      { name: `${slice}.forget-contact` },
    ),
    subscribe<Platform, { ids: string[] }>(
      contactsErased,
      (platform, { account, payload: { ids } }) => forget(platform, { account, ids }),
      { name: `${slice}.forget-contacts` },
    ),
  ];
}
