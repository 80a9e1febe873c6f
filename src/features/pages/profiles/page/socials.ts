/* Separate from `rules.ts`, so that no dashboard screen loads the URL check first. */
import { parseIfJson, propertyOf } from "#src/features/pages/profiles/rules.ts";
import { COUNTRIES } from "#src/lib/countries.ts";
import { normalStart } from "#src/lib/text.ts";
import { checkUrl, trimInvisible, URL_CHARS_MAX, type UrlCheck, type UrlRefusal } from "#src/lib/url.ts";

const SOCIAL_ENTRIES_MAX = 50;
const PLATFORM_CHARS_MAX = 50;

export interface SocialPlatform {
  platform: string;
  url: string;
}

/**
 * The URL prefix of a username's profile. Discord and Spotify have no such URLs: invitations and artists have
 * codes.
 */
const PROFILE_URLS = new Map([
  ["facebook", "https://facebook.com/"],
  ["instagram", "https://instagram.com/"],
  ["twitter", "https://twitter.com/"],
  ["x", "https://x.com/"],
  ["linkedin", "https://linkedin.com/in/"],
  ["youtube", "https://youtube.com/@"],
  ["tiktok", "https://tiktok.com/@"],
  ["snapchat", "https://snapchat.com/add/"],
  ["pinterest", "https://pinterest.com/"],
  ["telegram", "https://t.me/"],
]);
/** Platforms whose usernames may contain dots. Elsewhere, text with a dot is a host. */
const DOTTED = new Set(["facebook", "instagram", "snapchat", "tiktok", "youtube"]);
const USERNAME = /^(@?)((?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}._-]{1,100})$/u;
/**
 * More likely a host than a username with dots, unless there's an @ in front. Many other endings, such as
 * `.art` and `.music`, also end usernames.
 */
const HOST =
  /^www\.|\.(?:com|net|org|info|biz|io|app|dev|uk|eu)$|^(?:lnk|campsite|linkin)\.bio$|^bio\.(?:link|site)$|^(?:g|flow)\.page$|^stan\.store$/i;
/** The id of a channel without a handle. */
const CHANNEL_ID = /^UC[\w-]{22}$/;

function isHost(name: string, platform: string): boolean {
  if (!name.includes(".")) return false;
  const ending = name.slice(name.lastIndexOf(".") + 1).toUpperCase();
  return HOST.test(name) || COUNTRIES.includes(ending) || !DOTTED.has(platform);
}

const PHONE = /^\+?[\d\p{Zs}\p{Pd}().]{7,25}$/u;
/** The trunk prefix of national numbers, which international ones leave out. */
const AT_HOME = "(0)";
/** A shorter number without a `+` is a national one, whose country isn't known. */
const ABROAD_DIGITS_MIN = 11;
/** A number with its country code (E.164), which never begins with a zero. */
const WHOLE_NUMBER = /^[1-9]\d{6,14}$/;

/** Returns the profile URL for a username, or at WhatsApp for a phone number. */
function profileUrl(platform: string, written: string): string | undefined {
  const text = normalStart(trimInvisible(written), "NFC", URL_CHARS_MAX);
  if (platform === "whatsapp") {
    const dialed = PHONE.test(text) ? text.replace(AT_HOME, "").replace(/[^\d+]/g, "") : "";
    const number = dialed.replace(/^(?:\+|00)/, "");
    const isWhole = dialed !== number || number.length >= ABROAD_DIGITS_MIN;
    return isWhole && WHOLE_NUMBER.test(number) ? `https://wa.me/${number}` : undefined;
  }
  const start = PROFILE_URLS.get(platform);
  const [, at, name = ""] = USERNAME.exec(text) ?? [];
  if (start === undefined || name === "" || (at === "" && isHost(name, platform))) return undefined;
  return platform === "youtube" && at === "" && CHANNEL_ID.test(name)
    ? `https://youtube.com/channel/${name}`
    : start + name;
}

/** The gate of spec §5 for a social profile, where a username stands for the URL of its profile. */
export function checkSocial(platform: string, written: string): UrlCheck {
  const checked = checkUrl(profileUrl(platformName(platform), written) ?? written);
  // A number to call isn't a profile, however it was typed.
  const isNumber = checked.ok && checked.url.startsWith("tel:") && !/^\s*tel:/i.test(written);
  return isNumber ? { ok: false, reason: "not_a_url" } : checked;
}

/** Picks the profile error that explains what to type instead. */
export function socialError(platform: string, reason: UrlRefusal) {
  if (reason === "dangerous") return "URL_DANGEROUS";
  const name = platformName(platform);
  if (name === "whatsapp") return "WHATSAPP_INVALID";
  return PROFILE_URLS.has(name) ? "SOCIAL_INVALID" : "URL_INVALID";
}

function platformName(platform: string): string {
  return platform.trim().toLowerCase().slice(0, PLATFORM_CHARS_MAX).toWellFormed();
}

/**
 * Parses `social_platforms` in the three shapes of spec §3: an array of platform and url, JSON of either, or
 * an object from platform to url. Entries without a URL that passes the gate are dropped. Unreadable input is
 * empty.
 */
export function parseSocialPlatforms(value: unknown): SocialPlatform[] {
  const read = parseIfJson(value);
  if (typeof read !== "object" || read === null) return [];
  const entries = Array.isArray(read)
    ? read.map((entry) => [propertyOf(entry, "platform"), propertyOf(entry, "url")] as const)
    : Object.entries(read).map(([platform, url]) => [platform, propertyOf(url, "url") ?? url] as const);
  return entries.slice(0, SOCIAL_ENTRIES_MAX).flatMap(([platform, url]) => {
    if (typeof platform !== "string" || typeof url !== "string") return [];
    const name = platformName(platform);
    const checked = checkSocial(name, url);
    return name === "" || !checked.ok ? [] : [{ platform: name, url: checked.url }];
  });
}
