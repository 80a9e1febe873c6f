import type { Trigger, TriggerType } from "#src/features/email/automations/definition-rules.ts";
import type { RuleCatalog } from "../action-sentence.ts";

/** For what has to be chosen, and isn't there yet. */
export const NO_ID = "00000000-0000-0000-0000-000000000000";

/** A new trigger with what most people want, or undefined if there's nothing yet that it could be about. */
export function newTrigger(
  type: TriggerType,
  { stages, segments, fields, webhooks }: RuleCatalog,
): Trigger | undefined {
  switch (type) {
    case "page_opened":
    case "lead":
      return { type, profile_ids: [] };
    case "link_clicked":
      return { type, link_ids: [] };
    case "tag":
      return { type, action: "added", tag: "" };
    case "field":
      return fields[0] && { type, key: fields[0].key };
    case "stage":
      return stages[0] && { type, action: "entered", stage_id: stages[0].id };
    case "segment":
      return segments[0] && { type, action: "entered", segment_id: segments[0].id };
    case "mail_sent":
    case "mail_opened":
    case "mail_clicked":
      return { type, campaign_ids: [] };
    case "unsubscribed":
      return { type, topic: null };
    case "date": {
      const field = fields.find((one) => one.type === "date");
      return field && { type, field: field.key, days: 0, is_yearly: true, time: "09:00" };
    }
    case "inactive":
      return { type, days: 60 };
    case "schedule":
      return { type, every: "day", time: "09:00", day: 1, is_for_each: true };
    case "webhook":
      return { type, webhook_id: webhooks[0]?.id ?? NO_ID };
    default:
      return { type };
  }
}
