import type { Slice } from "#src/features/slice.ts";
import { accountDataContract } from "./contract.ts";
import { accountDataEvents } from "./events.ts";
import { accountDataJobs } from "./jobs.ts";
import { accountDataMails } from "./mails.ts";
import { accountDataRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { accountData: accountDataContract },
  routes: { accountData: accountDataRoutes },
  events: accountDataEvents,
  jobs: accountDataJobs,
  mails: accountDataMails,
};
