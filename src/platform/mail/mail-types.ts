import type * as z from "zod";
import type { Language } from "#src/lib/language.ts";

/**
 * `queued`: waiting for its (next) attempt. `sending`: being sent, or was when its process was killed.
 * `sent`: accepted by the mail server or saved in the folder. `skipped`: there was no longer anything to
 * send. `failed`: the last attempt failed.
 */
export const MAIL_STATES = ["queued", "sending", "sent", "skipped", "failed"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** A kind of e-mail: its name, and the shape of the data stored until it's rendered. */
export interface MailType<Data extends object> {
  template: string;
  label: string;
  /**
   * Ids and addresses. Never a secret, since this is stored in the database: create links that prove
   * something only when sending.
   */
  data: z.ZodType<Data>;
  /** Set for e-mail to fans, whose language we don't know. It's in English. */
  isForFans?: boolean;
  /** Defaults to `TRIES_MAX`. */
  triesMax?: number;
}

/** An e-mail's content as plain text. Templates don't write HTML, except what people have composed of blocks. */
export interface Email {
  to: string;
  /** The address by which we know its reader, if it's sent elsewhere. */
  reader?: string;
  /** Their language, if it can't be looked up by the address anymore. */
  language?: Language | undefined;
  subject: string;
  /** The text that inboxes show after the subject. */
  preview: string;
  lines: string[];
  /** Formatted text below the lines: sanitized HTML, and the same as plain text. */
  body?: { html: string; text: string };
  /** Labeled facts, below the text. */
  details?: {
    label: string;
    value: string;
    /** Set if the value is our own text and not something that people typed. */
    isOurs?: boolean;
    /** Creates a secret value when the e-mail is sent. Until then, `value` is a placeholder. */
    makeValue?(): Promise<string>;
  }[];
  action: {
    label: string;
    url: string;
    /** Creates a secret URL when the e-mail is sent. Until then, `url` is a placeholder. */
    makeUrl?(): Promise<string>;
  };
  /** Explains why the recipient got it. */
  footer: string;
  /** Unsubscribes from this kind of e-mail: a link below it, and the inbox's own button (RFC 8058). */
  unsubscribe?: { label: string; url: string };
}

/** The reason why there's nothing to send (anymore). */
export interface Unneeded {
  unneeded: string;
}

/** An entry in a slice's list: a kind of e-mail and its template. */
export interface MailHandler<Context = never> {
  mail: MailType<object>;
  compose(context: Context, data: never): Promise<Email | Unneeded>;
}

/** Pairs a kind of e-mail with its template, so that the list in `node/slices.ts` can hold every shape. */
export function mailHandler<Context, Data extends object>(
  mail: MailType<Data>,
  compose: (context: Context, data: Data) => Promise<Email | Unneeded>,
): MailHandler<Context> {
  return { mail, compose: (context, data) => compose(context, mail.data.parse(data)) };
}
