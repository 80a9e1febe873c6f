import * as z from "zod";
import type { Platform } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/jobs.ts";
import { leadEmail, leadsEmail } from "./emails.ts";
import { MAILS_PER_HOUR_MAX } from "./rules.ts";
import { countLeads, findLead, findOwner, findProfileName, type LeadRow, lockCount } from "./store.ts";

const HOUR_MS = 3_600_000;
/** With the growing waits between them, about two days. */
const RETRIES = 14;

export const tellOfLead: JobType<{ profile_id: string; lead_id: string }> = {
  name: "leads.tell-of-lead",
  data: z.object({ profile_id: z.string(), lead_id: z.string() }),
  retries: RETRIES,
};

export const tellOfMany: JobType<{ user_id: string; from: string; until: string }> = {
  name: "leads.tell-of-many",
  data: z.object({ user_id: z.string(), from: z.string(), until: z.string() }),
  retries: RETRIES,
};

/** Mail goes out by a job of the lead's own transaction: it is neither waited for, nor can it take the lead with it. */
export async function tellOwnerLater(ctx: Platform, lead: LeadRow): Promise<void> {
  const at = Date.parse(lead.created_at);
  const from = new Date(at - (at % HOUR_MS)).toISOString();
  const until = new Date(Date.parse(from) + HOUR_MS).toISOString();
  // Of leads that come at once, one after the other counts: exactly one of them is the first too many.
  await lockCount(ctx.db, lead.user_id);
  const leads = await countLeads(ctx.db, { account: lead.user_id, from, until });
  if (leads <= MAILS_PER_HOUR_MAX) {
    await ctx.enqueue(tellOfLead, { profile_id: lead.profile_id, lead_id: lead.id });
  } else if (leads === MAILS_PER_HOUR_MAX + 1) {
    const delaySeconds = Math.ceil((Date.parse(until) - at) / 1000);
    await ctx.enqueue(tellOfMany, { user_id: lead.user_id, from, until }, delaySeconds);
  }
}

/** Writes to the owner about one lead, unless it has been erased meanwhile. */
export async function tellOwnerOfLead(
  platform: Platform,
  { profile_id, lead_id }: { profile_id: string; lead_id: string },
): Promise<void> {
  const lead = await findLead(platform.db, { profileId: profile_id, id: lead_id });
  const profile = await findProfileName(platform.db, profile_id);
  const owner = lead && (await findOwner(platform.db, lead.user_id));
  if (!lead || !profile || !owner) return;
  await platform.mail.send(leadEmail({ lead, profile, owner, instance: platform.instance }));
}

/** Writes to the owner once about all those leads of an hour that no mail of their own told of. */
export async function tellOwnerOfMany(
  platform: Platform,
  { user_id, from, until }: { user_id: string; from: string; until: string },
): Promise<void> {
  const owner = await findOwner(platform.db, user_id);
  const leads = await countLeads(platform.db, { account: user_id, from, until });
  const untold = leads - MAILS_PER_HOUR_MAX;
  if (!owner || untold <= 0) return;
  await platform.mail.send(leadsEmail({ count: untold, owner, instance: platform.instance }));
}
