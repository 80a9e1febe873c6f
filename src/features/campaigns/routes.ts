import { listSenders } from "#src/features/mailboxes/mailboxes.ts";
import { routes } from "#src/platform/http/api.ts";
import { afterwardsContract } from "./afterwards-contract.ts";
import { approveCampaign, askApproval, getApproval, getRules, setRules } from "./approving.ts";
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
import { getMailCap, setMailCap } from "./capping.ts";
import { campaignsContract } from "./contract.ts";
import { countReach } from "./counting.ts";
import { exportDeliveries, listDeliveries } from "./deliveries.ts";
import { deliveriesContract } from "./deliveries-contract.ts";
import { getSending, stopSending } from "./emergency.ts";
import { getFirst, listFirst, reviewFirst } from "./first-campaigns.ts";
import { firstContract } from "./first-contract.ts";
import { decideLate } from "./late-deciding.ts";
import { getLateJoiners, sendToLateJoiners } from "./late-joiners.ts";
import { oversightContract } from "./oversight-contract.ts";
import { changeSeries, getSeries, repeatCampaign } from "./repeating.ts";
import { resendCampaign } from "./resending.ts";
import { listWaves, scheduleCampaign } from "./scheduling.ts";
import { timingContract } from "./timing-contract.ts";

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

export const timingRoutes = routes(timingContract, {
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

export const oversightRoutes = routes(oversightContract, {
  approval: getApproval,
  askApproval,
  approve: approveCampaign,
  senders: listSenders,
  sending: getSending,
  stopSending,
  rules: getRules,
  setRules,
});

export const afterwardsRoutes = routes(afterwardsContract, {
  setArchive,
  lateJoiners: getLateJoiners,
  sendToLateJoiners,
});

export const firstRoutes = routes(firstContract, { listFirst, getFirst, reviewFirst });
