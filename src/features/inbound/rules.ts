import { plainWords, type Reply } from "#src/features/mailboxes/reply-rules.ts";
import { cutChars } from "#src/lib/text.ts";
import { type BounceKind, bounceKind } from "./bounce-rules.ts";

/** An e-mail in somebody's inbox, as far as we look at it. */
export interface Incoming {
  /** The sender's address in lowercase, empty for none. */
  from: string;
  /** With their angle brackets. */
  message_id: string;
  in_reply_to: readonly string[];
  references: readonly string[];
  subject: string;
  /** When it says it was written. */
  date: string | undefined;
  /** By lowercase name. */
  headers: ReadonlyMap<string, string>;
  text: string;
  /** Parts that report on other messages: delivery statuses, feedback, and what's returned. */
  parts: readonly { type: string; text: string }[];
}

/** What an e-mail is. `ids` are the messages it may be about, the likeliest first; `recipient` is empty if unsaid. */
export type Judgment =
  | {
      kind: BounceKind | "delivered" | "complained" | "unsubscribe";
      ids: string[];
      recipient: string;
      words: string;
    }
  | { kind: "reply"; ids: string[] }
  /** A vacation notice, or a warning that it takes longer: nothing has changed. */
  | { kind: "automatic" };

/** Says what an e-mail is about (5.10.8): reports first, because they look like automatic replies, too. */
export function judgeIncoming(mail: Incoming): Judgment {
  return judgeFeedback(mail) ?? judgeDelivery(mail) ?? judgeBounceText(mail) ?? judgeMessage(mail);
}

const partOf = ({ parts }: Incoming, type: RegExp) => parts.find((part) => type.test(part.type));

/** Fields such as `Action: failed`, by lowercase name. Folded lines are one. */
function fieldsIn(text: string): ReadonlyMap<string, string> {
  const lines = text.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const pairs = lines.flatMap((line) => {
    const [, name, value] = /^([A-Za-z-]+):(.*)$/s.exec(line) ?? [];
    return name === undefined ? [] : [[name.toLowerCase(), (value ?? "").trim()] as const];
  });
  // Of several recipients, the first one counts: our messages have one.
  return new Map(pairs.reverse());
}

/* What others write is matched in linear time: two repetitions in a row never fit the same characters unless bounded. */
const MESSAGE_ID = /^[> \t]*Message-ID:[ \t]*(?:\r?\n[ \t]+)?(<[^<>\s]{1,500}>)/gim;

/** The messages that a report is about: first what it returns, then what it answers. */
function idsOf(mail: Incoming): string[] {
  const isReturned = ({ type }: { type: string }) => /rfc822/i.test(type);
  const parts = [...mail.parts.filter(isReturned), ...mail.parts.filter((part) => !isReturned(part))];
  const texts = [...parts.map(({ text }) => text), mail.text];
  const named = texts.flatMap((text) => [...text.matchAll(MESSAGE_ID)].map(([, id = ""]) => id));
  return [...new Set([...named, ...mail.in_reply_to, ...[...mail.references].reverse()])];
}

/** A complaint by a receiver's feedback loop (RFC 5965). */
function judgeFeedback(mail: Incoming): Judgment | undefined {
  const part = partOf(mail, /^message\/feedback-report/i);
  if (!part) return undefined;
  const fields = fieldsIn(part.text);
  const type = (fields.get("feedback-type") ?? "").toLowerCase();
  const recipient = addressIn(fields.get("original-rcpt-to") ?? "");
  const about = { ids: idsOf(mail), recipient, words: plainWords(`Reported: ${type}`) };
  if (type === "opt-out" || type === "opt-out-list") return { ...about, kind: "unsubscribe" };
  // `not-spam` takes one back, and `auth-failure` is about those who pretend to be us.
  return ["abuse", "fraud", "virus", "other"].includes(type)
    ? { ...about, kind: "complained" }
    : { kind: "automatic" };
}

/** A delivery status notification (RFC 3464). */
function judgeDelivery(mail: Incoming): Judgment | undefined {
  const part = partOf(mail, /^message\/(?:global-)?delivery-status/i);
  if (!part) return undefined;
  const fields = fieldsIn(part.text);
  const action = (fields.get("action") ?? "").toLowerCase();
  const status = fields.get("status") ?? "";
  const diagnosis = (fields.get("diagnostic-code") ?? "").replace(/^[\w-]+;\s*/, "");
  const recipient =
    addressIn(fields.get("original-recipient") ?? "") || addressIn(fields.get("final-recipient") ?? "");
  const words = plainWords(diagnosis || status);
  const about = { ids: idsOf(mail), recipient, words };
  if (action === "delivered") return { ...about, kind: "delivered" };
  const isFinal = action === "failed" || (action === "" && /^[45]/.test(status));
  if (!isFinal) return { kind: "automatic" };
  return { ...about, kind: bounceKind(replyIn(diagnosis, status)) };
}

const ENHANCED = /(?:^|[\s(#:-])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/;
const CODE = /(?:^|[\s:;<>(])([45][0-5]\d)(?=[ -]+\S)/;

const SAID_CHARS_MAX = 4000;

/** What a server said, and the status beside it. A status such as 5.0.0 says less than the server's own. */
function replyIn(all: string, status = ""): Reply {
  const said = cutChars(all, SAID_CHARS_MAX);
  const code = CODE.exec(said)?.[1];
  const own = ENHANCED.exec(said)?.[1];
  const isVague = /^[245]\.0\.0$/.test(status) || status === "";
  const enhanced = isVague ? (own ?? (code === undefined ? status : "")) : status;
  return {
    text: said,
    ...(code !== undefined && { code: Number(code) }),
    ...(enhanced !== "" && { enhanced }),
  };
}

const POSTMASTER = /^(?:mailer-daemon|postmaster|mail-daemon|mailerdaemon|microsoftexchange[0-9a-f]*)@?/i;
const BOUNCE_SUBJECT =
  /^(?:undeliver(?:ed|able)|(?:mail )?delivery (?:status notification|failed|failure|has failed|incomplete)|mail delivery (?:failed|system|failure)|returned mail|failure notice|message (?:undeliverable|not delivered)|non[- ]?(?:remis|delivery)|unzustellbar|nicht zustellbar|no se puede entregar|non recapitabile|n[ãa]o entreg|message status - undeliverable|warning: (?:message|could not send))/i;
/** From here on, it's a copy of what couldn't be delivered. */
const COPY =
  /^[-_ >]*(?:below this line is a copy of|this is a copy of (?:the|your) message|(?:the )?(?:original|returned) message (?:follows|headers)|original message|included is (?:the|a) copy|message header follows|unsent message below|original-envelope)/im;
const DELAYED =
  /(?:delivery (?:is|has been) delayed|will (?:keep trying|be retried|continue (?:to try|trying))|still trying|has not yet been delivered|could not send message for past|warning message only|you do not need to resend)/i;

/** A bounce in words alone, as qmail, Exim and old Exchange write them. */
function judgeBounceText(mail: Incoming): Judgment | undefined {
  const failed = mail.headers.get("x-failed-recipients") ?? "";
  const isBounce =
    failed !== "" ||
    /report-type="?delivery-status/i.test(mail.headers.get("content-type") ?? "") ||
    (POSTMASTER.test(mail.from) && (BOUNCE_SUBJECT.test(mail.subject) || COPY.test(mail.text))) ||
    (BOUNCE_SUBJECT.test(mail.subject) && mail.headers.get("return-path") === "<>");
  if (!isBounce) return undefined;
  const copyAt = mail.text.search(COPY);
  const said = copyAt < 0 ? mail.text : mail.text.slice(0, copyAt);
  if (/^warning|delay/i.test(mail.subject) || DELAYED.test(said)) return { kind: "automatic" };
  const line = telling(said);
  const recipient = addressIn(failed) || addressIn(/<[^<>\s@]{1,200}@[^<>\s]{1,300}>/.exec(said)?.[0] ?? "");
  const words = plainWords(line ?? said);
  return { kind: bounceKind(replyIn(line ?? said)), ids: idsOf(mail), recipient, words };
}

/** The line with a server's code, and what follows it. */
function telling(said: string): string | undefined {
  const lines = said.split(/\r?\n/);
  const at = lines.findIndex((line) => ENHANCED.test(` ${line}`) || CODE.test(` ${line}`));
  return at < 0 ? undefined : lines.slice(at, at + 3).join(" ");
}

const AUTOMATIC_SUBJECT =
  /^(?:(?:re|aw|sv|antw|odp)\s*:\s*)*(?:auto(?:matic|mated|matisk)?[ -]?(?:reply|response|svar|re)\b|autoreply|out of (?:the )?office|\[?auto\]?:|on (?:vacation|holiday|leave)\b|away from|automatische (?:antwort|r[üu]ckmeldung|afwezigheid)|abwesen|abwesenheits|ich bin (?:bis|nicht|im urlaub)|r[ée]ponse automatique|absence du bureau|absen(?:t|ce)\b|respuesta autom[áa]tica|fuera de (?:la )?oficina|risposta automatica|fuori (?:sede|ufficio)|resposta autom[áa]tica|aus[êe]ncia|fora do escrit|automatisch antwoord|afwezig|autosvar|automatiskt? svar|fr[åa]nvaro|frav[æa]r|poissa|automaattinen vastaus|autoodpowied|automatyczna odpowied|poza biurem|automatick[áa] odpov|automatikus v[áa]lasz|otomatik yan[ıi]t|ofis d[ıi][şs][ıi]nda|автоответ|автоматический ответ|нет на месте|αυτόματη απάντηση|自動返信|自動応答|不在|自动回复|自動回覆|자동 ?(?:응답|회신)|부재)/iu;

/** Written by a program (RFC 3834), or for many. */
export function isAutomatic({ headers, subject }: Pick<Incoming, "headers" | "subject">): boolean {
  const submitted = (headers.get("auto-submitted") ?? "no").trim().toLowerCase();
  return (
    !/^no\b/.test(submitted) ||
    /^(?:bulk|junk|list|auto[_-]?reply)$/i.test((headers.get("precedence") ?? "").trim()) ||
    AUTOMATIC_HEADERS.some((name) => (headers.get(name) ?? "no").trim().toLowerCase() !== "no") ||
    AUTOMATIC_SUBJECT.test(subject.trim())
  );
}
const AUTOMATIC_HEADERS = [
  ...["x-autoreply", "x-autorespond", "x-autoresponder", "x-mail-autoreply", "x-auto-reply-from"],
  ...["x-auto-respond", "x-autogenerated", "x-cron-env", "x-ebay-mailtracker", "x-amazon-auto-reply"],
];

/** The subject that our own header asks mail programs for, with the token of whoever wants to leave. */
// regex-ignore: what may repeat takes at most 200 characters from each start
const LEAVING = /^\s*unsubscribe(?:[ -]+([\w-]{20,200}))?\s*$/i;

/** The token in an e-mail that asks to leave. Empty if there's none; undefined if it asks for nothing of the kind. */
export function leavingToken(subject: string): string | undefined {
  const match = LEAVING.exec(subject);
  return match === null ? undefined : (match[1] ?? "");
}

function judgeMessage(mail: Incoming): Judgment {
  // Programs send this one for people, so it comes before what else is automatic.
  if (leavingToken(mail.subject) !== undefined)
    return { kind: "unsubscribe", ids: idsOf(mail), recipient: mail.from, words: "" };
  if (isAutomatic(mail)) return { kind: "automatic" };
  return { kind: "reply", ids: [...new Set([...mail.in_reply_to, ...[...mail.references].reverse()])] };
}

const ADDRESS_CHARS_MAX = 1000;

function addressIn(text: string): string {
  const start = cutChars(text, ADDRESS_CHARS_MAX);
  return (/(?<![^\s<>;,"()])[^\s<>;,"()]+@[^\s<>;,"()]+/.exec(start)?.[0] ?? "").toLowerCase();
}

export const REPLY_CHARS_MAX = 10_000;
export const ANSWER_CHARS_MAX = 10_000;

/** How mail programs begin what they quote. */
const ATTRIBUTION =
  /^\s*(?:on\b.{4,200}\bwrote|am\b.{4,200}\bschrieb\b.{0,100}|le\b.{4,200}\ba écrit|el\b.{4,200}\bescribió|il\b.{4,200}\bha scritto|em\b.{4,200}\bescreveu|op\b.{4,200}\bschreef\b.{0,100}|den\b.{4,200}\bskrev\b.{0,100}|.{4,200}\bwrote)\s*:\s*$/i;
const ALL_BELOW =
  /^\s*(?:-{2,}\s*(?:original message|ursprüngliche nachricht|message d'origine|mensaje original|messaggio originale|mensagem original|forwarded message)\s*-{2,}|_{10,})\s*$/i;
const OUTLOOK_FROM = /^\s*(?:from|von|de|da|van|från|fra)\s*:.+@/i;
const OUTLOOK_SENT =
  /^\s*(?:sent|date|gesendet|datum|envoyé|enviado|inviato|data|verzonden|skickat|sendt)\s*:/i;

const LINE_CHARS_MAX = 500;

/** What somebody wrote, and what they quoted. */
export function splitQuoted(text: string): { text: string; quoted: string } {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  // Nobody's mail program begins a quote with a longer line.
  const startOf = (at: number) => (lines[at] ?? "").slice(0, LINE_CHARS_MAX);
  const own: string[] = [];
  const quoted: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const start = startOf(at);
    const isOutlook =
      OUTLOOK_FROM.test(start) && [1, 2, 3].some((below) => OUTLOOK_SENT.test(startOf(at + below)));
    if (ALL_BELOW.test(start) || isOutlook) {
      quoted.push(...lines.slice(at));
      break;
    }
    if (line.startsWith(">")) quoted.push(line.replace(/^>+ ?/, ""));
    // Attributions are often wrapped.
    else if (ATTRIBUTION.test(start) && leadsToQuote(lines, at + 1)) quoted.push(line);
    else if (ATTRIBUTION.test(`${start} ${startOf(at + 1)}`) && leadsToQuote(lines, at + 2))
      quoted.push(line, lines[++at] ?? "");
    else own.push(line);
  }
  return { text: tidy(own), quoted: tidy(quoted) };
}

function leadsToQuote(lines: readonly string[], at: number): boolean {
  const next = lines.slice(at, at + 3).find((line) => line.trim() !== "");
  return next === undefined || next.startsWith(">");
}

function tidy(lines: readonly string[]): string {
  const text = lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return [...text].slice(0, REPLY_CHARS_MAX).join("");
}

/** “Re: Hello”, however often it has gone back and forth. */
export function answerSubject(subject: string): string {
  const bare = subject
    .replace(/\s+/g, " ")
    .replace(/^(?:\s*(?:re|aw|sv|antw|odp|rif)\s*:\s*)+/i, "")
    .trim();
  return `Re: ${bare || "your e-mail"}`;
}

/** How we sign in to an inbox. */
export const INBOX_AUTHS = ["plain", "xoauth2"] as const;
export type InboxAuth = (typeof INBOX_AUTHS)[number];

/** Where Gmail's history goes on afterwards, and the last e-mail taken in. */
export interface CatchingUp {
  next: string;
  last: string;
}
/** An e-mail that Gmail didn't hand out, and since when. */
export interface PutAside {
  id: string;
  since: string;
}
/** Nothing has been read yet. */
export const GMAIL_ANEW = { history_id: null, checked_at: null, catching_up: null, put_aside: [] };

/** How often an inbox is looked into. */
export const LOOK_EVERY_MS = 2 * 60_000;
/** After a failure it waits longer each time, up to this long. */
export const LOOK_AGAIN_MS_MAX = 60 * 60_000;
/** A node that hasn't said for this long that it's still reading has ended. */
export const CLAIM_MS = 2 * 60_000;
/** E-mails read in one go. */
export const READ_MAX = 300;
export const READ_AT_ONCE = 10;

/** When to look again after so many failures in a row. */
export function waitAfter(failures: number): number {
  return Math.min(LOOK_AGAIN_MS_MAX, LOOK_EVERY_MS * 2 ** Math.min(failures, 10));
}
