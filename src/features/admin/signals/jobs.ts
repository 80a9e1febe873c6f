import { campaignMoved } from "#src/features/email/campaigns/events.ts";
import { profilePurged } from "#src/features/pages/profiles/events.ts";
import { pageReported } from "#src/features/public/moderation/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { examineChanges } from "./examination.ts";
import { followJob, followLinks } from "./followed-links.ts";
import {
  lookForListedJob,
  lookForUploaded,
  updateDueLists,
  updateHostList,
  updateListJob,
} from "./lists/lists.ts";
import { examineCampaign, forgetOldHits, forgetPage, noticeGrowth, weighReports } from "./traffic.ts";

export const signalJobs: JobHandler<Platform>[] = [
  scheduled("signals.examine", "* * * * *", examineChanges),
  jobHandler(followJob, followLinks),
  subscribe(campaignMoved, examineCampaign, { name: "signals.examine-campaign" }),
  subscribe(pageReported, weighReports, { name: "signals.weigh-reports" }),
  scheduled("signals.notice-growth", "17 * * * *", noticeGrowth),
  jobHandler(updateListJob, updateHostList),
  jobHandler(lookForListedJob, lookForUploaded),
  scheduled("signals.update-lists", "29 * * * *", updateDueLists),
  scheduled("signals.forget-hits", "57 3 * * *", forgetOldHits),
  subscribe(profilePurged, forgetPage, { name: "signals.purge-profile" }),
];
