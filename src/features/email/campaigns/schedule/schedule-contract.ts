import * as z from "zod";
import { CAP_MAX } from "#src/features/email/delivery/rules.ts";
import { member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { CAMPAIGN_ERRORS, campaignId, campaignSchema, localTimeSchema } from "../contract.ts";
import {
  CAMPAIGN_STATES,
  EVERY,
  RESEND_HOURS_MIN,
  SERIES_RUNS_MAX,
  SERIES_STATES,
  SUBJECT_CHARS_MAX,
} from "../rules.ts";

export const SCHEDULE_ERRORS = {
  SERIES_NOT_FOUND: { status: 404, message: "That campaign doesn’t repeat." },
  SERIES_EMPTY: {
    status: 400,
    message: "It would never go out. Choose a day for it, and an end that’s still ahead.",
  },
  RESEND_EARLY: {
    status: 409,
    message: `Give people ${RESEND_HOURS_MIN} hours to open it. Then try again.`,
  },
  RESEND_UNTRACKED: {
    status: 409,
    message: "Nobody’s own opens were counted for this campaign, so nobody knows who didn’t open it.",
  },
  RESEND_SUBJECT: { status: 400, message: "Write a subject that’s different from the first one." },
} as const;

/** The rhythm of a series, on a clock in its time zone. In a month that's too short, the last day counts. */
export const recurrenceSchema = z.object({
  every: z.enum(EVERY),
  /** For weeks; 0 is Sunday. */
  weekdays: z.array(z.number().int().min(0).max(6)).max(7).default([]),
  month_day: z.number().int().min(1).max(31).nullable().default(null),
  time: z.string().max(10),
  time_zone: z.string().max(100),
  /** The last possible day. */
  ends_on: z.iso.date().nullable().default(null),
  runs_max: z.number().int().min(1).max(SERIES_RUNS_MAX).nullable().default(null),
});
export type RecurrenceForm = z.output<typeof recurrenceSchema>;

const seriesSchema = recurrenceSchema.required().extend({
  id: z.string(),
  state: z.enum(SERIES_STATES),
  /** The next run, or the last one once it has ended. */
  campaign_id: z.string(),
  runs: z.number(),
});
export type Series = z.output<typeof seriesSchema>;

export const mailCapSchema = z.object({
  /** Null for no limit. */
  per_day: z.number().int().min(1).max(CAP_MAX).nullable(),
  per_week: z.number().int().min(1).max(CAP_MAX).nullable(),
});
export type CapForm = z.output<typeof mailCapSchema>;

const calendarSchema = z.object({
  items: z.array(
    z.object({
      /** The campaign, or the one that a future run will be a copy of. */
      campaign_id: z.string(),
      name: z.string(),
      state: z.enum(CAMPAIGN_STATES),
      series_id: z.string().nullable(),
      at: z.string(),
      local_time: z.string().nullable(),
      /** Set for a future run of a series, which doesn't exist yet. */
      is_later_run: z.boolean(),
    }),
  ),
  conflicts: z.array(z.object({ day: z.string(), people: z.number() })),
});
export type SendCalendar = z.output<typeof calendarSchema>;

const { get, ask, post, put } = routesOf("campaigns");
const { CAMPAIGN_NOT_FOUND } = CAMPAIGN_ERRORS;
const { SERIES_NOT_FOUND, SERIES_EMPTY } = SCHEDULE_ERRORS;

export const scheduleContract = {
  waves: member("campaigns.send")
    .route(
      ask(
        "/campaigns/{id}/waves",
        "How many would get a campaign when, if everyone gets it at that time on their own clock",
      ),
    )
    .errors(pickErrors(CAMPAIGN_ERRORS, "CAMPAIGN_NOT_FOUND", "CAMPAIGN_TIME", "TIME_ZONE_UNKNOWN"))
    .input(campaignId.extend(localTimeSchema.shape))
    .output(z.object({ waves: z.array(z.object({ at: z.string(), count: z.number() })) })),
  decideLate: member("campaigns.send")
    .route(
      post(
        "/campaigns/{id}/late",
        "Send what’s held because its time passed while this instance was down, or leave it out",
      ),
    )
    .errors(pickErrors(CAMPAIGN_ERRORS, "CAMPAIGN_NOT_FOUND", "CAMPAIGN_STATE", "SENDING_STOPPED"))
    .input(campaignId.extend({ action: z.enum(["send", "skip"]) }))
    .output(campaignSchema),
  resend: member("campaigns.send")
    .route(
      post(
        "/campaigns/{id}/resend",
        "Add a draft with another subject for those who didn’t open a campaign",
        { successStatus: 201 },
      ),
    )
    .errors({
      ...pickErrors(CAMPAIGN_ERRORS, "CAMPAIGN_NOT_FOUND", "CAMPAIGN_STATE", "DRAFT_LIMIT"),
      ...pickErrors(SCHEDULE_ERRORS, "RESEND_EARLY", "RESEND_UNTRACKED", "RESEND_SUBJECT"),
    })
    .input(campaignId.extend({ subject: z.string().max(SUBJECT_CHARS_MAX), new_id: z.uuid().optional() }))
    .output(campaignSchema),
  mailCap: member("campaigns.send")
    .route(get("/sending/cap", "How many e-mails one fan may get"))
    .output(mailCapSchema),
  setMailCap: member("campaigns.send")
    .route(put("/sending/cap", "Limit how many e-mails one fan may get; what’s more than that waits"))
    .input(mailCapSchema)
    .output(mailCapSchema),
  calendar: member("campaigns.send")
    .route(
      get(
        "/sending/calendar",
        "What went out and will go out in a month, and the days on which somebody gets two e-mails",
      ),
    )
    .errors(pickErrors(CAMPAIGN_ERRORS, "CAMPAIGN_TIME", "TIME_ZONE_UNKNOWN"))
    .input(z.object({ month: z.string().max(10), time_zone: z.string().max(100) }))
    .output(calendarSchema),
  repeat: member("campaigns.send")
    .route(
      post(
        "/campaigns/{id}/repeat",
        "Send a campaign every day, week or month; each run is a campaign of its own",
      ),
    )
    .errors({
      ...pickErrors(
        CAMPAIGN_ERRORS,
        "CAMPAIGN_NOT_FOUND",
        "CAMPAIGN_STATE",
        "CAMPAIGN_NOT_READY",
        "APPROVAL_MISSING",
      ),
      ...pickErrors(CAMPAIGN_ERRORS, "TIME_ZONE_UNKNOWN"),
      SERIES_EMPTY,
    })
    .input(campaignId.extend(recurrenceSchema.shape))
    .output(campaignSchema),
  series: member("campaigns.send")
    .route(get("/campaigns/{id}/series", "The series it’s a run of"))
    .errors({ CAMPAIGN_NOT_FOUND, SERIES_NOT_FOUND })
    .input(campaignId)
    .output(seriesSchema),
  changeSeries: member("campaigns.send")
    .route(put("/campaigns/{id}/series", "Pause the series it’s a run of, go on with it, or end it for good"))
    .errors({
      ...pickErrors(
        CAMPAIGN_ERRORS,
        "CAMPAIGN_NOT_FOUND",
        "CAMPAIGN_STATE",
        "CAMPAIGN_NOT_READY",
        "APPROVAL_MISSING",
      ),
      SERIES_NOT_FOUND,
      SERIES_EMPTY,
    })
    .input(campaignId.extend({ state: z.enum(SERIES_STATES) }))
    .output(seriesSchema),
};
