/*
 * What an automation does, which screens call a rule: when something happens, and if somebody and what happened meet its
 * conditions, its actions are done in their order.
 */
import type { Condition } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { EMPTY_MAIL, type StepMail, type Wait } from "#src/features/email/sequences/definition-rules.ts";
import { BUDGET_DEFAULT } from "./rules.ts";

/** What a rule begins with. Lists of ids are empty for “any”. */
export type Trigger =
  /** Opened a page, or clicked a link, and is known by a sign-up in the same visit or by the link in an e-mail. */
  | { type: "page_opened"; profile_ids: string[] }
  | { type: "link_clicked"; link_ids: string[] }
  | { type: "lead"; profile_ids: string[] }
  | { type: "confirmed" }
  /** Came on the list in any way. */
  | { type: "contact_added" }
  | { type: "tag"; action: "added" | "removed"; tag: string }
  | { type: "field"; key: string }
  | { type: "stage"; action: "entered" | "left"; stage_id: string }
  | { type: "segment"; action: "entered" | "left"; segment_id: string }
  | { type: "mail_sent"; campaign_ids: string[] }
  | { type: "mail_opened"; campaign_ids: string[] }
  | { type: "mail_clicked"; campaign_ids: string[] }
  | { type: "bounced" }
  | { type: "replied" }
  /** Of one topic, or of anything if it's null. */
  | { type: "unsubscribed"; topic: string | null }
  | { type: "complained" }
  | { type: "order" }
  /** A date field of theirs, so many days before (negative) or after it, at a time of their day. */
  | { type: "date"; field: string; days: number; is_yearly: boolean; time: string }
  /** Did nothing for so many days: no visit, click, open, reply, sign-up, or order. */
  | { type: "inactive"; days: number }
  /** Another program called an incoming webhook. */
  | { type: "webhook"; webhook_id: string }
  /** By the clock, in the rule's time zone: for everyone who meets the conditions, or once, for nobody in particular. */
  | { type: "schedule"; every: Every; time: string; day: number; is_for_each: boolean };
export type TriggerType = Trigger["type"];

/** `day` is 1 for Monday in weeks, and the day of the month in months, whose last day counts if there's none. */
export const EVERY = ["hour", "day", "week", "month"] as const;
export type Every = (typeof EVERY)[number];

/** A test of what happened, such as an order's amount or the country of a click. */
export interface EventTest {
  /** A fact's name: see `FACTS`. For incoming webhooks, `body.` and the field's path. */
  fact: string;
  operator: EventOperator;
  value: string | number;
}
export const EVENT_OPERATORS = [
  "equals",
  "not_equals",
  "contains",
  "not_contains",
  "at_least",
  "at_most",
] as const;
export type EventOperator = (typeof EVENT_OPERATORS)[number];

/** What's known about what happened, besides to whom. All are text but `amount`, which is in the currency's unit. */
export const FACTS: Readonly<Record<TriggerType, readonly string[]>> = {
  page_opened: ["profile_id", "country", "device", "app", "referrer_host", "utm_source"],
  link_clicked: ["link_id", "profile_id", "country", "device", "app", "referrer_host", "utm_source"],
  lead: ["profile_id", "country", "referrer_host"],
  confirmed: [],
  contact_added: [],
  tag: ["tag"],
  field: ["key", "value", "before"],
  stage: ["stage_id"],
  segment: ["segment_id"],
  mail_sent: ["campaign_id", "subject"],
  mail_opened: ["campaign_id", "subject"],
  mail_clicked: ["campaign_id", "subject", "url", "country", "device"],
  bounced: ["campaign_id", "subject"],
  replied: ["campaign_id", "subject"],
  unsubscribed: ["topic"],
  complained: ["campaign_id", "subject"],
  order: ["amount", "currency", "order_id"],
  date: ["field"],
  inactive: [],
  webhook: ["webhook_id"],
  schedule: [],
};

interface Base {
  /** Unique in the rule, and the same in all of its versions. */
  id: string;
}

export type Action =
  | (Base & { type: "send"; mail: StepMail })
  | (Base & { type: "wait"; wait: Wait })
  | (Base & { type: "start_sequence"; sequence_id: string | null })
  /** Takes them out of one sequence, or of all if it's null. */
  | (Base & { type: "stop_sequence"; sequence_id: string | null })
  | (Base & { type: "tag"; action: "add" | "remove"; tag: string })
  | (Base & { type: "field"; key: string; value: string | number | boolean | null })
  | (Base & { type: "stage"; stage_id: string | null })
  /** Somebody on the team, or nobody. */
  | (Base & { type: "owner"; owner_id: string | null })
  | (Base & { type: "task"; title: string; days: number; assignee_id: string | null })
  | (Base & { type: "note"; text: string })
  /** By bell, e-mail and push, as each person has chosen. Null: everyone who may see fans. */
  | (Base & { type: "notify"; text: string; person_id: string | null })
  /** Posts a JSON body, in which merge tags are filled in, to a URL. Signed with the rule's secret. */
  | (Base & { type: "webhook"; url: string; body: string })
  | (Base & { type: "score"; points: number })
  | (Base & { type: "topic"; action: "subscribe" | "unsubscribe"; topic: string })
  | (Base & { type: "suppress" })
  /** For everyone who opens the page. */
  | (Base & { type: "link"; action: "show" | "hide"; link_id: string | null })
  | (Base & { type: "promotion"; action: "show" | "hide"; profile_id: string | null });
export type ActionType = Action["type"];

/** Actions that are about nobody in particular, so that a schedule can do them once. */
export const IMPERSONAL_ACTIONS: readonly ActionType[] = ["notify", "webhook", "link", "promotion", "wait"];

export interface Definition {
  /** Any of these starts it. */
  triggers: Trigger[];
  /** All of these are true of what happened. */
  event_tests: EventTest[];
  /** Who it's for. Null: everyone. */
  condition: Condition | null;
  actions: Action[];
  /** True if it may run for the same fan more often than once a minute. */
  is_repeatable: boolean;
  /** How often it may run in a day, in UTC. */
  budget: number;
  /** Who its e-mail is from, and about what. */
  mailbox_id: string | null;
  from_name: string;
  topic: string;
  /** For schedules, and for fans with an unknown time zone. */
  time_zone: string;
}

export const EMPTY_DEFINITION: Definition = {
  triggers: [],
  event_tests: [],
  condition: null,
  actions: [],
  is_repeatable: false,
  budget: BUDGET_DEFAULT,
  mailbox_id: null,
  from_name: "",
  topic: "news",
  time_zone: "UTC",
};

/** A definition for lists: without what its e-mail says, besides the subject. */
export function outlineOf(definition: Definition): Definition {
  const actions = definition.actions.map((action) =>
    action.type === "send"
      ? { ...action, mail: { ...EMPTY_MAIL, mode: action.mail.mode, subject: action.mail.subject } }
      : action,
  );
  return { ...definition, actions };
}
