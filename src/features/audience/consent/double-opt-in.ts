/*
 * Double opt-in: someone who signs up on a page that requires it gets e-mail only after using the link in a
 * first one. Opening the link changes nothing, because programs that look for dangerous links open them all.
 */

import {
  deleteSuppressions,
  listConsents,
  listSuppressionsOf,
  updateConsentConfirmed,
} from "#src/features/audience/consent-records/consent-records.ts";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import { CONFIRM_DAYS, LIFTED_BY_SIGN_UP, NEWS_TOPIC } from "#src/features/audience/consent-records/rules.ts";
import {
  type ContactRow,
  findContactRow,
  insertTimelineEntries,
  listContactsById,
  updateStatuses,
} from "#src/features/audience/contacts/contacts.ts";
import { isId } from "#src/lib/endpoint.ts";
import { CONFIRM_PATH } from "#src/lib/paths.ts";
import { DAY_MS } from "#src/lib/time.ts";
import type { Platform, VisitorCtx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { contactConfirmed } from "./events.ts";
import { findSenderName } from "./store.ts";
import { confirmationToken, parseConfirmationToken } from "./tokens.ts";

/** Counts invalid links. Inbox providers open many valid ones from one IP address. */
const WRONG_LINKS: Limit = { name: "confirmations", attempts: 30, seconds: 3600 };

const OWN_WISHES: ReadonlySet<string> = new Set(LIFTED_BY_SIGN_UP);

/** The contact, if they signed up without confirming it yet, and only their own wish is in the way. */
export async function needsConfirmation(
  { db }: Platform,
  { account, id }: { account: string; id: string },
): Promise<ContactRow | undefined> {
  const contact = await findContactRow(db, { account, id });
  if (!contact || (await consentOf(db, contact)) !== "unconfirmed") return undefined;
  const key = { account, email_hash: emailHash(account, contact.email) };
  const stopped = (await listSuppressionsOf(db, key)).filter(({ scope }) => scope === null);
  return stopped.every(({ reason }) => OWN_WISHES.has(reason)) ? contact : undefined;
}

async function consentOf(db: Platform["db"], { user_id, id }: ContactRow) {
  const consents = await listConsents(db, { account: user_id, id });
  return consents.find(({ topic }) => topic === NEWS_TOPIC)?.state;
}

/** Returns the path where a contact confirms their sign-up. */
export function confirmationPath(platform: Platform, contact: ContactRow): string {
  return `${CONFIRM_PATH}/${confirmationToken(platform, contact)}`;
}

/** The content of a confirmation page. */
export interface Confirmation {
  sender: string;
  email: string;
  state: "open" | "confirmed" | "expired";
}

/** Undefined for an invalid link, and once its address is off the list. */
export async function findConfirmation(visit: VisitorCtx, token: string): Promise<Confirmation | undefined> {
  const found = await findAsked(visit, token);
  return found && confirmationOf(visit, found);
}

/** Confirms the sign-up. A repeated call changes nothing. Undefined as for `findConfirmation`. */
export async function confirmSignUp(visit: VisitorCtx, token: string): Promise<Confirmation | undefined> {
  const found = await findAsked(visit, token);
  if (!found) return undefined;
  const { contact, isExpired } = found;
  if (!isExpired) await visit.write((ctx) => confirm(ctx, contact));
  return confirmationOf(visit, found);
}

async function confirm(ctx: Platform, { user_id: account, id, email }: ContactRow): Promise<void> {
  const at = ctx.now().toISOString();
  if (!(await updateConsentConfirmed(ctx.db, { account, id, at }))) return;
  const hashes = [emailHash(account, email)];
  await deleteSuppressions(ctx.db, { account, hashes, reasons: [...LIFTED_BY_SIGN_UP] });
  const entry = { user_id: account, contact_id: id, id: ctx.newId(), at };
  await insertTimelineEntries(ctx.db, [{ ...entry, kind: "confirmed", data: {} }]);
  await updateStatuses(ctx.db, account, [id]);
  await ctx.announce(contactConfirmed, { account, subject: id, payload: {} });
}

interface Asked {
  contact: ContactRow;
  isExpired: boolean;
}

async function confirmationOf({ db }: Platform, { contact, isExpired }: Asked): Promise<Confirmation> {
  const { user_id: account, email, profile_ids } = contact;
  const sender = await findSenderName(db, { account, profileIds: [...profile_ids].reverse() });
  const consent = await consentOf(db, contact);
  if (consent === "confirmed") return { sender, email, state: "confirmed" };
  // A person who has unsubscribed since has to sign up again.
  return { sender, email, state: consent === "unconfirmed" && !isExpired ? "open" : "expired" };
}

async function findAsked(visit: VisitorCtx, token: string): Promise<Asked | undefined> {
  const named = parseConfirmationToken(token);
  const rows = named && isId(named.contact_id) ? await listContactsById(visit.db, named.contact_id) : [];
  const contact = rows.find(({ user_id, email }) => named?.isProvenFor(visit, emailHash(user_id, email)));
  if (!named || !contact) {
    await visit.limits.count(WRONG_LINKS, visit.request.address);
    return undefined;
  }
  return { contact, isExpired: named.made_at + CONFIRM_DAYS * DAY_MS < visit.now().getTime() };
}
