import type { Slice } from "#src/features/slice.ts";
import { transactionalPart } from "./account-part.ts";
import { mailsContract } from "./contract.ts";
import { transactionalJobs } from "./jobs.ts";
import { mailsOfPerson } from "./person-store.ts";
import { mailRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { mails: mailsContract },
  routes: { mails: mailRoutes },
  jobs: transactionalJobs,
  accountPart: transactionalPart,
  contactSources: { people: [mailsOfPerson] },
};
