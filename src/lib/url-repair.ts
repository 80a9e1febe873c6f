/*
 * Addresses as messengers, print and people hand them on: with the punctuation of a sentence, quotes and brackets around
 * them, invisible characters in them, and a query glued on. Read only where nothing is at the address itself.
 */
import { CONFIRM_PATH, GO_PATH, MAIL_PATH, PREFERENCES_PATH, UNSUBSCRIBE_PATH } from "./paths.ts";

/** What was plainly meant: a name or an id, and the query that came with it, with its `?` unless it's empty. */
export interface RepairedUrl {
  text: string;
  query: string;
}

/** Zero-width and other invisible characters, soft hyphens, and what marks directions and variants. */
const INVISIBLE =
  /\u034f|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|[\ufe00-\ufe0f]/g;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};
const URL_CHARS_MAX = 2000;
/** Some programs encode what's encoded already. */
const DECODED_TIMES_MAX = 3;

/**
 * The name of a page in a path that isn't one, in lower case; undefined if it could mean anything else. A line break ends
 * a name, or wraps it.
 */
export function repairPageUrl(url: string, { isWrapped = false } = {}): RepairedUrl | undefined {
  const [path, query] = splitUrl(url);
  const text = isWrapped ? plain(path).replace(/[\r\n]\s*/g, "") : plain(path);
  // Names of hidden files are nobody's.
  if (/^\/*\.[\p{L}\p{N}]/u.test(text)) return undefined;
  const [, name = "", rest = ""] = /^[^\p{L}\p{N}]*([a-z0-9]{1,30})(?![a-z0-9])(.*)$/isu.exec(text) ?? [];
  const glued = name === "" ? undefined : gluedTo(rest);
  return glued === undefined ? undefined : { text: name.toLowerCase(), query: joined(glued, query) };
}

/** Lines wrap after a hyphen, and some programs take that away. Quoted lines begin with `>`. */
const LINK =
  /^[^\p{L}\p{N}]*go[^\p{L}\p{N}]+([0-9a-f](?:[\s>|_\-\u2010-\u2015\u2212]{0,8}[0-9a-f]){31})(?!-*[0-9a-z])(.*)$/isu;

/** The id of a link in a path below `/go/` that isn't one. */
export function repairLinkUrl(url: string): RepairedUrl | undefined {
  const [path, query] = splitUrl(url);
  const [, found, rest = ""] = LINK.exec(plain(path)) ?? [];
  if (found === undefined) return undefined;
  const digits = found.replace(/[^0-9a-f]/gi, "").toLowerCase();
  const id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return { text: id, query: joined(gluedTo(rest) ?? "", query) };
}

const TOKEN_PATHS = [UNSUBSCRIBE_PATH, CONFIRM_PATH, PREFERENCES_PATH, MAIL_PATH.slice(0, -1)].join("|");
/** Tokens have letters, digits, hyphens and underscores, and no path goes on after one. */
// regex-ignore: reads at most URL_CHARS_MAX, each part of which fits only what follows the one before
const TOKEN = new RegExp(String.raw`^(${TOKEN_PATHS})/[^\w-]*([\w-]{20,500})(?![\w-])(.*)$`, "su");

/** The path of a link in an e-mail, in one that goes on after its token; undefined if it's none. */
export function repairMailUrl(url: string): RepairedUrl | undefined {
  const [path, query] = splitUrl(url);
  if (/^[\w/-]*$/.test(path)) return undefined;
  const [, start, token, rest = ""] = TOKEN.exec(plain(path)) ?? [];
  if (start === undefined) return undefined;
  return { text: `${start}/${token}`, query: joined(gluedTo(rest) ?? "", query) };
}

/** A path without doubled slashes, and without any at its end. */
export function withoutExtraSlashes(path: string): string {
  return path.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
}

/** Where it leads, for a `Location` header: below this host, whatever the URL said. */
export function linkLocation({ text, query }: RepairedUrl): string {
  return `${GO_PATH}${text}${query}`;
}

function splitUrl(url: string): [path: string, query: string] {
  const short = url.slice(0, URL_CHARS_MAX);
  const at = short.indexOf("?");
  return at === -1 ? [short, ""] : [short.slice(0, at), short.slice(at + 1)];
}

/** As people see it: decoded, with ordinary letters, and without what nobody sees. */
function plain(path: string): string {
  let text = utf8(path);
  for (let times = 0; times < DECODED_TIMES_MAX && text.includes("%"); times++) text = decoded(text);
  return (
    text
      .replace(/&(amp|lt|gt|quot|apos|nbsp);?/gi, (_, name: string) => ENTITIES[name.toLowerCase()] ?? "")
      .replace(/&#(?:x([0-9a-f]{1,4})|(\d{1,5}));?/gi, (_, hex?: string, decimal?: string) =>
        String.fromCharCode(hex ? Number.parseInt(hex, 16) : Number(decimal)),
      )
      // Quoted-printable text breaks its lines like that.
      .replace(/=\r?\n/g, "")
      // It would become dots, which names of files have.
      .replaceAll("\u2026", " ")
      .normalize("NFKD")
      .replace(INVISIBLE, "")
      .replace(/(?<=[a-z])\p{M}+/giu, "")
  );
}

/** Some programs send UTF-8 unencoded, which Node reads byte by byte. */
function utf8(text: string): string {
  return /[\u0100-\uffff]/.test(text)
    ? text
    : text.replace(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
}

/** A character that was cut off in the middle, at the end of a URL. */
const CUT_OFF = /(?:%e.%[89ab].|%f.(?:%[89ab].){1,2}|%[0-9a-f]?)$/i;

/** Like `decodeURIComponent`, but what isn't UTF-8 is read byte by byte. */
function decoded(text: string): string {
  return text.replace(CUT_OFF, "").replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    }
  });
}

/** What a name may be followed by without another address being meant; returns the query in it, or an empty text. */
function gluedTo(rest: string): string | undefined {
  const [, glued] = /^\/*[?&;]+(?=[^?=&;\s]+=)(.*)$/s.exec(rest) ?? [];
  if (glued !== undefined) return glued.replace(/[\s"'<>()[\]{}].*$/s, "");
  if (/^(?:\/+|\.)index\.(?:html?|php)$|^\.html?$/i.test(rest)) return "";
  // Remains of quoted-printable text, such as "=20" and "=0D=0A".
  if (/^(?:=[0-9A-F]{2})*=?$/i.test(rest)) return "";
  if (!/[\p{L}\p{N}]/u.test(rest)) return "";
  // The sentence, the markup or the language goes on; letters of other scripts are in no name.
  return /^(?:[^\p{L}\p{N}\-._:/=&?%@+~$]|\/*[\])}>"'<*]|[^\p{ASCII}])/u.test(rest) ? "" : undefined;
}

function joined(glued: string, query: string): string {
  const all = [glued, query].filter((part) => part !== "").join("&");
  return all === "" ? "" : `?${all.replace(/[^\x21-\x7e]/gu, encode)}`;
}

/** Half a character can't be encoded. */
function encode(char: string): string {
  return /\p{Surrogate}/u.test(char) ? "" : encodeURIComponent(char);
}
