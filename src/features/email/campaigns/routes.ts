import { getMailCap, getSending, setMailCap, stopSending } from "#src/features/email/delivery/delivery.ts";
import { listSenders } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { routes } from "#src/platform/http/api.ts";
import { approvalContract } from "./approval/approval-contract.ts";
import {
  approveCampaign,
  askApproval,
  getApproval,
  getRules,
  setRules,
} from "./approval/approval-requests.ts";
import { setArchive } from "./archive/archive.ts";
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
import { deliveriesContract } from "./recipients/deliveries-contract.ts";
import { decideLate } from "./recipients/held-sends.ts";
import { getLateJoiners, sendToLateJoiners } from "./recipients/late-joiners.ts";
import { lateJoinersContract } from "./recipients/late-joiners-contract.ts";
import { countReach } from "./recipients/reach.ts";
import { exportDeliveries, listDeliveries } from "./recipients/recipients.ts";
import { resendCampaign } from "./recipients/resend.ts";
import { getFirst, listFirst, reviewFirst } from "./review/review.ts";
import { newSenderReviewContract } from "./review/review-contract.ts";
import { getCalendar } from "./schedule/calendar.ts";
import { listWaves, scheduleCampaign } from "./schedule/schedule.ts";
import { scheduleContract } from "./schedule/schedule-contract.ts";
import { changeSeries, getSeries, repeatCampaign } from "./series/recurring-campaigns.ts";

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
