/* What every slice does in the background, and the e-mails it sends. */
import { accountDataJobs } from "#src/features/account-data/jobs.ts";
import { accountDataMails } from "#src/features/account-data/mails.ts";
import { accountMails } from "#src/features/accounts/mails.ts";
import { backgroundJobs } from "#src/features/background/jobs.ts";
import { campaignJobs, continueCampaigns } from "#src/features/campaigns/jobs.ts";
import { campaignMails } from "#src/features/campaigns/mails.ts";
import { clickJobs } from "#src/features/clicks/jobs.ts";
import { contactJobs } from "#src/features/contacts/jobs.ts";
import { contactMails } from "#src/features/contacts/mails.ts";
import { domainJobs } from "#src/features/domains/jobs.ts";
import { domainMails } from "#src/features/domains/mails.ts";
import { egressJobs } from "#src/features/egress/jobs.ts";
import { handoverMails } from "#src/features/handover/mails.ts";
import { importJobs } from "#src/features/imports/jobs.ts";
import { inAppJobs } from "#src/features/in-app/jobs.ts";
import { inboundJobs } from "#src/features/inbound/jobs.ts";
import { leadJobs } from "#src/features/leads/jobs.ts";
import { leadMails } from "#src/features/leads/mails.ts";
import { linkJobs } from "#src/features/links/jobs.ts";
import { mailboxJobs } from "#src/features/mailboxes/jobs.ts";
import { mailboxMails } from "#src/features/mailboxes/mails.ts";
import { transactionalJobs } from "#src/features/mails/jobs.ts";
import { memberJobs } from "#src/features/members/jobs.ts";
import { memberMails } from "#src/features/members/mails.ts";
import { moderationJobs } from "#src/features/moderation/jobs.ts";
import { moderationMails } from "#src/features/moderation/mails.ts";
import { notificationJobs } from "#src/features/notifications/jobs.ts";
import { orderJobs } from "#src/features/orders/jobs.ts";
import { profileJobs } from "#src/features/profiles/jobs.ts";
import { publicPageJobs } from "#src/features/public-page/jobs.ts";
import { referralJobs } from "#src/features/referrals/jobs.ts";
import { subscriptionJobs } from "#src/features/subscriptions/jobs.ts";
import { subscriptionMails } from "#src/features/subscriptions/mails.ts";
import { templateJobs } from "#src/features/templates/jobs.ts";
import { webhookJobs } from "#src/features/webhooks/jobs.ts";
import { webhookMails } from "#src/features/webhooks/mails.ts";
import { sealedTables } from "#src/platform/account-data-registry.ts";
import type { Platform } from "#src/platform/context.ts";
import { reencryptTables } from "#src/platform/crypto/key-rotation.ts";
import { databaseJobs } from "#src/platform/db/maintenance.ts";
import { eventJobs } from "#src/platform/events/events.ts";
import { idempotencyJobs } from "#src/platform/http/idempotency.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import type { MailHandler } from "#src/platform/mail/mail-types.ts";
import { mailJobs } from "#src/platform/mail/outbox.ts";
import "./account-parts.ts";

/** Also every night, because a node that starts later may still seal with an earlier secret. */
const reseal = scheduled("secrets.reseal", "17 2 * * *", (platform: Platform) =>
  reencryptTables(platform, sealedTables()),
);

/** Every background job, schedule, and event subscription. */
export const jobs: JobHandler<Platform>[] = [
  ...databaseJobs,
  ...eventJobs,
  ...mailJobs,
  ...idempotencyJobs,
  ...egressJobs,
  ...backgroundJobs,
  ...subscriptionJobs,
  ...inAppJobs,
  ...profileJobs,
  ...memberJobs,
  ...linkJobs,
  ...domainJobs,
  ...referralJobs,
  ...clickJobs,
  ...contactJobs,
  ...leadJobs,
  ...templateJobs,
  ...mailboxJobs,
  ...importJobs,
  ...campaignJobs,
  ...transactionalJobs,
  ...orderJobs,
  ...inboundJobs,
  ...webhookJobs,
  ...notificationJobs,
  ...accountDataJobs,
  ...moderationJobs,
  ...publicPageJobs,
  reseal,
];

/** Every kind of e-mail that the instance sends. */
export const mails: MailHandler<Platform>[] = [
  ...accountMails,
  ...subscriptionMails,
  ...memberMails,
  ...moderationMails,
  ...domainMails,
  ...contactMails,
  ...leadMails,
  ...mailboxMails,
  ...campaignMails,
  ...webhookMails,
  ...handoverMails,
  ...accountDataMails,
];

/** What runs once at every start: campaigns go on, and what an earlier secret has sealed is sealed anew. */
export const startJobs: JobHandler<Platform>[] = [continueCampaigns, reseal];
