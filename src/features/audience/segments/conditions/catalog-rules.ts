import type { ConsentState } from "#src/features/audience/consent-records/rules.ts";
import type { FieldType } from "#src/features/audience/contacts/rules.ts";

export interface Named {
  id: string;
  name: string;
}

/** Everything of an account that a condition can name. */
export interface Catalog {
  fields: { key: string; label: string; type: FieldType; choices: string[] }[];
  topics: { key: string; name: string }[];
  tags: string[];
  stages: Named[];
  /** The team, by user id. */
  owners: Named[];
  /** Profiles, named by their usernames. */
  pages: Named[];
  links: Named[];
  campaigns: Named[];
  segments: Named[];
}

export const REFERENCE_KINDS = ["stages", "owners", "pages", "links", "campaigns", "segments"] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

export const EMPTY_CATALOG: Catalog = {
  fields: [],
  topics: [],
  tags: [],
  stages: [],
  owners: [],
  pages: [],
  links: [],
  campaigns: [],
  segments: [],
};

export const CONSENT_CHOICES = [
  "none",
  "unconfirmed",
  "confirmed",
  "unsubscribed",
] as const satisfies readonly ConsentState[];

const sameName = (a: string, b: string) =>
  a.normalize("NFC").toLowerCase() === b.normalize("NFC").toLowerCase();

/** What a thing is called in the text form: its name, or its id if another one has that name, too. */
export function nameInText(catalog: Catalog, kind: ReferenceKind, id: string): string {
  const own = catalog[kind].find((one) => one.id === id);
  if (!own || own.name === "") return id;
  const isTaken = catalog[kind].some(
    (one) => one.id !== id && (sameName(one.name, own.name) || one.id === own.name),
  );
  return isTaken ? id : own.name;
}

/** Those that a word of the text form may mean. */
export function findNamed(catalog: Catalog, kind: ReferenceKind, word: string): readonly Named[] {
  const byId = catalog[kind].filter(({ id }) => id === word.toLowerCase() || id === word);
  return byId.length > 0 ? byId : catalog[kind].filter(({ name }) => sameName(name, word));
}
