/*
 * Consent: who may get e-mail from an account, and about what. It suppresses addresses (`bulk-suppression.ts`
 * for many), including those that no contact has anymore (`address-history.ts`), and lifts that by hand
 * (`suppressions.ts`). It also has topics, sign-ups (`sign-up.ts`) and their confirmation
 * (`double-opt-in.ts`), and the choices of fans in their preference center (`preference-center.ts`). The rows
 * are in `consent-records`, before `contacts`, because merging, importing, and erasing people changes them in
 * the same transaction and a contact's status depends on them.
 */

import { updateConsentsEnded } from "#src/features/audience/consent-records/consent-records.ts";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import type { SuppressionReason } from "#src/features/audience/consent-records/rules.ts";
import {
  findContactByEmail,
  findContactRow,
  insertTimelineEntries,
  updatePausedUntil,
  updateStatuses,
} from "#src/features/audience/contacts/contacts.ts";
import { contactUpdated } from "#src/features/audience/contacts/events.ts";
import { recordSuppression } from "#src/features/audience/contacts/suppressions.ts";
import { normalEmail } from "#src/lib/email-address.ts";
import { PREFERENCES_PATH } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import { contactSuppressed, contactUnsubscribed } from "./events.ts";
import { type PreferenceLink, preferenceToken } from "./tokens.ts";

export {
  countNewSuppressions,
  liftImportedSuppressions,
  type SuppressedAddress,
  suppressMany,
} from "./bulk-suppression.ts";
export { type SignedUpContact, type SignUp, signUpMany } from "./sign-up.ts";

/**
 * Returns the path of a contact's preference center, for a link in an e-mail. It works for as long as they
 * have the e-mail.
 */
export function unsubscribePath(platform: Platform, link: PreferenceLink): string {
  return `${PREFERENCES_PATH}/${preferenceToken(platform, link)}`;
}

export interface SuppressionInput {
  account: string;
  email: string;
  reason: SuppressionReason;
  /** A topic, or undefined for everything. */
  scope?: string | undefined;
  note?: string | undefined;
  batch_id?: string | undefined;
  /** The recipient of that campaign's e-mail. */
  recipient?: string | undefined;
}

/**
 * Suppresses an address, even if it's imported again. A repeated call changes nothing, and neither
 * does a lesser reason.
 */
export async function suppress(platform: Platform, given: SuppressionInput): Promise<void> {
  const { account, reason, scope = null, note = null, batch_id: campaign = null } = given;
  const email = normalEmail(given.email);
  await platform.write(async (ctx) => {
    const created_at = ctx.now().toISOString();
    const email_hash = emailHash(account, email);
    // Only the hash is stored of people who requested to be erased.
    const shown = reason === "erased" ? null : email;
    const own = { user_id: account, id: ctx.newId(), email_hash, email: shown };
    const id = await recordSuppression(ctx.db, { ...own, reason, scope, note, campaign, created_at });
    if (id === undefined) return;
    const contact = await findContactByEmail(ctx.db, { account, email });
    if (contact) {
      const ending = { account, ids: [contact.id], topic: scope, at: created_at };
      if (reason === "unsubscribe") await updateConsentsEnded(ctx.db, ending);
      const data = { reason, scope, note, campaign };
      await insertTimelineEntries(ctx.db, [
        {
          user_id: account,
          contact_id: contact.id,
          id: ctx.newId(),
          kind: "suppressed",
          data,
          at: created_at,
        },
      ]);
      await updateStatuses(ctx.db, account, [contact.id]);
    }
    const subject = contact?.id ?? id;
    if (reason !== "unsubscribe")
      await ctx.announce(contactSuppressed, { account, subject, payload: { reason, scope } });
    else
      await ctx.announce(contactUnsubscribed, {
        account,
        subject,
        payload: { scope, campaign, recipient: given.recipient },
      });
  });
}

/** Pauses e-mail to a contact until then, because their inbox accepts nothing. A longer pause stays. */
export async function pauseAfterSoftBounces(
  platform: Platform,
  { account, id, until }: { account: string; id: string; until: string },
): Promise<void> {
  await platform.write(async (ctx) => {
    const contact = await findContactRow(ctx.db, { account, id });
    const { paused_until = null } = contact ?? {};
    if (!contact || (paused_until !== null && paused_until >= until)) return;
    await updatePausedUntil(ctx.db, { account, id }, until);
    const entry = { user_id: account, contact_id: id, id: ctx.newId(), at: ctx.now().toISOString() };
    const data = { before: { paused_until }, after: { paused_until: until } };
    await insertTimelineEntries(ctx.db, [{ ...entry, kind: "updated", data }]);
    await ctx.announce(contactUpdated, { account, subject: id, payload: { fields: ["paused_until"] } });
  });
}
