import { routes } from "#src/platform/http/api.ts";
import { exportFigures, getActivation, getFigures, getNow, listLargest, listWeeks } from "./analytics.ts";
import { instanceAnalyticsContract } from "./contract.ts";

export const instanceAnalyticsRoutes = routes(instanceAnalyticsContract, {
  figures: getFigures,
  exportCsv: exportFigures,
  activation: getActivation,
  retention: listWeeks,
  tops: listLargest,
  now: getNow,
});
