/*
 * Accounts: who is signed in, how the instance presents itself, and the e-mail that is kept while there is no
 * mail server. Signing up and in is better-auth's (`auth.ts`) behind `gate.ts`, with links by e-mail (`email-links.ts`)
 * and known devices (`devices.ts`); `bans.ts` keeps accounts out. Teams and staff roles belong to `team`.
 */
import type { AddressObject } from "mailparser";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Person, Platform } from "#src/platform/context.ts";
import { listKeptMail, type Mail, readKeptMail } from "#src/platform/mail/mail.ts";
import { ACCOUNT_ERRORS } from "./contract.ts";
import { hasFounder } from "./store.ts";

export async function readMe(ctx: Ctx): Promise<Person> {
  return ctx.actor;
}

/** How the instance presents itself, and whether it can send e-mail. */
export async function readInstance({ instance, mail, db }: Platform) {
  const { name, publicUrl, pagesUrl, supportAddress } = instance;
  return {
    name,
    support_address: supportAddress,
    public_url: publicUrl,
    pages_url: pagesUrl,
    needs_founder: !(await hasFounder(db)),
    sends_email: mail.delivery === "smtp",
  };
}

/** The e-mail that is kept while there is no mail server, newest first; the founder's to read. */
export async function listMail({ mail }: Ctx) {
  const items = [];
  for (const id of await listKeptMail(mail.folder)) {
    const message = await readMessage(mail, id);
    if (message) items.push({ id, to: message.to, subject: message.subject, sent_at: message.sent_at });
  }
  return { items, delivery: mail.delivery };
}

export async function getMail({ mail }: Ctx, { id }: { id: string }) {
  const message = await readMessage(mail, id);
  if (!message) throw failure(ACCOUNT_ERRORS, "MAIL_NOT_FOUND");
  return message;
}

async function readMessage(mail: Mail, id: string) {
  const raw = await readKeptMail(mail.folder, id);
  if (!raw) return undefined;
  const { simpleParser } = await import("mailparser");
  const message = await simpleParser(raw, { skipTextToHtml: true });
  const to = message.to as AddressObject | undefined;
  return {
    id,
    to: to?.text ?? "",
    subject: message.subject ?? "",
    sent_at: (message.date ?? new Date(0)).toISOString(),
    text: message.text ?? "",
    html: message.html || "",
  };
}
