import type { Slice } from "#src/features/slice.ts";
import { contactsPart } from "./account-part.ts";
import { contactsContract } from "./contract.ts";
import { contactEvents } from "./events.ts";
import { contactJobs } from "./jobs.ts";
import { contactMails } from "./mails.ts";
import { mergeContract } from "./merge/merge-contract.ts";
import { pipelineContract } from "./pipeline/pipeline-contract.ts";
import { personContract } from "./privacy/person-contract.ts";
import { contactRoutes } from "./routes.ts";
import { tasksContract } from "./tasks/tasks-contract.ts";
import { timelineContract } from "./timeline/timeline-contract.ts";

export const slice: Slice = {
  contract: {
    contacts: {
      ...contactsContract,
      ...timelineContract,
      ...pipelineContract,
      ...tasksContract,
      ...mergeContract,
      ...personContract,
    },
  },
  routes: { contacts: contactRoutes },
  events: contactEvents,
  jobs: contactJobs,
  mails: contactMails,
  accountPart: contactsPart,
};
