import { deletionCanceled, deletionRequested, emailChanged } from "#src/features/accounts/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { pruneBillingEvents, syncJob } from "./billing-events.ts";
import { endWithAccount, keepWithAccount } from "./changes.ts";
import { customerJob, updateCustomer } from "./customer.ts";
import { endExtra, endExtraJob } from "./extras.ts";
import { billSandbox } from "./sandbox.ts";
import { catchUp, followClock, reactToEvents, releaseCoupons } from "./sync.ts";

export const subscriptionJobs: JobHandler<Platform>[] = [
  jobHandler(syncJob, reactToEvents),
  jobHandler(endExtraJob, endExtra),
  jobHandler(customerJob, updateCustomer),
  subscribe(emailChanged, updateCustomer, { name: "subscriptions.email-changed", class: "money" }),
  subscribe(deletionRequested, endWithAccount, { name: "subscriptions.end-with-account", class: "money" }),
  subscribe(deletionCanceled, keepWithAccount, { name: "subscriptions.keep-with-account", class: "money" }),
  scheduled("subscriptions.follow-clock", "*/10 * * * *", followClock),
  scheduled("subscriptions.bill-sandbox", "5 * * * *", billSandbox),
  scheduled("subscriptions.release-coupons", "*/10 * * * *", releaseCoupons),
  scheduled("subscriptions.catch-up", "41 * * * *", catchUp),
  scheduled("subscriptions.prune", "53 3 * * *", pruneBillingEvents),
];
