import { banned } from "#src/features/identity/accounts/events.ts";
import { approvalDeclined, approvalWithdrawn } from "#src/features/identity/approvals/events.ts";
import { profilePurged } from "#src/features/pages/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler } from "#src/platform/jobs/job-types.ts";
import { tellStaffOfAppeal } from "./cases/appeal-mails.ts";
import { settleConfirmedBan } from "./cases/decisions.ts";
import { proposalOverJob, returnCases, returnUnbanned } from "./cases/proposals.ts";
import { caseAppealed, pageReported } from "./events.ts";
import { purgeReports } from "./moderation.ts";
import { confirmReport, notifyOfReport } from "./reports.ts";

export const moderationJobs: JobHandler<Platform>[] = [
  subscribe(profilePurged, purgeReports, { name: "moderation.purge-profile" }),
  subscribe(caseAppealed, tellStaffOfAppeal, { name: "moderation.tell-of-appeal" }),
  subscribe(banned, settleConfirmedBan, { name: "moderation.ban-confirmed" }),
  subscribe(approvalDeclined, returnUnbanned, { name: "moderation.ban-declined" }),
  subscribe(approvalWithdrawn, returnUnbanned, { name: "moderation.ban-withdrawn" }),
  jobHandler(proposalOverJob, returnCases),
  subscribe(pageReported, notifyOfReport, { name: "moderation.tell" }),
  subscribe(pageReported, confirmReport, { name: "moderation.confirm" }),
];
