import * as z from "zod";
import { readLeadForm } from "#src/features/profiles/page/lead-form.ts";
import { Failure } from "#src/lib/errors.ts";
import { addDays } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/jobs.ts";
import type { Limit } from "#src/platform/limits.ts";
import { downloadEmail } from "./emails.ts";
import { findLead, findOpenProfile, findOwner, type LeadRow, noteDownloadSent } from "./store.ts";

/** To one address from all pages: anyone can type anyone's. */
const TO_ADDRESS: Limit = { name: "lead-download", attempts: 10, seconds: 86_400 };
/** To one address from one page. */
const AGAIN_AFTER_DAYS = 1;
/** With the growing waits between them, about two days. */
const RETRIES = 14;

export const sendDownload: JobType<{ profile_id: string; lead_id: string }> = {
  name: "leads.send-download",
  data: z.object({ profile_id: z.string(), lead_id: z.string() }),
  retries: RETRIES,
};

/** Whether the address has not been written to by too many pages today; asking counts. */
export async function maySendDownload(platform: Platform, email: string): Promise<boolean> {
  try {
    await platform.limits.count(TO_ADDRESS, email);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

export async function sendDownloadLater(
  ctx: Platform,
  { profile_id, id }: Pick<LeadRow, "profile_id" | "id">,
): Promise<void> {
  await ctx.enqueue(sendDownload, { profile_id, lead_id: id });
}

/** For somebody who is on the list already; at most once a day. */
export async function sendDownloadAgain(platform: Platform, lead: LeadRow): Promise<void> {
  await platform.write(async (ctx) => {
    const before = addDays(platform.now(), -AGAIN_AFTER_DAYS);
    const known = await noteDownloadSent(ctx.db, lead, before);
    if (known) await sendDownloadLater(ctx, known);
  });
}

/** E-mails a fan what the page offers by then, unless the lead, the page or its download is gone. */
export async function sendDownloadToFan(
  platform: Platform,
  { profile_id, lead_id }: { profile_id: string; lead_id: string },
): Promise<void> {
  const { db, instance } = platform;
  const lead = await findLead(db, { profileId: profile_id, id: lead_id });
  const profile = lead && (await findOpenProfile(db, profile_id, platform.now().toISOString()));
  const owner = profile && (await findOwner(db, profile.user_id));
  const url = profile && readLeadForm(profile)?.download;
  if (!owner || !url) return;
  const { name, display_name, username } = profile;
  await platform.mail.send(
    downloadEmail({
      to: lead.email,
      profile: { name: display_name || name, username },
      trusted: owner.email_verified,
      url,
      instance,
    }),
  );
}
