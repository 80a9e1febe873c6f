/* What starts a rule: pure decisions about what happened. */
import type { Definition, EventTest, Trigger, TriggerType } from "./definition-rules.ts";

/** What's known about what happened. Besides the facts that tests can ask for, `action` says which way it went. */
export type KnownFacts = Readonly<Record<string, string | number>>;

export interface What {
  type: TriggerType;
  facts: KnownFacts;
}

/** What happened, as people read it: bodies that came in have truths, too, and what's empty in them is left out. */
export function readableFacts(facts: Readonly<Record<string, unknown>>): Record<string, string | number> {
  const readable: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(facts))
    if (typeof value === "string" || typeof value === "number") readable[name] = value;
    else if (typeof value === "boolean") readable[name] = String(value);
  return readable;
}

/** What of a body that came in is kept with runs that don't send it on, besides what the rule asks about. */
const BODY_CHARS_KEPT = 1000;

/** What happened, without most of a long body: otherwise each rule would keep all of it for a month. */
export function shortFacts(facts: KnownFacts, { event_tests }: Pick<Definition, "event_tests">): KnownFacts {
  let chars = 0;
  const isKept = ([name, value]: [string, unknown]) => {
    if (!name.startsWith("body.") || event_tests.some(({ fact }) => fact === name)) return true;
    chars += name.length + String(value).length;
    return chars <= BODY_CHARS_KEPT;
  };
  return Object.fromEntries(Object.entries(facts).filter(isKept));
}

/** True if one of a rule's triggers is for this. Its tests of the event come afterwards. */
export function isTriggeredBy({ triggers }: Pick<Definition, "triggers">, what: What): boolean {
  return triggers.some((trigger) => trigger.type === what.type && isFor(trigger, what.facts));
}

/**
 * What the database's triggers look for: the trigger's type and, of what happens often, exactly which, as they name it
 * in `migrations/`.
 */
export function watchedBy(trigger: Trigger): string[] {
  switch (trigger.type) {
    case "tag":
      return [trigger.type, `tag ${trigger.action} ${trigger.tag}`];
    case "field":
      return [trigger.type, `field ${trigger.key}`];
    case "stage":
      return [trigger.type, `stage ${trigger.action} ${trigger.stage_id}`];
    case "segment":
      return [trigger.type, `segment ${trigger.action} ${trigger.segment_id}`];
    default:
      return [trigger.type];
  }
}

const isAmong = (ids: readonly string[], id: unknown) =>
  ids.length === 0 || ids.includes(String(id).toLowerCase());

function isFor(trigger: Trigger, facts: KnownFacts): boolean {
  switch (trigger.type) {
    case "page_opened":
    case "lead":
      return isAmong(trigger.profile_ids, facts.profile_id);
    case "link_clicked":
      return isAmong(trigger.link_ids, facts.link_id);
    case "tag":
      return trigger.action === facts.action && trigger.tag === facts.tag;
    case "field":
      return trigger.key === facts.key;
    case "stage":
      return trigger.action === facts.action && trigger.stage_id === facts.stage_id;
    case "segment":
      return trigger.action === facts.action && trigger.segment_id === facts.segment_id;
    case "mail_sent":
    case "mail_opened":
    case "mail_clicked":
      return isAmong(trigger.campaign_ids, facts.campaign_id);
    case "unsubscribed":
      return trigger.topic === null || facts.topic === "" || trigger.topic === facts.topic;
    case "webhook":
      return trigger.webhook_id === facts.webhook_id;
    case "date":
      return trigger.field === facts.field;
    default:
      return true;
  }
}

/** True if what happened meets all tests. What isn't known is empty text. */
export function meetsTests(tests: readonly EventTest[], facts: KnownFacts): boolean {
  return tests.every((test) => isMet(test, facts[test.fact] ?? ""));
}

/** Whether each of them is met. */
export function testResults(tests: readonly EventTest[], facts: KnownFacts): boolean[] {
  return tests.map((test) => isMet(test, facts[test.fact] ?? ""));
}

function isMet({ operator, value }: EventTest, fact: string | number): boolean {
  const [known, wanted] = [lower(fact), lower(value)];
  switch (operator) {
    case "equals":
      return isSame(known, wanted);
    case "not_equals":
      return !isSame(known, wanted);
    case "contains":
      return known.includes(wanted);
    case "not_contains":
      return !known.includes(wanted);
    case "at_least":
      return known !== "" && Number(known) >= Number(wanted);
    case "at_most":
      return known !== "" && Number(known) <= Number(wanted);
  }
}

const lower = (value: string | number) => String(value).trim().toLowerCase();

/** Numbers may be written in several ways. */
function isSame(known: string, wanted: string): boolean {
  if (known === wanted) return true;
  return known !== "" && wanted !== "" && Number(known) === Number(wanted);
}
