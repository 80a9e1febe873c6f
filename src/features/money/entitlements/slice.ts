import type { Slice } from "#src/features/slice.ts";
import { billingContract } from "./contract.ts";
import { billingRoutes } from "./routes.ts";
import { PLANS_SETTING } from "./settings.ts";

export const slice: Slice = {
  contract: { billing: billingContract },
  routes: { billing: billingRoutes },
  settings: [PLANS_SETTING],
};
