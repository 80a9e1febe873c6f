/*
 * Contacts: the fans of an account, one per e-mail address, with what they agreed to and what must not be sent
 * to them. `leads` brings those who sign up on a page; campaigns read the tables and suppress addresses.
 */

import { normalEmail } from "#src/lib/email-address.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { PREFERENCES_PATH } from "#src/lib/paths.ts";
import { type Ctx, canAccessProfile, type Platform } from "#src/platform/context.ts";
import { CONTACT_ERRORS } from "./contract.ts";
import { emailHash } from "./email-hash.ts";
import { contactCreated, contactSuppressed, contactUnsubscribed } from "./events.ts";
import { recordSuppression } from "./merge-consent.ts";
import { findContact, lockContacts } from "./merge-store.ts";
import { updateSuppressionHashes } from "./restoration-store.ts";
import {
  type ConsentMethod,
  LIFTED_BY_SIGN_UP,
  MAILABLE_STATUSES,
  NEWS_TOPIC,
  NO_STAGE,
  type Status,
  type SuppressionReason,
  type Touch,
} from "./rules.ts";
import {
  type ContactRow,
  findContactByEmail,
  insertConsents,
  insertTimelineEntries,
  updateConsentsEnded,
  updateStatuses,
  upsertConsents,
  upsertSignUps,
} from "./store.ts";
import { deleteSuppressions } from "./suppression-store.ts";
import { type PreferenceLink, preferenceToken } from "./tokens.ts";

export { pauseAfterSoftBounces } from "./bounce-pause.ts";
export {
  addTimelineEntry,
  deleteTimelineEntry,
  findTimelineEntry,
  updateTimelineEntry,
} from "./timeline-entries.ts";

/** Someone who signed up on a page. */
export interface SignUp {
  /** The sign-up's own id, so that storing it twice adds it once. */
  id: string;
  email: string;
  name: string;
  phone: string | null;
  /** Where their clocks are, if their browser says so. */
  time_zone: string | null;
  source: Touch;
  consent: { text: string; version: string; at: string; method: ConsentMethod };
}

interface SigningUp {
  account: string;
  signUps: readonly SignUp[];
  /** They come back from an export. */
  isImport?: boolean;
  /** They get e-mail only once they've confirmed it (`double-opt-in.ts`). Until then nothing is lifted, either. */
  mustConfirm?: boolean;
}

/**
 * Adds sign-ups with distinct addresses to their contacts: new ones, or those with the same address. They want
 * e-mail again, so a suppression that was their own wish ends, unless they only come back from an export; others
 * stay. Returns the contacts' ids by address.
 */
export async function signUpMany(
  platform: Platform,
  { account, signUps, isImport = false, mustConfirm = false }: SigningUp,
): Promise<Map<string, string>> {
  if (signUps.length === 0) return new Map();
  return platform.write(async (ctx) => {
    const drafts = signUps.map((one) => contactOf(account, one, ctx.newId()));
    await updateSuppressionHashes(
      ctx.db,
      account,
      drafts.map(({ email }) => email),
    );
    const stored = await upsertSignUps(ctx.db, drafts, { isImport });
    const ids = new Map(stored.map(({ id, email }) => [email, id]));
    const rows = signUps.map((one) => ({ ...one, contact_id: ids.get(normalEmail(one.email)) as string }));
    const hashes = stored.map(({ email }) => emailHash(account, email));
    if (!isImport && !mustConfirm)
      await deleteSuppressions(ctx.db, { account, hashes, reasons: [...LIFTED_BY_SIGN_UP] });
    const made = new Set(drafts.map(({ id }) => id));
    // Nobody stops e-mail to people who get it already by typing their address.
    const mailable = new Set(
      stored.filter(({ id, status }) => !made.has(id) && isMailable(status)).map(({ id }) => id),
    );
    const asking = mustConfirm ? rows.filter(({ contact_id }) => !mailable.has(contact_id)) : rows;
    await (isImport ? insertConsents : upsertConsents)(
      ctx.db,
      asking.map(({ contact_id, source, consent: { at, ...proof } }) => ({
        user_id: account,
        contact_id,
        id: ctx.newId(),
        topic: NEWS_TOPIC,
        ...proof,
        state: mustConfirm ? "unconfirmed" : "confirmed",
        profile_id: source.profile_id,
        given_at: at,
        confirmed_at: null,
        ended_at: null,
      })),
    );
    await insertTimelineEntries(
      ctx.db,
      rows.map(({ id, contact_id, source, name, phone, consent }) => ({
        user_id: account,
        contact_id,
        id,
        kind: "sign_up",
        at: source.at,
        data: { ...source, name, phone, consent_version: consent.version },
      })),
    );
    await updateStatuses(ctx.db, account, [...ids.values()]);
    for (const { id } of stored)
      if (made.has(id)) await ctx.announce(contactCreated, { account, subject: id, payload: {} });
    return ids;
  });
}

const isMailable = (status: Status) => MAILABLE_STATUSES.some((one) => one === status);

function contactOf(
  account: string,
  { email, name, phone, time_zone, source }: SignUp,
  id: string,
): ContactRow {
  return {
    user_id: account,
    id,
    email: normalEmail(email),
    name,
    phone,
    country: source.country,
    time_zone,
    tags: [],
    fields: {},
    status: "new",
    profile_ids: [source.profile_id],
    first_touch: source,
    last_touch: source,
    ...NO_STAGE,
    paused_until: null,
    mail_every_days: null,
    created_at: source.at,
    updated_at: source.at,
  };
}

/** The contact, if it's the account's and on a profile that the actor may reach. */
export async function requireContact(ctx: Ctx, id: string): Promise<ContactRow> {
  const row = isId(id) ? await findContact(ctx.db, { account: ctx.account, id }) : undefined;
  if (!row || !canAccessContact(ctx, row)) throw failure(CONTACT_ERRORS, "CONTACT_NOT_FOUND");
  return row;
}

/** The same, whom nobody else changes until the transaction ends. Whoever has just been merged is who they've become. */
export async function lockContact(ctx: Ctx, id: string): Promise<ContactRow> {
  const found = await requireContact(ctx, id);
  const [held] = await lockContacts(ctx.db, ctx.account, [found.id]);
  return held ?? lockContact(ctx, id);
}

/** People who are limited to profiles see those who signed up there. */
export function canAccessContact(ctx: Ctx, { profile_ids }: Pick<ContactRow, "profile_ids">): boolean {
  return ctx.profileIds === null || profile_ids.some((id) => canAccessProfile(ctx, id));
}

/** Where a contact changes what they get, for a link in an e-mail. It works for as long as they have the e-mail. */
export function unsubscribePath(platform: Platform, link: PreferenceLink): string {
  return `${PREFERENCES_PATH}/${preferenceToken(platform, link)}`;
}

export interface SuppressionInput {
  account: string;
  email: string;
  reason: SuppressionReason;
  /** A topic, or nothing for everything. */
  scope?: string | undefined;
  note?: string | undefined;
  campaign_id?: string | undefined;
  /** Who that campaign's e-mail went to. */
  recipient?: string | undefined;
}

/**
 * Keeps an address from getting e-mail, from now on and whoever imports it again. Doing it again changes
 * nothing, and neither does a lighter reason.
 */
export async function suppress(platform: Platform, given: SuppressionInput): Promise<void> {
  const { account, reason, scope = null, note = null, campaign_id: campaign = null } = given;
  const email = normalEmail(given.email);
  await platform.write(async (ctx) => {
    const created_at = ctx.now().toISOString();
    const email_hash = emailHash(account, email);
    // Only the hash is kept of people who asked to be erased.
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
      await ctx.announce(contactSuppressed, { account, subject, payload: { reason } });
    else
      await ctx.announce(contactUnsubscribed, {
        account,
        subject,
        payload: { scope, campaign, recipient: given.recipient },
      });
  });
}
