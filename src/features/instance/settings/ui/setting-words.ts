import type { Setting } from "#src/features/instance/settings/contract.ts";
import type { SETTING_GROUPS } from "#src/lib/setting.ts";

export const GROUP_LABELS: Record<(typeof SETTING_GROUPS)[number], string> = {
  brand: "Brand",
  mail: "E-mail",
  plans: "Plans and limits",
  referrals: "Referrals",
  site: "Home page and records",
  analytics: "Analytics",
  domains: "Domains",
  accounts: "Accounts",
  system: "Backups",
};

/** Returns a setting's text as people read it. */
export function settingWords({ input }: Pick<Setting, "input">, text: string): string {
  if (input.kind === "switch") return text === "on" ? "On" : "Off";
  if (input.kind === "choice") return input.choices.find(({ value }) => value === text)?.label ?? text;
  if (input.kind === "number") return text === "off" ? (input.none ?? text) : `${text} ${input.unit}`;
  if (text === "") return "Empty";
  return input.kind === "picture" ? "A picture" : text;
}

/** True if all words are somewhere in what the screen says of a setting. */
export function isFound({ name, group, label, hint, variable }: Setting, words: string): boolean {
  const text = [name, GROUP_LABELS[group], label, hint, variable].join(" ").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Several texts as one, and back. */
export const listOfText = (text: string): string[] => text.split(",").flatMap((part) => part.trim() || []);
export const textOfList = (list: readonly string[]): string => list.join(", ");
