import type { Slice } from "#src/features/slice.ts";
import { backgroundContract } from "./contract.ts";
import { jobEvents } from "./events.ts";
import { backgroundJobs } from "./jobs.ts";
import { backgroundRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { background: backgroundContract },
  routes: { background: backgroundRoutes },
  events: jobEvents,
  jobs: backgroundJobs,
};
