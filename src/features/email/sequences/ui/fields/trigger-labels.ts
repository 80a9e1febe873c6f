import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { nameOf } from "#src/features/audience/segments/ui/shared/condition-labels.ts";
import type { Trigger } from "#src/features/email/sequences/definition-rules.ts";
import { plural } from "#src/kit/plural.ts";

export const TRIGGER_LABELS: Readonly<Record<Trigger["type"], string>> = {
  lead: "Someone signs up",
  confirmed: "Someone confirms their sign-up",
  tag: "Someone gets a tag",
  stage: "Someone reaches a stage",
  segment: "Someone enters a segment",
  order: "Someone buys something",
  webhook: "Something comes in by a webhook",
  date: "A date comes",
};

/** Says what starts a sequence. */
export function describeTrigger(trigger: Trigger, catalog: Catalog): string {
  switch (trigger.type) {
    case "lead":
      return trigger.profile_ids.length === 0
        ? "Someone signs up"
        : `Someone signs up on ${trigger.profile_ids.map((id) => nameOf(catalog.pages, id)).join(", ")}`;
    case "tag":
      return trigger.tag.trim() === "" ? TRIGGER_LABELS.tag : `Someone gets the tag “${trigger.tag.trim()}”`;
    case "stage":
      return `Someone reaches the stage ${nameOf(catalog.stages, trigger.stage_id)}`;
    case "segment":
      return `Someone enters the segment ${nameOf(catalog.segments, trigger.segment_id)}`;
    case "date":
      return dateSentence(trigger, catalog);
    default:
      return TRIGGER_LABELS[trigger.type];
  }
}

function dateSentence({ field, days }: Extract<Trigger, { type: "date" }>, { fields }: Catalog): string {
  const label = fields.find(({ key }) => key === field)?.label;
  if (label === undefined) return "A date comes";
  if (days === 0) return `The day of ${label} comes`;
  return days < 0
    ? `It’s ${plural(-days, "day")} before ${label}`
    : `It’s ${plural(days, "day")} after ${label}`;
}
