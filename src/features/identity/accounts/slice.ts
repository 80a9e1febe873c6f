import type { Slice } from "#src/features/slice.ts";
import { jobHandler } from "#src/platform/jobs/job-types.ts";
import { accountsPart } from "./account-part.ts";
import { banJobs } from "./bans/ban-jobs.ts";
import { accountsContract } from "./contract.ts";
import { accountEvents } from "./events.ts";
import { accountsHttp } from "./http.ts";
import { impersonationContract } from "./impersonation/impersonation-contract.ts";
import { impersonationJobs } from "./impersonation/impersonation-jobs.ts";
import { accountMails } from "./mails.ts";
import { accountRoutes } from "./routes.ts";
import { SECOND_FACTOR_WAIT, SIGN_UPS } from "./settings.ts";
import { signInMethodsContract } from "./sign-in-methods/sign-in-methods-contract.ts";
import { removalDueJob, removeDueFactor } from "./two-factor/removal.ts";

export const slice: Slice = {
  contract: { accounts: { ...accountsContract, ...signInMethodsContract, ...impersonationContract } },
  routes: { accounts: accountRoutes },
  http: accountsHttp,
  settings: [SIGN_UPS, SECOND_FACTOR_WAIT],
  events: accountEvents,
  jobs: [...banJobs, ...impersonationJobs, jobHandler(removalDueJob, removeDueFactor)],
  mails: accountMails,
  accountPart: accountsPart,
};
