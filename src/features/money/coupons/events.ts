import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const couponEvents = eventList("billing");

const coded = z.object({ code: z.string() });

/** Staff made a coupon, or ended one. The account is the instance, the subject the coupon. */
export const couponCreated = couponEvents.add("coupon.created", {
  payload: coded,
  sentence: ({ code }) => `Created a coupon${typeof code === "string" ? `: ${code}` : ""}`,
});
export const couponEnded = couponEvents.add("coupon.ended", {
  payload: coded,
  sentence: ({ code }) => `Ended a coupon${typeof code === "string" ? `: ${code}` : ""}`,
});

/** The account paid with a coupon. The subject is the coupon. */
export const couponRedeemed = couponEvents.add("coupon.redeemed", {
  payload: coded,
  sentence: ({ code }) => `Used a coupon${typeof code === "string" ? `: ${code}` : ""}`,
});
