import * as z from "zod";
import { ANALYTICS_ERRORS } from "#src/features/insights/analytics/contract.ts";
import { defined } from "#src/features/insights/analytics/metric-rules.ts";
import { idSchema, member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LIVE_MINUTES } from "./rules.ts";

const count = z.number();

const rowSchema = z.object({ key: z.string(), label: z.string(), visits: count });

const spanSchema = z.object({
  minutes: z.literal(LIVE_MINUTES),
  /** Visits with a view or a click. */
  visits: count,
  views: count,
  clicks: count,
  links: z.array(z.object({ key: z.string(), label: z.string(), clicks: count })),
  /** The in-app browsers that they came in. */
  apps: z.array(rowSchema),
  countries: z.array(rowSchema.extend({ views: count, clicks: count })),
});
export type LiveSpan = z.infer<typeof spanSchema>;

const liveViewSchema = z.object({
  at: z.string(),
  spans: z.array(spanSchema),
  /** All of the account's pages with somebody on them in the last 30 minutes, as far as the caller may see them. */
  pages: z.array(z.object({ id: z.string(), name: z.string(), last_5: count, last_30: count })),
});
export type LiveView = z.infer<typeof liveViewSchema>;

const { get } = routesOf("analytics");

export const liveViewContract = {
  read: member("analytics.see")
    .route(
      get("/profiles/{id}/analytics/now", "Who’s on the page right now", { description: defined("live") }),
    )
    .errors(pickErrors(ANALYTICS_ERRORS, "PROFILE_NOT_FOUND"))
    .input(z.object({ id: idSchema }))
    .output(liveViewSchema),
};
