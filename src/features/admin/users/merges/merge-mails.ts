/* What the owners of two accounts get when these were merged. */
import * as z from "zod";
import { findDeletionDue } from "#src/features/identity/accounts/accounts.ts";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { mergedExportLink } from "#src/features/reach/account-data/export-links.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { PATHS } from "#src/lib/paths.ts";
import { formatDay } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";

const merged = z.object({ source: z.string(), target: z.string(), due_at: z.string(), reason: z.string() });
type Merged = z.output<typeof merged>;

/** To the owner of the account that stays. */
export const mergedMail: MailType<Merged> = {
  template: "users.merged",
  label: "Another account was merged into this one",
  data: merged,
};

/** To the owner of the one that ends. */
export const mergedIntoMail: MailType<Merged> = {
  template: "users.merged-into",
  label: "Account was merged into another one",
  data: merged,
};

export const mergeMails: MailHandler<Platform>[] = [
  mailHandler(mergedMail, mergedEmail),
  mailHandler(mergedIntoMail, mergedIntoEmail),
];

async function partiesOf({ db }: Platform, { source, target, due_at }: Merged) {
  const [from, to] = [await findPerson(db, source), await findPerson(db, target)];
  // Whoever kept the account since then has it back.
  const due = await findDeletionDue(db, source);
  return from && to && due?.toISOString() === due_at ? { from, to } : undefined;
}

const KEPT: Unneeded = { unneeded: "The other account was kept or is gone by now." };

async function mergedEmail(platform: Platform, data: Merged): Promise<Email | Unneeded> {
  const { settings, instance } = platform;
  const parties = await partiesOf(platform, data);
  if (!parties) return KEPT;
  const { from, to } = parties;
  const day = formatDay(data.due_at, to.language);
  const name = settings.get(INSTANCE_NAME);
  return {
    to: to.email,
    subject: `Your two ${name} accounts are one now`,
    preview: "Its pages, figures, and leads are in this account.",
    lines: [
      `The people who run this instance have merged your ${name} account ${from.email} into this one. Its pages keep their addresses, and its figures, sign-ups, leads, and domains are here, too.`,
      `Settings, campaigns, and everything else stayed in the other account, which will be deleted on ${day}. Until then, you can download all of it here while you’re signed in to this account.`,
      "If your plan allows fewer pages or links than you have now, nothing is lost. You just can’t add any.",
    ],
    details: [{ label: "Reason", value: data.reason }],
    action: { label: "Download the rest", url: instance.publicUrl + mergedExportLink(platform, data) },
    footer: "If you have no other account, contact the people who run this instance.",
  };
}

async function mergedIntoEmail(platform: Platform, data: Merged): Promise<Email | Unneeded> {
  const { settings, instance } = platform;
  const parties = await partiesOf(platform, data);
  if (!parties) return KEPT;
  const { from, to } = parties;
  const day = formatDay(data.due_at, from.language);
  const name = settings.get(INSTANCE_NAME);
  return {
    to: from.email,
    subject: `Your ${name} account was merged into another one`,
    preview: `Its pages, figures, and leads are in the account ${to.email}.`,
    lines: [
      `The people who run this instance have merged your ${name} account into the account ${to.email}. Your pages are online as ever and belong to that account now, with their figures, sign-ups, leads, and domains.`,
      `This account is closed, and on ${day} it will be deleted. Until then, whoever signs in to the other account can download what’s left in this one.`,
      "If you keep this account, its settings, campaigns, and leads are back, but not its pages.",
    ],
    details: [{ label: "Reason", value: data.reason }],
    action: { label: "Keep this account", url: instance.publicUrl + PATHS.keepAccount },
    footer: "If that other account isn’t yours, contact the people who run this instance right away.",
  };
}
