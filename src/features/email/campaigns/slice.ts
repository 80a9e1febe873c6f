import type { Slice } from "#src/features/slice.ts";
import { campaignsPart } from "./account-part.ts";
import { approvalContract } from "./approval/approval-contract.ts";
import { campaignListener } from "./batch-listener.ts";
import { campaignsContract } from "./contract.ts";
import { campaignEvents } from "./events.ts";
import { campaignsHttp } from "./http.ts";
import { campaignJobs, continueCampaigns } from "./jobs.ts";
import { campaignMails } from "./mails.ts";
import { deliveriesContract } from "./recipients/deliveries-contract.ts";
import { lateJoinersContract } from "./recipients/late-joiners-contract.ts";
import { campaignsOfPerson, campaignTimeline } from "./recipients/person-store.ts";
import { newSenderReviewContract } from "./review/review-contract.ts";
import {
  approvalRoutes,
  campaignRoutes,
  deliveryRoutes,
  lateJoinersRoutes,
  newSenderReviewRoutes,
  scheduleRoutes,
} from "./routes.ts";
import { scheduleContract } from "./schedule/schedule-contract.ts";
import { listCampaignNames, listCampaignsWithSegment, listCampaignsWithTemplate } from "./store.ts";

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
  templateUses: listCampaignsWithTemplate,
  segmentSources: { listCampaigns: listCampaignNames, listUses: listCampaignsWithSegment },
  contactSources: {
    timeline: [campaignTimeline],
    scored: [campaignTimeline],
    people: campaignsOfPerson,
  },
};
