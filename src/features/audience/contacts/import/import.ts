/*
 * Contacts by the thousand: importing them, and undoing that. The same rules apply as to single contacts: one
 * per address, suppression always wins, and erased people stay away.
 */

import {
  type ConsentDates,
  hasSuppressions,
  insertConsents,
  listErasedHashes,
  updateConsentDates,
} from "#src/features/audience/consent-records/consent-records.ts";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import { NEWS_TOPIC } from "#src/features/audience/consent-records/rules.ts";
import { normalEmail } from "#src/lib/email-address.ts";
import type { Platform } from "#src/platform/context.ts";
import { contactsErased } from "../events.ts";
import { eraseTraces } from "../privacy/privacy.ts";
import { updateStatuses, upsertQuiet } from "../store.ts";
import { convertFormerHashes } from "../suppressions.ts";
import {
  type ChangedRow,
  type ContactDraft,
  countExpected,
  countSuppressed,
  deleteErasedContacts,
  insertImportedContacts,
  updateImportedContacts,
  updateUndoneImport,
} from "./import-store.ts";

export { restoreConfirmations, restoreContacts } from "./restoration.ts";
export { updateContactPages } from "./restoration-store.ts";
export { restoreSuppressions } from "./suppression-restoration.ts";
export type { ContactDraft };

export interface ContactBatch {
  account: string;
  mode: "update" | "skip" | "append";
  /** With distinct addresses. */
  drafts: readonly ContactDraft[];
  /** The consent of everyone in it, and its origin. */
  consent: { text: string; version: string };
  source: string;
}

export interface Imported {
  /** The new contacts. */
  added: string[];
  changed: ChangedRow[];
  /** The `updated_at` of all added and changed ones. */
  at: string;
  suppressed: number;
}

/** Adds a batch of contacts, or changes those with the same addresses. */
export async function importContacts(platform: Platform, batch: ContactBatch): Promise<Imported> {
  const { account, mode, consent, source } = batch;
  return platform.write(async (ctx) => {
    await upsertQuiet(ctx.db);
    const at = ctx.now().toISOString();
    await convertFormerHashes(
      ctx.db,
      account,
      batch.drafts.map(({ email }) => email),
    );
    const drafts = batch.drafts.map((draft) => ({ ...draft, id: ctx.newId() }));
    const given = await insertImportedContacts(ctx.db, {
      account,
      drafts,
      at,
      consent,
      data: { import: source },
    });
    const isLimited = await hasSuppressions(ctx.db, account);
    const erased = isLimited ? await deleteErasedContacts(ctx.db, account, given) : [];
    const added = given.filter((id) => !erased.includes(id));
    const isAdded = new Set(given);
    const others = drafts.filter(({ id }) => !isAdded.has(id));
    const changed =
      mode === "skip" || others.length === 0
        ? []
        : await updateImportedContacts(ctx.db, { account, mode, drafts: others, at });
    // New contacts keep their initial status unless they're suppressed.
    const suppressed = isLimited ? (await updateStatuses(ctx.db, account, added)).length : 0;
    if (changed.length === 0) return { added, changed, at, suppressed };
    await agree(ctx, { ...batch, drafts: others, changed, at });
    const ids = changed.map(({ id }) => id);
    await updateStatuses(ctx.db, account, ids);
    return { added, changed, at, suppressed: suppressed + (await countSuppressed(ctx.db, account, ids)) };
  });
}

/** Returns those of these addresses whose owners had themselves erased. */
export async function listErased(
  { db }: Platform,
  account: string,
  emails: readonly string[],
): Promise<Set<string>> {
  const given = emails.map(normalEmail);
  await convertFormerHashes(db, account, given);
  const hashes = await listErasedHashes(
    db,
    account,
    given.map((email) => emailHash(account, email)),
  );
  return new Set(given.filter((email) => hashes.has(emailHash(account, email))));
}

/** Records consents of existing contacts, and marks new ones, which are deleted if the import is undone. */
async function agree(
  ctx: Platform,
  { account, drafts, consent, changed, at }: ContactBatch & { changed: ChangedRow[]; at: string },
): Promise<void> {
  const agreedAt = new Map(drafts.map(({ email, signed_up_at }) => [email, signed_up_at ?? at]));
  const agreed = await insertConsents(
    ctx.db,
    changed.map(({ id: contact_id, email }) => ({
      user_id: account,
      contact_id,
      id: ctx.newId(),
      topic: NEWS_TOPIC,
      state: "confirmed",
      ...consent,
      method: "import",
      profile_id: null,
      given_at: agreedAt.get(email) ?? at,
      confirmed_at: null,
      ended_at: null,
    })),
  );
  const consents = new Map(agreed.map(({ contact_id, id }) => [contact_id, id]));
  for (const { id, before } of changed) before.agreed = consents.get(id);
}

/**
 * Processes further rows about contacts that an import added, each with its contact's id: the oldest row
 * determines the times of consent and confirmation.
 */
export async function keepOldestConsents(
  { db }: Platform,
  account: string,
  rows: readonly ConsentDates[],
): Promise<void> {
  const dated = rows.filter(({ signed_up_at, confirmed_at }) => signed_up_at ?? confirmed_at);
  if (dated.length === 0) return;
  await updateConsentDates(db, account, dated);
  const ids = dated.filter(({ confirmed_at }) => confirmed_at).map(({ id }) => id);
  if (ids.length > 0) await updateStatuses(db, account, ids);
}

/**
 * Predicts the result of `importContacts` for these distinct addresses, except for whether existing contacts
 * would change. `earlier` are addresses from earlier rows of the same file, and `stopped` those that it
 * suppresses.
 */
export async function previewImport(
  { db }: Platform,
  {
    account,
    mode,
    ...given
  }: Pick<ContactBatch, "account" | "mode"> & Record<"emails" | "earlier" | "stopped", string[]>,
): Promise<Record<"added" | "updated" | "unchanged" | "suppressed", number>> {
  const { added, known, erased, silent, silent_known } = await countExpected(db, { account, ...given });
  if (mode === "skip") return { added, updated: 0, unchanged: erased + known, suppressed: silent };
  return { added, updated: known, unchanged: erased, suppressed: silent + silent_known };
}

/** Undoes `importContacts` for contacts that haven't changed since. Returns how many. */
export async function undoContactImport(
  platform: Platform,
  undone: Parameters<typeof updateUndoneImport>[1],
): Promise<number> {
  return platform.write(async (ctx) => {
    const { account } = undone;
    await upsertQuiet(ctx.db);
    const { restored, gone } = await updateUndoneImport(ctx.db, undone);
    if (gone.length > 0) {
      await eraseTraces(ctx, account, gone);
      const ids = gone.map(({ id }) => id);
      await ctx.announce(contactsErased, { account, subject: account, payload: { ids } });
    }
    return restored + gone.length;
  });
}
