/*
 * Leads: what visitors leave in the form of a page, and what its owner sees and exports of it (`lead-list.ts`). Whether a
 * page has a form, and how it reads, is `profiles`' (`readLeadForm`); `public-page` shows it.
 */
import { createHash } from "node:crypto";
import type * as z from "zod";
import { type LeadForm, readLeadForm } from "#src/features/profiles/page/lead-form.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Platform, Visit } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { type capturedSchema, type insertLeadSchema, LEAD_ERRORS } from "./contract.ts";
import { leadCaptured } from "./events.ts";
import { FILLING_MS_MIN } from "./page/filling.ts";
import { LEAD_SOURCE, readLead } from "./rules.ts";
import { maySendDownload, sendDownloadAgain, sendDownloadLater } from "./send-download.ts";
import { deleteOrphanLeads, findLead, findOpenProfile, insertLead, type LeadRow } from "./store.ts";
import { tellOwnerLater } from "./tell-owner.ts";

const TEN_MINUTES_S = 600;
/** From one address: many visitors may share it, on a stage or in a school. */
const FROM_ADDRESS: Limit = { name: "lead-address", attempts: 60, seconds: TEN_MINUTES_S };
/** On one profile from everywhere: more than any crowd signs up, fewer than a flood of programs. */
const ON_PROFILE: Limit = { name: "lead-profile", attempts: 3000, seconds: TEN_MINUTES_S };

const CONSENT_VERSION_CHARS = 12;
const HOST_CHARS_MAX = 200;

type Captured = z.output<typeof capturedSchema>;

/**
 * Stores what somebody left in a page's form; the second caller beside the procedure is the form without JavaScript. An
 * address that has signed up before is refused as spec §8 says, with what it may download.
 */
export async function captureLead(visit: Visit, input: z.output<typeof insertLeadSchema>): Promise<Captured> {
  await visit.limits.count(FROM_ADDRESS, visit.request.address);
  const profile = await requireOpenProfile(visit, input.p_profile_id);
  const form = readLeadForm(profile);
  if (!form) throw failure(LEAD_ERRORS, "LEAD_FORM_CLOSED");
  const draft = { name: input.p_name ?? "", email: input.p_email ?? "", phone: input.p_phone ?? "" };
  const reading = readLead(draft, form.phone);
  if (!reading.ok) throw failure(LEAD_ERRORS, reading.code);
  if ((input.p_elapsed_ms ?? FILLING_MS_MIN) < FILLING_MS_MIN) throw failure(LEAD_ERRORS, "TOO_FAST");
  const lead: LeadRow = {
    ...reading.fields,
    ...consentTo(form, visit.now()),
    id: input.p_id?.toLowerCase() ?? visit.newId(),
    profile_id: profile.id,
    user_id: profile.user_id,
    lead_source: LEAD_SOURCE,
    download_sent_at: null,
    country: visit.geo.lookup(visit.request.address).country,
    referrer_host: hostOf(input.p_referrer ?? "", visit.request.host),
  };
  // Whoever fills in what nobody sees learns nothing from the answer.
  if (input.p_subject) return { id: lead.id, download_url: form.download };
  await visit.limits.count(ON_PROFILE, profile.id);
  if (form.download !== null && (await maySendDownload(visit, lead.email)))
    lead.download_sent_at = lead.created_at;
  const id = await storeLead(visit, lead);
  if (id !== undefined) return { id, download_url: form.download };
  if (lead.download_sent_at !== null) await sendDownloadAgain(visit, lead);
  throw failure(LEAD_ERRORS, "23505", { data: { download_url: form.download } });
}

/** The id under which the lead is stored now or was by the same form before; nothing for a duplicate. */
async function storeLead(platform: Platform, lead: LeadRow): Promise<string | undefined> {
  if (await addLead(platform, lead)) return lead.id;
  const sent = await findLead(platform.db, { profileId: lead.profile_id, id: lead.id });
  if (!sent) return undefined;
  if (sent.email === lead.email) return sent.id;
  // Another person at the same form.
  const other = { ...lead, id: platform.newId() };
  return (await addLead(platform, other)) ? other.id : undefined;
}

/** The lead, its announcement and the e-mails about it are there together, or none of them. False for a duplicate. */
function addLead(platform: Platform, lead: LeadRow): Promise<boolean> {
  return platform.write(async (ctx) => {
    if (!(await insertLead(ctx.db, lead))) return false;
    const { id, profile_id, user_id } = lead;
    await ctx.announce(leadCaptured, { lead_id: id, profile_id, user_id });
    await tellOwnerLater(ctx, lead);
    if (lead.download_sent_at !== null) await sendDownloadLater(ctx, lead);
    return true;
  });
}

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

/** The host of another site's address; our own pages are no source. */
function hostOf(referrer: string, ownHost: string): string {
  const host = URL.parse(referrer)?.host ?? "";
  return host === ownHost ? "" : host.replace(/^www\./, "").slice(0, HOST_CHARS_MAX);
}

/** Whose page it is (spec §7). What no visitor can see is not found. */
export async function findProfileOwner(
  platform: Platform,
  { profile_uuid }: { profile_uuid: string },
): Promise<string> {
  return (await requireOpenProfile(platform, profile_uuid)).user_id;
}

async function requireOpenProfile(platform: Platform, id: string) {
  const profile = isId(id) ? await findOpenProfile(platform.db, id, platform.now().toISOString()) : undefined;
  if (!profile) throw failure(LEAD_ERRORS, "PROFILE_NOT_FOUND");
  return profile;
}

/** Deletes what profiles that are gone for good have left behind. */
export async function purgeLeads(platform: Platform): Promise<void> {
  await platform.write(({ db }) => deleteOrphanLeads(db));
}
