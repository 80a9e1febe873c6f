import type { Slice } from "#src/features/slice.ts";
import { legalPart } from "./account-part.ts";
import { legalContract } from "./contract.ts";
import { legalEvents } from "./events.ts";
import { legalJobs } from "./jobs.ts";
import { legalMails } from "./mails.ts";
import { legalRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { legal: legalContract },
  routes: { legal: legalRoutes },
  events: legalEvents,
  jobs: legalJobs,
  mails: legalMails,
  accountPart: legalPart,
};
