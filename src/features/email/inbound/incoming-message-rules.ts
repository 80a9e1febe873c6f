import { normalEmail } from "#src/lib/email-address.ts";

/** An e-mail in someone's inbox, as far as it's read. */
export interface IncomingMessage {
  /** The sender's address in lowercase, or empty. */
  from: string;
  /** The address for answers, in lowercase, or empty. */
  reply_to: string;
  /** With their angle brackets. */
  message_id: string;
  in_reply_to: readonly string[];
  references: readonly string[];
  subject: string;
  /** The time in its own header. */
  date: string | undefined;
  /** By lowercase name. */
  headers: ReadonlyMap<string, string>;
  text: string;
  /** Parts that report on other messages: delivery statuses, feedback, and returned messages. */
  parts: readonly { type: string; text: string }[];
  /** The number of attachments, besides those and the pictures in its text. */
  files: number;
  /** What is a DMARC report by its name. */
  dmarc?: readonly Uint8Array[];
}

export const partOf = ({ parts }: Pick<IncomingMessage, "parts">, type: RegExp) =>
  parts.find((part) => type.test(part.type));

/** Parses fields such as `Action: failed`, by lowercase name; the first one wins. Folded lines are joined. */
export function fieldsIn(text: string): ReadonlyMap<string, string> {
  const lines = text.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const pairs = lines.flatMap((line) => {
    const [, name, value] = /^([A-Za-z-]+):(.*)$/s.exec(line) ?? [];
    return name === undefined ? [] : [[name.toLowerCase(), (value ?? "").trim()] as const];
  });
  return new Map(pairs.reverse());
}

/* Untrusted text is matched in linear time: two repetitions in a row never fit the same characters unless
   bounded. */
const MESSAGE_ID = /^[> \t]*Message-ID:[ \t]*(?:\r?\n[ \t]+)?(<[^<>\s]{1,500}>)/gim;

/** Returns the ids of messages that a report is about: first the returned one, then those it replies to. */
export function idsOf(mail: IncomingMessage): string[] {
  const isReturned = ({ type }: { type: string }) => /rfc822/i.test(type);
  const parts = [...mail.parts.filter(isReturned), ...mail.parts.filter((part) => !isReturned(part))];
  const texts = [...parts.map(({ text }) => text), mail.text];
  const named = texts.flatMap((text) => [...text.matchAll(MESSAGE_ID)].map(([, id = ""]) => id));
  return [...new Set([...named, ...mail.in_reply_to, ...[...mail.references].reverse()])];
}

/** True if failures to deliver it must not be reported. Only programs send such e-mail. */
export function hasNoSender({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return ["", "<>", "<null>"].includes((headers.get("return-path") ?? "unsaid").trim().toLowerCase());
}

const ADDRESSES_CHARS_MAX = 8000;
// regex-ignore: reads at most ADDRESSES_CHARS_MAX, and so many characters from each
const ADDRESS = /[^\s<>;:,"()[\]=。、，：；（）「」]{1,100}@[^\s<>;:,"'()[\]=。、，：；（）「」]{1,255}/g;

/** Around an address they quote it; within one, as in `o'neil@x.example`, they belong to it. */
const QUOTES = /^['`‘’“]{1,9}/;

/** Returns addresses as they're compared, in their order, with or without angle brackets. */
export function addressesIn(text: string): string[] {
  const found = text.slice(0, ADDRESSES_CHARS_MAX).match(ADDRESS) ?? [];
  return found.map((one) => normalEmail(one.replace(QUOTES, "").replace(/\.{1,9}$/, "")));
}

export const addressIn = (text: string): string => addressesIn(text)[0] ?? "";
