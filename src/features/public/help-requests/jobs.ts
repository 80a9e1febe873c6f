import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { confirmRequest } from "./confirmations.ts";
import { helpReplied, helpRequested } from "./events.ts";
import { purgeOldRequests } from "./retention.ts";
import { tellAssigneeOfReply, tellStaffOfRequest } from "./staff-notices.ts";

export const helpJobs: JobHandler<Platform>[] = [
  subscribe(helpRequested, confirmRequest, { name: "help-requests.confirm" }),
  subscribe(helpRequested, tellStaffOfRequest, { name: "help-requests.tell-staff" }),
  subscribe(helpReplied, tellAssigneeOfReply, { name: "help-requests.tell-assignee" }),
  scheduled("help-requests.purge", "29 4 * * *", purgeOldRequests),
];
