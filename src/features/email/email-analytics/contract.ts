import * as z from "zod";
import { CAMPAIGN_ERRORS } from "#src/features/email/campaigns/contract.ts";
import { metricsSchema, timesSchema } from "#src/features/email/delivery/metrics-contract.ts";
import { TRACKING } from "#src/features/email/delivery/rules.ts";
import { ANALYTICS_ERRORS, periodSchema, STEPS } from "#src/features/insights/analytics/contract.ts";
import { fileOf, idSchema, member, routesOf, sentence } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { COMPARED_MAX, MAIL_KINDS } from "./rules.ts";

const count = z.number();

/** Orders by its recipients, by currency and in its smallest unit. */
const revenueSchema = z.array(z.object({ currency: z.string(), amount: count, orders: count }));

const conversionSchema = z.object({
  revenue: revenueSchema,
  /** Recipients who ordered within five days of their last click, counted once. */
  conversions: count,
  /** Of delivered messages. */
  conversion_rate: count.nullable(),
});
export type Conversion = z.infer<typeof conversionSchema>;

const rowSchema = metricsSchema.extend({ key: z.string(), label: z.string() });
export type Row = z.infer<typeof rowSchema>;
const campaignRowSchema = rowSchema.extend({
  ...timesSchema.shape,
  ...conversionSchema.shape,
  started_at: z.string().nullable(),
});
export type CampaignRow = z.infer<typeof campaignRowSchema>;
const kindRowSchema = metricsSchema.extend({
  key: z.enum(MAIL_KINDS),
  label: sentence(),
  ...timesSchema.shape,
  ...conversionSchema.shape,
});
export type KindRow = z.infer<typeof kindRowSchema>;
const stepRowSchema = rowSchema.extend({
  ...timesSchema.shape,
  ...conversionSchema.shape,
  /** What it's a step of: a sequence, or a rule, whose actions are its steps. */
  kind: z.enum(MAIL_KINDS),
  owner_id: z.string(),
  step_id: z.string(),
});
export type StepRow = z.infer<typeof stepRowSchema>;
const placeSchema = z.object({ key: z.string(), label: sentence(), opens: count, clicks: count });
export type EngagementRow = z.infer<typeof placeSchema>;

const period = { from: z.string(), to: z.string(), tz: z.string(), step: z.enum(STEPS) };

const mailAnalyticsSchema = z.object({
  ...period,
  has_history: z.boolean(),
  /** About the e-mail that was sent in the period. */
  totals: metricsSchema.extend({ ...timesSchema.shape, ...conversionSchema.shape }),
  /** About events in the period, whenever their e-mail was sent. */
  series: z.array(z.object({ at: z.string(), sent: count, opened: count, clicked: count })),
  /** Hours of people's opens and clicks: `weekday` 1 is Monday; hours are in `tz`. */
  hours: z.array(z.object({ weekday: count, hour: count, opened: count, clicked: count })),
  /** What sent it. Transactional e-mail is in no other figure, unless `kind` asks for it. It's kept for 30 days. */
  kinds: z.array(kindRowSchema),
  campaigns: z.array(campaignRowSchema),
  /** E-mail of sequences and rules, in all of their versions. */
  steps: z.array(stepRowSchema),
  accounts: z.array(rowSchema),
  domains: z.array(rowSchema),
  devices: z.array(placeSchema),
  countries: z.array(placeSchema),
});
export type MailAnalytics = z.infer<typeof mailAnalyticsSchema>;

const growthSchema = z.object({
  ...period,
  series: z.array(
    z.object({ at: z.string(), joined: count, unsubscribed: count, bounced: count, complained: count }),
  ),
});
export type Growth = z.infer<typeof growthSchema>;

const linkSchema = z.object({
  url: z.string(),
  clicks: count,
  /** Unique people. 0 where only totals are counted. */
  people: count,
  machine_clicks: count,
});
export type LinkClicks = z.infer<typeof linkSchema>;

const clickMapSchema = z.object({
  name: z.string(),
  subject: z.string(),
  tracking: z.enum(TRACKING),
  /** The e-mail with the number of people's clicks at each link. Empty before the campaign starts. */
  html: z.string(),
  /** The most clicked first. */
  links: z.array(linkSchema),
});
export type ClickMap = z.infer<typeof clickMapSchema>;

const { from, to, tz, step } = periodSchema.shape;
const growthInput = z.object({ from, to, tz, step });
/** Limits the figures to one campaign's e-mail, to one sending account, or to a kind of e-mail. */
const mailInput = growthInput.extend({
  campaign_id: z.uuid().optional(),
  mailbox_id: z.uuid().optional(),
  kind: z.enum(MAIL_KINDS).optional(),
});
export type MailInput = z.output<typeof mailInput>;
export type GrowthInput = z.output<typeof growthInput>;

const idsSchema = z
  .string()
  .max(200)
  .transform((text) => text.split(","))
  .pipe(z.array(z.uuid()).min(1).max(COMPARED_MAX));

export const EXPORTS = [
  "series",
  "kinds",
  "campaigns",
  "steps",
  "accounts",
  "domains",
  "devices",
  "countries",
  "growth",
] as const;
export type ExportPart = (typeof EXPORTS)[number];

const ERRORS = pickErrors(ANALYTICS_ERRORS, "TIME_ZONE_UNKNOWN", "PERIOD_INVALID");
const { get } = routesOf("analytics");

export const mailAnalyticsContract = {
  get: member("analytics.export")
    .route(
      get(
        "/marketing/analytics",
        "How your e-mail did: by kind, campaign, step of a sequence or rule, sending account, receiving domain, and time",
      ),
    )
    .errors(ERRORS)
    .input(mailInput)
    .output(mailAnalyticsSchema),
  growth: member("analytics.export")
    .route(get("/marketing/growth", "How your list grew and shrank, and why"))
    .errors(ERRORS)
    .input(growthInput)
    .output(growthSchema),
  compare: member("analytics.export")
    .route(get("/marketing/analytics/compare", `Up to ${COMPARED_MAX} campaigns’ figures, side by side`))
    .input(z.object({ ids: idsSchema }))
    .output(z.object({ items: z.array(campaignRowSchema) })),
  clickMap: member("analytics.export")
    .route(
      get("/campaigns/{id}/click-map", "A campaign’s e-mail with how often people clicked each of its links"),
    )
    .errors(pickErrors(CAMPAIGN_ERRORS, "CAMPAIGN_NOT_FOUND"))
    .input(z.object({ id: idSchema }))
    .output(clickMapSchema),
  exportCsv: member("analytics.export")
    .route(get("/marketing/analytics/export", "The same figures as a CSV file"))
    .errors(ERRORS)
    .input(mailInput.extend({ part: z.enum(EXPORTS).default("campaigns") }))
    .output(fileOf("text/csv")),
};
