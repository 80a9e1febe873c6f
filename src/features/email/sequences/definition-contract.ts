import * as z from "zod";
import { TOPIC_KEY } from "#src/features/audience/consent-records/rules.ts";
import { conditionSchema } from "#src/features/audience/segments/conditions/condition-contract.ts";
import { COLLECT_HOURS_MAX, METRICS, VERSIONS_MAX } from "#src/features/email/ab-tests/rules.ts";
import { namedFiles, partsSchema } from "#src/features/email/templates/blocks/blocks-contract.ts";
import { HTML_CHARS_MAX } from "#src/features/email/templates/rules.ts";
import { sentence, storedText } from "#src/lib/endpoint.ts";
import { isTimeZone } from "#src/lib/time.ts";
import { isWallTime } from "#src/lib/time-zones.ts";
import {
  type Definition,
  EMPTY_DEFINITION,
  EMPTY_MAIL,
  isWithinLimits,
  type Step,
  WAIT_UNITS,
} from "./definition-rules.ts";
import { LATE_HOURS_MAX, PARTS_MAX, REENTRIES, STEPS_DEPTH_MAX, STEPS_MAX, TRIGGERS_MAX } from "./rules.ts";

/** Such as `09:00`. */
export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 09:00.");
/** Objects have steps' ids as names, and `__proto__` isn't one of these. */
export const stepId = z.string().regex(/^(?!__proto__$)[\w-]{1,40}$/);
const id = stepId;
/** Events name ids in lowercase. */
const guid = z.guid().toLowerCase();
const tag = storedText(200);

const triggerSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("lead"), profile_ids: z.array(guid).max(100).default([]) }),
  z.strictObject({ type: z.literal("confirmed") }),
  z.strictObject({ type: z.literal("tag"), tag }),
  z.strictObject({ type: z.literal("stage"), stage_id: guid }),
  z.strictObject({ type: z.literal("segment"), segment_id: guid }),
  z.strictObject({ type: z.literal("order") }),
  z.strictObject({ type: z.literal("webhook"), webhook_id: guid }),
  z.strictObject({
    type: z.literal("date"),
    field: storedText(100),
    days: z.int().min(-365).max(365).default(0),
    is_yearly: z.boolean().default(true),
    time: clockTime.default("09:00"),
  }),
]);

const own = partsSchema.pick({ blocks: true, theme: true, subject: true, preheader: true }).shape;
/** What's left out is empty. */
export const mailSchema = z.object({
  mode: z.enum(["blocks", "template", "html"]).default("blocks"),
  template_id: z.guid().nullable().default(null),
  subject: own.subject.default(""),
  preheader: own.preheader.default(""),
  html: storedText(HTML_CHARS_MAX).default(""),
  blocks: own.blocks.default([]),
  theme: own.theme.default(EMPTY_MAIL.theme),
  attachments: namedFiles.default([]),
});

const testSchema = z.object({
  versions: z
    .array(
      z.object({
        subject: own.subject.default(""),
        preheader: own.preheader.default(""),
        // No defaults: a test goes on as long as its step is the same as it was published.
        from_name: storedText(200).optional(),
        mailbox_id: guid.nullable().optional(),
        mode: z.enum(["blocks", "template", "html"]).nullable().default(null),
        template_id: z.guid().nullable().default(null),
        html: storedText(HTML_CHARS_MAX).default(""),
        blocks: own.blocks.default([]),
        theme: own.theme.nullable().default(null),
      }),
    )
    .min(1)
    .max(VERSIONS_MAX - 1),
  metric: z.enum(METRICS).default("clicks"),
  collect_hours: z.int().min(1).max(COLLECT_HOURS_MAX).default(COLLECT_HOURS_MAX),
});

const duration = { amount: z.int().min(1).max(1000), unit: z.enum(WAIT_UNITS) };
export const waitSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("for"), ...duration, time: clockTime.nullable().default(null) }),
  z.strictObject({
    kind: z.literal("weekday"),
    weekdays: z.array(z.int().min(1).max(7)).min(1).max(7),
    time: clockTime,
  }),
  z.strictObject({ kind: z.literal("date"), at: z.string().refine(isWallTime, "Enter a date and a time.") }),
  z.strictObject({ kind: z.literal("condition"), condition: conditionSchema.nullable(), ...duration }),
]);

const steps: z.ZodType<Step[]> = z.lazy(() => z.array(stepSchema).max(STEPS_MAX)) as never;
const stepSchema = z.discriminatedUnion("type", [
  z.object({ id, type: z.literal("send"), mail: mailSchema, test: testSchema.nullable().optional() }),
  z.object({ id, type: z.literal("wait"), wait: waitSchema }),
  z.object({ id, type: z.literal("branch"), condition: conditionSchema.nullable(), yes: steps, no: steps }),
  z.object({
    id,
    type: z.literal("split"),
    parts: z
      .array(z.object({ share: z.int().min(1).max(100), steps }))
      .min(2)
      .max(PARTS_MAX),
  }),
  z.object({ id, type: z.literal("tag"), action: z.enum(["add", "remove"]), tag }),
  z.object({
    id,
    type: z.literal("field"),
    key: storedText(100),
    value: z.union([storedText(2000), z.number(), z.boolean(), z.null()]),
  }),
  z.object({ id, type: z.literal("stage"), stage_id: guid.nullable() }),
  z.object({
    id,
    type: z.literal("topic"),
    action: z.enum(["subscribe", "unsubscribe"]),
    topic: z.union([z.literal(""), z.string().regex(TOPIC_KEY)]),
  }),
  z.object({
    id,
    type: z.literal("task"),
    title: storedText(300),
    days: z.int().min(0).max(365).default(0),
    assignee_id: storedText(100).nullable().default(null),
  }),
  z.object({ id, type: z.literal("notify"), text: storedText(300) }),
  z.object({ id, type: z.literal("webhook") }),
  z.object({ id, type: z.literal("goto"), step_id: id.nullable() }),
  z.object({ id, type: z.literal("end") }),
]);

const empty = EMPTY_DEFINITION;
/** What's left out is as in a new sequence. */
export const definitionSchema = z.object({
  triggers: z.array(triggerSchema).max(TRIGGERS_MAX).default([]),
  reentry: z.enum(REENTRIES).default(empty.reentry),
  mailbox_id: z.guid().nullable().default(null),
  from_name: storedText(200).default(""),
  topic: z.string().regex(TOPIC_KEY).default(empty.topic),
  hours: z.strictObject({ from: clockTime, to: clockTime }).nullable().default(null),
  late_hours: z.int().min(1).max(LATE_HOURS_MAX).nullable().optional(),
  time_zone: z
    .string()
    .max(100)
    .refine(isTimeZone, "We don’t know that time zone. Choose another one.")
    .default(empty.time_zone),
  exits: z
    .object({
      is_replied: z.boolean().default(false),
      is_ordered: z.boolean().default(false),
      condition: conditionSchema.nullable().default(null),
    })
    .default(empty.exits),
  goal: conditionSchema.nullable().default(null),
  steps: z
    .unknown()
    .refine(isWithinLimits, {
      message: `A sequence can have up to ${STEPS_MAX} steps, in branches up to ${STEPS_DEPTH_MAX} deep.`,
      abort: true,
    })
    .pipe(steps)
    .default([]),
}) as unknown as z.ZodType<Definition, unknown>;

/** What's in the way of a definition. */
export const problemSchema = z.object({
  severity: z.enum(["stop", "warning"]),
  /** A step's or an action's id, or the name of another part of it, such as `triggers` or `sender`. */
  where: z.string(),
  message: sentence(),
});
export type Problem = z.output<typeof problemSchema>;
