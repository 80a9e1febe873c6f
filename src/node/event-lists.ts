import { contactEvents } from "#src/features/audience/contacts/events.ts";
import { importEvents } from "#src/features/audience/imports/events.ts";
import { leadEvents } from "#src/features/audience/leads/events.ts";
import { orderEvents } from "#src/features/audience/orders/events.ts";
import { campaignEvents } from "#src/features/email/campaigns/events.ts";
import { deliveryEvents } from "#src/features/email/delivery/events.ts";
import { inboundEvents } from "#src/features/email/inbound/events.ts";
import { mailboxEvents } from "#src/features/email/sending-accounts/events.ts";
import { templateEvents } from "#src/features/email/templates/events.ts";
import { accountEvents } from "#src/features/identity/accounts/events.ts";
import { keyEvents } from "#src/features/identity/api-keys/events.ts";
import { memberEvents } from "#src/features/identity/members/events.ts";
import { jobEvents } from "#src/features/instance/background/events.ts";
import { settingEvents } from "#src/features/instance/settings/events.ts";
import { billingEvents } from "#src/features/money/billing/events.ts";
import { couponEvents } from "#src/features/money/coupons/events.ts";
import { domainEvents } from "#src/features/pages/domains/events.ts";
import { linkEvents } from "#src/features/pages/links/events.ts";
import { mediaEvents } from "#src/features/pages/media/events.ts";
import { profileEvents } from "#src/features/pages/profiles/events.ts";
import { moderationEvents } from "#src/features/public/moderation/events.ts";
import { accountDataEvents } from "#src/features/reach/account-data/events.ts";
import { transferEvents } from "#src/features/reach/ownership-transfer/events.ts";
import { referralEvents } from "#src/features/reach/referrals/events.ts";
import { webhookEvents } from "#src/features/reach/webhooks/events.ts";
import { registerEvents } from "#src/platform/events/event-registry.ts";

registerEvents([
  contactEvents,
  importEvents,
  leadEvents,
  orderEvents,
  campaignEvents,
  deliveryEvents,
  inboundEvents,
  mailboxEvents,
  templateEvents,
  accountEvents,
  keyEvents,
  memberEvents,
  jobEvents,
  settingEvents,
  billingEvents,
  couponEvents,
  domainEvents,
  linkEvents,
  mediaEvents,
  profileEvents,
  moderationEvents,
  accountDataEvents,
  transferEvents,
  referralEvents,
  webhookEvents,
]);
