import type { Slice } from "#src/features/slice.ts";
import { siteContract } from "./contract.ts";
import { siteEvents } from "./events.ts";
import { siteHttp } from "./http.ts";
import { siteJobs } from "./jobs.ts";
import { siteRoutes } from "./routes.ts";
import { DEMO_VIDEO_URL, LANDING_STATS } from "./settings.ts";

export const slice: Slice = {
  contract: { site: siteContract },
  routes: { site: siteRoutes },
  http: siteHttp,
  events: siteEvents,
  jobs: siteJobs,
  settings: [LANDING_STATS, DEMO_VIDEO_URL],
};
