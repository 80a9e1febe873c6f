import * as z from "zod";
import { member, routesOf } from "#src/lib/endpoint.ts";

export const priceListSchema = z.object({
  number: z.number(),
  /** Smallest quantity first. The price of the tier that’s reached counts for all units. */
  tiers: z.array(
    z.object({
      from: z.number(),
      /** Inclusive. Null for the last tier. */
      to: z.number().nullable(),
      unit_cents: z.number(),
    }),
  ),
  /** The start of the tier that’s called the most popular. */
  most_popular_from: z.number(),
});

const { get } = routesOf("billing");

export const pricesContract = {
  prices: member("account.see")
    .route(get("/prices", "What premium costs whoever buys it now"))
    .output(priceListSchema),
};
