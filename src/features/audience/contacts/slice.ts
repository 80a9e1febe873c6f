import type { Slice } from "#src/features/slice.ts";
import { contactsPart } from "./account-part.ts";
import { contactsContract } from "./contract.ts";
import { crmContract } from "./crm-contract.ts";
import { contactEvents } from "./events.ts";
import { contactJobs } from "./jobs.ts";
import { contactMails } from "./mails.ts";
import { mergeContract } from "./merge-contract.ts";
import { personContract } from "./person-contract.ts";
import { contactRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: {
    contacts: {
      ...contactsContract,
      ...crmContract,
      ...mergeContract,
      ...personContract,
    },
  },
  routes: { contacts: contactRoutes },
  events: contactEvents,
  jobs: contactJobs,
  mails: contactMails,
  accountPart: contactsPart,
};
