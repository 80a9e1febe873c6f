import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport, type Transporter } from "nodemailer";
import * as z from "zod";
import { LANGUAGES, type Language } from "#src/lib/language.ts";
import { instanceSetting } from "#src/lib/setting.ts";
import type { Db } from "../db/database.ts";
import { requireNetworkAllowed } from "../db/transaction-guard.ts";
import { noting } from "../observe/doors.ts";
import type { MailHandler } from "./mail-types.ts";
import { subjectOf } from "./subject.ts";

export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A POST to it unsubscribes from e-mail of this kind (RFC 8058). */
  unsubscribeUrl?: string | undefined;
}

/** A message with an id that's the same for every attempt, so that inboxes can recognize a second copy. */
export interface Dispatch extends Message {
  id: string;
  at: string;
}

/** The outcome of a message that was accepted. */
export interface Receipt {
  outcome: string;
  /** The id in the folder. */
  keptAs?: string;
}

export type LanguageOf = (db: Db, address: string) => Promise<Language>;

/** Sends e-mail. `folder` saves it as files, so that an instance works before it has a mail server. */
export interface Mail {
  delivery: "smtp" | "folder";
  folder: string;
  /** Every kind of e-mail that this instance sends, by template name. */
  handlers: ReadonlyMap<string, MailHandler>;
  /** Returns the language of the person who has an address, and English for everyone else. */
  languageOf: LanguageOf;
  send(message: Dispatch): Promise<Receipt>;
  /** Opens separate connections to the mail server, for e-mail of accounts. Undefined without a server. */
  openRelay?(more: object): Transporter;
  close(): void;
}

export const MAIL_FROM = instanceSetting({
  name: "mail_from",
  group: "mail",
  variable: "MAIL_FROM",
  default: "Fanfare <fanfare@localhost>",
  schema: z
    .string()
    .trim()
    .regex(
      /^[^<>]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/,
      "Enter an e-mail address, or a name with it in angle brackets.",
    ),
  about: "Who the instance's e-mail comes from.",
  label: "Sender of e-mail",
  hint: "An e-mail address, or a name with it: Fanfare <hello@example.com>.",
  input: { kind: "text" },
});

interface MailSettings {
  smtpUrl: string;
  /** Evaluated for each e-mail. */
  from: () => string;
  folder: string;
  /** This instance's URL. Message ids end with its host. */
  publicUrl: string;
  handlers?: readonly MailHandler[];
  languageOf?: LanguageOf;
}

/** A hanging server costs an attempt, not the worker. A job that waited longer would count as lost. */
const TIMEOUTS = {
  connectionTimeout: 30_000,
  greetingTimeout: 30_000,
  socketTimeout: 60_000,
  dnsTimeout: 30_000,
};

const inEnglish: LanguageOf = async () => LANGUAGES[0];

export function openMail(settings: MailSettings): Mail {
  const { smtpUrl, from, folder, publicUrl, handlers = [], languageOf = inEnglish } = settings;
  const host = URL.parse(publicUrl)?.hostname || "localhost";
  const envelope = ({ id, at, to, unsubscribeUrl, ...message }: Dispatch) => ({
    ...message,
    subject: subjectOf(message.subject),
    from: from(),
    // An object is a single address, even with commas in it.
    to: { name: "", address: to },
    date: new Date(at),
    messageId: `<${id}@${host}>`,
    // Keeps out-of-office replies from coming back.
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl && unsubscribeHeaders(unsubscribeUrl)),
    },
  });
  const byTemplate = new Map(handlers.map((handler) => [handler.mail.template, handler]));
  const shared = { folder, handlers: byTemplate, languageOf };
  return smtpUrl
    ? { ...shared, ...smtpMail(smtpUrl, envelope) }
    : { ...shared, ...folderMail(folder, envelope) };
}

/** Prepared headers, because folding would break a long URL. */
function unsubscribeHeaders(url: string) {
  return {
    "List-Unsubscribe": { prepared: true, value: `<${url}>` },
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

type Envelope = (message: Dispatch) => object;
type Delivery = Pick<Mail, "delivery" | "send" | "openRelay" | "close">;

function smtpMail(url: string, envelope: Envelope): Delivery {
  const transport = createTransport({ url, ...TIMEOUTS });
  return {
    delivery: "smtp",
    async send(message) {
      requireNetworkAllowed();
      const { response } = await noting("smtp", () => transport.sendMail(envelope(message)));
      return { outcome: response };
    },
    openRelay: (more) =>
      createTransport({
        url,
        pool: true,
        ...TIMEOUTS,
        disableFileAccess: true,
        disableUrlAccess: true,
        ...more,
      }),
    close: () => transport.close(),
  };
}

function folderMail(folder: string, envelope: Envelope): Delivery {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    delivery: "folder",
    close: () => transport.close(),
    async send(message) {
      const { message: raw } = await transport.sendMail(envelope(message));
      await mkdir(folder, { recursive: true });
      // The same for every attempt, so that a retry overwrites the file instead of adding a second one.
      const keptAs = `${message.at.replace(/[:.]/g, "-")}-${message.id}`;
      // Written under another name first, so that nobody reads half a message.
      await writeFile(join(folder, `${keptAs}.part`), raw as Buffer, { mode: 0o600 });
      await rename(join(folder, `${keptAs}.part`), join(folder, `${keptAs}.eml`));
      return { outcome: "", keptAs };
    },
  };
}

export async function listSavedMail(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith(".eml"))
    .map((name) => name.slice(0, -".eml".length))
    .sort()
    .reverse();
}

/** Deletes saved messages. Other nodes' folders can't be reached from here. */
export async function deleteSavedMail(folder: string, ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => rm(join(folder, `${id}.eml`), { force: true })));
}

/** Returns a saved message as it was sent, or undefined if the id is unknown. */
export async function readSavedMail(folder: string, id: string) {
  const raw = /^[\w-]+$/.test(id) && (await readFile(join(folder, `${id}.eml`)).catch(() => undefined));
  if (!raw) return undefined;
  const { simpleParser } = await import("mailparser");
  const { to, subject = "", date, text = "", html } = await simpleParser(raw, { skipTextToHtml: true });
  const receivers = Array.isArray(to) ? to : to ? [to] : [];
  return {
    to: receivers.map((receiver) => receiver.text).join(", "),
    subject,
    at: (date ?? new Date(0)).toISOString(),
    text,
    html: html || "",
  };
}
