/* Schemas of contacts and their data in an account's export. */
import * as z from "zod";
import { topicSchema } from "#src/features/audience/consent-records/contract.ts";
import {
  CONSENT_METHODS,
  CONSENT_STATES,
  SUPPRESSION_NOTE_CHARS_MAX,
  SUPPRESSION_REASONS,
  TOPIC_KEY,
  TOPICS_MAX,
} from "#src/features/audience/consent-records/rules.ts";
import { storedMoment, storedText } from "#src/lib/endpoint.ts";
import { isTimeZone } from "#src/lib/time.ts";
import { fieldsSchema, scoreSchema, stageSchema, touchSchema } from "../contract.ts";
import {
  CURRENCY,
  FIELD_TYPES,
  FIELDS_MAX,
  NAME_CHARS_MAX,
  NOTE_CHARS_MAX,
  PHONE_CHARS_MAX,
  STAGES_MAX,
  STATUSES,
  TAG_CHARS_MAX,
  TAGS_MAX,
  TASK_TITLE_CHARS_MAX,
  TIMELINE_KINDS,
  VALUE_CENTS_MAX,
} from "../rules.ts";

const KNOWN_TAGS_MAX = 1000;
const moment = storedMoment.nullable();
const tag = storedText(TAG_CHARS_MAX);

export const exportedSettings = z.object({
  fields: z
    .array(
      z.object({
        key: z.string().regex(/^[a-z][a-z0-9_]{0,49}$/),
        label: storedText(NAME_CHARS_MAX),
        type: z.enum(FIELD_TYPES),
        choices: z.array(storedText(200)).max(200),
      }),
    )
    .max(FIELDS_MAX),
  tags: z.array(tag).max(KNOWN_TAGS_MAX * 2),
  stages: z.array(stageSchema).max(STAGES_MAX),
  currency: z.string().regex(CURRENCY),
  topics: z.array(topicSchema).max(TOPICS_MAX),
});

export const exportedSuppression = z.object({
  email: z.string().max(500).nullable(),
  /** Files that people wrote themselves may have none, which is then computed from the address. */
  email_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  reason: z.enum(SUPPRESSION_REASONS),
  wish: z.enum(SUPPRESSION_REASONS).nullable(),
  scope: z.string().regex(TOPIC_KEY).nullable(),
  note: storedText(SUPPRESSION_NOTE_CHARS_MAX).nullable(),
  campaign: storedText(100).nullable(),
  created_at: storedMoment,
});
export type ExportedSuppression = z.output<typeof exportedSuppression>;

export const exportedContact = z.object({
  id: z.uuid(),
  email: z.string().max(500),
  name: storedText(NAME_CHARS_MAX),
  phone: storedText(PHONE_CHARS_MAX).nullable(),
  country: z.string().regex(/^[A-Z]{2,3}$|^UNKNOWN$/),
  /** Before it was checked, it could be any text. */
  time_zone: storedText(NAME_CHARS_MAX)
    .nullable()
    .transform((name) => (name !== null && isTimeZone(name) ? name : null)),
  tags: z.array(tag).max(TAGS_MAX),
  fields: fieldsSchema,
  status: z.enum(STATUSES),
  profile_ids: z.array(z.uuid()).max(1000),
  first_touch: touchSchema.nullable(),
  last_touch: touchSchema.nullable(),
  paused_until: moment,
  stage_id: z.uuid().nullable(),
  stage_at: moment,
  value_cents: z.int().min(0).max(VALUE_CENTS_MAX).nullable(),
  /** Exports from before there were scores have none. */
  score: scoreSchema.default(0),
  mail_every_days: z.int().min(1).max(1000).nullable(),
  created_at: storedMoment,
  updated_at: storedMoment,
});
export type ExportedContact = z.output<typeof exportedContact>;

export const exportedConsent = z.object({
  contact_id: z.uuid(),
  topic: z.string().regex(TOPIC_KEY),
  state: z.enum(CONSENT_STATES),
  text: storedText(NOTE_CHARS_MAX),
  version: storedText(100),
  method: z.enum(CONSENT_METHODS),
  profile_id: z.uuid().nullable(),
  given_at: storedMoment,
  confirmed_at: moment,
  ended_at: moment,
});

export const exportedEntry = z.object({
  id: z.uuid(),
  contact_id: z.uuid(),
  kind: z.enum(TIMELINE_KINDS),
  data: z.record(z.string(), z.unknown()),
  at: storedMoment,
});

export const exportedTask = z.object({
  id: z.uuid(),
  contact_id: z.uuid(),
  title: storedText(TASK_TITLE_CHARS_MAX).min(1),
  due_at: storedMoment,
  done_at: moment,
  reminded_at: moment,
  created_at: storedMoment,
});

export const exportedMerge = z.object({ id: z.uuid(), kept_id: z.uuid() });
