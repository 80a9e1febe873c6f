/* Separate from `rules.ts`, so that no dashboard screen loads the URL check first. */
import { field, parsed } from "#src/features/profiles/rules.ts";
import { normalStart } from "#src/lib/text.ts";
import { checkUrl, trimInvisible, URL_CHARS_MAX, type UrlCheck, type UrlRefusal } from "#src/lib/url.ts";

const SOCIAL_ENTRIES_MAX = 50;
const PLATFORM_CHARS_MAX = 50;

export interface SocialPlatform {
  platform: string;
  url: string;
}

/**
 * What precedes a username in the URL of its profile. Discord and Spotify have no such URLs: invitations and
 * artists have codes.
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
/** Where usernames may contain dots. Elsewhere, text with a dot is a host. */
const DOTTED = new Set(["facebook", "instagram", "snapchat", "tiktok", "youtube"]);
const USERNAME = /^(@?)((?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}._-]{1,100})$/u;
/** More likely a host than a username with dots, unless there's an @ in front. */
const HOST = /^www\.|\.(?:com|net|org)$/i;

const PHONE = /^\+?[\d\p{Zs}\p{Pd}().]{7,25}$/u;
/** With its country code (E.164), which never begins with a zero. */
const WHOLE_NUMBER = /^[1-9]\d{6,14}$/;

/** The URL of the profile that people mean by a username, or at WhatsApp by a phone number. */
function profileUrl(platform: string, written: string): string | undefined {
  const text = normalStart(trimInvisible(written), "NFC", URL_CHARS_MAX);
  if (platform === "whatsapp") {
    const digits = PHONE.test(text) ? text.replace(/\D/g, "").replace(/^00/, "") : "";
    return WHOLE_NUMBER.test(digits) ? `https://wa.me/${digits}` : undefined;
  }
  const start = PROFILE_URLS.get(platform);
  const [, at, name = ""] = USERNAME.exec(text) ?? [];
  const isHost = at === "" && name.includes(".") && (HOST.test(name) || !DOTTED.has(platform));
  return start === undefined || name === "" || isHost ? undefined : start + name;
}

/** The gate of spec §5 for a social profile, where a username stands for the URL of its profile. */
export function checkSocial(platform: string, written: string): UrlCheck {
  return checkUrl(profileUrl(platformName(platform), written) ?? written);
}

/** Which of the profile's errors says what to type instead. */
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
  const read = parsed(value);
  if (typeof read !== "object" || read === null) return [];
  const entries = Array.isArray(read)
    ? read.map((entry) => [field(entry, "platform"), field(entry, "url")] as const)
    : Object.entries(read).map(([platform, url]) => [platform, field(url, "url") ?? url] as const);
  return entries.slice(0, SOCIAL_ENTRIES_MAX).flatMap(([platform, url]) => {
    if (typeof platform !== "string" || typeof url !== "string") return [];
    const name = platformName(platform);
    const checked = checkSocial(name, url);
    return name === "" || !checked.ok ? [] : [{ platform: name, url: checked.url }];
  });
}
