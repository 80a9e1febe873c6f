/*
 * Repairs URLs as messengers, print, and people pass them on: with a sentence's punctuation, quotes, or
 * brackets around them, invisible characters inside, and a query glued on. Used only where the URL itself
 * leads nowhere.
 */
import { CONFIRM_PATH, GO_PATH, MAIL_PATH, PREFERENCES_PATH, UNSUBSCRIBE_PATH } from "./paths.ts";

/** The intended target: a name or an id, and its query, including the `?` unless it's empty. */
export interface RepairedUrl {
  text: string;
  query: string;
}

/** Zero-width and other invisible characters, soft hyphens, direction marks, and variation selectors. */
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
/** Some programs encode what's already encoded. */
const DECODED_TIMES_MAX = 3;

/**
 * Returns the username in a damaged path, in lowercase, or undefined if the path could mean anything else. A
 * line break ends a name, or wraps it.
 */
export function repairPageUrl(url: string, { isWrapped = false } = {}): RepairedUrl | undefined {
  const [path, query] = splitUrl(url);
  const text = isWrapped ? plain(path).replace(/[\r\n]\s*/g, "") : plain(path);
  // Names of hidden files are never usernames.
  if (/^\/*\.[\p{L}\p{N}]/u.test(text)) return undefined;
  const [, name = "", rest = ""] = /^[^\p{L}\p{N}]*([a-z0-9]{1,30})(?![a-z0-9])(.*)$/isu.exec(text) ?? [];
  const glued = name === "" ? undefined : gluedTo(rest);
  return glued === undefined ? undefined : { text: name.toLowerCase(), query: joined(glued, query) };
}

/** Lines wrap after a hyphen, and some programs then drop it. Quoted lines begin with `>`. */
const LINK =
  /^[^\p{L}\p{N}]*go[^\p{L}\p{N}]+([0-9a-f](?:[\s>|_\-\u2010-\u2015\u2212]{0,8}[0-9a-f]){31})(?!-*[0-9a-z])(.*)$/isu;

/** Returns the link's id in a damaged path below `/go/`. */
export function repairLinkUrl(url: string): RepairedUrl | undefined {
  const [path, query] = splitUrl(url);
  const [, found, rest = ""] = LINK.exec(plain(path)) ?? [];
  if (found === undefined) return undefined;
  const digits = found.replace(/[^0-9a-f]/gi, "").toLowerCase();
  const id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return { text: id, query: joined(gluedTo(rest) ?? "", query) };
}

const NAMED = /^[^\p{L}\p{N}]*go[^\p{L}\p{N}]+([a-z0-9](?:-?[a-z0-9])+)(?![\p{L}\p{N}])(.*)$/isu;

/** Returns a link's short name in a damaged path below `/go/`, in lowercase. */
export function repairLinkName(url: string): RepairedUrl | undefined {
  const [path, query] = splitUrl(url);
  const [, found, rest = ""] = NAMED.exec(plain(path)) ?? [];
  const glued = found === undefined ? undefined : gluedTo(rest);
  if (found === undefined || glued === undefined) return undefined;
  return { text: found.toLowerCase(), query: joined(glued, query) };
}

const TOKEN_PATHS = [UNSUBSCRIBE_PATH, CONFIRM_PATH, PREFERENCES_PATH, MAIL_PATH.slice(0, -1)].join("|");
/** Tokens consist of letters, digits, hyphens, and underscores, and nothing follows them in a path. */
// regex-ignore: reads at most URL_CHARS_MAX, each part of which fits only what follows the one before
const TOKEN = new RegExp(String.raw`^(${TOKEN_PATHS})/[^\w-]*([\w-]{20,500})(?![\w-])(.*)$`, "su");

/**
 * Returns the path of a link from an e-mail without the text glued to its token, or undefined if there's no
 * such link in it.
 */
export function repairMailUrl(url: string): RepairedUrl | undefined {
  const [path, query] = splitUrl(url);
  if (/^[\w/-]*$/.test(path)) return undefined;
  const [, start, token, rest = ""] = TOKEN.exec(plain(path)) ?? [];
  if (start === undefined) return undefined;
  return { text: `${start}/${token}`, query: joined(gluedTo(rest) ?? "", query) };
}

/** Returns a path without doubled or trailing slashes. */
export function withoutExtraSlashes(path: string): string {
  return path.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
}

/** Returns a value for a `Location` header that stays on this host, whatever the URL said. */
export function linkLocation({ text, query }: RepairedUrl): string {
  return `${GO_PATH}${text}${query}`;
}

function splitUrl(url: string): [path: string, query: string] {
  const short = url.slice(0, URL_CHARS_MAX);
  const at = short.indexOf("?");
  return at === -1 ? [short, ""] : [short.slice(0, at), short.slice(at + 1)];
}

/** Returns the path as people see it: decoded, with ordinary letters, and without invisible characters. */
function plain(path: string): string {
  let text = utf8(path);
  for (let times = 0; times < DECODED_TIMES_MAX && text.includes("%"); times++) text = decoded(text);
  return (
    text
      .replace(/&(amp|lt|gt|quot|apos|nbsp);?/gi, (_, name: string) => ENTITIES[name.toLowerCase()] ?? "")
      .replace(/&#(?:x([0-9a-f]{1,4})|(\d{1,5}));?/gi, (_, hex?: string, decimal?: string) =>
        String.fromCharCode(hex ? Number.parseInt(hex, 16) : Number(decimal)),
      )
      // Quoted-printable text breaks its lines this way.
      .replace(/=\r?\n/g, "")
      // Normalization would turn it into dots, which occur in file names.
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

/** A character cut off in the middle, at the end of a URL. */
const CUT_OFF = /(?:%e.%[89ab].|%f.(?:%[89ab].){1,2}|%[0-9a-f]?)$/i;

/** Like `decodeURIComponent`, but bytes that aren't UTF-8 are read one by one. */
function decoded(text: string): string {
  return text.replace(CUT_OFF, "").replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    }
  });
}

/**
 * Returns the query in the text that follows a name, or an empty string. Undefined if the text makes it a
 * different URL.
 */
function gluedTo(rest: string): string | undefined {
  const [, glued] = /^\/*[?&;]+(?=[^?=&;\s]+=)(.*)$/s.exec(rest) ?? [];
  if (glued !== undefined) return glued.replace(/[\s"'<>()[\]{}].*$/s, "");
  if (/^(?:\/+|\.)index\.(?:html?|php)$|^\.html?$/i.test(rest)) return "";
  // Remains of quoted-printable text, such as "=20" and "=0D=0A".
  if (/^(?:=[0-9A-F]{2})*=?$/i.test(rest)) return "";
  if (!/[\p{L}\p{N}]/u.test(rest)) return "";
  // The rest is a sentence, markup, or another script, none of which can be part of a name.
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
