import { cleanText, graphemes } from "#src/lib/text.ts";

export const TITLE_CHARS_MAX = 200;
export const DESCRIPTION_CHARS_MAX = 500;

/** Editors store these in `icon` if nobody picked one (spec §2). */
const PLACEHOLDER_ICONS: ReadonlySet<string> = new Set(["instagram", "link"]);

/** True if a link card shows its icon: switched on, not empty, and not a placeholder (spec §2). */
export function showsIcon(link: { show_icon: boolean | null; icon: string | null }): boolean {
  const icon = link.icon?.trim().toLowerCase() ?? "";
  return link.show_icon === true && icon !== "" && !PLACEHOLDER_ICONS.has(icon);
}

const EMOJI_CHARS_MAX = 32;
const ICON_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/i;

/** True for an emoji, or for the name of a drawing (unknown names show a globe, as in spec §9). */
export function isEmojiOrName(icon: string): boolean {
  if (ICON_NAME.test(icon)) return true;
  if (icon.length > EMOJI_CHARS_MAX || !/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(icon))
    return false;
  return [...graphemes(icon)].length === 1;
}

const COPY_MARK = " (copy)";

export function copyTitle(title: string): string {
  return cleanText(title, TITLE_CHARS_MAX - COPY_MARK.length) + COPY_MARK;
}

/** Returns `items` with `item` at `position`, or at the end if there aren't that many. */
export function insertAt<Item>(items: readonly Item[], item: Item, position: number): Item[] {
  const at = Math.max(0, position);
  return [...items.slice(0, at), item, ...items.slice(at)];
}

/** True if both contain the same ids, each once, in any order. */
export function areSameIds(a: readonly string[], b: readonly string[]): boolean {
  const set = new Set(a);
  return a.length === b.length && set.size === a.length && b.every((id) => set.delete(id));
}
