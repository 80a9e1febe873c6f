/*
 * Leads: visitors' entries in a page's form, each of which is a sign-up of a contact. `profiles` decides
 * whether a page has a form and its texts (`parseLeadForm`), and `public-page` shows it.
 */

import { createHash } from "node:crypto";
import type * as z from "zod";
import type { SignedUpContact } from "#src/features/audience/consent/consent.ts";
import type { ErasedContacts } from "#src/features/audience/contacts/privacy/privacy.ts";
import { addToErasureReport } from "#src/features/audience/contacts/privacy/privacy.ts";
import { maskPerson } from "#src/features/audience/contacts/rules.ts";
import { requirePermission } from "#src/features/identity/team/team.ts";
import { SESSION_ID_PATTERN } from "#src/features/insights/clicks/rules.ts";
import {
  type LeadForm,
  parseLeadForm,
  parsePlacedForm,
} from "#src/features/pages/profiles/page/lead-form.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { isTimeZone } from "#src/lib/time.ts";
import { type Ctx, canAccessProfile, type Platform, type VisitorCtx } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import { EVERYONE, type Limit } from "#src/platform/limits.ts";
import { eraseMail } from "#src/platform/mail/outbox.ts";
import { deleteLeadsOfContacts, updateLeadContacts } from "./contact-store.ts";
import { type capturedSchema, type insertLeadSchema, LEAD_ERRORS } from "./contract.ts";
import { askToConfirm, mayAskToConfirm, type SignUpOptions } from "./double-opt-in.ts";
import { leadCaptured } from "./events.ts";
import { FORM_FILL_MS_MIN } from "./page/fill-time.ts";
import { LEAD_SOURCE, parseLead } from "./rules.ts";
import { maySendDownload, sendDownloadAgain } from "./send-download.ts";
import {
  deleteLeadsOf,
  findLead,
  findShownProfile,
  hasPlacedForm,
  insertLead,
  type LeadRow,
} from "./store.ts";
import { touchOf } from "./touch.ts";
import { upsertContacts } from "./upsert-contact.ts";

const TEN_MINUTES_S = 600;
/** Counted per IP address. Many visitors may share it, at a concert or in a school. */
const FROM_ADDRESS: Limit = { name: "lead-address", attempts: 60, seconds: TEN_MINUTES_S };
/** Counted per profile: more than any crowd signs up, less than a flood from programs. */
const ON_PROFILE: Limit = { name: "lead-profile", attempts: 3000, seconds: TEN_MINUTES_S, isShared: true };

const DAY_S = 86_400;
/** Limits longer floods: a few KB for each lead. */
const ON_PROFILE_A_DAY: Limit = {
  name: "lead-profile-day",
  attempts: 20_000,
  seconds: DAY_S,
  isShared: true,
};
const ON_INSTANCE_A_DAY: Limit = {
  name: "lead-instance-day",
  attempts: 100_000,
  seconds: DAY_S,
  isShared: true,
};

/** Returns the limits of all networks together, with their keys. */
const ceilingsOf = (profileId: string): readonly (readonly [Limit, string])[] => [
  [ON_PROFILE, profileId],
  [ON_PROFILE_A_DAY, profileId],
  [ON_INSTANCE_A_DAY, EVERYONE],
];

const CONSENT_VERSION_CHARS = 12;
const HOST_CHARS_MAX = 200;

type Captured = z.output<typeof capturedSchema>;

/**
 * Stores an entry in a page's form. Called by the API procedure and by the form without JavaScript. An e-mail
 * address that has signed up before is rejected as spec §8 says, along with the download.
 */
export async function captureLead(
  visit: VisitorCtx,
  input: z.output<typeof insertLeadSchema>,
): Promise<Captured> {
  const ceilings = ceilingsOf(input.p_profile_id.toLowerCase());
  for (const [limit, who] of ceilings) visit.limits.requireLeft(limit, who);
  await visit.limits.count(FROM_ADDRESS, visit.request.address);
  const profile = await requireShownProfile(visit, input.p_profile_id);
  const form =
    parseLeadForm(profile) ??
    ((await hasPlacedForm(visit.db, profile.id)) ? parsePlacedForm(profile, NO_TEXTS) : null);
  if (!form) throw failure(LEAD_ERRORS, "LEAD_FORM_CLOSED");
  const draft = { name: input.p_name ?? "", email: input.p_email ?? "", phone: input.p_phone ?? "" };
  const reading = parseLead(draft, form.phone);
  if (!reading.ok) throw failure(LEAD_ERRORS, reading.code);
  if ((input.p_elapsed_ms ?? FORM_FILL_MS_MIN) < FORM_FILL_MS_MIN) throw failure(LEAD_ERRORS, "TOO_FAST");
  const lead: LeadRow = {
    ...reading.fields,
    ...consentTo(form, visit.now()),
    // The same id for the same form, but never the same on two pages, whatever id a visitor picks.
    id: input.p_id ? derivedId(profile.id, input.p_id.toLowerCase()) : visit.newId(),
    profile_id: profile.id,
    user_id: profile.user_id,
    lead_source: LEAD_SOURCE,
    contact_id: null,
    download_sent_at: null,
    session_id: SESSION_ID_PATTERN.test(input.p_session_id ?? "") ? (input.p_session_id ?? null) : null,
    country: visit.geo.lookup(visit.request.address).country,
    referrer_host: hostOf(input.p_referrer ?? "", visit.request.host),
  };
  // Programs that fill in the honeypot learn nothing from the response.
  const confirm = form.confirms || undefined;
  if (input.p_subject) return { id: lead.id, download_url: form.download, confirm };
  for (const [limit, who] of ceilings) await visit.limits.count(limit, who);
  if (form.download !== null && (await maySendDownload(visit, lead.email)))
    lead.download_sent_at = lead.created_at;
  const touch = await touchOf(visit, input, profile.id);
  const asking = {
    mustConfirm: form.confirms,
    touch,
    timeZone: input.p_time_zone && isTimeZone(input.p_time_zone) ? input.p_time_zone : null,
    mayAsk: form.confirms && (await mayAskToConfirm(visit, lead.email)),
  };
  const stored = await storeLead(visit, lead, asking);
  if (stored) return { id: stored.id, download_url: form.download, confirm: stored.isAsked || undefined };
  // They're on this page's list, but may have unsubscribed since.
  const isAsked = await visit.write((ctx) => joinAgain(ctx, lead, asking));
  if (lead.download_sent_at !== null) await sendDownloadAgain(visit, lead);
  const data = { download_url: form.download, ...(isAsked && { confirm: true }) };
  throw failure(LEAD_ERRORS, "23505", { data });
}

/** The texts of a sign-up block change nothing about what people agree to. */
const NO_TEXTS = { title: "", description: "", button: "" };

/** Makes the lead a sign-up of its contact. Returns the contact, and whether a confirmation is required. */
async function join(
  ctx: Platform,
  lead: LeadRow,
  asking: SignUpOptions,
): Promise<{ contact: SignedUpContact; isAsked: boolean }> {
  const contacts = await upsertContacts(ctx, [lead], asking);
  const contact = contacts.get(lead.email) as SignedUpContact;
  const isAsked = asking.mustConfirm && (await askToConfirm(ctx, { lead, contact, ...asking }));
  return { contact, isAsked };
}

/** Does the same for an address that's already on the page's list. */
async function joinAgain(ctx: Platform, lead: LeadRow, asking: SignUpOptions): Promise<boolean> {
  const { user_id: account, profile_id, email } = lead;
  const { contact, isAsked } = await join(ctx, lead, asking);
  await updateLeadContacts(ctx.db, { account, profile_id, contacts: new Map([[email, contact]]) });
  return isAsked;
}

/** Returns the id of the stored lead, new or from the same form earlier. Undefined for a duplicate. */
async function storeLead(
  platform: Platform,
  lead: LeadRow,
  asking: SignUpOptions,
): Promise<{ id: string; isAsked?: boolean } | undefined> {
  const added = await addLead(platform, lead, asking);
  if (added) return { id: lead.id, ...added };
  const sent = await findLead(platform.db, { profileId: lead.profile_id, id: lead.id });
  if (!sent) return undefined;
  if (sent.email === lead.email) return { id: sent.id, isAsked: asking.mustConfirm };
  // A different person using the same form.
  const other = { ...lead, id: platform.newId() };
  const another = await addLead(platform, other, asking);
  return another && { id: other.id, ...another };
}

/**
 * Stores the lead, its contact and its announcement, which triggers e-mails, together or not at all. Undefined for
 * a duplicate.
 */
async function addLead(
  platform: Platform,
  lead: LeadRow,
  asking: SignUpOptions,
): Promise<{ isAsked: boolean } | undefined> {
  const { id, profile_id, user_id } = lead;
  try {
    return await platform.write(async (ctx) => {
      const { contact, isAsked } = await join(ctx, lead, asking);
      if (!(await insertLead(ctx.db, { ...lead, contact_id: contact.id }))) throw new DuplicateLead();
      await ctx.announce(leadCaptured, { account: user_id, subject: id, payload: { profile_id } });
      return { isAsked };
    });
  } catch (error) {
    if (error instanceof DuplicateLead) return undefined;
    throw error;
  }
}

/** Thrown to roll back the contact's changes, too. */
class DuplicateLead extends Error {}

function consentTo(form: LeadForm, now: Date) {
  const hash = createHash("sha256").update(form.disclaimer).digest("hex");
  const at = now.toISOString();
  return {
    consent_text: form.disclaimer,
    consent_version: hash.slice(0, CONSENT_VERSION_CHARS),
    consented_at: at,
    created_at: at,
  };
}

/** Returns the host of another site's URL. Our own pages don't count as a source. */
function hostOf(referrer: string, ownHost: string): string {
  const host = URL.parse(referrer)?.host ?? "";
  return host === ownHost ? "" : host.replace(/^www\./, "").slice(0, HOST_CHARS_MAX);
}

/** Returns the owner of a page (spec §7). A page that no visitor can see isn't found. */
export async function findProfileOwner(
  platform: Platform,
  { profile_uuid }: { profile_uuid: string },
): Promise<string> {
  return (await requireShownProfile(platform, profile_uuid)).user_id;
}

async function requireShownProfile(platform: Platform, id: string) {
  const profile = isId(id) ? await findShownProfile(platform.db, id) : undefined;
  if (!profile) throw failure(LEAD_ERRORS, "PROFILE_NOT_FOUND");
  return profile;
}

/** Returns an account's lead as the actor may see it. Undefined once it's deleted. */
export async function findVisibleLead(ctx: Ctx, key: { profileId: string; id: string }) {
  const isMasked = requirePermission(ctx, "leads.see") === "masked";
  const lead = canAccessProfile(ctx, key.profileId) ? await findLead(ctx.db, key) : undefined;
  if (lead?.user_id !== ctx.account) return undefined;
  const { id, profile_id, contact_id, lead_source, country, referrer_host, created_at } = lead;
  const { name, email, phone } = { ...lead, ...(isMasked && maskPerson(lead)) };
  return { id, profile_id, contact_id, name, email, phone, lead_source, country, referrer_host, created_at };
}

/** Deletes the sign-ups of erased people, and the e-mail about them. */
export async function eraseLeadsOfContacts(
  platform: Platform,
  { account, ids }: ErasedContacts,
): Promise<void> {
  await platform.write(async (ctx) => {
    const about = await deleteLeadsOfContacts(ctx.db, { account, ids });
    await eraseMail(ctx, { account, about: [...about, ...ids] });
    const [id] = ids;
    // Only single erasures are recorded as evidence.
    if (id !== undefined && ids.length === 1)
      await addToErasureReport(ctx, { account, id }, { sign_ups: about.length });
  });
}

/** Deletes the leads of a purged profile, and the e-mail about them. */
export async function purgeLeads(
  platform: Platform,
  { subject, account }: { subject: string; account: string },
): Promise<void> {
  await platform.write(async (ctx) => {
    await eraseMail(ctx, { account, about: await deleteLeadsOf(ctx.db, subject) });
  });
}
