import * as z from "zod";
import { versionIn } from "#src/features/admin/notifications/broadcast-rules.ts";
import type { Version } from "#src/features/admin/notifications/contract.ts";
import { composeNews } from "#src/features/admin/notifications/news-mail.ts";
import { isInUse } from "#src/features/identity/accounts/accounts.ts";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { filterSubscribed, unsubscribeLink } from "#src/features/identity/preferences/preferences.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { LANGUAGES, type Language, languageNamed } from "#src/lib/language.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import { isStillDue } from "./conditions.ts";
import type { Settings } from "./contract.ts";
import { firstSettings } from "./first-settings.ts";
import { REMINDER_NAMES, REMINDERS, type ReminderName } from "./rules.ts";
import { findRule } from "./store.ts";

const reminderSchema = z.object({
  rule: z.enum(REMINDER_NAMES),
  account: z.string(),
  /** What it's about, which may be over by the time it's sent. */
  occasion: z.string(),
  /** Set for staff who test it on themselves. */
  test: z.enum(LANGUAGES).optional(),
});
type ReminderData = z.output<typeof reminderSchema>;

export const reminderMail: MailType<ReminderData> = {
  template: "reminders.reminder",
  label: "Reminder",
  data: reminderSchema,
};

export const reminderMails: MailHandler<Platform>[] = [mailHandler(reminderMail, reminderEmail)];

async function reminderEmail(platform: Platform, data: ReminderData): Promise<Email | Unneeded> {
  const { rule, account, test } = data;
  const person = await findPerson(platform.db, account);
  if (!person) return { unneeded: "The account was gone by then." };
  const row = await findRule(platform.db, rule);
  const unneeded = test === undefined ? await findObstacle(platform, data, row) : undefined;
  if (unneeded) return { unneeded };
  const language = test ?? languageNamed(person.language);
  const { versions } = row ?? firstSettings(rule);
  const version = versionIn(versions, language);
  return {
    ...(await composeReminder(platform, { rule, account, version, language })),
    to: person.email,
    unsubscribe: unsubscribeLink(platform, { person: account, topic: "news" }),
  };
}

/** Returns why somebody isn't reminded after all, for the instance's outbox. */
async function findObstacle(
  platform: Platform,
  { rule, account, occasion }: ReminderData,
  row: (Settings & { is_on: boolean }) | undefined,
): Promise<string | undefined> {
  if (!row?.is_on) return "Staff switched this reminder off.";
  if (!(await isInUse(platform.db, account))) return "The account was suspended, or about to be deleted.";
  const wanted = await filterSubscribed(platform, [account], { topic: "news", channel: "email" });
  if (wanted.length === 0) return "They turned these e-mails off.";
  const isDue = await isStillDue(platform, { rule, account, occasion, delayDays: row.delay_days });
  return isDue ? undefined : "What it’s about wasn’t true anymore.";
}

/** Says why somebody gets it. */
function footerOf(rule: ReminderName, name: string): string {
  switch (rule) {
    case "no_profile":
      return `You got this e-mail because your account on ${name} has no page yet.`;
    case "no_link":
      return `You got this e-mail because your page on ${name} has no link yet.`;
    case "no_clicks":
      return `You got this e-mail because the links on a page of yours on ${name} have no clicks yet.`;
    case "domain_problem":
      return `You got this e-mail because a domain that you added on ${name} doesn’t lead to your page.`;
    case "payment_failing":
      return `You got this e-mail because a payment for premium on ${name} failed.`;
    case "quota_near":
      return `You got this e-mail because your plan on ${name} is nearly full.`;
    case "draft_campaign":
      return `You got this e-mail because a campaign of yours on ${name} hasn’t been sent.`;
    case "inactive":
      return `You got this e-mail because you have a page on ${name} and haven’t signed in for a while.`;
    case "mailbox_problem":
      return `You got this e-mail because a sending account of yours on ${name} isn’t ready.`;
    case "premium_ending":
      return `You got this e-mail because premium that you were given on ${name} ends soon.`;
  }
}

interface Written {
  rule: ReminderName;
  account: string;
  version: Version;
  language: Language;
}

/** The e-mail without its reader. */
export const composeReminder = (platform: Platform, { rule, ...written }: Written) =>
  composeNews(platform, {
    ...written,
    target: REMINDERS[rule].target,
    footer: footerOf(rule, platform.settings.get(INSTANCE_NAME)),
  });
