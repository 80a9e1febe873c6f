import * as z from "zod";
import { ANALYTICS_ERRORS } from "#src/features/insights/analytics/contract.ts";
import { idSchema, member, routesOf, storedMoment, storedText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { isCalendarDay } from "#src/lib/time.ts";
import { MARK_KINDS, NOTE_CHARS_MAX, NOTES_MAX } from "./note-rules.ts";

export const NOTE_ERRORS = {
  NOTE_TEXT_REQUIRED: { status: 400, message: "Write what happened." },
  NOTE_TIME_REQUIRED: { status: 400, message: "Choose either a day or a time." },
  NOTE_LIMIT: {
    status: 409,
    message: `You have ${NOTES_MAX} notes already. Delete some that you don’t need anymore.`,
  },
  NOTE_NOT_FOUND: { status: 404, message: "That note is already gone." },
} as const;

const markSchema = z.object({
  /** A note’s id. What was done has none. */
  id: z.string().nullable(),
  kind: z.enum(MARK_KINDS),
  /** In the asked time zone. */
  day: z.string(),
  /** Null for a whole day. */
  at: z.string().nullable(),
  /** What somebody wrote; empty for what was done. */
  text: z.string(),
  /** How often it was done that day; 1 for notes. */
  count: z.number(),
  /** Set if it’s about all of the account’s pages. */
  is_everywhere: z.boolean(),
});
export type Mark = z.infer<typeof markSchema>;

const { get, post, del } = routesOf("analytics");

export const notesContract = {
  marks: member("analytics.see")
    .route(
      get("/profiles/{id}/analytics/marks", "What happened in a period: notes, and what was done, per day", {
        description: "What was done is known for 90 days.",
      }),
    )
    .errors(pickErrors(ANALYTICS_ERRORS, "PROFILE_NOT_FOUND", "TIME_ZONE_UNKNOWN", "PERIOD_INVALID"))
    .input(
      z.object({
        id: idSchema,
        /** As for the figures: 30 days until now if left out. */
        from: z.string().max(40).optional(),
        to: z.string().max(40).optional(),
        tz: z.string().max(60).default("UTC"),
      }),
    )
    .output(z.object({ items: z.array(markSchema) })),
  create: member("analytics.export")
    .route(post("/analytics/notes", "Write a note beside the figures", { successStatus: 201 }))
    .errors({
      ...pickErrors(ANALYTICS_ERRORS, "PROFILE_NOT_FOUND"),
      ...pickErrors(NOTE_ERRORS, "NOTE_TEXT_REQUIRED", "NOTE_TIME_REQUIRED", "NOTE_LIMIT"),
    })
    .input(
      z.object({
        /** Null for all pages. */
        profile_id: idSchema.nullable(),
        text: storedText(NOTE_CHARS_MAX, `Write ${NOTE_CHARS_MAX} characters at most.`),
        /** A day such as `2026-11-23`. */
        day: z.string().refine(isCalendarDay, "Choose a day such as 2026-11-23.").optional(),
        at: storedMoment.optional(),
      }),
    )
    .output(z.object({ id: z.string() })),
  delete: member("analytics.export")
    .route(del("/analytics/notes/{id}", "Delete a note"))
    .errors(pickErrors(NOTE_ERRORS, "NOTE_NOT_FOUND"))
    .input(z.object({ id: idSchema }))
    .output(z.object({ id: z.string() })),
};
