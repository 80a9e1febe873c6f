import type { Slice } from "#src/features/slice.ts";
import { deliverabilityPart } from "./account-part.ts";
import { deliverabilityContract } from "./contract.ts";
import { deliverabilityEvents } from "./events.ts";
import { deliverabilityJobs } from "./jobs.ts";
import { readMailedReports } from "./reports/reports.ts";
import { deliverabilityRoutes } from "./routes.ts";
import { ASK_BLOCKLISTS } from "./settings.ts";

export const slice: Slice = {
  contract: { deliverability: deliverabilityContract },
  routes: { deliverability: deliverabilityRoutes },
  events: deliverabilityEvents,
  jobs: deliverabilityJobs,
  settings: [ASK_BLOCKLISTS],
  reportReader: readMailedReports,
  accountPart: deliverabilityPart,
};
