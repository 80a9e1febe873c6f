import { routes } from "#src/platform/http/api.ts";
import { exportAnalytics, getAnalytics, getVariants, liveAnalytics } from "./analytics.ts";
import { analyticsContract } from "./contract.ts";
import { exportEvents } from "./events-file.ts";
import { getHours } from "./hours.ts";
import { getVitals } from "./vitals.ts";
import { getLinkWeeks, getProfileWeeks } from "./weeks.ts";
import { weeksContract } from "./weeks-contract.ts";

export const analyticsRoutes = routes(analyticsContract, {
  read: getAnalytics,
  exportCsv: exportAnalytics,
  hours: getHours,
  exportEvents,
  variants: getVariants,
  vitals: getVitals,
  live: liveAnalytics,
});

export const weekRoutes = routes(weeksContract, { profiles: getProfileWeeks, links: getLinkWeeks });
