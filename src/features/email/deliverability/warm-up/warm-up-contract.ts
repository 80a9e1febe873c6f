import * as z from "zod";
import { listOf, member, routesOf } from "#src/lib/endpoint.ts";

const daySchema = z.object({
  /** When the day of the plan begins: 24 hours after the one before. */
  at: z.string(),
  /** The most that may go out. */
  planned: z.number(),
  /** Null for days to come. */
  sent: z.number().nullable(),
});

const warmUpSchema = z.object({
  mailbox_id: z.string(),
  address: z.string(),
  is_over: z.boolean(),
  days: z.array(daySchema),
});
export type WarmUp = z.infer<typeof warmUpSchema>;

const { get } = routesOf("deliverability");

export const warmUpEndpoints = {
  warmUps: member("mail.send")
    .route(
      get(
        "/deliverability/warm-up",
        "How far each sending account’s warm-up is: planned and sent for each of its days",
      ),
    )
    .output(listOf(warmUpSchema)),
};
