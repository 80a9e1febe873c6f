import { onErasure } from "#src/features/audience/contacts/privacy/privacy.ts";
import { campaignDeleted, campaignMoved } from "#src/features/email/campaigns/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { eraseAssignments } from "./assignment.ts";
import { followCampaign, forgetCampaign } from "./campaign-course.ts";
import { lookAtTests } from "./course.ts";

export const abTestJobs: JobHandler<Platform>[] = [
  scheduled("ab-tests.tick", "*/5 * * * *", lookAtTests),
  subscribe(campaignMoved, followCampaign, { name: "ab-tests.campaign-moved" }),
  subscribe(campaignDeleted, forgetCampaign, { name: "ab-tests.campaign-deleted" }),
  ...onErasure("ab-tests", eraseAssignments),
];
