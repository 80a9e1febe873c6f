import type { Slice } from "#src/features/slice.ts";
import { helpRequestsPart } from "./account-part.ts";
import { helpRequestsContract } from "./contract.ts";
import { helpEvents } from "./events.ts";
import { helpRequestsHttp } from "./http.ts";
import { helpJobs } from "./jobs.ts";
import { helpMails } from "./mails.ts";
import { helpRequestsRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { helpRequests: helpRequestsContract },
  routes: { helpRequests: helpRequestsRoutes },
  http: helpRequestsHttp,
  events: helpEvents,
  jobs: helpJobs,
  mails: helpMails,
  accountPart: helpRequestsPart,
};
