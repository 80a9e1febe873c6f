import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

const coded = z.object({ code: z.string() });

/** Staff made a coupon, or ended one. The account is the instance, the subject the coupon. */
export const couponCreated: EventType<{ code: string }> = { name: "coupon.created", payload: coded };
export const couponEnded: EventType<{ code: string }> = { name: "coupon.ended", payload: coded };

/** The account paid with a coupon. The subject is the coupon. */
export const couponRedeemed: EventType<{ code: string }> = { name: "coupon.redeemed", payload: coded };
