import type { Slice } from "#src/features/slice.ts";
import { membersPart } from "./account-part.ts";
import { membersContract } from "./contract.ts";
import { memberEvents } from "./events.ts";
import { memberJobs } from "./jobs.ts";
import { memberMails } from "./mails.ts";
import { memberRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { members: membersContract },
  routes: { members: memberRoutes },
  events: memberEvents,
  jobs: memberJobs,
  mails: memberMails,
  accountPart: membersPart,
};
