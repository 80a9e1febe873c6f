/* Suppresses addresses by the thousand: pasted by someone, or from another product's export. */

import {
  countNewlySuppressed,
  deleteImportedSuppressions,
  updateConsentsEnded,
  updateReaffirmedSuppressions,
} from "#src/features/audience/consent-records/consent-records.ts";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import type { SuppressionReason } from "#src/features/audience/consent-records/rules.ts";
import {
  deleteSuppressedEntries,
  insertTimelineEntries,
  listContactsByEmail,
  updateStatuses,
} from "#src/features/audience/contacts/contacts.ts";
import { recordSuppressions } from "#src/features/audience/contacts/suppressions.ts";
import type { Platform } from "#src/platform/context.ts";

export interface SuppressedAddress {
  /** Normalized by `normalEmail`. */
  email: string;
  reason: Exclude<SuppressionReason, "erased">;
}

interface SuppressingMany {
  account: string;
  /** Without duplicates. */
  addresses: readonly SuppressedAddress[];
  scope?: string | undefined;
  note?: string | undefined;
  /** The import that they come from. Undoing it lifts them. */
  from?: { import_id: string; import: string };
}

/**
 * Does what `suppress` does for one. The caller announces it. Returns for how many it changed anything, and
 * which contacts unsubscribed.
 */
export async function suppressMany(
  platform: Platform,
  given: SuppressingMany,
): Promise<{ stopped: number; unsubscribed: string[] }> {
  const { account, addresses, scope = null, note = null, from } = given;
  if (addresses.length === 0) return { stopped: 0, unsubscribed: [] };
  return platform.write(async (ctx) => {
    const at = ctx.now().toISOString();
    const rows = addresses.map(({ email, reason }) => ({
      user_id: account,
      id: ctx.newId(),
      email,
      email_hash: emailHash(account, email),
      reason,
      scope,
      note,
      campaign: null,
      import_id: from?.import_id ?? null,
      created_at: at,
    }));
    if (from) {
      const hashes = rows.map(({ email_hash }) => email_hash);
      await updateReaffirmedSuppressions(ctx.db, { account, hashes, but: from.import_id });
    }
    const added = await recordSuppressions(ctx.db, account, rows);
    const changed = new Set(added.map(({ email_hash }) => email_hash));
    const stopped = new Map(
      rows.filter(({ email_hash }) => changed.has(email_hash)).map(({ email, reason }) => [email, reason]),
    );
    const found = await listContactsByEmail(ctx.db, { account, emails: [...stopped.keys()] });
    const ids = found.map(({ id }) => id);
    const left = found.filter(({ email }) => stopped.get(email) === "unsubscribe").map(({ id }) => id);
    // Undoing the import restores their consents.
    if (!from) await updateConsentsEnded(ctx.db, { account, ids: left, topic: scope, at });
    await insertTimelineEntries(
      ctx.db,
      found.map(({ id: contact_id, email }) => ({
        user_id: account,
        contact_id,
        id: ctx.newId(),
        kind: "suppressed",
        at,
        data: { reason: stopped.get(email), scope, note, campaign: null, ...from },
      })),
    );
    await updateStatuses(ctx.db, account, ids);
    return { stopped: stopped.size, unsubscribed: left };
  });
}

/** Returns for how many `suppressMany` would change anything. */
export function countNewSuppressions(
  { db }: Platform,
  { account, addresses }: Pick<SuppressingMany, "account" | "addresses">,
): Promise<number> {
  return addresses.length === 0 ? Promise.resolve(0) : countNewlySuppressed(db, account, addresses);
}

interface Lifting {
  account: string;
  import_id: string;
  count: number;
  /** What the leads' timelines say. Without it, nothing there says that they were suppressed. */
  note?: string;
}

/** Lifts some of an import's suppressions, unless someone has repeated them since. Returns how many. */
export async function liftImportedSuppressions(
  platform: Platform,
  { account, import_id, count, note }: Lifting,
): Promise<number> {
  return platform.write(async (ctx) => {
    const emails = await deleteImportedSuppressions(ctx.db, { account, import_id, count });
    if (emails.length === 0) return 0;
    const ids = (await listContactsByEmail(ctx.db, { account, emails })).map(({ id }) => id);
    const at = ctx.now().toISOString();
    const entry = { user_id: account, at, kind: "lifted" as const, data: { reason: "manual", note } };
    if (note === undefined) await deleteSuppressedEntries(ctx.db, { account, ids, import_id });
    else
      await insertTimelineEntries(
        ctx.db,
        ids.map((contact_id) => ({ ...entry, contact_id, id: ctx.newId() })),
      );
    await updateStatuses(ctx.db, account, ids);
    return emails.length;
  });
}
