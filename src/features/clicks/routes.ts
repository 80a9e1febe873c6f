import { routes } from "#src/platform/http/api.ts";
import { exportAnalytics, liveAnalytics, readAnalytics } from "./analytics.ts";
import { clicksContract } from "./contract.ts";
import { readVariants } from "./variants.ts";

export const clickRoutes = routes(clicksContract, {
  analytics: readAnalytics,
  exportCsv: exportAnalytics,
  variants: readVariants,
  live: liveAnalytics,
});
