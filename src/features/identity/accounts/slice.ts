import type { Slice } from "#src/features/slice.ts";
import { accountsPart } from "./account-part.ts";
import { banJobs } from "./bans/ban-jobs.ts";
import { accountsContract } from "./contract.ts";
import { accountEvents } from "./events.ts";
import { accountsHttp } from "./http.ts";
import { accountMails } from "./mails.ts";
import { accountRoutes } from "./routes.ts";
import { signInMethodsContract } from "./sign-in-methods/sign-in-methods-contract.ts";

export const slice: Slice = {
  contract: { accounts: { ...accountsContract, ...signInMethodsContract } },
  routes: { accounts: accountRoutes },
  http: accountsHttp,
  events: accountEvents,
  jobs: banJobs,
  mails: accountMails,
  accountPart: accountsPart,
};
