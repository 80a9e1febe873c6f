import { accountsPart } from "#src/features/accounts/account-part.ts";
import { campaignsPart } from "#src/features/campaigns/account-part.ts";
import { clicksPart } from "#src/features/clicks/account-part.ts";
import { contactsPart } from "#src/features/contacts/account-part.ts";
import { domainsPart } from "#src/features/domains/account-part.ts";
import { egressPart } from "#src/features/egress/account-part.ts";
import { handoverPart } from "#src/features/handover/account-part.ts";
import { importsPart } from "#src/features/imports/account-part.ts";
import { inAppPart } from "#src/features/in-app/account-part.ts";
import { inboundPart } from "#src/features/inbound/account-part.ts";
import { keysPart } from "#src/features/keys/account-part.ts";
import { leadsPart } from "#src/features/leads/account-part.ts";
import { linksPart } from "#src/features/links/account-part.ts";
import { mailboxesPart } from "#src/features/mailboxes/account-part.ts";
import { transactionalPart } from "#src/features/mails/account-part.ts";
import { mediaPart } from "#src/features/media/account-part.ts";
import { membersPart } from "#src/features/members/account-part.ts";
import { moderationPart } from "#src/features/moderation/account-part.ts";
import { notificationsPart } from "#src/features/notifications/account-part.ts";
import { ordersPart } from "#src/features/orders/account-part.ts";
import { preferencesPart } from "#src/features/preferences/account-part.ts";
import { profilesPart } from "#src/features/profiles/account-part.ts";
import { referralsPart } from "#src/features/referrals/account-part.ts";
import { subscriptionsPart } from "#src/features/subscriptions/account-part.ts";
import { teamPart } from "#src/features/team/account-part.ts";
import { templatesPart } from "#src/features/templates/account-part.ts";
import { webhooksPart } from "#src/features/webhooks/account-part.ts";
import { registerParts } from "#src/platform/account-data-registry.ts";
import { platformPart } from "#src/platform/platform-account-part.ts";

/*
 * What every slice stores about an account, in the order of erasing: profiles after everything that belongs
 * to the account through them, and the person last.
 */
registerParts([
  moderationPart,
  notificationsPart,
  handoverPart,
  webhooksPart,
  inboundPart,
  ordersPart,
  campaignsPart,
  transactionalPart,
  mailboxesPart,
  templatesPart,
  leadsPart,
  importsPart,
  contactsPart,
  clicksPart,
  domainsPart,
  referralsPart,
  linksPart,
  keysPart,
  inAppPart,
  mediaPart,
  egressPart,
  subscriptionsPart,
  membersPart,
  preferencesPart,
  teamPart,
  platformPart,
  profilesPart,
  accountsPart,
]);
