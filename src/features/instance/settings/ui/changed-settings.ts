import type { Setting, Settings } from "#src/features/instance/settings/contract.ts";
import { settingWords } from "./setting-words.ts";

/** What's in the form, and what it was filled in with, by setting name. */
export type Values = Readonly<Record<string, string>>;

export const valuesOf = ({ items }: Pick<Settings, "items">): Record<string, string> =>
  Object.fromEntries(items.map(({ name, value }) => [name, value]));

/** Returns what was changed in the form. */
export function changesOf(values: Values, initial: Values): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name, text]) => text !== initial[name]));
}

/** Returns what the server gets: null for what is the default again, and what the form's values replace. */
export function updateOf(changes: Values, items: readonly Setting[]) {
  const changed = items.filter(({ name }) => changes[name] !== undefined);
  return {
    values: Object.fromEntries(
      changed.map((one) => [
        one.name,
        changes[one.name] === one.default ? null : (changes[one.name] ?? null),
      ]),
    ),
    seen: valuesOf({ items: changed }),
  };
}

/** Returns the settings that somebody else has changed since, of those changed in the form. */
export function conflictsOf(
  theirs: readonly Setting[],
  { values, initial }: { values: Values; initial: Values },
) {
  const mine = changesOf(values, initial);
  return theirs.filter(({ name, value }) => mine[name] !== undefined && value !== initial[name]);
}

/** Says what they did, in a sentence each. */
export function conflictWords(conflicts: readonly Setting[]): string {
  return conflicts
    .map((setting) => {
      const by = setting.changed?.by ?? "Someone";
      return `${by} changed “${setting.label}” to “${settingWords(setting, setting.value)}” meanwhile.`;
    })
    .join(" ");
}
