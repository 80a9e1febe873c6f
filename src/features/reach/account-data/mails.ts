import * as z from "zod";
import { isClosed } from "#src/features/identity/accounts/accounts.ts";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { LANGUAGES } from "#src/lib/language.ts";
import { PATHS } from "#src/lib/paths.ts";
import { formatDay } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { type Email, type MailHandler, type MailType, mailHandler } from "#src/platform/mail/mail-types.ts";
import { exportLink } from "./export-links.ts";

const closing = z.object({
  account: z.string(),
  email: z.string(),
  due_at: z.string(),
  /** Set if staff asked for it. */
  reason: z.string().optional(),
});
const exported = z.object({
  account: z.string(),
  email: z.string(),
  /** Set if staff asked for it. */
  by_staff: z.boolean().optional(),
});
const goodbye = z.object({ email: z.string(), language: z.enum(LANGUAGES).optional() });
/** A few hours, because it's of no use later, and its address is stored for a day at most. */
const TRIES_MAX = 7;

export const closingMail: MailType<z.output<typeof closing>> = {
  template: "account-data.closing",
  label: "Account will be deleted",
  data: closing,
};

/** Sent with the link when someone exports their account. */
export const exportMail: MailType<z.output<typeof exported>> = {
  template: "account-data.export",
  label: "Data export",
  data: exported,
};

/** Sent when it's gone. Its content is all that's left of the account. */
export const goodbyeMail: MailType<z.output<typeof goodbye>> = {
  template: "account-data.farewell",
  label: "Account was deleted",
  data: goodbye,
  triesMax: TRIES_MAX,
};

export const accountDataMails: MailHandler<Platform>[] = [
  mailHandler(exportMail, exportEmail),
  mailHandler(closingMail, async (platform: Platform, { account, ...data }) => {
    if (!(await isClosed(platform.db, account)))
      return { unneeded: "They had decided to keep their account by then." };
    const person = await findPerson(platform.db, account);
    return closingEmail(platform, { ...data, language: person?.language });
  }),
  mailHandler(goodbyeMail, async (platform: Platform, data) => goodbyeEmail(platform, data)),
];

function closingEmail(
  { settings, instance }: Platform,
  {
    email,
    due_at,
    reason,
    language,
  }: Omit<z.output<typeof closing>, "account"> & {
    language: string | null | undefined;
  },
): Email {
  const name = settings.get(INSTANCE_NAME);
  const day = formatDay(due_at, language);
  return {
    to: email,
    subject: `Your ${name} account will be deleted on ${day}`,
    preview: "Until then, you can keep it.",
    lines: [
      reason === undefined
        ? `You asked us to delete your ${name} account. Its pages are gone already, and so is your team’s access.`
        : `The people who run this instance are going to delete your ${name} account. Its pages are gone already, and so is your team’s access.`,
      `On ${day}, everything in it will be deleted for good. Until then, sign in and choose “Keep my account” to have it all back.`,
    ],
    ...(reason !== undefined && { details: [{ label: "Reason", value: reason }] }),
    action: { label: "Keep my account", url: instance.publicUrl + PATHS.keepAccount },
    footer:
      reason === undefined
        ? "If this wasn’t you, someone else has your password. Sign in, keep your account, and choose a new one right away."
        : "If you think that’s a mistake, keep your account and contact the people who run this instance.",
  };
}

async function exportEmail(
  platform: Platform,
  { account, email, by_staff }: z.output<typeof exported>,
): Promise<Email> {
  const { settings, instance } = platform;
  const name = settings.get(INSTANCE_NAME);
  const { url, expires_at } = exportLink(platform, account);
  const until = formatDay(expires_at, (await findPerson(platform.db, account))?.language);
  return {
    to: email,
    subject: `Your ${name} data is ready to download`,
    preview: "Your profiles, links, figures, leads, and pictures in one file.",
    lines: [
      `Here’s everything in your ${name} account as a ZIP file, with JSON for programs and CSV for spreadsheets.`,
      `You’ll need to be signed in to download it. The link works until ${until}.`,
    ],
    action: { label: "Download your data", url: instance.publicUrl + url },
    footer: by_staff
      ? "You got this e-mail because the people who run this instance were asked for your data. They don’t have the file."
      : "If you didn’t ask for this, someone else may be using your account. Change your password and sign out all other devices.",
  };
}

function goodbyeEmail(
  { settings, instance }: Platform,
  { email, language }: z.output<typeof goodbye>,
): Email {
  const name = settings.get(INSTANCE_NAME);
  return {
    to: email,
    language,
    subject: `Your ${name} account is gone`,
    preview: "We’ve deleted everything in it.",
    lines: [
      `We’ve deleted your ${name} account and everything in it: profiles, links, figures, leads, and pictures.`,
      "Your usernames stay unavailable for 90 days, so nobody can take them and pretend to be you.",
      "Thanks for having been here.",
    ],
    action: { label: `Visit ${name}`, url: instance.publicUrl },
    footer:
      "You got this e-mail because your account was deleted. It’s the last one: within a day, we forget your e-mail address, too.",
  };
}
