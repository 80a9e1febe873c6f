import { eventIterator } from "@orpc/contract";
import * as z from "zod";
import { VITAL_VERDICTS, VITALS } from "#src/features/insights/clicks/vitals-rules.ts";
import { fileOf, idSchema, member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { FILTER_CHARS_MAX, FILTER_DIMENSIONS } from "./filter-rules.ts";
import { defined } from "./metric-rules.ts";
import { STREAMS_PER_PERSON_MAX } from "./rules.ts";
import { VERDICTS } from "./significance-rules.ts";

export const ANALYTICS_ERRORS = {
  PROFILE_NOT_FOUND: { status: 404, message: "Profile not found" },
  TIME_ZONE_UNKNOWN: {
    status: 400,
    message: "We don’t know that time zone. Use a name like Europe/Berlin.",
  },
  PERIOD_INVALID: {
    status: 400,
    message: "That period doesn’t work. It has to start before it ends and cover 20 years at most.",
  },
  FILTER_INVALID: {
    status: 400,
    message: "We can’t read that filter. The API’s reference says how it’s written.",
  },
  PREMIUM_REQUIRED: {
    status: 402,
    message:
      "Filters that combine, comparing with a year before, the hours of the week, and every single event come with premium.",
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
  /** The hosts that a referrer's row is made of, most events first. */
  hosts: z.array(z.string()).optional(),
  /** A link's place on the page, from 1; not if it's deleted. */
  position: z.number().optional(),
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

export const STEPS = ["minute", "hour", "day", "week", "month"] as const;
export type Step = (typeof STEPS)[number];

/** What a period is compared with: the equally long one before it, or the same days a year before. */
export const COMPARISONS = ["previous", "year"] as const;
export type Comparison = (typeof COMPARISONS)[number];

const verdict = z.enum(VERDICTS);

export const analyticsSchema = z.object({
  from: z.string(),
  to: z.string(),
  tz: z.string(),
  step: z.enum(STEPS),
  totals: totalsSchema,
  /** The same figures for the period that it's compared with. */
  previous: totalsSchema,
  previous_from: z.string(),
  previous_to: z.string(),
  /** Whether each figure differs from the one before by more than chance. */
  verdicts: z.object({ views: verdict, visitors: verdict, clicks: verdict, click_rate: verdict }),
  /** What the figures are limited to, with names. */
  filters: z.array(
    z.object({
      dimension: z.enum(FILTER_DIMENSIONS),
      is_not: z.boolean(),
      values: z.array(z.object({ key: z.string(), label: z.string() })),
    }),
  ),
  /** Views and clicks in the period beyond one network's limits. Included in the figures only on request. */
  suspected: z.object({ views: z.number(), clicks: z.number() }),
  /**
   * Views and clicks in the period that came faster than they're stored one by one. They're included in the
   * figures, but without unique visitors and with few facts about their origin. Filters can't find them, so they
   * aren't in filtered figures.
   */
  unlisted: z.object({ views: z.number(), clicks: z.number() }),
  /** Set if the account's plan includes what comes with premium. */
  has_advanced: z.boolean(),
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
  /**
   * Start, an ISO time or a date in `tz`, or `start` for the first day with figures; 30 days before the end if left
   * out. Rounded down to a quarter of an hour.
   */
  from: z.string().max(40).optional(),
  /** End (exclusive; a plain date means its whole day); now if left out. */
  to: z.string().max(40).optional(),
  tz: z.string().max(60).default("UTC"),
  /** Minutes for up to three hours, hours for up to 92 days. What's too fine becomes what fits. */
  step: z.enum(STEPS).optional(),
  compare: z.enum(COMPARISONS).optional(),
  /**
   * `country=DE&country=FR&device_type!=mobile`: dimensions with values as in the breakdowns' keys, of which one, or
   * with `!=` none, has to hold. Filters by link and variant are about clicks only.
   */
  filter: z.string().max(FILTER_CHARS_MAX).optional(),
  /** Includes bots and link previews. */
  bots: z.stringbool().optional(),
  /** Includes suspected events. */
  suspected: z.stringbool().optional(),
});

const hoursSchema = z.object({
  /** Those with anything. Weekdays are 1 (Monday) to 7, hours 0 to 23. */
  hours: z.array(z.object({ weekday: z.number(), hour: z.number(), views: z.number(), clicks: z.number() })),
});
export type HoursOfWeek = z.infer<typeof hoursSchema>;

const vitalsSchema = z.object({
  items: z.array(
    z.object({
      name: z.enum(VITALS),
      samples: z.number(),
      /** What three in four visits stayed within: milliseconds, for CLS a plain number. Null without any. */
      p75: z.number().nullable(),
      verdict: z.enum(VITAL_VERDICTS).nullable(),
      counts: z.object({ good: z.number(), needs_work: z.number(), poor: z.number() }),
    }),
  ),
});
export type Vitals = z.infer<typeof vitalsSchema>;

const { get } = routesOf("analytics");

export const analyticsContract = {
  read: member("analytics.see")
    .route(
      get("/profiles/{id}/analytics", "Views, visitors, clicks and where they came from", {
        description: [
          "`filter` is written like `country=DE&country=FR&device_type!=mobile`: dimensions with values as in the breakdowns' keys, of which one, or with `!=` none, has to hold. Filters by link and variant are about clicks only.",
          defined("views", "visitors", "clicks", "click_rate"),
        ].join("\n\n"),
      }),
    )
    .errors(ANALYTICS_ERRORS)
    .input(periodSchema)
    .output(analyticsSchema),
  exportCsv: member("analytics.export")
    .route(get("/profiles/{id}/analytics/export", "The same figures as a CSV file"))
    .errors(ANALYTICS_ERRORS)
    .input(periodSchema.extend({ part: z.enum(["series", ...BREAKDOWNS]).default("series") }))
    .output(fileOf("text/csv")),
  hours: member("analytics.see")
    .route(get("/profiles/{id}/analytics/hours", "Views and clicks by weekday and hour, in your time zone"))
    .errors(ANALYTICS_ERRORS)
    .input(periodSchema)
    .output(hoursSchema),
  vitals: member("analytics.see")
    .route(
      get("/profiles/{id}/analytics/vitals", "How fast a page was for its visitors", {
        description: defined("vitals"),
      }),
    )
    .errors(pickErrors(ANALYTICS_ERRORS, "PROFILE_NOT_FOUND", "TIME_ZONE_UNKNOWN", "PERIOD_INVALID"))
    .input(periodSchema.pick({ id: true, from: true, to: true, tz: true }))
    .output(vitalsSchema),
  exportEvents: member("analytics.export")
    .route(get("/profiles/{id}/analytics/events", "Every view and click of a period as a CSV or JSON file"))
    .errors(ANALYTICS_ERRORS)
    .input(periodSchema.extend({ format: z.enum(["csv", "json"]).default("csv") }))
    .output(fileOf("text/csv", "application/json")),
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
