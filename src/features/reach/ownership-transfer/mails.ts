import * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { inAccount, PATHS } from "#src/lib/paths.ts";
import { mailedName } from "#src/lib/text.ts";
import { formatDay } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import { findOffer } from "./store.ts";

const oneOffer = z.object({ account: z.string(), id: z.string() });
/** The person besides the account's owner. */
const aboutPerson = z.object({ account: z.string(), user_id: z.string() });
type AboutPerson = z.output<typeof aboutPerson>;
const former = aboutPerson.extend({ is_staying: z.boolean() });

export const offerMail: MailType<z.output<typeof oneOffer>> = {
  template: "handover.offer",
  label: "Offer to take over an account",
  data: oneOffer,
};
export const declinedMail: MailType<AboutPerson> = {
  template: "handover.declined",
  label: "Account not taken over",
  data: aboutPerson,
};
export const handedOverMail: MailType<z.output<typeof former>> = {
  template: "handover.handed-over",
  label: "Account handed over, to its former owner",
  data: former,
};
export const tookOverMail: MailType<AboutPerson> = {
  template: "handover.took-over",
  label: "Account handed over, to its new owner",
  data: aboutPerson,
};

export const handoverMails: MailHandler<Platform>[] = [
  mailHandler(offerMail, offerEmail),
  mailHandler(declinedMail, declinedEmail),
  mailHandler(handedOverMail, handedOverEmail),
  mailHandler(tookOverMail, tookOverEmail),
];

const GONE = { unneeded: "One of the accounts had been deleted by then." };

async function offerEmail(
  { db, instance, now }: Platform,
  { account, id }: z.output<typeof oneOffer>,
): Promise<Email | Unneeded> {
  const found = await findOffer(db, { account, now: now().toISOString() });
  const owner = await findPerson(db, account);
  if (found?.offer.id !== id || !owner)
    return { unneeded: "By then, the offer had been taken back or answered." };
  const name = nameOf(owner.name);
  const { is_staying, expires_at } = found.offer;
  const until = formatDay(expires_at, (await findPerson(db, found.to.id))?.language);
  const after = is_staying ? `${name} stays on the team as an admin.` : `${name} leaves the team.`;
  return {
    to: found.to.email,
    subject: `${name} wants to hand you their account`,
    preview: "You’d own its pages, figures, leads, and billing.",
    lines: [
      `${name} wants you to take over the account that you work in. You’d own everything in it: pages, links, figures, leads, domains, the team, and billing. ${after}`,
      "You keep your name, your e-mail address, and the ways you sign in. Your own account, which has nothing in it, ends.",
      `The offer stands until ${until}.`,
    ],
    action: { label: "See the offer", url: instance.publicUrl + inAccount(PATHS.team, account) },
    footer: `You got this e-mail because you’re on ${name}’s team. If you don’t want the account, decline or do nothing.`,
  };
}

async function declinedEmail(
  { db, instance, settings }: Platform,
  { account, user_id }: AboutPerson,
): Promise<Email | Unneeded> {
  const owner = await findPerson(db, account);
  const member = await findPerson(db, user_id);
  if (!owner || !member) return GONE;
  const name = nameOf(member.name);
  return {
    to: owner.email,
    subject: `${name} won’t take over your account`,
    preview: "It stays yours.",
    lines: [`${name} declined your offer, so your account stays yours.`],
    action: { label: "See your team", url: instance.publicUrl + inAccount(PATHS.team, account) },
    footer: `You got this e-mail because you offered your account on ${settings.get(INSTANCE_NAME)}.`,
  };
}

async function handedOverEmail(
  { db, instance, settings }: Platform,
  { account, user_id, is_staying }: z.output<typeof former>,
): Promise<Email | Unneeded> {
  const owner = await findPerson(db, account);
  const person = await findPerson(db, user_id);
  if (!owner || !person) return GONE;
  const name = nameOf(owner.name);
  return {
    to: person.email,
    subject: `Your account is ${name}’s now`,
    preview: "You sign in as before.",
    lines: [
      `${name} has taken over your account, with everything in it.`,
      is_staying
        ? "You’re on its team as an admin. You sign in as before, and you also have an account of your own, with nothing in it yet."
        : "You sign in as before, to an account of your own with nothing in it yet. API keys and webhooks that you made no longer work.",
    ],
    action: { label: "Go to your dashboard", url: instance.publicUrl + PATHS.dashboard },
    footer: `If this wasn’t you, write to the people who run ${settings.get(INSTANCE_NAME)} right away, and choose a new password.`,
  };
}

async function tookOverEmail(
  { db, instance, settings }: Platform,
  { account, user_id }: AboutPerson,
): Promise<Email | Unneeded> {
  const owner = await findPerson(db, account);
  const person = await findPerson(db, user_id);
  if (!owner || !person) return GONE;
  const name = nameOf(person.name);
  return {
    to: owner.email,
    subject: `${name}’s account is yours now`,
    preview: "You sign in as before.",
    lines: [
      `You’ve taken over ${name}’s account, with everything in it. You sign in as before.`,
      "Have a look at its team, its API keys, and its payment details: they’re still as they were.",
    ],
    action: { label: "Go to your dashboard", url: instance.publicUrl + PATHS.dashboard },
    footer: `If this wasn’t you, write to the people who run ${settings.get(INSTANCE_NAME)} right away, and choose a new password.`,
  };
}

function nameOf(name: string): string {
  return mailedName(name) || "Someone";
}
