import type { Platform } from "#src/platform/context.ts";
import { writeLetter } from "#src/platform/mail/letter.ts";
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
export function leadLetter({ lead, profile, owner, instance }: LeadNews): Message {
  if (!owner.email_verified) {
    return writeLetter({
      to: owner.email,
      subject: `Somebody signed up on /${profile.username}`,
      lines: ["Confirm your own mail address, and the next mail says who it was."],
      action: listOf(instance),
      footer: footerOf(instance),
    });
  }
  return writeLetter({
    to: owner.email,
    subject: `${lead.name} signed up on ${profile.name}`,
    lines: [
      `Name: ${lead.name}`,
      `E-mail: ${lead.email}`,
      ...(lead.phone === null ? [] : [`Phone: ${lead.phone}`]),
      `Page: ${instance.publicUrl}/${profile.username}`,
    ],
    action: listOf(instance),
    footer: footerOf(instance),
  });
}

/** Tells an owner of all the leads of an hour that had no mail of their own. */
export function leadsLetter({ count, owner, instance }: Receiver & { count: number }): Message {
  const people = count === 1 ? "1 more person" : `${count.toLocaleString("en")} more people`;
  return writeLetter({
    to: owner.email,
    subject: `${people} signed up on your pages`,
    lines: [`Your pages are busy: ${people} signed up within the hour. All of them are on your list.`],
    action: listOf(instance),
    footer: footerOf(instance),
  });
}

function listOf({ publicUrl }: Platform["instance"]) {
  return { label: "See your leads", url: `${publicUrl}/dashboard/marketing/leads` };
}

function footerOf({ name }: Platform["instance"]): string {
  return `You get this mail because a page of yours on ${name} collects addresses.`;
}
