/* When a link opens, and for whom, as the API has it. */
import * as z from "zod";
import { AUDIENCE_LISTS } from "./page/access.ts";

export const PASSWORD_CHARS_MIN = 4;
const PASSWORD_CHARS_MAX = 128;
const WINDOWS_MAX = 20;
const CLICKS_MAX = 1_000_000_000;
const LIST_MAX = 100;

export const ACCESS_ERRORS = {
  SCHEDULE_INVALID: { status: 400, message: "The end has to come after the start." },
  LINK_ZONE_UNKNOWN: { status: 400, message: "Choose one of the listed time zones." },
  PASSWORD_TOO_SHORT: {
    status: 400,
    message: `Use at least ${PASSWORD_CHARS_MIN} characters for the password.`,
  },
} as const;

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 18:30.");
const moment = z.iso.datetime({ offset: true });

const windowSchema = z.object({
  /** Monday is 1, Sunday 7. */
  days: z.array(z.int().min(1).max(7)).min(1, "Choose at least one day.").max(7),
  from: time,
  /** In the next day, if it isn't after `from`. */
  until: time,
});

export const scheduleSchema = z.object({
  from: z.string().nullable(),
  until: z.string().nullable(),
  time_zone: z.string(),
  windows: z.array(windowSchema),
});

export const scheduleInput = z.object({
  from: moment.nullish(),
  until: moment.nullish(),
  /** In which the windows are. */
  time_zone: z.string().max(100),
  windows: z.array(windowSchema).max(WINDOWS_MAX).default([]),
});

const names = z.array(z.string());
const namesInput = z.array(z.string().max(100)).max(LIST_MAX).nullish();
const lists = <Schema>(schema: Schema) =>
  Object.fromEntries(AUDIENCE_LISTS.map((list) => [list, schema])) as Record<
    (typeof AUDIENCE_LISTS)[number],
    Schema
  >;

export const accessFields = {
  /** Null if it's always open. */
  schedule: scheduleSchema.nullable(),
  expires_at: z.string().nullable(),
  /** The number of visitors who may open it. Search engines, link previews, and its own team don’t count. */
  expires_clicks: z.number().nullable(),
  /** Where it leads after that. */
  expired_url: z.string().nullable(),
  /** How many have opened it since `expires_clicks` was set. */
  opened_count: z.number(),
  /** Devices (mobile, tablet, desktop), apps by their keys or “browser”, and languages by their two letters. */
  audience: z.object(lists(names)).nullable(),
  has_password: z.boolean(),
  /** For whoever edits the page. */
  notes: z.string().nullable(),
};

export const accessInput = {
  schedule: scheduleInput.nullish(),
  expires_at: moment.nullish(),
  expires_clicks: z.int().min(1).max(CLICKS_MAX).nullish(),
  expired_url: z.string().max(20_000).nullish(),
  audience: z.object(lists(namesInput)).nullish(),
  /** Never returned. Null removes it. */
  password: z.string().max(PASSWORD_CHARS_MAX).nullish(),
  notes: z.string().max(20_000).nullish(),
};
