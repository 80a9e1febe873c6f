import type { Slice } from "#src/features/slice.ts";
import { referralsPart } from "./account-part.ts";
import { referralsContract } from "./contract.ts";
import { referralEvents } from "./events.ts";
import { referralJobs } from "./jobs.ts";
import { referralRoutes } from "./routes.ts";
import { REFERRAL_POPUP, REFERRAL_REVIEW } from "./settings.ts";

export const slice: Slice = {
  contract: { referrals: referralsContract },
  routes: { referrals: referralRoutes },
  events: referralEvents,
  jobs: referralJobs,
  settings: [REFERRAL_POPUP, REFERRAL_REVIEW],
  accountPart: referralsPart,
};
