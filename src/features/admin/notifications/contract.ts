import * as z from "zod";
import { bodyBlockSchema } from "#src/features/email/templates/blocks/blocks-contract.ts";
import { REAUTHENTICATION_ERRORS } from "#src/features/identity/accounts/contract.ts";
import { CHANNELS } from "#src/features/identity/preferences/rules.ts";
import { idSchema, listOf, routesOf, staff, staffPerson, writtenText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LANGUAGES, type Language } from "#src/lib/language.ts";
import { isWallTime } from "#src/lib/time-zones.ts";
import { audienceSchema } from "./audience-contract.ts";
import {
  BLOCKS_CHARS_MAX,
  BLOCKS_MAX,
  BROADCAST_STATES,
  BUTTON_CHARS_MAX,
  REPETITIONS,
  TARGET_NAMES,
  TEXT_CHARS_MAX,
  TITLE_CHARS_MAX,
} from "./rules.ts";

export const BROADCAST_ERRORS = {
  BROADCAST_NOT_FOUND: { status: 404, message: "There’s no such notification." },
  BROADCAST_SENT: { status: 409, message: "It has been sent off already. Copy it to write another one." },
  BROADCAST_EMPTY: { status: 400, message: "It needs a title and a text, in English at least." },
  BROADCAST_HALF: { status: 400, message: "Each language needs a title and a text, or neither." },
  BROADCAST_BUTTON: { status: 400, message: "A button in the text leads nowhere. Give it a whole URL." },
  CHANNEL_MISSING: {
    status: 400,
    message: "Choose where people get it: the bell, e-mail, or their devices.",
  },
  AUDIENCE_EMPTY: { status: 409, message: "Nobody matches the audience." },
  BROADCAST_LATE: { status: 400, message: "Choose a time that’s still to come." },
  BROADCAST_ENDED: { status: 409, message: "It’s out, or stopped, already." },
  BROADCAST_OWN: { status: 409, message: "Someone else on the staff has to confirm it." },
  BROADCAST_SENDER_GONE: {
    status: 409,
    message: "Whoever wanted to send it isn’t in charge of that anymore. Stop it, and send a copy yourself.",
  },
  BROADCAST_CONFIRMED: { status: 409, message: "It doesn’t wait for anybody to confirm it." },
  BROADCAST_NOT_HELD: { status: 409, message: "It isn’t held back." },
  BROADCAST_TEMPLATE_GONE: { status: 404, message: "That template, or its version, is gone." },
} as const;

export const versionSchema = z.object({
  title: writtenText(TITLE_CHARS_MAX).default(""),
  /** Paragraphs, with empty lines between them. */
  text: writtenText(TEXT_CHARS_MAX).default(""),
  button: writtenText(BUTTON_CHARS_MAX).default(""),
  /** The same as templates of e-mail have. They stand for the text if there are any. */
  blocks: z
    .array(bodyBlockSchema)
    .max(BLOCKS_MAX)
    .refine((blocks) => JSON.stringify(blocks).length <= BLOCKS_CHARS_MAX, "This e-mail is too long.")
    .optional(),
});
export type Version = z.output<typeof versionSchema>;

/** Receivers whose language is empty read the English one. */
export const versionsSchema = z.object({
  en: versionSchema,
  es: versionSchema.default({ title: "", text: "", button: "" }),
} satisfies Record<Language, z.ZodType>);
export type Versions = z.output<typeof versionsSchema>;

const partsSchema = z.object({
  versions: versionsSchema,
  channels: z.array(z.enum(CHANNELS)).max(CHANNELS.length),
  target: z.enum(TARGET_NAMES),
  audience: audienceSchema,
  is_urgent: z.boolean(),
});
export type BroadcastParts = z.output<typeof partsSchema>;

/** Which template a message was started from, as it was called then. */
export interface TemplateOrigin {
  id: string;
  name: string;
  version: number;
}

const repeatSchema = z.object({
  every: z.enum(REPETITIONS),
  /** The last day on which it may come; null: until it’s stopped. */
  until: z.iso.date().nullable().default(null),
});

const broadcastSchema = partsSchema.extend({
  id: z.string(),
  state: z.enum(BROADCAST_STATES),
  /** A wall time, by each receiver’s own clock. */
  send_at: z.string().nullable(),
  repeat: repeatSchema.nullable(),
  template: z.object({ id: z.string(), name: z.string(), version: z.number() }).nullable(),
  total: z.number(),
  /** How many of the audience had their turn. */
  reached: z.number(),
  /** Whoever sent it off, or wrote it; null once they’ve left. */
  by: z.string().nullable(),
  is_own: z.boolean(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
});
export type Broadcast = z.output<typeof broadcastSchema>;

const count = z.number();
const figuresSchema = z.object({
  reached: count,
  told: count,
  /** Got enough that week. */
  capped: count,
  /** Turned news off, or have no confirmed address and no device. */
  declined: count,
  /** Dismissed: marked as read, and not opened. */
  in_app: z.object({ told: count, seen: count, clicked: count, dismissed: count }),
  email: z.object({ told: count, delivered: count, failed: count, clicked: count, unsubscribed: count }),
  push: z.object({ told: count, clicked: count }),
  /** Within a week after they were told. */
  afterwards: z.object({ signed_in: count, published: count, linked: count }),
});
export type Figures = z.output<typeof figuresSchema>;

const ofBroadcast = z.object({ id: idSchema });
const { BROADCAST_NOT_FOUND } = BROADCAST_ERRORS;
const { get, post, ask, put, del } = routesOf("staff");

export const broadcastsContract = {
  list: staff("notifications")
    .route(get("/admin/notifications", "What staff told many people at once, or are about to, newest first"))
    .output(listOf(broadcastSchema)),
  save: staff("notifications")
    .route(put("/admin/notifications/{id}", "Write a notification for many people, or change its draft"))
    .errors(pickErrors(BROADCAST_ERRORS, "BROADCAST_NOT_FOUND", "BROADCAST_SENT", "BROADCAST_TEMPLATE_GONE"))
    .input(
      partsSchema.extend({
        id: idSchema,
        /** What it’s started from. A draft that exists keeps the one it has. */
        template: z.object({ id: idSchema, version: z.int().min(1).max(1_000_000_000) }).optional(),
      }),
    )
    .output(broadcastSchema),
  remove: staff("notifications")
    .route(del("/admin/notifications/{id}", "Delete the draft of a notification"))
    .errors(pickErrors(BROADCAST_ERRORS, "BROADCAST_NOT_FOUND", "BROADCAST_SENT"))
    .input(ofBroadcast)
    .output(ofBroadcast),
  audience: staff("notifications")
    .route(ask("/admin/notifications/audience", "How many accounts an audience has, and a few of them"))
    .input(z.object({ audience: audienceSchema }))
    .output(z.object({ count, sample: z.array(z.string()), needs_second: z.boolean() })),
  preview: staff("notifications")
    .route(ask("/admin/notifications/preview", "The e-mail that a notification makes"))
    .input(z.object({ version: versionSchema, target: z.enum(TARGET_NAMES), language: z.enum(LANGUAGES) }))
    .output(z.object({ subject: z.string(), html: z.string(), text: z.string() })),
  test: staff("notifications")
    .route(
      post("/admin/notifications/{id}/test", "Send a notification to yourself, in each of its languages"),
    )
    .errors(pickErrors(BROADCAST_ERRORS, "BROADCAST_NOT_FOUND", "BROADCAST_EMPTY", "CHANNEL_MISSING"))
    .input(ofBroadcast)
    .output(z.object({ to: z.string() })),
  send: staffPerson("notifications")
    .route(
      post(
        "/admin/notifications/{id}/send",
        "Send a notification, now or at a time by each receiver’s clock. Large ones wait for a second member of staff",
      ),
    )
    .errors({
      ...pickErrors(BROADCAST_ERRORS, "BROADCAST_NOT_FOUND", "BROADCAST_SENT", "BROADCAST_EMPTY"),
      ...pickErrors(
        BROADCAST_ERRORS,
        "BROADCAST_HALF",
        "BROADCAST_BUTTON",
        "CHANNEL_MISSING",
        "AUDIENCE_EMPTY",
        "BROADCAST_LATE",
      ),
      ...REAUTHENTICATION_ERRORS,
    })
    .input(
      ofBroadcast
        .extend({
          send_at: z.string().max(16).refine(isWallTime, "Enter a date and a time.").nullable().default(null),
          /** Comes again, to whoever the audience has by then. */
          repeat: repeatSchema.nullable().default(null),
        })
        .refine(({ send_at, repeat }) => repeat === null || send_at !== null, {
          path: ["send_at"],
          message: "Choose when it comes for the first time.",
        })
        .refine(
          ({ send_at, repeat }) => !repeat?.until || send_at === null || send_at <= `${repeat.until}T23:59`,
          {
            path: ["repeat", "until"],
            message: "Choose a last day that’s after the first one.",
          },
        ),
    )
    .output(broadcastSchema),
  approve: staffPerson("notifications")
    .route(post("/admin/notifications/{id}/approve", "Confirm a notification that a colleague wants to send"))
    .errors({
      ...pickErrors(BROADCAST_ERRORS, "BROADCAST_NOT_FOUND", "BROADCAST_CONFIRMED", "BROADCAST_OWN"),
      ...pickErrors(BROADCAST_ERRORS, "BROADCAST_SENDER_GONE"),
      ...REAUTHENTICATION_ERRORS,
    })
    .input(ofBroadcast)
    .output(broadcastSchema),
  resume: staffPerson("notifications")
    .route(post("/admin/notifications/{id}/resume", "Send a notification that was held back for being late"))
    .errors({
      ...pickErrors(BROADCAST_ERRORS, "BROADCAST_NOT_FOUND", "BROADCAST_NOT_HELD"),
      ...REAUTHENTICATION_ERRORS,
    })
    .input(ofBroadcast)
    .output(broadcastSchema),
  stop: staff("notifications")
    .route(
      post("/admin/notifications/{id}/stop", "Stop a notification: whoever hasn’t been told yet won’t be"),
    )
    .errors(pickErrors(BROADCAST_ERRORS, "BROADCAST_NOT_FOUND", "BROADCAST_ENDED"))
    .input(ofBroadcast)
    .output(broadcastSchema),
  figures: staff("notifications")
    .route(
      get("/admin/notifications/{id}/figures", "Who was told, who saw it, and what they did within a week"),
    )
    .errors({ BROADCAST_NOT_FOUND })
    .input(ofBroadcast)
    .output(figuresSchema),
};
