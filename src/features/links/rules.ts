/** Links that a free account may have on each profile (spec §9). */
export const LINKS_PER_PROFILE_FREE = 5;

export const TITLE_CHARS_MAX = 200;
export const DESCRIPTION_CHARS_MAX = 500;

/** What editors write into `icon` where nobody has chosen one (spec §2). */
const PLACEHOLDER_ICONS: ReadonlySet<string> = new Set(["instagram", "link"]);

/** The sentence for a profile that is full; `limit` is what the account may really have. */
export function linkLimitMessage(limit: number): string {
  return `Link limit reached. You can have up to ${limit} ${limit === 1 ? "link" : "links"} on this profile.`;
}

/** Whether a link card shows its icon: switched on, not empty, and not the placeholder (spec §2). */
export function showsIcon(link: { show_icon: boolean | null; icon: string | null }): boolean {
  const icon = link.icon?.trim().toLowerCase() ?? "";
  return link.show_icon === true && icon !== "" && !PLACEHOLDER_ICONS.has(icon);
}
