import { routes } from "#src/platform/http/api.ts";
import { couponsContract } from "./contract.ts";
import { createCoupon, endCoupon, listCoupons } from "./coupons.ts";

export const couponRoutes = routes(couponsContract, {
  list: listCoupons,
  create: createCoupon,
  end: endCoupon,
});
