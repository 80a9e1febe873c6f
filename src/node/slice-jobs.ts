/* What every slice does in the background, and the e-mails it sends. */

import { contactJobs } from "#src/features/audience/contacts/jobs.ts";
import { contactMails } from "#src/features/audience/contacts/mails.ts";
import { importJobs } from "#src/features/audience/imports/jobs.ts";
import { leadJobs } from "#src/features/audience/leads/jobs.ts";
import { leadMails } from "#src/features/audience/leads/mails.ts";
import { orderJobs } from "#src/features/audience/orders/jobs.ts";
import { campaignJobs, continueCampaigns } from "#src/features/email/campaigns/jobs.ts";
import { campaignMails } from "#src/features/email/campaigns/mails.ts";
import { inboundJobs } from "#src/features/email/inbound/jobs.ts";
import { mailboxJobs } from "#src/features/email/sending-accounts/jobs.ts";
import { mailboxMails } from "#src/features/email/sending-accounts/mails.ts";
import { templateJobs } from "#src/features/email/templates/jobs.ts";
import { transactionalJobs } from "#src/features/email/transactional/jobs.ts";
import { accountMails } from "#src/features/identity/accounts/mails.ts";
import { memberJobs } from "#src/features/identity/members/jobs.ts";
import { memberMails } from "#src/features/identity/members/mails.ts";
import { clickJobs } from "#src/features/insights/clicks/jobs.ts";
import { backgroundJobs } from "#src/features/instance/background/jobs.ts";
import { egressJobs } from "#src/features/instance/bandwidth/jobs.ts";
import { subscriptionJobs } from "#src/features/money/billing/jobs.ts";
import { subscriptionMails } from "#src/features/money/billing/mails.ts";
import { domainJobs } from "#src/features/pages/domains/jobs.ts";
import { domainMails } from "#src/features/pages/domains/mails.ts";
import { inAppJobs } from "#src/features/pages/in-app-browsers/jobs.ts";
import { linkJobs } from "#src/features/pages/links/jobs.ts";
import { profileJobs } from "#src/features/pages/profiles/jobs.ts";
import { moderationJobs } from "#src/features/public/moderation/jobs.ts";
import { moderationMails } from "#src/features/public/moderation/mails.ts";
import { publicPageJobs } from "#src/features/public/public-page/jobs.ts";
import { accountDataJobs } from "#src/features/reach/account-data/jobs.ts";
import { accountDataMails } from "#src/features/reach/account-data/mails.ts";
import { notificationJobs } from "#src/features/reach/notifications/jobs.ts";
import { handoverMails } from "#src/features/reach/ownership-transfer/mails.ts";
import { referralJobs } from "#src/features/reach/referrals/jobs.ts";
import { webhookJobs } from "#src/features/reach/webhooks/jobs.ts";
import { webhookMails } from "#src/features/reach/webhooks/mails.ts";
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
import "./event-lists.ts";

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
