import * as z from "zod";
import { idSchema, member, routesOf } from "#src/lib/endpoint.ts";
import { ALERT_KINDS, CAUSE_KINDS } from "./alert-rules.ts";

const alertSchema = z.object({
  id: z.string(),
  profile: z.object({ id: z.string(), name: z.string() }),
  kind: z.enum(ALERT_KINDS),
  /** The end of the hours that it’s about. */
  until: z.string(),
  hours: z.number(),
  views: z.number(),
  /** What’s usual at that time. */
  usual: z.number(),
  cause: z.object({
    kind: z.enum(CAUSE_KINDS),
    /** A site, an app, or a country’s code. */
    name: z.string(),
    /** Its part of the difference, 0 to 1. */
    share: z.number(),
  }),
});

const alertsSchema = z.object({ is_on: z.boolean(), items: z.array(alertSchema) });
export type TrafficAlerts = z.infer<typeof alertsSchema>;

const { get, put } = routesOf("analytics");

export const alertsContract = {
  list: member("analytics.see")
    .route(get("/analytics/alerts", "The latest spikes and drops of visits, and whether they’re told"))
    .input(z.object({ profile_id: idSchema.optional() }))
    .output(alertsSchema),
  switch: member("analytics.export")
    .route(put("/analytics/alerts", "Tell the account’s team of spikes and drops, or not"))
    .input(z.object({ is_on: z.boolean() }))
    .output(alertsSchema),
};
