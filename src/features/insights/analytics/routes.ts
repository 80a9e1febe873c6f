import { routes } from "#src/platform/http/api.ts";
import { exportAnalytics, getAnalytics, getVariants, liveAnalytics } from "./analytics.ts";
import { analyticsContract } from "./contract.ts";

export const analyticsRoutes = routes(analyticsContract, {
  read: getAnalytics,
  exportCsv: exportAnalytics,
  variants: getVariants,
  live: liveAnalytics,
});
