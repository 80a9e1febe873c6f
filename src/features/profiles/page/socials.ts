/* Separate from `rules.ts`, so that no dashboard screen loads the URL check first. */
import { field, parsed } from "#src/features/profiles/rules.ts";
import { checkUrl } from "#src/lib/url.ts";

const SOCIAL_ENTRIES_MAX = 50;
const PLATFORM_CHARS_MAX = 50;

export interface SocialPlatform {
  platform: string;
  url: string;
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
    const checked = typeof url === "string" ? checkUrl(url) : undefined;
    if (typeof platform !== "string" || checked?.ok !== true) return [];
    const name = platform.trim().toLowerCase().slice(0, PLATFORM_CHARS_MAX).toWellFormed();
    return name === "" ? [] : [{ platform: name, url: checked.url }];
  });
}
