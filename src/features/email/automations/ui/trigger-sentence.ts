import { nameOf, orList } from "#src/features/audience/segments/ui/shared/condition-labels.ts";
import type { Every, Trigger } from "#src/features/email/automations/definition-rules.ts";
import { formatTime, weekdayName } from "#src/features/email/sequences/ui/shared/step-sentence.ts";
import { formatNumber, plural } from "#src/kit/plural.ts";
import type { RuleCatalog } from "./action-sentence.ts";
import { TRIGGER_LABELS } from "./rule-labels.ts";

type Of<Type extends Trigger["type"]> = Extract<Trigger, { type: Type }>;

/** Says what starts a rule: “Someone gets the tag “vip””. */
export function describeTrigger(trigger: Trigger, catalog: RuleCatalog): string {
  const among = (items: Parameters<typeof nameOf>[0], ids: readonly string[]) =>
    orList(ids.map((id) => nameOf(items, id)));
  switch (trigger.type) {
    case "page_opened":
      return trigger.profile_ids.length === 0
        ? "Someone opens a page of yours"
        : `Someone opens ${among(catalog.pages, trigger.profile_ids)}`;
    case "link_clicked":
      return trigger.link_ids.length === 0
        ? "Someone clicks any link"
        : `Someone clicks ${among(catalog.links, trigger.link_ids)}`;
    case "lead":
      return trigger.profile_ids.length === 0
        ? TRIGGER_LABELS.lead
        : `Someone signs up on ${among(catalog.pages, trigger.profile_ids)}`;
    case "tag":
      return tagSentence(trigger);
    case "field":
      return fieldSentence(trigger, catalog);
    case "stage":
    case "segment":
      return movedSentence(trigger, catalog);
    case "mail_sent":
    case "mail_opened":
    case "mail_clicked":
      return mailSentence(trigger, catalog);
    case "unsubscribed":
      return topicSentence(trigger, catalog);
    case "date":
      return dateSentence(trigger, catalog);
    case "inactive":
      return `Someone does nothing for ${plural(trigger.days, "day")}`;
    case "schedule":
      return scheduleSentence(trigger);
    case "webhook":
      return `Something comes in at ${nameOf(catalog.webhooks, trigger.webhook_id)}`;
    default:
      return TRIGGER_LABELS[trigger.type];
  }
}

function tagSentence({ action, tag }: Of<"tag">): string {
  const name = tag.trim();
  if (name === "") return action === "added" ? "Someone gets a tag" : "Someone loses a tag";
  return action === "added" ? `Someone gets the tag “${name}”` : `Someone loses the tag “${name}”`;
}

function fieldSentence({ key }: Of<"field">, { fields }: RuleCatalog): string {
  const label = fields.find((one) => one.key === key)?.label;
  return label === undefined ? TRIGGER_LABELS.field : `The field ${label} changes`;
}

function movedSentence(trigger: Of<"stage"> | Of<"segment">, { stages, segments }: RuleCatalog): string {
  if (trigger.type === "segment") {
    const name = nameOf(segments, trigger.segment_id);
    return trigger.action === "entered"
      ? `Someone enters the segment ${name}`
      : `Someone leaves the segment ${name}`;
  }
  const name = nameOf(stages, trigger.stage_id);
  return trigger.action === "entered"
    ? `Someone reaches the stage ${name}`
    : `Someone leaves the stage ${name}`;
}

type Mail = Of<"mail_sent"> | Of<"mail_opened"> | Of<"mail_clicked">;
function mailSentence({ type, campaign_ids }: Mail, { campaigns }: RuleCatalog): string {
  if (campaign_ids.length === 0) return TRIGGER_LABELS[type];
  const names = orList(campaign_ids.map((id) => nameOf(campaigns, id)));
  if (type === "mail_sent") return `Someone gets the campaign ${names}`;
  return type === "mail_opened"
    ? `Someone opens the campaign ${names}`
    : `Someone clicks in the campaign ${names}`;
}

function topicSentence({ topic }: Of<"unsubscribed">, { topics }: RuleCatalog): string {
  if (topic === null) return TRIGGER_LABELS.unsubscribed;
  const name = topics.find(({ key }) => key === topic)?.name ?? topic;
  return `Someone turns off the topic “${name}”`;
}

function dateSentence({ field, days }: Of<"date">, { fields }: RuleCatalog): string {
  const label = fields.find(({ key }) => key === field)?.label;
  if (label === undefined) return TRIGGER_LABELS.date;
  if (days === 0) return `The day of ${label} comes`;
  return days < 0
    ? `It’s ${plural(-days, "day")} before ${label}`
    : `It’s ${plural(days, "day")} after ${label}`;
}

function scheduleSentence({ every, time, day }: Of<"schedule">): string {
  const at = formatTime(time);
  const words: Readonly<Record<Every, () => string>> = {
    hour: () => `It’s minute ${formatNumber(Number(time.slice(3)))} of an hour`,
    day: () => `It’s ${at}, every day`,
    week: () => `It’s ${weekdayName(Math.min(day, 7))}, ${at}`,
    month: () => `It’s day ${formatNumber(day)} of a month, ${at}`,
  };
  return words[every]();
}
