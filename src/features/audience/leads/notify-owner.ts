import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { filterSubscribed } from "#src/features/identity/preferences/preferences.ts";
import type { Announced } from "#src/lib/event.ts";
import type { Platform } from "#src/platform/context.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { newLeadMail, newLeadsMail } from "./mails.ts";
import { MAILS_PER_HOUR_MAX } from "./rules.ts";
import { countLeads, findLead } from "./store.ts";

const HOUR_MS = 3_600_000;

/**
 * E-mails the owner about one lead, or later about all those beyond the limit, unless they've opted out.
 * Skips erased leads.
 */
export async function notifyOwner(
  platform: Platform,
  { subject, payload: { profile_id } }: Announced<{ profile_id: string }>,
): Promise<void> {
  const { db } = platform;
  const lead = await findLead(db, { profileId: profile_id, id: subject });
  const owner = lead && (await findPerson(db, lead.user_id));
  if (!owner) return;
  const { user_id: account, id: lead_id } = lead;
  const told = await filterSubscribed(platform, [account], { topic: "fans", channel: "email" });
  if (told.length === 0) return;
  const at = Date.parse(lead.created_at);
  const from = new Date(at - (at % HOUR_MS)).toISOString();
  const until = new Date(Date.parse(from) + HOUR_MS).toISOString();
  const shared = { to: owner.email, account };
  if ((await countLeads(db, { account, from, until, upTo: lead })) <= MAILS_PER_HOUR_MAX) {
    await enqueueMail(platform, {
      ...shared,
      mail: newLeadMail,
      data: { profile_id, lead_id },
      about: lead_id,
      once: lead_id,
    });
    return;
  }
  const delaySeconds = Math.max(0, Math.ceil((Date.parse(until) - platform.now().getTime()) / 1000));
  const data = { user_id: account, from, until };
  await enqueueMail(platform, {
    ...shared,
    mail: newLeadsMail,
    data,
    delaySeconds,
    once: `${account} ${from}`,
  });
}
