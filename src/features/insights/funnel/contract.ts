import * as z from "zod";
import { ANALYTICS_ERRORS, periodSchema } from "#src/features/insights/analytics/contract.ts";
import { defined } from "#src/features/insights/analytics/metric-rules.ts";
import { member, routesOf } from "#src/lib/endpoint.ts";
import { omitErrors } from "#src/lib/errors.ts";
import { FUNNEL_STEPS } from "./rules.ts";

const count = z.number();

const stepSchema = z.object({
  step: z.enum(FUNNEL_STEPS),
  /** Null for orders, if the caller may not see them. */
  people: count.nullable(),
  /** Null if there was nobody at the step before, or fewer than at this one. */
  of_previous: count.nullable(),
  /** The same, of the first step. */
  of_first: count.nullable(),
});
export type FunnelStepAnswer = z.infer<typeof stepSchema>;

const timesSchema = z.object({
  /** Visits with a click after their first view. */
  visits: count,
  median_ms: count.nullable(),
  p90_ms: count.nullable(),
});
const timesRowSchema = timesSchema.extend({ key: z.string(), label: z.string() });
export type TimesRow = z.infer<typeof timesRowSchema>;

const funnelSchema = z.object({
  from: z.string(),
  to: z.string(),
  steps: z.array(stepSchema),
  /** Visits that opened a link without the page, such as by a short link or a QR code. They’re in no step. */
  short_link_visits: count,
  /** Sign-ups without a known visit, which these filters can’t reach. They’re in no step. */
  unreached_leads: count,
  /** Set if the page asks people to confirm their sign-up. */
  asks_to_confirm: z.boolean(),
  /** What these people’s orders since their sign-up add up to, in the currency’s smallest unit. Null like the step. */
  revenue: z.array(z.object({ currency: z.string(), amount: count, orders: count })).nullable(),
  first_click: timesSchema.extend({
    apps: z.array(timesRowSchema),
    devices: z.array(timesRowSchema),
  }),
});
export type Funnel = z.infer<typeof funnelSchema>;

const { id, from, to, tz } = periodSchema.shape;

const returningSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** People who signed up on the page before the period’s end. */
  fans: count,
  /** Those who came back in the period, on a later day than their first sign-up. */
  returned: count,
  /** Of these, by a link in an e-mail. */
  by_email: count,
  /** Of these, by signing up once more. */
  by_sign_up: count,
});
export type ReturningFans = z.infer<typeof returningSchema>;

const { get } = routesOf("analytics");

export const funnelContract = {
  read: member("analytics.see")
    .route(
      get("/profiles/{id}/analytics/funnel", "From a view of the page to a click, a sign-up and an order", {
        description: defined(
          "step_view",
          "step_click",
          "step_lead",
          "step_confirmed",
          "step_order",
          "first_click",
        ),
      }),
    )
    .errors(ANALYTICS_ERRORS)
    .input(periodSchema)
    .output(funnelSchema),
  returning: member("analytics.export")
    .route(
      get("/profiles/{id}/analytics/returning", "How many of the page’s fans came back", {
        description: defined("returning"),
      }),
    )
    .errors(omitErrors(ANALYTICS_ERRORS, "FILTER_INVALID", "PREMIUM_REQUIRED"))
    .input(z.object({ id, from, to, tz }))
    .output(returningSchema),
};
