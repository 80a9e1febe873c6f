import { routes } from "#src/platform/http/api.ts";
import { getClickMap } from "./click-map.ts";
import { mailAnalyticsContract } from "./contract.ts";
import { compareCampaigns, exportMailAnalytics, getGrowth, getMailAnalytics } from "./email-analytics.ts";

export const mailAnalyticsRoutes = routes(mailAnalyticsContract, {
  get: (ctx, input) => getMailAnalytics(ctx, input),
  growth: getGrowth,
  compare: compareCampaigns,
  clickMap: getClickMap,
  exportCsv: exportMailAnalytics,
});
