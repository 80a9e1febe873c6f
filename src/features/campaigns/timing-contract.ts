import * as z from "zod";
import { member } from "#src/lib/endpoint.ts";
import { only } from "#src/lib/errors.ts";
import { CAMPAIGN_ERRORS, campaignId, campaignSchema, localTimeSchema } from "./contract.ts";
import { EVERY, SERIES_RUNS_MAX, SERIES_STATES } from "./rules.ts";

export const TIMING_ERRORS = {
  SERIES_NOT_FOUND: { status: 404, message: "That campaign doesn’t repeat." },
  SERIES_EMPTY: {
    status: 400,
    message: "It would never go out. Choose a day for it, and an end that’s still ahead.",
  },
} as const;

/** When a series runs, on a clock in its time zone. A month that's too short ends on its last day. */
export const rhythmSchema = z.object({
  every: z.enum(EVERY),
  /** For weeks; 0 is Sunday. */
  weekdays: z.array(z.number().int().min(0).max(6)).max(7).default([]),
  month_day: z.number().int().min(1).max(31).nullable().default(null),
  time: z.string().max(10),
  time_zone: z.string().max(100),
  /** The last day that it may run on. */
  ends_on: z.iso.date().nullable().default(null),
  runs_max: z.number().int().min(1).max(SERIES_RUNS_MAX).nullable().default(null),
});
export type RhythmForm = z.output<typeof rhythmSchema>;

const seriesSchema = rhythmSchema.required().extend({
  id: z.string(),
  state: z.enum(SERIES_STATES),
  /** The next run, or the last one once it has ended. */
  campaign_id: z.string(),
  runs: z.number(),
});
export type Series = z.output<typeof seriesSchema>;

const tags = ["campaigns"];
const { CAMPAIGN_NOT_FOUND } = CAMPAIGN_ERRORS;
const { SERIES_NOT_FOUND, SERIES_EMPTY } = TIMING_ERRORS;

/** When campaigns go out. */
export const timingContract = {
  waves: member("mail.send")
    .route({
      method: "POST",
      path: "/campaigns/{id}/waves",
      tags,
      summary: "How many would get a campaign when, if everyone gets it at that time on their own clock",
    })
    .errors(only(CAMPAIGN_ERRORS, "CAMPAIGN_NOT_FOUND", "CAMPAIGN_TIME", "TIME_ZONE_UNKNOWN"))
    .input(campaignId.extend(localTimeSchema.shape))
    .output(z.object({ waves: z.array(z.object({ at: z.string(), count: z.number() })) })),
  repeat: member("mail.send")
    .route({
      method: "POST",
      path: "/campaigns/{id}/repeat",
      tags,
      summary: "Send a campaign every day, week or month; each run is a campaign of its own",
    })
    .errors({
      ...only(CAMPAIGN_ERRORS, "CAMPAIGN_NOT_FOUND", "CAMPAIGN_STATE", "CAMPAIGN_NOT_READY"),
      ...only(CAMPAIGN_ERRORS, "TIME_ZONE_UNKNOWN"),
      SERIES_EMPTY,
    })
    .input(campaignId.extend(rhythmSchema.shape))
    .output(campaignSchema),
  series: member("mail.send")
    .route({ method: "GET", path: "/campaigns/{id}/series", tags, summary: "The series it’s a run of" })
    .errors({ CAMPAIGN_NOT_FOUND, SERIES_NOT_FOUND })
    .input(campaignId)
    .output(seriesSchema),
  changeSeries: member("mail.send")
    .route({
      method: "PUT",
      path: "/campaigns/{id}/series",
      tags,
      summary: "Pause the series it’s a run of, go on with it, or end it for good",
    })
    .errors({
      ...only(CAMPAIGN_ERRORS, "CAMPAIGN_NOT_FOUND", "CAMPAIGN_STATE", "CAMPAIGN_NOT_READY"),
      ...{ SERIES_NOT_FOUND, SERIES_EMPTY },
    })
    .input(campaignId.extend({ state: z.enum(SERIES_STATES) }))
    .output(seriesSchema),
};
