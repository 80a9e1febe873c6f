import type * as z from "zod";
import type { Language } from "#src/lib/language.ts";

/**
 * `queued`: waiting for its (next) try. `sending`: being sent, or was when its process was killed. `sent`:
 * the mail server or the folder has it. `skipped`: there was no longer anything to send. `failed`: the last
 * try failed.
 */
export const MAIL_STATES = ["queued", "sending", "sent", "skipped", "failed"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** A kind of e-mail: its name, and the shape of the data stored until it's written. */
export interface MailType<Data extends object> {
  template: string;
  /** Its name in the list of sent e-mail. */
  label: string;
  /**
   * Ids and addresses. Never a secret, since this is stored in the database: links that prove something must
   * not be.
   */
  data: z.ZodType<Data>;
  /** Set if it's for somebody's fans, whose language we don't know. It's in English. */
  isForFans?: boolean;
  /** How many tries it gets before it has failed. Defaults to `TRIES_MAX`. */
  triesMax?: number;
}

/** An e-mail's content as plain text. Templates don't write HTML. */
export interface Email {
  to: string;
  /** The address that its reader is known by, if that isn't where it goes. */
  reader?: string;
  /** Their language, if the address no longer leads to it. */
  language?: Language | undefined;
  subject: string;
  /** What inboxes show after the subject. */
  preview: string;
  lines: string[];
  /** Labeled facts, below the text. */
  details?: {
    label: string;
    value: string;
    /** Set if the value is words of ours and nothing that people typed. */
    isOurs?: boolean;
    /** Creates a value that proves something, only when the e-mail is sent. Until then, `value` is a placeholder. */
    makeValue?(): Promise<string>;
  }[];
  action: {
    label: string;
    url: string;
    /**
     * Creates the URL that proves something, only when the e-mail is sent. Until then, `url` is a
     * placeholder.
     */
    makeUrl?(): Promise<string>;
  };
  /** Why the recipient got it. */
  footer: string;
  /** How to get no more of its kind: a link below it, and for the inbox's own button (RFC 8058). */
  unsubscribe?: { label: string; url: string };
}

/** There's nothing to send (anymore), and why. */
export interface Unneeded {
  unneeded: string;
}

/** An entry in a slice's list: a kind of e-mail and what writes it. */
export interface MailHandler<Context = never> {
  mail: MailType<object>;
  compose(context: Context, data: never): Promise<Email | Unneeded>;
}

/** Pairs a kind of e-mail with what writes it, so that the list in `node/slice-jobs.ts` can hold every shape. */
export function mailHandler<Context, Data extends object>(
  mail: MailType<Data>,
  compose: (context: Context, data: Data) => Promise<Email | Unneeded>,
): MailHandler<Context> {
  return { mail, compose: (context, data) => compose(context, mail.data.parse(data)) };
}
