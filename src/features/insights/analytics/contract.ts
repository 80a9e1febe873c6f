import { eventIterator } from "@orpc/contract";
import * as z from "zod";
import { fileOf, idSchema, member, routesOf } from "#src/lib/endpoint.ts";
import { STREAMS_PER_PERSON_MAX } from "./rules.ts";

export const ANALYTICS_ERRORS = {
  PROFILE_NOT_FOUND: { status: 404, message: "Profile not found" },
  TIME_ZONE_UNKNOWN: {
    status: 400,
    message: "We don’t know that time zone. Use a name like Europe/Berlin.",
  },
  PERIOD_INVALID: {
    status: 400,
    message: "That period doesn’t work. It has to start before it ends and cover two years at most.",
  },
} as const;

const VARIANT_ERRORS = { LINK_NOT_FOUND: { status: 404, message: "Link not found" } } as const;

export const LIVE_ERRORS = {
  TOO_MANY_STREAMS: {
    status: 429,
    message: `Analytics is already open ${STREAMS_PER_PERSON_MAX} times. Close one of its tabs to see live figures here.`,
  },
} as const;

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
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
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
  /** Views and clicks in the period beyond one network's limits. Included in the figures only on request. */
  suspected: z.object({ views: z.number(), clicks: z.number() }),
  /**
   * Views and clicks in the period that came faster than they're stored one by one. They're included in the
   * figures, but without unique visitors and with few facts about their origin.
   */
  unlisted: z.object({ views: z.number(), clicks: z.number() }),
  /** Set if anything was ever counted, in this period or outside it. */
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
    /** The `utm_` parameters of the page's own URL, for visits that had them. */
    utm_source: breakdown,
    utm_medium: breakdown,
    utm_campaign: breakdown,
    utm_term: breakdown,
    utm_content: breakdown,
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
  /** Includes suspected events. */
  suspected: z.stringbool().optional(),
});

const { get } = routesOf("analytics");

export const analyticsContract = {
  read: member("analytics.see")
    .route(get("/profiles/{id}/analytics", "Views, visitors, clicks and where they came from"))
    .errors(ANALYTICS_ERRORS)
    .input(periodSchema)
    .output(analyticsSchema),
  exportCsv: member("analytics.export")
    .route(get("/profiles/{id}/analytics/export", "The same figures as a CSV file"))
    .errors(ANALYTICS_ERRORS)
    .input(periodSchema.extend({ part: z.enum(["series", ...BREAKDOWNS]).default("series") }))
    .output(fileOf("text/csv")),
  variants: member("analytics.see")
    .route(get("/links/{id}/variants", "How often people opened each variant of an A/B test"))
    .errors(VARIANT_ERRORS)
    .input(z.object({ id: idSchema }))
    .output(z.object({ a: z.number(), b: z.number() })),
  live: member("analytics.see")
    .route(get("/profiles/{id}/analytics/live", "Server-sent events: something new was counted"))
    .errors({ PROFILE_NOT_FOUND: ANALYTICS_ERRORS.PROFILE_NOT_FOUND, ...LIVE_ERRORS })
    .input(z.object({ id: idSchema }))
    .output(eventIterator(z.object({ at: z.string() }))),
};
