import * as z from "zod";
import { ANALYTICS_ERRORS } from "#src/features/insights/analytics/contract.ts";
import { fileOf, listOf, routesOf, staff } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { ACTIVATION_STEPS, type ActivationStep, METRIC_NAMES, TOP_KINDS } from "./rules.ts";

const count = z.number();
const metric = z.enum(METRIC_NAMES);
const STEPS = ["hour", "day", "week", "month"] as const;

const periodSchema = z.object({
  /** Start, an ISO time or a date in `tz`, or `start` for the first day; 30 days before the end if left out. */
  from: z.string().max(40).optional(),
  /** End (exclusive; a plain date means its whole day); now if left out. */
  to: z.string().max(40).optional(),
  tz: z.string().max(60).default("UTC"),
  /** The length of a point of the series. What's too fine becomes what fits. */
  step: z.enum(STEPS).optional(),
});
export type PeriodInput = z.output<typeof periodSchema>;

const totalSchema = z.object({
  metric,
  /** What's told apart, such as a kind of traffic; empty for all of it. */
  key: z.string(),
  /** Of the period. What exists is as of its end. */
  value: count,
  /** Of the period of the same length before. */
  before: count,
});

const figuresSchema = z.object({
  from: z.string(),
  to: z.string(),
  tz: z.string(),
  step: z.enum(STEPS),
  /** When it was last counted; null before the first time. */
  counted_at: z.string().nullable(),
  totals: z.array(totalSchema),
  /** Of each metric, as many values as there are points in `at`. Null where it wasn't counted yet. */
  at: z.array(z.string()),
  series: z.array(z.object({ metric, values: z.array(count.nullable()) })),
});
export type Figures = z.infer<typeof figuresSchema>;

const steps = ACTIVATION_STEPS.map(({ key }) => key) as [ActivationStep, ...ActivationStep[]];

const activationSchema = z.object({
  /** Of those who signed up in the period: how many have come how far. */
  items: z.array(z.object({ step: z.enum(steps), accounts: count })),
});

const cohortSchema = z.object({
  /** The Monday of the week in which they signed up. */
  week: z.string(),
  accounts: count,
  /** How many were active 0, 1, 2 … weeks later. Null for weeks before counting began. */
  active: z.array(count.nullable()),
});
export type Cohort = z.infer<typeof cohortSchema>;

const topSchema = z.object({
  /** The id of a page or an account, or a host. */
  key: z.string(),
  /** Null for what's gone. */
  label: z.string().nullable(),
  /** The account that a page belongs to, and its address. */
  account: z.string().nullable(),
  username: z.string().nullable(),
  value: count,
});
export type Top = z.infer<typeof topSchema>;

const nowSchema = z.object({
  at: z.string(),
  /** In the last half hour, by quarters of an hour. */
  views: count,
  clicks: count,
  /** By views. */
  pages: z.array(topSchema),
  countries: z.array(z.object({ key: z.string(), label: z.string(), views: count })),
});
export type Now = z.infer<typeof nowSchema>;

const PERIOD_ERRORS = pickErrors(ANALYTICS_ERRORS, "TIME_ZONE_UNKNOWN", "PERIOD_INVALID");

const { get } = routesOf("staff");

export const instanceAnalyticsContract = {
  figures: staff("analytics")
    .route(get("/admin/analytics", "The instance’s figures in a period, compared with the one before"))
    .errors(PERIOD_ERRORS)
    .input(periodSchema)
    .output(figuresSchema),
  exportCsv: staff("analytics")
    .route(get("/admin/analytics/export", "The same figures over time as a CSV file"))
    .errors(PERIOD_ERRORS)
    .input(periodSchema)
    .output(fileOf("text/csv")),
  activation: staff("analytics")
    .route(get("/admin/analytics/activation", "How far those who signed up in a period have come"))
    .errors(PERIOD_ERRORS)
    .input(periodSchema.omit({ step: true }))
    .output(activationSchema),
  retention: staff("analytics")
    .route(get("/admin/analytics/retention", "Who came back in the weeks after their sign-up"))
    .output(listOf(cohortSchema)),
  tops: staff("analytics")
    .route(get("/admin/analytics/tops", "The pages, hosts or accounts with most of something in a period"))
    .errors(PERIOD_ERRORS)
    .input(periodSchema.omit({ step: true }).extend({ kind: z.enum(TOP_KINDS) }))
    .output(listOf(topSchema)),
  now: staff("analytics")
    .route(get("/admin/analytics/now", "What happens on all pages right now"))
    .output(nowSchema),
};
