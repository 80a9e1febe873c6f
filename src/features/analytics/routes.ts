import { routes } from "#src/platform/http/api.ts";
import { exportAnalytics, getAnalytics, liveAnalytics } from "./analytics.ts";
import { analyticsContract } from "./contract.ts";
import { getVariants } from "./variants.ts";

export const analyticsRoutes = routes(analyticsContract, {
  read: getAnalytics,
  exportCsv: exportAnalytics,
  variants: getVariants,
  live: liveAnalytics,
});
