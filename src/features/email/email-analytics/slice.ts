import type { Slice } from "#src/features/slice.ts";
import { mailAnalyticsContract } from "./contract.ts";
import { mailAnalyticsRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { mailAnalytics: mailAnalyticsContract },
  routes: { mailAnalytics: mailAnalyticsRoutes },
};
