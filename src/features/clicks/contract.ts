import { eventIterator } from "@orpc/contract";
import * as z from "zod";
import { endpoint, idSchema } from "#src/lib/endpoint.ts";
import { CLICK_BATCH_EVENTS_MAX, SESSION_ID_PATTERN, STREAMS_PER_ACCOUNT_MAX } from "./rules.ts";

export const CLICK_ERRORS = {
  PROFILE_NOT_FOUND: { status: 404, message: "Profile not found" },
  LINK_NOT_FOUND: { status: 404, message: "Link not found" },
  TIME_ZONE_UNKNOWN: {
    status: 400,
    message: "We don’t know that time zone. Use a name like Europe/Berlin.",
  },
  PERIOD_INVALID: {
    status: 400,
    message: "That period doesn’t work. It has to start before it ends and cover two years at most.",
  },
} as const;

const sessionId = z
  .string()
  .regex(SESSION_ID_PATTERN, "A session ID has 1 to 64 letters, digits, hyphens, and underscores.");
const referrer = z.string().max(4096).nullish();

export const LIVE_ERRORS = {
  TOO_MANY_STREAMS: {
    status: 429,
    message: `Analytics is already open ${STREAMS_PER_ACCOUNT_MAX} times. Close one of its tabs to see live figures here.`,
  },
} as const;

export const clickEventsSchema = z.object({
  events: z
    .array(
      z.object({
        id: z.uuid(),
        link_id: z.string().max(100),
        session_id: sessionId,
        referrer,
        /** Which variant of an A/B test was opened. */
        variant: z.enum(["a", "b"]).nullish(),
      }),
    )
    .min(1)
    .max(CLICK_BATCH_EVENTS_MAX, `Send at most ${CLICK_BATCH_EVENTS_MAX} events per request.`),
});

export const viewEventSchema = z.object({
  id: z.uuid(),
  profile_id: z.string().max(100),
  session_id: sessionId,
  referrer,
});

/** How many events came in and how many of them were new; a repeated ID counts once. */
export const recordedSchema = z.object({ received: z.number(), new: z.number() });

const totalsSchema = z.object({
  views: z.number(),
  /** Unique per day, summed over the days. */
  visitors: z.number(),
  clicks: z.number(),
  /** Clicks per view, above 1 when people open several links; 0 without views. */
  click_rate: z.number(),
});

export const breakdownRowSchema = z.object({
  key: z.string(),
  label: z.string().optional(),
  clicks: z.number(),
  views: z.number().optional(),
});

const breakdown = z.array(breakdownRowSchema);

export const BREAKDOWNS = [
  "link",
  "country",
  "region",
  "city",
  "device_type",
  "browser",
  "os",
  "referrer",
  "app",
] as const;
export type BreakdownName = (typeof BREAKDOWNS)[number];

export const analyticsSchema = z.object({
  from: z.string(),
  to: z.string(),
  tz: z.string(),
  step: z.enum(["hour", "day"]),
  totals: totalsSchema,
  /** The same figures for the equally long period before. */
  previous: totalsSchema,
  /** Views and clicks of the period beyond what one network may do on one page; in the figures only if asked for. */
  suspected: z.object({ views: z.number(), clicks: z.number() }),
  /** Whether anything was ever counted, in this period or outside it. */
  has_history: z.boolean(),
  series: z.array(z.object({ at: z.string(), views: z.number(), visitors: z.number(), clicks: z.number() })),
  breakdowns: z.object({
    link: breakdown,
    country: breakdown,
    region: breakdown,
    city: breakdown,
    device_type: breakdown,
    browser: breakdown,
    os: breakdown,
    referrer: breakdown,
    app: breakdown,
  }),
});
export type Analytics = z.infer<typeof analyticsSchema>;

export const periodSchema = z.object({
  id: idSchema,
  /** Start, an ISO time or a date in `tz`; 30 days before the end if left out. Rounded down to a quarter of an hour. */
  from: z.string().max(40).optional(),
  /** End (exclusive; a plain date means its whole day); now if left out. */
  to: z.string().max(40).optional(),
  tz: z.string().max(60).default("UTC"),
  step: z.enum(["hour", "day"]).optional(),
  /** Includes bots and link previews. */
  bots: z.stringbool().optional(),
  /** Includes what was set apart as suspected. */
  suspected: z.stringbool().optional(),
});

const tags = ["analytics"];

export const clicksContract = {
  analytics: endpoint
    .route({
      method: "GET",
      path: "/profiles/{id}/analytics",
      tags,
      summary: "Views, visitors, clicks and where they came from",
    })
    .meta({ access: "signed-in" })
    .errors(CLICK_ERRORS)
    .input(periodSchema)
    .output(analyticsSchema),
  exportCsv: endpoint
    .route({
      method: "GET",
      path: "/profiles/{id}/analytics/export",
      tags,
      summary: "The same figures as a CSV file",
    })
    .meta({ access: "signed-in" })
    .errors(CLICK_ERRORS)
    .input(periodSchema.extend({ part: z.enum(["series", ...BREAKDOWNS]).default("series") }))
    .output(z.file()),
  variants: endpoint
    .route({
      method: "GET",
      path: "/links/{id}/variants",
      tags,
      summary: "How often people opened each variant of an A/B test",
    })
    .meta({ access: "signed-in" })
    .errors(CLICK_ERRORS)
    .input(z.object({ id: idSchema }))
    .output(z.object({ a: z.number(), b: z.number() })),
  live: endpoint
    .route({
      method: "GET",
      path: "/profiles/{id}/analytics/live",
      tags,
      summary: "Server-sent events: something new was counted",
    })
    .meta({ access: "signed-in" })
    .errors({ ...CLICK_ERRORS, ...LIVE_ERRORS })
    .input(z.object({ id: idSchema }))
    .output(eventIterator(z.object({ at: z.string() }))),
};

/** Answered before the router, on the hot path; listed here for the API's description and the access test. */
export const hotContract = {
  recordClicks: endpoint
    .route({
      method: "POST",
      path: "/clicks",
      tags,
      successStatus: 202,
      summary: "Record clicks; answered once they are stored",
    })
    .meta({ access: "public" })
    .errors(CLICK_ERRORS)
    .input(clickEventsSchema)
    .output(recordedSchema),
  recordView: endpoint
    .route({
      method: "POST",
      path: "/views",
      tags,
      successStatus: 202,
      summary: "Record a page view; answered once it is stored",
    })
    .meta({ access: "public" })
    .errors(CLICK_ERRORS)
    .input(viewEventSchema)
    .output(recordedSchema),
};
