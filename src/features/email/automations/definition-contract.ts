import * as z from "zod";
import { TOPIC_KEY } from "#src/features/audience/consent-records/rules.ts";
import { conditionSchema } from "#src/features/audience/segments/conditions/condition-contract.ts";
import {
  clockTime,
  mailSchema,
  stepId,
  waitSchema,
} from "#src/features/email/sequences/definition-contract.ts";
import { storedText } from "#src/lib/endpoint.ts";
import { isTimeZone } from "#src/lib/time.ts";
import { URL_CHARS_MAX } from "#src/lib/url.ts";
import { type Definition, EMPTY_DEFINITION, EVENT_OPERATORS, EVERY } from "./definition-rules.ts";
import { ACTIONS_MAX, BUDGET_MAX, EVENT_TESTS_MAX, TRIGGERS_MAX } from "./rules.ts";

/** Events name ids in lowercase. */
const guid = z.guid().toLowerCase();
const guids = z.array(guid).max(100).default([]);
const tag = storedText(200);
const moved = z.enum(["entered", "left"]).default("entered");

const triggerSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("page_opened"), profile_ids: guids }),
  z.strictObject({ type: z.literal("link_clicked"), link_ids: guids }),
  z.strictObject({ type: z.literal("lead"), profile_ids: guids }),
  z.strictObject({ type: z.literal("confirmed") }),
  z.strictObject({ type: z.literal("contact_added") }),
  z.strictObject({ type: z.literal("tag"), action: z.enum(["added", "removed"]).default("added"), tag }),
  z.strictObject({ type: z.literal("field"), key: storedText(100) }),
  z.strictObject({ type: z.literal("stage"), action: moved, stage_id: guid }),
  z.strictObject({ type: z.literal("segment"), action: moved, segment_id: guid }),
  z.strictObject({ type: z.literal("mail_sent"), campaign_ids: guids }),
  z.strictObject({ type: z.literal("mail_opened"), campaign_ids: guids }),
  z.strictObject({ type: z.literal("mail_clicked"), campaign_ids: guids }),
  z.strictObject({ type: z.literal("bounced") }),
  z.strictObject({ type: z.literal("replied") }),
  z.strictObject({
    type: z.literal("unsubscribed"),
    topic: z.string().regex(TOPIC_KEY).nullable().default(null),
  }),
  z.strictObject({ type: z.literal("complained") }),
  z.strictObject({ type: z.literal("order") }),
  z.strictObject({
    type: z.literal("date"),
    field: storedText(100),
    days: z.int().min(-365).max(365).default(0),
    is_yearly: z.boolean().default(true),
    time: clockTime.default("09:00"),
  }),
  z.strictObject({ type: z.literal("inactive"), days: z.int().min(1).max(3650) }),
  z.strictObject({ type: z.literal("webhook"), webhook_id: guid }),
  z.strictObject({
    type: z.literal("schedule"),
    every: z.enum(EVERY),
    time: clockTime.default("09:00"),
    day: z.int().min(1).max(31).default(1),
    is_for_each: z.boolean().default(true),
  }),
]);

const eventTestSchema = z.strictObject({
  fact: storedText(200),
  operator: z.enum(EVENT_OPERATORS),
  value: z.union([storedText(500), z.number()]),
});

const id = stepId;
const actionSchema = z.discriminatedUnion("type", [
  z.object({ id, type: z.literal("send"), mail: mailSchema }),
  z.object({ id, type: z.literal("wait"), wait: waitSchema }),
  z.object({ id, type: z.literal("start_sequence"), sequence_id: guid.nullable() }),
  z.object({ id, type: z.literal("stop_sequence"), sequence_id: guid.nullable() }),
  z.object({ id, type: z.literal("tag"), action: z.enum(["add", "remove"]), tag }),
  z.object({
    id,
    type: z.literal("field"),
    key: storedText(100),
    value: z.union([storedText(2000), z.number(), z.boolean(), z.null()]),
  }),
  z.object({ id, type: z.literal("stage"), stage_id: guid.nullable() }),
  z.object({ id, type: z.literal("owner"), owner_id: storedText(100).nullable() }),
  z.object({
    id,
    type: z.literal("task"),
    title: storedText(300),
    days: z.int().min(0).max(365).default(0),
    assignee_id: storedText(100).nullable().default(null),
  }),
  z.object({ id, type: z.literal("note"), text: storedText(2000) }),
  z.object({
    id,
    type: z.literal("notify"),
    text: storedText(300),
    person_id: storedText(100).nullable().default(null),
  }),
  z.object({
    id,
    type: z.literal("webhook"),
    url: storedText(URL_CHARS_MAX),
    body: storedText(10_000).default(""),
  }),
  z.object({ id, type: z.literal("score"), points: z.int().min(-1000).max(1000) }),
  z.object({
    id,
    type: z.literal("topic"),
    action: z.enum(["subscribe", "unsubscribe"]),
    topic: z.string().regex(TOPIC_KEY),
  }),
  z.object({ id, type: z.literal("suppress") }),
  z.object({ id, type: z.literal("link"), action: z.enum(["show", "hide"]), link_id: guid.nullable() }),
  z.object({
    id,
    type: z.literal("promotion"),
    action: z.enum(["show", "hide"]),
    profile_id: guid.nullable(),
  }),
]);

const empty = EMPTY_DEFINITION;
/** What's left out is as in a new rule. */
export const definitionSchema = z.object({
  triggers: z.array(triggerSchema).max(TRIGGERS_MAX).default([]),
  event_tests: z.array(eventTestSchema).max(EVENT_TESTS_MAX).default([]),
  condition: conditionSchema.nullable().default(null),
  actions: z.array(actionSchema).max(ACTIONS_MAX).default([]),
  is_repeatable: z.boolean().default(empty.is_repeatable),
  budget: z.int().min(1).max(BUDGET_MAX).default(empty.budget),
  mailbox_id: z.guid().nullable().default(null),
  from_name: storedText(200).default(""),
  topic: z.string().regex(TOPIC_KEY).default(empty.topic),
  time_zone: z
    .string()
    .max(100)
    .refine(isTimeZone, "We don’t know that time zone. Choose another one.")
    .default(empty.time_zone),
}) as unknown as z.ZodType<Definition, unknown>;
