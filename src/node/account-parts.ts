import { contactsPart } from "#src/features/audience/contacts/account-part.ts";
import { importsPart } from "#src/features/audience/imports/account-part.ts";
import { leadsPart } from "#src/features/audience/leads/account-part.ts";
import { ordersPart } from "#src/features/audience/orders/account-part.ts";
import { campaignsPart } from "#src/features/email/campaigns/account-part.ts";
import { inboundPart } from "#src/features/email/inbound/account-part.ts";
import { mailboxesPart } from "#src/features/email/sending-accounts/account-part.ts";
import { templatesPart } from "#src/features/email/templates/account-part.ts";
import { transactionalPart } from "#src/features/email/transactional/account-part.ts";
import { accountsPart } from "#src/features/identity/accounts/account-part.ts";
import { keysPart } from "#src/features/identity/api-keys/account-part.ts";
import { membersPart } from "#src/features/identity/members/account-part.ts";
import { preferencesPart } from "#src/features/identity/preferences/account-part.ts";
import { teamPart } from "#src/features/identity/team/account-part.ts";
import { clicksPart } from "#src/features/insights/clicks/account-part.ts";
import { egressPart } from "#src/features/instance/bandwidth/account-part.ts";
import { subscriptionsPart } from "#src/features/money/billing/account-part.ts";
import { domainsPart } from "#src/features/pages/domains/account-part.ts";
import { inAppPart } from "#src/features/pages/in-app-browsers/account-part.ts";
import { linksPart } from "#src/features/pages/links/account-part.ts";
import { mediaPart } from "#src/features/pages/media/account-part.ts";
import { profilesPart } from "#src/features/pages/profiles/account-part.ts";
import { moderationPart } from "#src/features/public/moderation/account-part.ts";
import { notificationsPart } from "#src/features/reach/notifications/account-part.ts";
import { handoverPart } from "#src/features/reach/ownership-transfer/account-part.ts";
import { referralsPart } from "#src/features/reach/referrals/account-part.ts";
import { webhooksPart } from "#src/features/reach/webhooks/account-part.ts";
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
