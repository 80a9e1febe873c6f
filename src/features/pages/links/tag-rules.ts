import { foldText } from "#src/lib/fold.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";

export const TAGS_MAX = 20;
export const TAG_CHARS_MAX = 40;
export const FOLDER_CHARS_MAX = 60;

/** Returns a name on one line without what nobody can see. Empty if nothing is left. */
function cleanName(raw: string, charsMax: number): string {
  const name = cleanText(raw.replace(/\s+/g, " "), charsMax);
  return isBlank(name) ? "" : name;
}

export function cleanTag(raw: string): string {
  return cleanName(raw, TAG_CHARS_MAX);
}

/** Returns tags as stored: each once, however it's written, in the spelling that comes first. */
export function cleanTags(raw: readonly string[]): string[] {
  const tags = new Map<string, string>();
  for (const tag of raw.map(cleanTag))
    if (tag !== "" && !tags.has(foldText(tag))) tags.set(foldText(tag), tag);
  return [...tags.values()].slice(0, TAGS_MAX);
}

export function cleanFolder(raw: string | null): string | null {
  return cleanName(raw ?? "", FOLDER_CHARS_MAX) || null;
}

/** True if both name the same tag or folder, whatever their case and accents. */
export function isSameName(one: string, other: string): boolean {
  return foldText(one) === foldText(other);
}

export function hasTag(tags: readonly string[], tag: string): boolean {
  return tags.some((one) => isSameName(one, tag));
}
