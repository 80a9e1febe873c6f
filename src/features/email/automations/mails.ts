/* What a rule tells by e-mail, to those who want it that way. */
import * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { listMembers } from "#src/features/identity/members/members.ts";
import { filterSubscribed, unsubscribeLink } from "#src/features/identity/preferences/preferences.ts";
import { grantOf } from "#src/features/identity/team/rules.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import type { Announced } from "#src/lib/event.ts";
import { inAccount, PATHS } from "#src/lib/paths.ts";
import { bidiIsolate } from "#src/lib/text.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { listPeople } from "./history-store.ts";
import { findAutomation } from "./store.ts";

const noticeSchema = z.object({
  account: z.string(),
  automation_id: z.string(),
  contact_id: z.string().nullable(),
  text: z.string(),
  person: z.string(),
});
type Notice = z.output<typeof noticeSchema>;

const noticeMail: MailType<Notice> = {
  template: "automations.notice",
  label: "A rule’s notice",
  data: noticeSchema,
};

export const automationMails: MailHandler<Platform>[] = [mailHandler(noticeMail, noticeEmail)];

type Told = Pick<Notice, "automation_id" | "contact_id" | "text"> & { person_id: string | null };

/**
 * One e-mail for each rule, person, and hour: somebody whose rule runs a thousand times wants to know, but not a thousand
 * times. The rest is behind the bell.
 */
export async function mailNotice(
  platform: Platform,
  { account, time, payload: { person_id, ...notice } }: Announced<Told>,
): Promise<void> {
  const ctx = systemCtx(platform, { job: "automations.mail-notice", account });
  const people = await listReaders(ctx, person_id);
  const told = await filterSubscribed(platform, people, { topic: "tasks", channel: "email" });
  for (const person of told) {
    const to = (await findPerson(platform.db, person))?.email;
    const once = `${notice.automation_id} ${person} ${time.slice(0, 13)}`;
    const data = { account, ...notice, person };
    if (to)
      await enqueueMail(platform, { mail: noticeMail, to, account, data, once, about: aboutOf(notice) });
  }
}

/** The e-mail is deleted with the fan. */
const aboutOf = ({ contact_id, automation_id }: Pick<Notice, "contact_id" | "automation_id">) =>
  contact_id ?? automation_id;

/** Those on the team who see all fans. */
async function listReaders(ctx: Ctx, only: string | null): Promise<string[]> {
  const { items } = await listMembers(ctx);
  return items
    .filter(({ role, profile_ids }) => grantOf(role, "leads.see") === "full" && profile_ids === null)
    .map(({ id }) => id)
    .filter((id) => only === null || id === only);
}

async function noticeEmail(
  platform: Platform,
  { account, automation_id, contact_id, text, person }: Notice,
): Promise<Email | Unneeded> {
  const { db, instance, settings } = platform;
  const rule = await findAutomation(db, { user_id: account, id: automation_id });
  const reader = await findPerson(db, person);
  const fan = contact_id === null ? undefined : (await listPeople(db, account, [contact_id])).get(contact_id);
  if (!rule || !reader) return { unneeded: "The rule had been deleted by then." };
  if (contact_id !== null && !fan) return { unneeded: "The fan had been deleted by then." };
  const path = fan === undefined ? PATHS.rule.replace("$id", automation_id) : PATHS.leads;
  const shared = {
    to: reader.email,
    action: { label: "See it in your dashboard", url: `${instance.publicUrl}${inAccount(path, account)}` },
    footer: `You got this e-mail because a rule on ${settings.get(INSTANCE_NAME)} tells you. There’s one an hour at most from each rule; all of them are behind the bell.`,
    unsubscribe: unsubscribeLink(platform, { person, topic: "tasks" }),
  };
  if (!reader.email_verified)
    return {
      ...shared,
      subject: "A rule has something to tell you",
      preview: "Confirm your own e-mail address to see what.",
      lines: ["Confirm your own e-mail address, and from then on we’ll tell you what it is."],
    };
  return {
    ...shared,
    subject: bidiIsolate(text),
    preview: fan === undefined ? rule.name : fan.name || fan.email,
    lines: ["One of your rules has something to tell you."],
    details: [
      { label: "Notice", value: text },
      { label: "Rule", value: rule.name },
      ...(fan === undefined
        ? []
        : [{ label: "Lead", value: fan.name === "" ? fan.email : `${fan.name}, ${fan.email}` }]),
    ],
  };
}
