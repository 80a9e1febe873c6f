import type { Slice } from "#src/features/slice.ts";
import { domainsPart } from "./account-part.ts";
import { domainsContract } from "./contract.ts";
import { domainEvents } from "./events.ts";
import { domainJobs } from "./jobs.ts";
import { domainMails } from "./mails.ts";
import { domainRoutes } from "./routes.ts";
import { DOMAINS_ADDRESSES, DOMAINS_TARGET, PAGES_URL } from "./settings.ts";

export const slice: Slice = {
  contract: { domains: domainsContract },
  routes: { domains: domainRoutes },
  events: domainEvents,
  jobs: domainJobs,
  mails: domainMails,
  settings: [PAGES_URL, DOMAINS_TARGET, DOMAINS_ADDRESSES],
  accountPart: domainsPart,
};
