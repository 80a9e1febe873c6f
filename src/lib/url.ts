import { isPublicIpAddress } from "./ip-address.ts";

/** The longest URL that we store, in UTF-16 units, both as typed and in canonical form. */
export const URL_CHARS_MAX = 2048;

/** The error message of spec §5 for every URL refused as `dangerous`. */
export const DANGEROUS_URL_MESSAGE = "URL contains dangerous protocol or suspicious content";

export type UrlRefusal = "empty" | "too_long" | "not_a_url" | "dangerous";
export type UrlCheck = { ok: true; url: string } | { ok: false; reason: UrlRefusal };

interface UrlOptions {
  /**
   * Set for pictures, which an instance may be allowed to fetch from its own network. Links can never point
   * there.
   */
  allowLocal?: boolean;
}

const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}]/u;
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const HOST_AND_PORT = /^(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+\.?):\d{1,5}(?:[/?#]|$)/i;
/**
 * C0 and C1 controls, lone surrogates, and the marks that change the reading direction of the text after
 * them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what this looks for
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\p{Surrogate}\u202a-\u202e\u2066-\u2069\\]/u;
/** Most URLs match this, and nothing can be hidden in them. */
const VISIBLE_ASCII = /^[\x21-\x7e]*$/;
/** Addresses with other characters have to be typed with `mailto:`. */
const EMAIL = /^([a-z0-9._+-]{1,64})@([^\s@/?#:%]+)$/i;
/** A handle or a mistyped e-mail address, which no browser would take for a host. */
const MISTYPED = /^[^:/?#@]*@[^:/?#]*$/;
const SUSPICIOUS = /javascript:|vbscript:|data:text\/html|<script/;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const TOP_LEVEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
/** Names that never leave a machine or a local network (RFC 6761, 6762, 8375, and convention). */
const LOCAL_NAME =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa)$/;

/** Trims white space and invisible characters, so that the rest starts and ends with something visible. */
export function trimInvisible(raw: string): string {
  let start = 0;
  let end = raw.length;
  while (start < end && INVISIBLE.test(raw.charAt(start))) start++;
  while (end > start && INVISIBLE.test(raw.charAt(end - 1))) end--;
  return raw.slice(start, end);
}

/** Invisible characters that come along when text is copied and aren't part of any URL. */
const COPIED = /[\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff]/g;
const LINE_END = /[\r\n\u2028\u2029]/;
const ANOTHER = /^(?:https?:\/\/|mailto:|www\.)/i;
const QUOTES: readonly (readonly [string, string])[] = [
  ...(['""', "''", "``", "“”", "„“", "„”", "‘’", "«»", "‹›", "「」", "<>"] as const),
].map(([open = "", close = ""]) => [open, close] as const);

/** A URL without the quotes, angle brackets, line breaks, and invisible characters that pasting adds. */
function bareUrl(raw: string): string {
  const [first = "", ...more] = trimInvisible(raw.replace(COPIED, "")).split(LINE_END).map(trimInvisible);
  // Several lines with a URL on each are several URLs.
  const text = more.some((line) => ANOTHER.test(line)) ? [first, ...more].join("\n") : first + more.join("");
  const pair = QUOTES.find(
    ([open, close]) => text.length > 2 && text.startsWith(open) && text.endsWith(close),
  );
  const inside = text.slice(1, -1);
  return pair?.some((quote) => inside.includes(quote)) === false ? trimInvisible(inside) : text;
}

/**
 * Adds the missing scheme (spec §5): `mailto:` to an e-mail address, `tel:` to a phone number, and `https://`
 * to everything else, including `//host`. A host with a port (`example.com:8080/x`) has no scheme. This only
 * rewrites; `checkUrl` decides what's allowed.
 */
export function withScheme(raw: string): string {
  const text = bareUrl(raw);
  if (text === "") return "";
  if (text.startsWith("//")) return `https:${text}`;
  if (SCHEME.test(text) && !HOST_AND_PORT.test(text)) return text;
  return phoneUrl(text) ?? emailUrl(text) ?? `https://${text}`;
}

const PHONE = /^[+(\d][\d\s()./-]{5,30}$/;

/** Digits alone could be an IP address, so a phone number needs its usual punctuation. */
function phoneUrl(text: string): string | undefined {
  const digits = text.replace(/\D/g, "").length;
  const isPhone = PHONE.test(text) && /^\+|[\s()-]/.test(text) && digits >= 7 && digits <= 16;
  return isPhone ? `tel:${text}` : undefined;
}

function emailUrl(text: string): string | undefined {
  const [, name, host = ""] = EMAIL.exec(text) ?? [];
  const hostname = parse(`https://${host}`)?.hostname;
  if (hostname === undefined || !isName(hostname) || isLocalHost(hostname)) return undefined;
  return `mailto:${name}@${hostname}`;
}

/**
 * Every URL that people type passes through here (spec §5). On success, store and show its canonical URL:
 * https or mailto in front, the host in ASCII, and an empty path left empty. Schemes: http, https, mailto,
 * tel, sms.
 */
export function checkUrl(raw: string, options: UrlOptions = {}): UrlCheck {
  if (raw.length > URL_CHARS_MAX * 2) return refuse("too_long");
  const trimmed = bareUrl(raw);
  if (trimmed === "") return refuse("empty");
  if (trimmed.length > URL_CHARS_MAX) return refuse("too_long");
  if (isSuspicious(trimmed)) return refuse("dangerous");
  if (trimmed.includes("\n")) return refuse("not_a_url");
  if (FORBIDDEN.test(trimmed)) return refuse("dangerous");
  const written = withScheme(trimmed);
  if (written.startsWith("https:") && MISTYPED.test(trimmed)) return refuse("not_a_url");
  const scheme = SCHEME.exec(written)?.[1]?.toLowerCase() ?? "";
  const checked =
    scheme === "http" || scheme === "https"
      ? checkWeb(written, options)
      : scheme === "mailto" || scheme === "tel" || scheme === "sms"
        ? checkContact(written)
        : refuse("dangerous");
  return checked.ok && checked.url.length > URL_CHARS_MAX ? refuse("too_long") : checked;
}

function refuse(reason: UrlRefusal): UrlCheck {
  return { ok: false, reason };
}

/** Looks for script in the URL, both as written and percent-decoded once. */
function isSuspicious(text: string): boolean {
  const forms = text.includes("%") ? [text, percentDecoded(text)] : [text];
  return forms.some((form) => SUSPICIOUS.test(VISIBLE_ASCII.test(form) ? form.toLowerCase() : bared(form)));
}

/**
 * Returns the text as a person would read it: lookalike forms become one, and characters that hide a word
 * from people but not from browsers are gone.
 */
function bared(text: string): string {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is taken out
      .replace(/[\u0000-\u0020\u007f-\u00a0\p{Default_Ignorable_Code_Point}]+/gu, "")
  );
}

/** Decodes only ASCII: scripts are written in it, and other bytes may be broken. */
function percentDecoded(text: string): string {
  return text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function parse(written: string): URL | undefined {
  try {
    return new URL(written);
  } catch {
    return undefined;
  }
}

function checkWeb(written: string, options: UrlOptions): UrlCheck {
  const authority = /^[a-z]+:\/*([^/?#]*)/i.exec(written)?.[1] ?? "";
  // A user name, a password, or a percent sign in a link's host is there only to mislead.
  if (authority.includes("@") || authority.includes("%")) return refuse("dangerous");
  const url = parse(written);
  if (url === undefined) return refuse("not_a_url");
  if (url.username !== "" || url.password !== "") return refuse("dangerous");
  const host = url.hostname.replace(/(?<!\.)\.+$/, "");
  if (isLocalHost(host)) {
    if (options.allowLocal !== true) return refuse("dangerous");
  } else if (!isAddress(host) && !isName(host)) {
    return refuse("not_a_url");
  }
  const bare = url.pathname === "/" && url.search === "" && url.hash === "" && !/[/?#]$/.test(written);
  return { ok: true, url: bare ? url.href.slice(0, -1) : url.href };
}

function checkContact(written: string): UrlCheck {
  const url = parse(written);
  if (url === undefined || (url.pathname === "" && url.search === "")) return refuse("not_a_url");
  if (url.protocol === "tel:" && !/[\d*#]/.test(url.pathname + url.hash)) return refuse("not_a_url");
  // The URL parser doesn't escape these in URLs without a host.
  if (/["<>`]/.test(url.href) || hasLineBreak(url)) return refuse("dangerous");
  const quoted = url.href.replaceAll("'", "%27");
  if (url.protocol === "mailto:") return { ok: true, url: quoted.replaceAll(" ", "%20") };
  // After a country code, nobody dials the zero that people write in brackets.
  return { ok: true, url: quoted.replaceAll(" ", "").replace(/^((?:tel|sms):\+\d{1,3})\(0\)/, "$1") };
}

/** An encoded line break outside a message's text would start a hidden header (RFC 6068 §7). */
function hasLineBreak({ pathname, search, hash }: URL): boolean {
  const fields = search.slice(1).split("&");
  return [pathname, hash, ...fields.filter((field) => !/^body=/i.test(field))].some((part) =>
    /%0[0ad]/i.test(part),
  );
}

/**
 * True if a host, spelled as `URL` does (canonical IPv4, IPv6 in brackets), belongs to the machine or a local
 * network: a private or reserved IP address, or a name such as `localhost`, `printer.local`, or
 * `api.internal`.
 */
export function isLocalHost(host: string): boolean {
  const name = host.toLowerCase().replace(/(?<!\.)\.+$/, "");
  return isAddress(name) ? !isPublicIpAddress(name.replace(/^\[|\]$/g, "")) : LOCAL_NAME.test(name);
}

function isAddress(host: string): boolean {
  return host.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(host);
}

/** A public name has at least two labels. A single word is a typo, or a machine on someone's home network. */
function isName(host: string): boolean {
  const labels = host.split(".");
  return (
    host.length <= 253 &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    TOP_LEVEL.test(labels.at(-1) ?? "")
  );
}
