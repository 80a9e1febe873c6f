import { percentDecoded } from "./percent-encoding.ts";
import { normalStart } from "./text.ts";

/** RFC 5321 §4.5.3.1, in bytes: the whole e-mail address, and the part before the `@`. */
const EMAIL_BYTES_MAX = 254;
const LOCAL_BYTES_MAX = 64;
/** No address is longer than this, even with a name in front of it. */
const TYPED_CHARS_MAX = 1000;

/**
 * `a.b+tag`, or any visible characters and spaces in double quotes with `\` before a quote (RFC 5321 §4.1.2,
 * RFC 6531 for letters beyond ASCII). Other white space can't go into a header.
 */
const ATOM = String.raw`[^\s\p{C}"().,:;<>@\[\\\]]+`;
const ATOMS = String.raw`${ATOM}(?:\.${ATOM})*`;
const LOCAL = new RegExp(String.raw`^(?:${ATOMS}|"(?: |[^\s\p{C}"\\]|\\(?: |[^\s\p{C}]))*")$`, "u");
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const DOMAIN = new RegExp(String.raw`^(?:${LABEL}\.)+(?!\p{N}+$)${LABEL}$`, "u");
/** Quotes around a local part that doesn't need them. */
const NEEDLESS = new RegExp(`^"(${ATOMS})"$`, "u");

/**
 * True for an address that can receive e-mail: a local part and, after the last `@`, a domain of at least two
 * labels.
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at);
  const domain = asciiDomain(text.slice(at + 1));
  const bytes = (part: string) => new TextEncoder().encode(part).length;
  return (
    at > 0 &&
    domain !== undefined &&
    bytes(local) + 1 + domain.length <= EMAIL_BYTES_MAX &&
    bytes(local) <= LOCAL_BYTES_MAX &&
    LOCAL.test(local)
  );
}

/** Returns a domain in ASCII, as DNS stores it (IDNA), or undefined if it isn't a valid one. */
function asciiDomain(domain: string): string | undefined {
  if (domain.length > EMAIL_BYTES_MAX || !DOMAIN.test(domain)) return undefined;
  try {
    const { hostname } = new URL(`http://${domain}`);
    return DOMAIN.test(hostname) ? hostname : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns an address as it's compared and stored everywhere (spec §5): lowercase, with its domain in ASCII.
 * Spaces, invisible characters, a name, `mailto:`, and a final dot are removed, since they come along when
 * people paste. Text that isn't an address stays on one line.
 */
export function normalEmail(typed: string): string {
  const text = bareOf(normalStart(typed, "NFC", TYPED_CHARS_MAX)).toLowerCase();
  const at = text.lastIndexOf("@");
  const domain = at > 0 ? asciiDomain(text.slice(at + 1)) : undefined;
  return domain === undefined ? text : `${text.slice(0, at).replace(NEEDLESS, "$1")}@${domain}`;
}

/**
 * Returns the ASCII form of a search for all or part of a Unicode domain (`nora@münchen.de`, `münchen.d`),
 * because ASCII is what the database stores. Undefined for all other searches.
 */
export function asciiSearch(words: string): string | undefined {
  const at = words.lastIndexOf("@") + 1;
  const domain = words.slice(at);
  if (!/[^\p{ASCII}]/u.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return undefined;
  try {
    return words.slice(0, at) + new URL(`http://${domain}`).hostname;
  } catch {
    return undefined;
  }
}

/** Returns an address as it's stored, or undefined if it isn't one. */
export function parseEmail(typed: string | undefined): string | undefined {
  const email = normalEmail(typed ?? "");
  return isEmail(email) ? email : undefined;
}

/** Marks that only change how text is displayed, and come along when it's copied. */
const UNSEEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
// regex-ignore: reads at most TYPED_CHARS_MAX
const AROUND = /^[\s\p{C}\u2800]+|[\s\p{C}\u2800]+$/gu;
/** Japanese and Chinese keyboards type ASCII characters in this form. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;

/** Strips whatever was pasted along with the address. */
function bareOf(typed: string): string {
  const text = typed
    .replace(UNSEEN, "")
    .replace(AROUND, "")
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u3002\uff61]/g, ".");
  const named = /<([^<>]+)>[,;]?$/.exec(text)?.[1] ?? text;
  const [, url] = /^\s*mailto:([^?]*)/i.exec(named) ?? [];
  return (url === undefined ? named : percentDecoded(url)).replace(AROUND, "").replace(/[.,;]$/, "");
}

const GMAIL = /^(?:gmail|googlemail)\.com$/;

/**
 * Returns the inbox behind an address, as far as the address shows it. Limits count by inbox, so that nobody
 * can flood one through `nora+1@`, `nora+2@` …, or through dots at Gmail.
 */
export function inboxOf(email: string): string {
  const address = normalEmail(email);
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, Math.max(0, at)), address.slice(at + 1)];
  const bare = local.startsWith('"') ? local : local.replace(/(?!^)\+.*$/s, "");
  return GMAIL.test(domain) ? `${bare.replaceAll(".", "")}@gmail.com` : `${bare}@${domain}`;
}
