/** What segments can be about, by the names in their contract. */
export type UsedKind = "fields" | "links" | "pages" | "stages";

/** Names of what's about something. */
export interface Uses {
  segments: readonly string[];
  rules: readonly string[];
}

type Finder = (kind: UsedKind, ids: readonly string[]) => Promise<Uses>;

let find: Finder | undefined;

/** Sets who knows the names of what is about things that may be deleted. Undefined for nobody. */
export function onAskUses(finder: Finder | undefined): void {
  find = finder;
}

/**
 * Says which segments and rules are about something that's going to be deleted, or nothing. A failure says nothing, either,
 * because it mustn't be in the way.
 */
export async function usesWarning(kind: UsedKind, ids: readonly string[]): Promise<string | undefined> {
  if (!find || ids.length === 0) return undefined;
  try {
    const { segments, rules } = await find(kind, ids);
    const said = [segmentsSay(segments), rulesSay(rules)].filter((one) => one !== undefined);
    return said.length === 0 ? undefined : said.join(" ");
  } catch {
    return undefined;
  }
}

const listed = (names: readonly string[]) => names.map((name) => `“${name}”`).join(", ");

function segmentsSay(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  return names.length === 1
    ? `Your segment ${listed(names)} is about it, and will have to be changed.`
    : `Your segments ${listed(names)} are about it, and will have to be changed.`;
}

function rulesSay(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  return names.length === 1
    ? `Your rule ${listed(names)} is about it, and will have to be changed.`
    : `Your rules ${listed(names)} are about it, and will have to be changed.`;
}
