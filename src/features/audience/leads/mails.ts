import * as z from "zod";
import { confirmationPath, needsConfirmation } from "#src/features/audience/consent/double-opt-in.ts";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { unsubscribeLink } from "#src/features/identity/preferences/preferences.ts";
import { parseLeadForm } from "#src/features/pages/profiles/page/lead-form.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { pageUrl } from "#src/lib/page-url.ts";
import { inAccount, PATHS } from "#src/lib/paths.ts";
import { bidiIsolate, mailedName } from "#src/lib/text.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import { MAILS_PER_HOUR_MAX } from "./rules.ts";
import { countLeads, findLead, findProfileName, findShownProfile } from "./store.ts";

const oneLead = z.object({ profile_id: z.string(), lead_id: z.string() });
const manyLeads = z.object({ user_id: z.string(), from: z.string(), until: z.string() });
type OneLead = z.output<typeof oneLead>;
type ManyLeads = z.output<typeof manyLeads>;

export const newLeadMail: MailType<OneLead> = { template: "leads.new", label: "New lead", data: oneLead };
export const newLeadsMail: MailType<ManyLeads> = {
  template: "leads.more",
  label: "More new leads",
  data: manyLeads,
};
export const downloadMail: MailType<OneLead> = {
  template: "leads.download",
  label: "Download for a fan",
  isForFans: true,
  data: oneLead,
};

const oneContact = z.object({ account: z.string(), profile_id: z.string(), contact_id: z.string() });
type OneContact = z.output<typeof oneContact>;
export const confirmMail: MailType<OneContact> = {
  template: "leads.confirm",
  label: "Confirmation of a sign-up",
  isForFans: true,
  data: oneContact,
};

export const leadMails: MailHandler<Platform>[] = [
  mailHandler(newLeadMail, newLeadEmail),
  mailHandler(newLeadsMail, newLeadsEmail),
  mailHandler(downloadMail, downloadEmail),
  mailHandler(confirmMail, confirmEmail),
];

/** Informs an owner about one lead. At an unconfirmed address, it contains nothing that a visitor wrote. */
async function newLeadEmail(platform: Platform, { profile_id, lead_id }: OneLead): Promise<Email | Unneeded> {
  const { db, instance } = platform;
  const lead = await findLead(db, { profileId: profile_id, id: lead_id });
  const profile = await findProfileName(db, profile_id);
  const owner = lead && (await findPerson(db, lead.user_id));
  if (!lead || !profile || !owner) return { unneeded: "The lead or its page had been deleted by then." };
  const shared = {
    to: owner.email,
    action: listOf(instance, lead.user_id),
    ...endOf(platform, lead.user_id),
  };
  if (!owner.email_verified) {
    return {
      ...shared,
      subject: `Someone signed up on /${profile.username}`,
      preview: "Confirm your own e-mail address to see who.",
      lines: ["Confirm your own e-mail address, and from then on we’ll tell you who it was."],
    };
  }
  return {
    ...shared,
    subject: `${mailedName(lead.name) || "Someone"} signed up on ${bidiIsolate(profile.name)}`,
    preview: lead.email,
    lines: ["You have a new lead."],
    details: [
      { label: "Name", value: mailedName(lead.name) },
      { label: "E-mail", value: lead.email },
      ...(lead.phone === null ? [] : [{ label: "Phone", value: lead.phone }]),
      { label: "Page", value: pageUrl(profile, instance.pagesUrl) },
    ],
  };
}

/** Informs an owner about all of an hour's leads without an e-mail of their own. */
async function newLeadsEmail(
  platform: Platform,
  { user_id, from, until }: ManyLeads,
): Promise<Email | Unneeded> {
  const { db, instance } = platform;
  const owner = await findPerson(db, user_id);
  const untold = (await countLeads(db, { account: user_id, from, until })) - MAILS_PER_HOUR_MAX;
  if (!owner || untold <= 0) return { unneeded: "The leads had been deleted by then." };
  const people = untold === 1 ? "1 more person" : `${untold.toLocaleString("en-US")} more people`;
  return {
    to: owner.email,
    subject: `${people} signed up on your pages`,
    preview: "You’ll find everyone under Leads.",
    lines: [`Your pages are busy: ${people} signed up this hour. You’ll find everyone under Leads.`],
    action: listOf(instance, user_id),
    ...endOf(platform, user_id),
  };
}

/**
 * Sends a fan the page's current download. It contains nothing typed into the form, because anyone can enter
 * any address, and nothing from an owner whose own address is unconfirmed.
 */
async function downloadEmail(
  { db, instance }: Platform,
  { profile_id, lead_id }: OneLead,
): Promise<Email | Unneeded> {
  const lead = await findLead(db, { profileId: profile_id, id: lead_id });
  const profile = lead && (await findShownProfile(db, profile_id));
  const owner = profile && (await findPerson(db, profile.user_id));
  const url = profile && parseLeadForm(profile)?.download;
  if (!owner || !url) return { unneeded: "The lead, the page or its download was gone by then." };
  const { name, display_name, username, domain } = profile;
  const creator = (owner.email_verified && mailedName(display_name || name)) || `/${username}`;
  return {
    to: lead.email,
    subject: `Your screensaver from ${creator}`,
    preview: "Here’s the download you signed up for.",
    lines: [`Thanks for signing up on ${creator}. Here’s your screensaver.`],
    action: { label: "Download screensaver", url },
    footer: `You got this e-mail because this address was entered at ${pageUrl({ username, domain }, instance.pagesUrl)}. If it wasn’t you, ignore it: we won’t write again unless someone signs up with it.`,
  };
}

/**
 * Asks a fan to confirm that it was really them. Like the download's e-mail, it contains nothing that anyone
 * typed.
 */
async function confirmEmail(
  platform: Platform,
  { account, profile_id, contact_id }: OneContact,
): Promise<Email | Unneeded> {
  const { db, instance } = platform;
  const contact = await needsConfirmation(platform, { account, id: contact_id });
  const profile = contact && (await findShownProfile(db, profile_id));
  const owner = profile && (await findPerson(db, profile.user_id));
  if (!contact || !owner) return { unneeded: "It was confirmed, or the lead or its page was gone by then." };
  const { name, display_name, username, domain } = profile;
  const creator = (owner.email_verified && mailedName(display_name || name)) || `/${username}`;
  return {
    to: contact.email,
    subject: `Confirm that you want e-mail from ${creator}`,
    preview: "One press, and you’re on the list.",
    lines: [`You signed up on ${creator}. Press the button to confirm, and you’re on the list.`],
    action: { label: "Confirm", url: instance.publicUrl + confirmationPath(platform, contact) },
    footer: `You got this e-mail because this address was entered at ${pageUrl({ username, domain }, instance.pagesUrl)}. If it wasn’t you, ignore it: without your confirmation, they won’t write to you.`,
  };
}

function listOf({ publicUrl }: Platform["instance"], account: string) {
  return { label: "See your leads", url: `${publicUrl}${inAccount(PATHS.leads, account)}` };
}

/** Explains why an owner got it, and how to unsubscribe. */
function endOf(platform: Platform, person: string): Pick<Email, "footer" | "unsubscribe"> {
  const instance = platform.settings.get(INSTANCE_NAME);
  return {
    footer: `You got this e-mail because one of your pages on ${instance} collects e-mail addresses.`,
    unsubscribe: unsubscribeLink(platform, { person, topic: "fans" }),
  };
}
