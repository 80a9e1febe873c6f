/* The dashboard shows these texts. */
// What somebody means by what they enter or paste as an address of a link.
import { percentDecoded } from "#src/lib/percent-encoding.ts";
import { cleanText } from "#src/lib/text.ts";
import { checkUrl, type UrlRefusal } from "#src/lib/url.ts";
import { TITLE_CHARS_MAX } from "./rules.ts";
import { serviceNamed, serviceOf } from "./services-rules.ts";

/** One request adds up to this many links. */
export const ADDRESSES_MAX = 100;

export type AddressMeaning = "web" | "email" | "phone" | "profile";

export interface ReadAddress {
  url: string;
  /** What the link is called until its owner, or its page, says more. */
  title: string;
  icon: string | null;
  meaning: AddressMeaning;
}

export type AddressProblem = Exclude<UrlRefusal, "empty"> | "handle_unclear";

export type AddressReading = { ok: true; read: ReadAddress } | { ok: false; problem: AddressProblem };

/** Returns the lines that say something, each once. */
export function splitAddresses(text: string): string[] {
  const lines = text.split(/[\r\n\u2028\u2029]+/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ""))];
}

export function readAddress(line: string): AddressReading {
  const handle = readHandle(line);
  if (handle === "unclear") return { ok: false, problem: "handle_unclear" };
  const checked = checkUrl(handle ?? line);
  if (!checked.ok) return { ok: false, problem: checked.reason === "empty" ? "not_a_url" : checked.reason };
  const { url } = checked;
  return { ok: true, read: { url, ...looksOf(url), meaning: handle ? "profile" : meaningOf(url) } };
}

function meaningOf(url: string): AddressMeaning {
  if (url.startsWith("mailto:")) return "email";
  return /^(?:tel|sms):/.test(url) ? "phone" : "web";
}

function looksOf(url: string): Pick<ReadAddress, "title" | "icon"> {
  if (!/^https?:/.test(url)) {
    const written = url.replace(/^[a-z]+:/, "").replace(/\?.*/, "");
    return { title: titled(percentDecoded(written)), icon: url.startsWith("mailto:") ? "mail" : "phone" };
  }
  const service = serviceOf(url);
  if (service) return { title: service.label, icon: service.icon };
  return { title: titled(new URL(url).hostname.replace(/^www\./, "")), icon: null };
}

const titled = (text: string) => cleanText(text, TITLE_CHARS_MAX);

const NAME = "@([\\p{L}\\p{N}][\\p{L}\\p{N}._-]{0,99})";
const ALONE = new RegExp(`^${NAME}$`, "u");
/** `instagram @nora`, `TikTok: @nora` */
const AFTER = new RegExp(`^([\\p{L}-]{1,20}(?: [\\p{L}]{1,10}){0,3})(?:\\s*:\\s*|\\s+)${NAME}$`, "u");
/** `@nora on Instagram`, `@nora (TikTok)` */
const BEFORE = new RegExp(
  `^${NAME}\\s+(?:on |at |en )?\\(?([\\p{L}-]{1,20}(?: [\\p{L}]{1,10}){0,3})\\)?$`,
  "u",
);
/** `@nora@mastodon.social`: a name on a server of its own. */
const FEDERATED = /^@([\w.-]{1,64})@([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i;
const ON_BLUESKY = /\.bsky\.social$/i;

/** Returns the URL of a profile that's written as a name; undefined for anything else. */
function readHandle(line: string): string | "unclear" | undefined {
  if (!line.includes("@")) return undefined;
  const [, user, server] = FEDERATED.exec(line) ?? [];
  if (user && server) return `https://${server.toLowerCase()}/@${user}`;
  const [, alone] = ALONE.exec(line) ?? [];
  if (alone !== undefined) return ON_BLUESKY.test(alone) ? `https://bsky.app/profile/${alone}` : "unclear";
  const [, word = "", name = ""] = AFTER.exec(line) ?? [];
  const [, otherName = "", otherWord = ""] = BEFORE.exec(line) ?? [];
  const profile = serviceNamed(word || otherWord)?.profile;
  if (profile) return profile.replace("NAME", encodeURIComponent(name || otherName));
  return word || otherWord ? "unclear" : undefined;
}
