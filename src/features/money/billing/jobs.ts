import {
  banLifted,
  banned,
  deletionCanceled,
  deletionRequested,
  emailChanged,
} from "#src/features/identity/accounts/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { purgeBillingEvents, syncJob } from "./billing-events.ts";
import { customerJob, updateCustomerEmail } from "./customer-email.ts";
import { endDuplicate, endDuplicateJob } from "./duplicate-subscriptions.ts";
import { endWithAccount, endWithAccounts, resumeWithAccount } from "./manage.ts";
import { billSandbox } from "./sandbox.ts";
import { applyDueChanges, reactToEvents, reconcile, releaseCoupons } from "./sync.ts";

export const subscriptionJobs: JobHandler<Platform>[] = [
  jobHandler(syncJob, reactToEvents),
  jobHandler(endDuplicateJob, endDuplicate),
  jobHandler(customerJob, updateCustomerEmail),
  subscribe(emailChanged, updateCustomerEmail, { name: "subscriptions.email-changed", class: "money" }),
  subscribe(deletionRequested, endWithAccount, { name: "subscriptions.end-with-account", class: "money" }),
  subscribe(deletionCanceled, resumeWithAccount, { name: "subscriptions.keep-with-account", class: "money" }),
  subscribe(banned, endWithAccount, { name: "subscriptions.end-with-ban", class: "money" }),
  subscribe(banLifted, resumeWithAccount, { name: "subscriptions.keep-with-ban", class: "money" }),
  scheduled("subscriptions.end-with-accounts", "*/10 * * * *", endWithAccounts),
  scheduled("subscriptions.follow-clock", "*/10 * * * *", applyDueChanges),
  scheduled("subscriptions.bill-sandbox", "5 * * * *", billSandbox),
  scheduled("subscriptions.release-coupons", "*/10 * * * *", releaseCoupons),
  scheduled("subscriptions.catch-up", "41 * * * *", reconcile),
  scheduled("subscriptions.prune", "53 3 * * *", purgeBillingEvents),
];
