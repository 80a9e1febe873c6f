import { routes } from "#src/platform/http/api.ts";
import { exportAnalytics, liveAnalytics, readAnalytics } from "./analytics.ts";
import { clicksContract } from "./contract.ts";

export const clickRoutes = routes(clicksContract, {
  analytics: readAnalytics,
  exportCsv: exportAnalytics,
  live: liveAnalytics,
});
