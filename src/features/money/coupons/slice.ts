import type { Slice } from "#src/features/slice.ts";
import { couponsContract } from "./contract.ts";
import { couponEvents } from "./events.ts";
import { couponRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { coupons: couponsContract },
  routes: { coupons: couponRoutes },
  events: couponEvents,
};
