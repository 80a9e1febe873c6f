import * as z from "zod";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { isLanguage } from "#src/lib/language.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { cutChars } from "#src/lib/text.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import { exchangeUrl } from "./links.ts";
import { findLastQuestion, findMessage, findPerson, findRequest, type RequestRow } from "./store.ts";

const EXCERPT_CHARS_MAX = 500;
const oneRequest = z.object({ id: z.string() });
const oneAnswer = oneRequest.extend({ message_id: z.string() });
const toStaff = oneRequest.extend({ to: z.string(), is_new: z.boolean() });
type OneRequest = z.output<typeof oneRequest>;
type OneAnswer = z.output<typeof oneAnswer>;
type ToStaff = z.output<typeof toStaff>;

/** Anyone can have typed the address, so it says nothing that somebody else wrote. */
export const receivedMail: MailType<OneRequest> = {
  template: "help-requests.received",
  label: "Request for help received",
  data: oneRequest,
};
export const answerMail: MailType<OneAnswer> = {
  template: "help-requests.answer",
  label: "Answer to a request for help",
  data: oneAnswer,
};
export const staffMail: MailType<ToStaff> = {
  template: "help-requests.staff",
  label: "Request for help to answer",
  data: toStaff,
};

export const helpMails: MailHandler<Platform>[] = [
  mailHandler(receivedMail, receivedEmail),
  mailHandler(answerMail, answerEmail),
  mailHandler(staffMail, staffEmail),
];

const GONE = { unneeded: "The request was gone by then." };

/** The account's address may have changed since; without an account, it's the one that was typed. */
async function receiverOf({ db }: Platform, { account_id, email, language }: RequestRow) {
  if (account_id === null) return { to: email, ...(isLanguage(language) && { language }) };
  return { to: (await findPerson(db, account_id))?.email ?? email };
}

function actionOf(platform: Platform, { id }: RequestRow, label: string) {
  return { label, url: platform.instance.publicUrl, makeUrl: async () => exchangeUrl(platform, id) };
}

async function receivedEmail(platform: Platform, { id }: OneRequest): Promise<Email | Unneeded> {
  const row = await findRequest(platform.db, id);
  if (!row) return GONE;
  return {
    ...(await receiverOf(platform, row)),
    subject: `We’ve got your request (${row.number})`,
    preview: "A person will read it and answer by e-mail.",
    lines: [
      "Somebody asked us for help with this e-mail address. A person will read it and answer by e-mail.",
      "If it wasn’t you, ignore this e-mail.",
    ],
    details: [{ label: "Number", value: row.number }],
    action: actionOf(platform, row, "See the request"),
    footer: `You got this e-mail because your address was typed into the help form of ${platform.settings.get(INSTANCE_NAME)}.`,
  };
}

async function answerEmail(platform: Platform, { id, message_id }: OneAnswer): Promise<Email | Unneeded> {
  const row = await findRequest(platform.db, id);
  const answer = await findMessage(platform.db, message_id);
  if (!row || !answer) return GONE;
  return {
    ...(await receiverOf(platform, row)),
    subject: `Our answer to your request (${row.number})`,
    preview: "A person has read it.",
    lines: [
      "You asked us for help, and here’s our answer.",
      "If you’d like to write again, use the button instead of replying to this e-mail. You don’t have to sign in.",
    ],
    details: [
      { label: "Our answer", value: answer.text },
      { label: "Number", value: row.number },
    ],
    action: actionOf(platform, row, "See it all, or write again"),
    footer: `You got this e-mail because you asked for help on ${platform.settings.get(INSTANCE_NAME)}.`,
  };
}

async function staffEmail(platform: Platform, { id, to, is_new }: ToStaff): Promise<Email | Unneeded> {
  const { db, instance, settings } = platform;
  const row = await findRequest(db, id);
  if (!row) return GONE;
  if (row.state !== "open") return { unneeded: "The request had been answered by then." };
  const question = await findLastQuestion(db, id);
  return {
    to,
    subject: is_new ? `Request for help (${row.number})` : `They’ve written again (${row.number})`,
    preview: "Somebody waits for an answer.",
    lines: [
      is_new
        ? "Somebody asked for help. Read it, and answer."
        : "Somebody whose request you have wrote again. Read it, and answer.",
    ],
    details: [
      { label: "From", value: row.email },
      { label: "Subject", value: row.subject },
      { label: "Message", value: cutChars(question?.text ?? "", EXCERPT_CHARS_MAX) },
      ...(row.is_premium ? [{ label: "Plan", value: "Premium account", isOurs: true }] : []),
      { label: "Number", value: row.number },
    ],
    action: {
      label: "Open the request",
      url: `${instance.publicUrl}${STAFF_PATHS.helpRequests}?request=${row.id}`,
    },
    footer: `You got this e-mail because you look after ${settings.get(INSTANCE_NAME)}.`,
  };
}
