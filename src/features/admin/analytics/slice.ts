import type { Slice } from "#src/features/slice.ts";
import { analyticsPart } from "./account-part.ts";
import { instanceAnalyticsContract } from "./contract.ts";
import { analyticsJobs, countAtStart } from "./jobs.ts";
import { instanceAnalyticsRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { instanceAnalytics: instanceAnalyticsContract },
  routes: { instanceAnalytics: instanceAnalyticsRoutes },
  jobs: analyticsJobs,
  startJobs: countAtStart,
  accountPart: analyticsPart,
};
