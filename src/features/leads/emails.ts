import type { Platform } from "#src/platform/context.ts";
import { writeEmail } from "#src/platform/mail/email.ts";
import type { Message } from "#src/platform/mail/mail.ts";
import type { LeadRow } from "./store.ts";

interface Receiver {
  owner: { email: string; email_verified: boolean };
  instance: Platform["instance"];
}

interface LeadNews extends Receiver {
  lead: LeadRow;
  profile: { name: string; username: string };
}

/** Tells an owner of one lead. To an address that nobody has confirmed it carries no word that a visitor wrote. */
export function leadEmail({ lead, profile, owner, instance }: LeadNews): Message {
  if (!owner.email_verified) {
    return writeEmail({
      to: owner.email,
      subject: `Someone signed up on /${profile.username}`,
      lines: ["Confirm your own e-mail address, and from then on we’ll tell you who it was."],
      action: listOf(instance),
      footer: footerOf(instance),
    });
  }
  return writeEmail({
    to: owner.email,
    subject: `${lead.name} signed up on ${profile.name}`,
    lines: [
      `Name: ${lead.name}`,
      `E-mail: ${lead.email}`,
      ...(lead.phone === null ? [] : [`Phone: ${lead.phone}`]),
      `Page: ${instance.pagesUrl}/${profile.username}`,
    ],
    action: listOf(instance),
    footer: footerOf(instance),
  });
}

/** Tells an owner of all the leads of an hour that had no e-mail of their own. */
export function leadsEmail({ count, owner, instance }: Receiver & { count: number }): Message {
  const people = count === 1 ? "1 more person" : `${count.toLocaleString("en-US")} more people`;
  return writeEmail({
    to: owner.email,
    subject: `${people} signed up on your pages`,
    lines: [`Your pages are busy: ${people} signed up this hour. You’ll find everyone under Leads.`],
    action: listOf(instance),
    footer: footerOf(instance),
  });
}

interface DownloadNews {
  to: string;
  profile: { name: string; username: string };
  /** False while nobody has confirmed the owner's address: then the e-mail carries no word that the owner wrote. */
  trusted: boolean;
  url: string;
  instance: Platform["instance"];
}

/** Sends a fan what they signed up for. Nothing that was typed into the form is in it: anyone can type any address. */
export function downloadEmail({ to, profile, trusted, url, instance }: DownloadNews): Message {
  const page = `${instance.pagesUrl}/${profile.username}`;
  const creator = trusted ? profile.name : `/${profile.username}`;
  return writeEmail({
    to,
    subject: `Your screensaver from ${creator}`,
    lines: [`Thanks for signing up on ${creator}. Here’s your screensaver.`],
    action: { label: "Download screensaver", url },
    footer: `You got this e-mail because this address was entered at ${page}. If it wasn’t you, ignore it: we won’t write again unless someone signs up with it.`,
  });
}

function listOf({ publicUrl }: Platform["instance"]) {
  return { label: "See your leads", url: `${publicUrl}/dashboard/marketing/leads` };
}

function footerOf({ name }: Platform["instance"]): string {
  return `You got this e-mail because one of your pages on ${name} collects e-mail addresses.`;
}
