import * as z from "zod";
import { member, routesOf, storedMoment, storedText } from "#src/lib/endpoint.ts";
import { AMOUNT_MAX, ATTRIBUTION_DAYS, ORDER_ID_CHARS_MAX } from "./rules.ts";

export const ORDER_ERRORS = {
  BUYER_INVALID: { status: 400, message: "Enter the buyer’s e-mail address, such as fan@example.com." },
} as const;

export const newOrderSchema = z.object({
  /** Your shop's order number. Reporting it again corrects the amount. */
  id: storedText(ORDER_ID_CHARS_MAX).min(1),
  email: storedText(640),
  /** In the currency's smallest unit, such as cents. 0 once it's refunded. */
  amount: z.int().min(0).max(AMOUNT_MAX),
  /** ISO 4217, such as `USD`. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Defaults to now. */
  ordered_at: storedMoment.optional(),
});
export type NewOrder = z.output<typeof newOrderSchema>;

const orderSchema = z.object({
  id: z.string(),
  amount: z.number(),
  currency: z.string(),
  ordered_at: z.string(),
  /** The fan who bought. Null if nobody has that address. */
  contact_id: z.string().nullable(),
  /** The campaign that led to it, if any. */
  campaign_id: z.string().nullable(),
});
export type Order = z.output<typeof orderSchema>;

const { post } = routesOf("orders");

export const ordersContract = {
  report: member("orders.add")
    .route(
      post("/orders", "Report what somebody bought, so that e-mail analytics shows revenue", {
        description: [
          `An order belongs to the campaign that its buyer clicked in last, at most ${ATTRIBUTION_DAYS} days before.`,
          "Each order counts once, however often it’s reported. After a refund, report it again with what’s left of the amount.",
        ].join(" "),
      }),
    )
    .errors(ORDER_ERRORS)
    .input(newOrderSchema)
    .output(orderSchema),
};
