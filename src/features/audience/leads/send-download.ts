import { needsConfirmation } from "#src/features/audience/consent/double-opt-in.ts";
import { parseLeadForm } from "#src/features/pages/profiles/page/lead-form.ts";
import { Failure } from "#src/lib/errors.ts";
import type { Announced } from "#src/lib/event.ts";
import { addDays } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { listLeadsWithDownload } from "./contact-store.ts";
import { isDownloadTaken } from "./download-takers.ts";
import { leadReturned } from "./events.ts";
import { downloadMail } from "./mails.ts";
import { findLead, findShownProfile, type LeadRow, updateDownloadSent } from "./store.ts";

/** Counted for one address over all pages, because anyone can enter anyone's address. */
const TO_ADDRESS: Limit = { name: "lead-download", attempts: 10, seconds: 86_400 };
/** The interval for one address on one page. */
const AGAIN_AFTER_DAYS = 1;

/** True unless the address has received e-mail from too many pages today. Each call counts. */
export async function maySendDownload(platform: Platform, email: string): Promise<boolean> {
  try {
    await platform.limits.count(TO_ADDRESS, email);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** For people who are already on the list, at most once a day. */
export async function sendDownloadAgain(platform: Platform, lead: LeadRow): Promise<void> {
  await platform.write(async (ctx) => {
    const before = addDays(platform.now(), -AGAIN_AFTER_DAYS);
    const known = await updateDownloadSent(ctx.db, lead, before);
    if (!known) return;
    const { id, profile_id, user_id } = known;
    await ctx.announce(leadReturned, { account: user_id, subject: id, payload: { profile_id } });
  });
}

/** E-mails a fan the page's download, unless there was none before, the lead is gone, or something else brings it. */
export async function sendDownload(
  platform: Platform,
  { id, subject, payload }: Announced<{ profile_id: string }>,
): Promise<void> {
  const lead = await findLead(platform.db, { profileId: payload.profile_id, id: subject });
  if (!lead?.download_sent_at) return;
  const isTaken = await isTakenFor(platform, lead, id);
  if (!isTaken && !(await isConfirmationAwaited(platform, lead))) await mailDownload(platform, lead, id);
}

/** Somebody who's on the list already wants it again. That starts nothing else, so it's the form's own e-mail. */
export async function sendReturned(
  platform: Platform,
  { id, subject, payload }: Announced<{ profile_id: string }>,
): Promise<void> {
  const lead = await findLead(platform.db, { profileId: payload.profile_id, id: subject });
  if (lead?.download_sent_at && !(await isConfirmationAwaited(platform, lead)))
    await mailDownload(platform, lead, id);
}

/** They get it once they've confirmed that the address is theirs. */
async function isConfirmationAwaited(
  platform: Platform,
  { user_id: account, contact_id }: LeadRow,
): Promise<boolean> {
  return contact_id !== null && Boolean(await needsConfirmation(platform, { account, id: contact_id }));
}

/** Sends the downloads that they requested before they confirmed their sign-up. */
export async function sendDownloads(
  platform: Platform,
  { id, account, subject }: Announced<object>,
): Promise<void> {
  for (const lead of await listLeadsWithDownload(platform.db, { account, contact_id: subject }))
    if (!(await isTakenFor(platform, lead))) await mailDownload(platform, lead, `${id} ${lead.id}`);
}

async function isTakenFor(
  platform: Platform,
  { user_id: account, id: lead_id, profile_id, contact_id }: LeadRow,
  event_id?: string,
): Promise<boolean> {
  const profile = contact_id === null ? undefined : await findShownProfile(platform.db, profile_id);
  const url = profile && parseLeadForm(profile)?.download;
  if (contact_id === null || !url) return false;
  const requested = { account, lead_id, profile_id, contact_id, url };
  return isDownloadTaken(platform, { ...requested, ...(event_id !== undefined && { event_id }) });
}

async function mailDownload(platform: Platform, lead: LeadRow, once: string): Promise<void> {
  const { id, profile_id, email: to, user_id: account } = lead;
  const data = { profile_id, lead_id: id };
  await enqueueMail(platform, { mail: downloadMail, to, account, data, about: id, once });
}
