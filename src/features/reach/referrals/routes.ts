import { routes } from "#src/platform/http/api.ts";
import { attachReferral, checkAbuse, grantRewards } from "./attribution.ts";
import { referralsContract } from "./contract.ts";
import { closePopup, generateCode, getPopupState, getProgram, recordVisit, setCode } from "./referrals.ts";
import { approveReferral, listReviews, rejectReferral } from "./reviews.ts";

export const referralRoutes = routes(referralsContract, {
  get: getProgram,
  generateCode,
  setCode,
  standing: getPopupState,
  attach: attachReferral,
  checkAbuse,
  grantRewards,
  closePopup,
  recordVisit,
  listReviews,
  approve: approveReferral,
  reject: rejectReferral,
});
