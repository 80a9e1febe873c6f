import { fieldOf, findAttribute, topicOf } from "./attribute-rules.ts";
import { type Catalog, type Named, REFERENCE_KINDS, type ReferenceKind } from "./catalog-rules.ts";
import { pathsIn } from "./check-rules.ts";
import type { Condition, Test } from "./condition-rules.ts";
import { valuesOf } from "./value-rules.ts";

/** What a condition can be about and somebody can delete: fields and topics by key, tags by name, the rest by id. */
export const USED_KINDS = [
  "fields",
  "topics",
  "tags",
  "stages",
  "pages",
  "links",
  "campaigns",
  "segments",
] as const;
export type UsedKind = (typeof USED_KINDS)[number];

const ATTRIBUTES: Partial<Record<UsedKind, string>> = { tags: "tag", stages: "stage", pages: "page" };

/** True if a condition names one of these. */
export function isAboutAny(
  condition: Condition,
  { kind, ids }: { kind: UsedKind; ids: readonly string[] },
): boolean {
  return pathsIn(condition).some(({ test }) => idsIn(test, kind).some((id) => ids.includes(id)));
}

function idsIn(test: Test, kind: UsedKind): readonly string[] {
  if ("segment_id" in test) return kind === "segments" ? [test.segment_id] : [];
  if ("event" in test) {
    const { link_id, profile_id, campaign_id } = test;
    const id = { links: link_id, pages: profile_id, campaigns: campaign_id }[kind as string];
    return id === undefined ? [] : [id];
  }
  if (kind === "fields" || kind === "topics") {
    const key = (kind === "fields" ? fieldOf : topicOf)(test.attribute);
    return key === undefined ? [] : [key];
  }
  return test.attribute === ATTRIBUTES[kind] ? valuesOf(test).map(String) : [];
}

/** Something that a condition names, with the name that it has. */
export type NamedThing = Named & { kind: ReferenceKind };

/** What a condition names by its id, as far as it's there. */
export function namedIn(condition: Condition, catalog: Catalog): NamedThing[] {
  const tests = pathsIn(condition).map(({ test }) => test);
  return REFERENCE_KINDS.flatMap((kind) => {
    const ids = new Set(tests.flatMap((test) => referencesIn(test, kind, catalog)));
    return catalog[kind].filter(({ id }) => ids.has(id)).map(({ id, name }) => ({ kind, id, name }));
  });
}

function referencesIn(test: Test, kind: ReferenceKind, catalog: Catalog): readonly string[] {
  if ("attribute" in test)
    return findAttribute(catalog, test.attribute)?.refersTo === kind ? valuesOf(test).map(String) : [];
  return kind === "stages" || kind === "owners" ? [] : idsIn(test, kind);
}

/** A catalog in which things have the names that they had, even if they're gone by now. */
export function withNames(catalog: Catalog, named: readonly NamedThing[]): Catalog {
  const own = Object.fromEntries(
    REFERENCE_KINDS.map((kind) => {
      const had = named.filter((one) => one.kind === kind);
      const others = catalog[kind].filter(({ id }) => !had.some((one) => one.id === id));
      return [kind, [...others, ...had.map(({ id, name }) => ({ id, name }))]];
    }),
  );
  return { ...catalog, ...own };
}
