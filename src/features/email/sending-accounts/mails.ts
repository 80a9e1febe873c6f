import * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import type { Announced } from "#src/lib/event.ts";
import { inAccount, PATHS } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { addressToVerify, needsPerson } from "./rules.ts";
import { findMailbox, type MailboxKey } from "./store.ts";
import { codeMail, issueCode } from "./verification/verification.ts";

const stoppedMail: MailType<{ account: string; id: string; state: string }> = {
  template: "mailboxes.stopped",
  label: "Sending account stopped",
  data: z.object({ account: z.string(), id: z.string(), state: z.string() }),
};

export const mailboxMails: MailHandler<Platform>[] = [
  mailHandler(codeMail, codeEmail),
  mailHandler(stoppedMail, stoppedEmail),
];

/** Features 5.1.10: once per transition, and only for states that need a person. */
export async function notifyStateChange(
  platform: Platform,
  { id, account, subject, payload }: Announced<{ to: string }>,
): Promise<void> {
  const owner = needsPerson(payload.to) ? await findPerson(platform.db, account) : undefined;
  if (!owner) return;
  const data = { account, id: subject, state: payload.to };
  await enqueueMail(platform, {
    mail: stoppedMail,
    to: owner.email,
    account,
    about: subject,
    once: id,
    data,
  });
}

async function stoppedEmail(
  platform: Platform,
  { account, id, state }: { account: string; id: string; state: string },
): Promise<Email | Unneeded> {
  const { db, instance, settings } = platform;
  const row = await findMailbox(db, { account, id });
  const to = (await findPerson(db, account))?.email;
  if (!row || to === undefined || row.state !== state)
    return { unneeded: "The sending account had been deleted or worked again by then." };
  const isRefused = state === "auth_failed";
  return {
    to,
    subject: isRefused ? `We can’t sign in to ${row.from_address}` : `We’ve paused ${row.from_address}`,
    preview: "Unsent e-mail waits.",
    lines: [
      isRefused
        ? "Its server refuses our sign-in, so nothing goes out through this sending account. Enter the password again, or reconnect it."
        : "Too much of what it sent came back or was reported, so we paused this sending account to protect your reputation.",
      "Nothing is lost: unsent e-mail waits until it’s ready again.",
    ],
    ...(row.last_error !== "" && {
      details: [{ label: "What happened", value: row.last_error, isOurs: true }],
    }),
    action: {
      label: "See your sending accounts",
      url: `${instance.publicUrl}${inAccount(PATHS.mailboxes, account)}`,
    },
    footer: `You got this e-mail because your account on ${settings.get(INSTANCE_NAME)} sends through it.`,
  };
}

async function codeEmail(platform: Platform, key: MailboxKey): Promise<Email | Unneeded> {
  const { instance, settings } = platform;
  const row = await findMailbox(platform.db, key);
  const owner = await findPerson(platform.db, key.account);
  if (!row || row.proven_at !== null)
    return { unneeded: "The sending account had been deleted or proven by then." };
  const name = settings.get(INSTANCE_NAME);
  const to = addressToVerify(row);
  const isForReplies = row.kind === "instance";
  return {
    to,
    ...(owner && { reader: owner.email }),
    subject: isForReplies ? `Your code to get replies at ${to}` : `Your code to send from ${to}`,
    preview: "It’s good for 30 minutes.",
    lines: [
      isForReplies
        ? `Someone wants replies to their e-mail with ${name} to come to this address. If that’s you, enter this code there within 30 minutes.`
        : `Someone wants to send e-mail from this address with ${name}. If that’s you, enter this code there within 30 minutes.`,
      "If it isn’t you, ignore this e-mail: nothing is sent without the code.",
    ],
    details: [{ label: "Code", value: "······", makeValue: () => issueCode(platform, row) }],
    action: {
      label: "Enter the code",
      url: `${instance.publicUrl}${inAccount(PATHS.mailboxes, key.account)}`,
    },
    footer: `You got this e-mail because somebody entered your address on ${name}.`,
  };
}
