import type { Slice } from "#src/features/slice.ts";
import { systemContract } from "./contract.ts";
import { systemEvents } from "./events.ts";
import { systemJobs } from "./jobs.ts";
import { systemRoutes } from "./routes.ts";
import { BACKUP_HOUR, BACKUP_SCHEDULE, BACKUPS_KEPT } from "./settings.ts";

export const slice: Slice = {
  contract: { system: systemContract },
  routes: { system: systemRoutes },
  events: systemEvents,
  jobs: systemJobs,
  settings: [BACKUP_SCHEDULE, BACKUP_HOUR, BACKUPS_KEPT],
};
