import type { Slice } from "#src/features/slice.ts";
import { campaignsPart } from "./account-part.ts";
import { approvalContract } from "./approval-contract.ts";
import { campaignListener } from "./batch-listener.ts";
import { campaignsContract } from "./contract.ts";
import { deliveriesContract } from "./deliveries-contract.ts";
import { campaignEvents } from "./events.ts";
import { campaignsHttp } from "./http.ts";
import { campaignJobs, continueCampaigns } from "./jobs.ts";
import { lateJoinersContract } from "./late-joiners-contract.ts";
import { campaignMails } from "./mails.ts";
import { newSenderReviewContract } from "./new-sender-review-contract.ts";
import { campaignsOfPerson } from "./person-store.ts";
import {
  approvalRoutes,
  campaignRoutes,
  deliveryRoutes,
  lateJoinersRoutes,
  newSenderReviewRoutes,
  scheduleRoutes,
} from "./routes.ts";
import { scheduleContract } from "./schedule-contract.ts";
import { campaignTimeline } from "./timeline-store.ts";

export const slice: Slice = {
  contract: {
    campaigns: {
      ...campaignsContract,
      ...scheduleContract,
      ...approvalContract,
      ...newSenderReviewContract,
      ...lateJoinersContract,
      ...deliveriesContract,
    },
  },
  routes: {
    campaigns: {
      ...campaignRoutes,
      ...scheduleRoutes,
      ...approvalRoutes,
      ...newSenderReviewRoutes,
      ...lateJoinersRoutes,
      ...deliveryRoutes,
    },
  },
  http: campaignsHttp,
  events: campaignEvents,
  jobs: campaignJobs,
  startJobs: [continueCampaigns],
  mails: campaignMails,
  accountPart: campaignsPart,
  batchListener: campaignListener,
  contactSources: {
    timeline: [campaignTimeline],
    scored: [campaignTimeline],
    people: campaignsOfPerson,
  },
};
