import type { Slice } from "#src/features/slice.ts";
import { publicPageContract } from "./contract.ts";
import { publicPageHttp } from "./http.ts";
import { publicPageJobs } from "./jobs.ts";
import { inAppRoutes, publicPageRoutes } from "./routes.ts";
import { MEASUREMENT_ID } from "./settings.ts";

export const slice: Slice = {
  contract: { publicPage: publicPageContract },
  routes: { inApp: inAppRoutes, publicPage: publicPageRoutes },
  http: publicPageHttp,
  jobs: publicPageJobs,
  settings: [MEASUREMENT_ID],
};
