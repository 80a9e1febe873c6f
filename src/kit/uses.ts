/** What segments can be about, by the names in their contract. */
export type UsedKind = "fields" | "links" | "pages" | "stages";

type Finder = (kind: UsedKind, ids: readonly string[]) => Promise<readonly string[]>;

let find: Finder | undefined;

/** Sets who knows the names of what is about things that may be deleted. Undefined for nobody. */
export function onAskUses(finder: Finder | undefined): void {
  find = finder;
}

/**
 * Says which segments are about something that's going to be deleted, or nothing. A failure says nothing, either,
 * because it mustn't be in the way.
 */
export async function usesWarning(kind: UsedKind, ids: readonly string[]): Promise<string | undefined> {
  if (!find || ids.length === 0) return undefined;
  try {
    const names = await find(kind, ids);
    if (names.length === 0) return undefined;
    const list = names.map((name) => `“${name}”`).join(", ");
    return names.length === 1
      ? `Your segment ${list} is about it, and will have to be changed.`
      : `Your segments ${list} are about it, and will have to be changed.`;
  } catch {
    return undefined;
  }
}
