import { fieldOf, topicOf } from "./attribute-rules.ts";
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
