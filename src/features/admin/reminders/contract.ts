import * as z from "zod";
import { versionSchema, versionsSchema } from "#src/features/admin/notifications/contract.ts";
import { REAUTHENTICATION_ERRORS } from "#src/features/identity/accounts/contract.ts";
import { CHANNELS } from "#src/features/identity/preferences/rules.ts";
import { listOf, routesOf, staff, staffPerson, writtenText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LANGUAGES } from "#src/lib/language.ts";
import { DAYS_MAX, REASON_CHARS_MAX, REMINDER_NAMES, TIMES_MAX } from "./rules.ts";

export const REMINDER_ERRORS = {
  REMINDER_EMPTY: { status: 400, message: "It needs a title and a text, in English at least." },
  REMINDER_HALF: { status: 400, message: "Each language needs a title and a text, or neither." },
  REMINDER_BUTTON: { status: 400, message: "A button in the text leads nowhere. Give it a whole URL." },
  REMINDER_CHANNEL_MISSING: {
    status: 400,
    message: "Choose where people get it: the bell, e-mail, or their devices.",
  },
  REMINDER_REASON_MISSING: { status: 400, message: "Say why. Others on the staff read it." },
} as const;

const days = z.int().min(1).max(DAYS_MAX);
const settingsSchema = z.object({
  /** Since something, or before something ends. */
  delay_days: days,
  channels: z.array(z.enum(CHANNELS)).max(CHANNELS.length),
  /** Null: once. */
  repeat_days: days.nullable(),
  /** In all, with the first one. */
  times_max: z.int().min(1).max(TIMES_MAX),
  versions: versionsSchema,
});
export type Settings = z.output<typeof settingsSchema>;

const ofReminder = z.object({ rule: z.enum(REMINDER_NAMES) });
const reminderSchema = settingsSchema.extend({ ...ofReminder.shape, is_on: z.boolean() });
export type Reminder = z.output<typeof reminderSchema>;

const count = z.number();
const figuresSchema = z.object({
  /** Times that somebody was reminded, and how. */
  told: count,
  in_app: count,
  seen: count,
  email: count,
  push: count,
  /** It wasn’t true anymore within a week. */
  done: count,
  /** For whom the week isn’t over, and it’s still true. */
  watched: count,
});
export type Figures = z.output<typeof figuresSchema>;

const { get, post, ask, put } = routesOf("staff");

export const remindersContract = {
  list: staff("notifications")
    .route(get("/admin/reminders", "What accounts are reminded of by rules, and which of them are on"))
    .output(listOf(reminderSchema)),
  save: staff("notifications")
    .route(put("/admin/reminders/{rule}", "Change when a reminder comes, how, how often, and what it says"))
    .errors(
      pickErrors(
        REMINDER_ERRORS,
        "REMINDER_EMPTY",
        "REMINDER_HALF",
        "REMINDER_BUTTON",
        "REMINDER_CHANNEL_MISSING",
      ),
    )
    .input(settingsSchema.extend(ofReminder.shape))
    .output(reminderSchema),
  reach: staff("notifications")
    .route(
      ask(
        "/admin/reminders/{rule}/reach",
        "How many accounts a reminder would reach as it’s described, and a few of them. Nothing is sent",
      ),
    )
    .input(settingsSchema.pick({ delay_days: true, channels: true }).extend(ofReminder.shape))
    .output(
      z.object({
        count,
        sample: z.array(z.string()),
        /** False if counting took too long: there are at least so many. */
        is_complete: z.boolean(),
      }),
    ),
  preview: staff("notifications")
    .route(ask("/admin/reminders/{rule}/preview", "The e-mail that a reminder makes"))
    .input(ofReminder.extend({ version: versionSchema, language: z.enum(LANGUAGES) }))
    .output(z.object({ subject: z.string(), html: z.string(), text: z.string() })),
  test: staff("notifications")
    .route(post("/admin/reminders/{rule}/test", "Send a reminder to yourself, in each of its languages"))
    .input(ofReminder)
    .output(z.object({ to: z.string() })),
  turn: staffPerson("notifications")
    .route(post("/admin/reminders/{rule}/switch", "Switch a reminder on or off, and say why"))
    .errors({ ...pickErrors(REMINDER_ERRORS, "REMINDER_REASON_MISSING"), ...REAUTHENTICATION_ERRORS })
    .input(ofReminder.extend({ is_on: z.boolean(), reason: writtenText(REASON_CHARS_MAX) }))
    .output(reminderSchema),
  figures: staff("notifications")
    .route(
      get("/admin/reminders/{rule}/figures", "Who was reminded, who saw it, and who did it within a week"),
    )
    .input(ofReminder)
    .output(figuresSchema),
};
