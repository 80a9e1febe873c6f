import { getMailCap, getSending, setMailCap, stopSending } from "#src/features/email/delivery/delivery.ts";
import { listSenders } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { routes } from "#src/platform/http/api.ts";
import { approveCampaign, askApproval, getApproval, getRules, setRules } from "./approval.ts";
import { approvalContract } from "./approval-contract.ts";
import { setArchive } from "./archive.ts";
import { getCalendar } from "./calendar.ts";
import {
  cancelCampaign,
  checkCampaign,
  createCampaign,
  deleteCampaign,
  getCampaign,
  listCampaigns,
  pauseCampaign,
  resumeCampaign,
  retryCampaign,
  sendCampaign,
  updateCampaign,
} from "./campaigns.ts";
import { campaignsContract } from "./contract.ts";
import { exportDeliveries, listDeliveries } from "./deliveries.ts";
import { deliveriesContract } from "./deliveries-contract.ts";
import { decideLate } from "./held-sends.ts";
import { getLateJoiners, sendToLateJoiners } from "./late-joiners.ts";
import { lateJoinersContract } from "./late-joiners-contract.ts";
import { getFirst, listFirst, reviewFirst } from "./new-sender-review.ts";
import { newSenderReviewContract } from "./new-sender-review-contract.ts";
import { countReach } from "./reach.ts";
import { changeSeries, getSeries, repeatCampaign } from "./recurring-campaigns.ts";
import { resendCampaign } from "./resend.ts";
import { listWaves, scheduleCampaign } from "./schedule.ts";
import { scheduleContract } from "./schedule-contract.ts";

export const campaignRoutes = routes(campaignsContract, {
  list: listCampaigns,
  get: getCampaign,
  create: createCampaign,
  update: updateCampaign,
  delete: deleteCampaign,
  check: checkCampaign,
  count: countReach,
  send: sendCampaign,
  schedule: scheduleCampaign,
  pause: pauseCampaign,
  resume: resumeCampaign,
  cancel: cancelCampaign,
  retry: retryCampaign,
});

export const deliveryRoutes = routes(deliveriesContract, { deliveries: listDeliveries, exportDeliveries });

export const scheduleRoutes = routes(scheduleContract, {
  waves: listWaves,
  calendar: getCalendar,
  decideLate,
  resend: resendCampaign,
  mailCap: getMailCap,
  setMailCap,
  repeat: repeatCampaign,
  series: getSeries,
  changeSeries,
});

export const approvalRoutes = routes(approvalContract, {
  approval: getApproval,
  askApproval,
  approve: approveCampaign,
  senders: listSenders,
  sending: getSending,
  stopSending,
  rules: getRules,
  setRules,
});

export const lateJoinersRoutes = routes(lateJoinersContract, {
  setArchive,
  lateJoiners: getLateJoiners,
  sendToLateJoiners,
});

export const newSenderReviewRoutes = routes(newSenderReviewContract, { listFirst, getFirst, reviewFirst });
