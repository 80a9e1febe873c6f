/*
 * The preference center, linked in each e-mail. The link proves that someone got the e-mail. Opening it
 * changes nothing, because programs that look for dangerous links open them all.
 */

import {
  deleteSuppressions,
  upsertConsents,
} from "#src/features/audience/consent-records/consent-records.ts";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import {
  LEAVING_REASONS,
  type LeavingReason,
  NEWS_TOPIC,
  RESUBSCRIBED,
} from "#src/features/audience/consent-records/rules.ts";
import { contactSources } from "#src/features/audience/contacts/contact-sources.ts";
import {
  type ContactRow,
  deleteContactRow,
  eraseDeletedByHash,
  findContactByHash,
  findMergedInto,
  findMergeRow,
  hasTimelineSince,
  insertTimelineEntries,
  listContactsById,
  listFormerById,
  listFormerHashes,
  lockContacts,
  updateMailFrequency,
  updatePausedUntil,
  updateStatuses,
} from "#src/features/audience/contacts/contacts.ts";
import { contactDeleted, contactUpdated } from "#src/features/audience/contacts/events.ts";
import { eraseTraces, recordPrivacyRequest } from "#src/features/audience/contacts/privacy/privacy.ts";
import { isId } from "#src/lib/endpoint.ts";
import { addDays } from "#src/lib/time.ts";
import type { Platform, VisitorCtx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { suppressHash, suppressMergedInto } from "./address-history.ts";
import { suppress } from "./consent.ts";
import { contactAsked, contactResubscribed } from "./events.ts";
import { findSenderName } from "./store.ts";
import { isPreferenceTokenValid, parsePreferenceToken } from "./tokens.ts";
import { subscribeTopic, topicsOf, unsubscribeTopic } from "./topics.ts";

/** Counts invalid links. Inbox providers open many valid ones from one IP address. */
const WRONG_LINKS: Limit = { name: "preferences", attempts: 30, seconds: 3600 };
/** Limits changes through the links to one address. Unsubscribing always works. */
const CHANGES: Limit = { name: "preference-changes", attempts: 30, seconds: 3600 };
export const PAUSE_DAYS = 30;

export const PREFERENCE_ACTIONS = [
  ...(["unsubscribe", "pause", "resume", "erase", "reason", "copy"] as const),
  ...(["weekly", "monthly", "always", "leave", "join"] as const),
] as const;
export type PreferenceAction = (typeof PREFERENCE_ACTIONS)[number];

/** A person's subscriptions, as their page shows them. */
export interface Preferences {
  sender: string;
  /** Undefined once they're off the list. */
  email: string | undefined;
  state: "on" | "paused" | "off" | "gone" | "elsewhere";
  paused_until: string | null;
  /** At most one e-mail in this many days, if they chose that. */
  every_days: number | null;
  /** The sender's topics besides news, and their subscriptions. */
  topics: { key: string; name: string; is_on: boolean }[];
}

interface Link {
  account: string;
  email_hash: string;
  /** The campaign whose e-mail has the link. */
  batch_id: string | undefined;
  recipient: string;
  contact: ContactRow | undefined;
  /** The remaining contact after a merge, with another address. */
  merged?: ContactRow | undefined;
  /** The id of the address's former contact, if nobody has the address now. */
  former_id?: string | undefined;
}

/** Undefined for an invalid link, and once the account is gone. */
export async function findPreferences(visit: VisitorCtx, token: string): Promise<Preferences | undefined> {
  const link = await findLink(visit, token);
  return link && preferencesOf(visit, link);
}

/** Applies a choice. A repeated call changes nothing. Undefined as for `findPreferences`. */
export async function changePreferences(
  visit: VisitorCtx,
  token: string,
  { action, ...said }: Said & { action: PreferenceAction },
): Promise<Preferences | undefined> {
  const link = await findLink(visit, token);
  if (!link) return undefined;
  if (action !== "unsubscribe" && action !== "leave") await visit.limits.count(CHANGES, link.email_hash);
  await visit.write(async (ctx) => ACTIONS[action](ctx, await hold(ctx, token, link), said));
  return preferencesOf(visit, (await findLink(visit, token)) ?? link);
}

/** Unsubscribes the person in a link's token, if it's this account's. False if it isn't. */
export async function unsubscribeByToken(
  platform: Platform,
  { account, token }: { account: string; token: string },
): Promise<boolean> {
  const link = await findOwn(platform, token);
  if (link?.account !== account) return false;
  await platform.write(async (ctx) => ACTIONS.unsubscribe(ctx, await hold(ctx, token, link)));
  return true;
}

/**
 * Locks the person of a link against merges until the transaction ends. After a merge, it's the remaining
 * contact.
 */
async function hold(ctx: Platform, token: string, link: Link): Promise<Link> {
  const { account, contact } = link;
  if (!contact) return link;
  const [held] = await lockContacts(ctx.db, account, [contact.id]);
  return held ? { ...link, contact: held } : ((await findOwn(ctx, token)) ?? link);
}

/** The parameters of an action. */
interface Said {
  reason?: LeavingReason | undefined;
  topic?: string | undefined;
}

type Act = (ctx: Platform, link: Link, said?: Said) => Promise<void>;

const ACTIONS: Record<PreferenceAction, Act> = {
  async unsubscribe(ctx, { account, contact, batch_id, recipient, email_hash, former_id }) {
    const wish = { account, reason: "unsubscribe", batch_id, recipient } as const;
    if (contact) return suppress(ctx, { ...wish, email: contact.email });
    if (former_id) await suppressMergedInto(ctx, { ...wish, id: former_id });
    await suppressHash(ctx, { ...wish, email_hash });
  },
  async pause(ctx, { contact }) {
    const until = addDays(ctx.now(), PAUSE_DAYS);
    // A longer pause stays.
    if (contact && (contact.paused_until ?? "") < until) await pause(ctx, contact, until);
  },
  async resume(ctx, { account, contact }) {
    if (!contact) return;
    if (contact.paused_until) await pause(ctx, contact, null);
    if (contact.status === "unsubscribed") await resubscribe(ctx, account, contact);
  },
  async erase(ctx, link) {
    const { account, contact, merged, email_hash, former_id } = link;
    // A request for erasure implies unsubscribing, which figures count.
    await ACTIONS.unsubscribe(ctx, link);
    const wish = { account, reason: "erased" } as const;
    const kept = former_id ? await findMergeRow(ctx.db, { account, id: former_id }) : undefined;
    const hashes = kept && !merged ? await listFormerHashes(ctx.db, account, [kept.kept_id]) : [];
    const removed = await eraseDeletedByHash(ctx.db, { account, hashes: [email_hash, ...hashes] });
    const one = contact ?? merged;
    if (former_id) await suppressMergedInto(ctx, { ...wish, id: former_id });
    else if (contact) await suppress(ctx, { ...wish, email: contact.email });
    if (one) await deleteContactRow(ctx.db, { account, id: one.id });
    if (!contact) await suppressHash(ctx, { ...wish, email_hash });
    for (const { id, email } of one ? [one, ...removed] : removed) {
      const report = await eraseTraces(ctx, account, [{ id, email }]);
      await recordPrivacyRequest(ctx, { user_id: account, id, email }, { kind: "erasure", by: null, report });
      await ctx.announce(contactDeleted, { account, subject: id, payload: {} });
    }
  },
  weekly: (ctx, link) => mailEvery(ctx, link, 7),
  monthly: (ctx, link) => mailEvery(ctx, link, 30),
  always: (ctx, link) => mailEvery(ctx, link, null),
  async copy(ctx, { account, contact }) {
    if (!contact || (await hasToday(ctx, contact, "asked"))) return;
    await recordPrivacyRequest(ctx, contact, { kind: "access", by: null, report: {} });
    await insertTimelineEntries(ctx.db, [{ ...entryOf(ctx, account, contact), kind: "asked", data: {} }]);
    await ctx.announce(contactAsked, { account, subject: contact.id, payload: {} });
  },
  leave: (ctx, { contact, batch_id, recipient }, { topic: key } = {}) =>
    unsubscribeTopic(ctx, contact, { key, batch_id, recipient }),
  join: (ctx, { contact }, { topic } = {}) => subscribeTopic(ctx, contact, topic),
  async reason(ctx, { account, contact }, { reason } = {}) {
    if (!contact || !reason || !LEAVING_REASONS.includes(reason)) return;
    if (await hasToday(ctx, contact, "left")) return;
    await insertTimelineEntries(ctx.db, [
      { ...entryOf(ctx, account, contact), kind: "left", data: { reason } },
    ]);
  },
};

function entryOf(ctx: Platform, account: string, { id }: ContactRow) {
  return { user_id: account, contact_id: id, id: ctx.newId(), at: ctx.now().toISOString() };
}

/** A second click, or a forwarded e-mail, adds at most one entry a day. */
async function hasToday(
  ctx: Platform,
  { user_id: account, id }: ContactRow,
  kind: "asked" | "left",
): Promise<boolean> {
  return hasTimelineSince(ctx.db, { account, id, kind, since: addDays(ctx.now(), -1) });
}

async function mailEvery(ctx: Platform, { account, contact }: Link, days: number | null): Promise<void> {
  if (!contact || contact.mail_every_days === days) return;
  const [before, after] = [{ mail_every_days: contact.mail_every_days }, { mail_every_days: days }];
  await updateMailFrequency(ctx.db, { account, id: contact.id }, days);
  await insertTimelineEntries(ctx.db, [
    { ...entryOf(ctx, account, contact), kind: "updated", data: { before, after } },
  ]);
  const payload = { fields: ["mail_every_days"] };
  await ctx.announce(contactUpdated, { account, subject: contact.id, payload });
}

async function pause(ctx: Platform, contact: ContactRow, until: string | null): Promise<void> {
  const { user_id: account } = contact;
  await updatePausedUntil(ctx.db, { account, id: contact.id }, until);
  const [before, after] = [{ paused_until: contact.paused_until }, { paused_until: until }];
  await insertTimelineEntries(ctx.db, [
    { ...entryOf(ctx, account, contact), kind: "updated", data: { before, after } },
  ]);
  const payload = { fields: ["paused_until"] };
  await ctx.announce(contactUpdated, { account, subject: contact.id, payload });
}

async function resubscribe(ctx: Platform, account: string, contact: ContactRow): Promise<void> {
  const hashes = [emailHash(account, contact.email)];
  await deleteSuppressions(ctx.db, { account, hashes, reasons: ["unsubscribe"] });
  const { at, ...entry } = entryOf(ctx, account, contact);
  const proof = { state: "confirmed", text: RESUBSCRIBED, version: "link", method: "link" } as const;
  const never = { profile_id: null, confirmed_at: at, ended_at: null };
  await upsertConsents(ctx.db, [{ ...entry, topic: NEWS_TOPIC, ...proof, given_at: at, ...never }]);
  await insertTimelineEntries(ctx.db, [
    { ...entry, id: ctx.newId(), at, kind: "lifted", data: { reason: "unsubscribe" } },
  ]);
  await updateStatuses(ctx.db, account, [contact.id]);
  await ctx.announce(contactResubscribed, { account, subject: contact.id, payload: {} });
}

async function preferencesOf(
  { db, now }: Platform,
  { account, contact, merged }: Link,
): Promise<Preferences> {
  const profileIds = [...((contact ?? merged)?.profile_ids ?? [])].reverse();
  const sender = await findSenderName(db, { account, profileIds });
  // Their other address isn't affected, because this link proves only that they have the old one.
  const state = merged && isOn(merged) ? "elsewhere" : "gone";
  if (!contact) return { sender, email: undefined, state, paused_until: null, every_days: null, topics: [] };
  const { email, paused_until, mail_every_days: every_days } = contact;
  const isPaused = paused_until !== null && paused_until > now().toISOString();
  const topics = await topicsOf(db, contact);
  const shown = { sender, email, paused_until, every_days, topics };
  return { ...shown, state: !isOn(contact) ? "off" : isPaused ? "paused" : "on" };
}

const isOn = ({ status }: ContactRow) => ["new", "confirmed", "unconfirmed"].includes(status);

async function findLink(visit: VisitorCtx, token: string): Promise<Link | undefined> {
  const found = await findOwn(visit, token);
  if (!found) await visit.limits.count(WRONG_LINKS, visit.request.address);
  return found;
}

async function findOwn(platform: Platform, token: string): Promise<Link | undefined> {
  const named = parsePreferenceToken(token);
  if (!named || !isId(named.contact_id)) return undefined;
  const { contact_id: recipient, campaign: start, bytes } = named;
  const { db } = platform;
  /** A token has room only for a prefix of a campaign's id. */
  const linkOf = async (account: string, rest: Omit<Link, "account" | "batch_id" | "recipient">) => {
    const of = { account, contact_id: recipient };
    const batch_id = start === null ? undefined : await contactSources().findBatch(db, { ...of, start });
    return { account, batch_id, recipient, ...rest };
  };
  for (const contact of await listContactsById(db, recipient)) {
    const email_hash = emailHash(contact.user_id, contact.email);
    if (isPreferenceTokenValid(platform, email_hash, bytes))
      return linkOf(contact.user_id, { email_hash, contact });
  }
  for (const { user_id: account, email_hash } of await listFormerById(db, recipient)) {
    if (!isPreferenceTokenValid(platform, email_hash, bytes)) continue;
    const contact = await findContactByHash(db, { account, email_hash });
    const merged = contact ? undefined : await findMergedInto(db, { account, id: recipient });
    return linkOf(account, { email_hash, contact, merged, former_id: contact ? undefined : recipient });
  }
  return undefined;
}
