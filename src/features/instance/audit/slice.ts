import type { Slice } from "#src/features/slice.ts";
import { EVENT_DAYS_KEPT } from "#src/platform/events/event-settings.ts";
import { chainContract } from "./chain/chain-contract.ts";
import { auditContract } from "./contract.ts";
import { auditEvents } from "./events.ts";
import { instanceLogContract } from "./instance-log/log-contract.ts";
import { auditJobs } from "./jobs.ts";
import { auditRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { audit: { ...auditContract, ...instanceLogContract, ...chainContract } },
  routes: { audit: auditRoutes },
  events: auditEvents,
  jobs: auditJobs,
  settings: [EVENT_DAYS_KEPT],
};
