import type { Slice } from "#src/features/slice.ts";
import { mailboxesPart } from "./account-part.ts";
import { mailboxesContract } from "./contract.ts";
import { mailboxEvents } from "./events.ts";
import { mailboxJobs } from "./jobs.ts";
import { mailboxMails } from "./mails.ts";
import { mailboxRoutes } from "./routes.ts";
import {
  INSTANCE_SENDING,
  MAILS_PER_MINUTE,
  NEW_ACCOUNT_MAILS,
  PLAIN_MAIL_HOSTS,
  SENDING,
} from "./settings.ts";

export const slice: Slice = {
  contract: { mailboxes: mailboxesContract },
  routes: { mailboxes: mailboxRoutes },
  events: mailboxEvents,
  jobs: mailboxJobs,
  mails: mailboxMails,
  settings: [PLAIN_MAIL_HOSTS, NEW_ACCOUNT_MAILS, INSTANCE_SENDING, MAILS_PER_MINUTE, SENDING],
  accountPart: mailboxesPart,
};
