import { FOOTER_LINE } from "#src/features/public/frame/settings.ts";
import type { Slice } from "#src/features/slice.ts";
import { siteContract } from "./contract.ts";
import { siteEvents } from "./events.ts";
import { siteHttp } from "./http.ts";
import { siteJobs } from "./jobs.ts";
import { siteRoutes } from "./routes.ts";
import {
  DEMO_VIDEO_URL,
  LANDING_BUTTON,
  LANDING_HEADLINE,
  LANDING_STATS,
  LANDING_SUBTITLE,
} from "./settings.ts";

export const slice: Slice = {
  contract: { site: siteContract },
  routes: { site: siteRoutes },
  http: siteHttp,
  events: siteEvents,
  jobs: siteJobs,
  settings: [LANDING_HEADLINE, LANDING_SUBTITLE, LANDING_BUTTON, LANDING_STATS, DEMO_VIDEO_URL, FOOTER_LINE],
};
