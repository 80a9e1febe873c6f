import type { AnyContractProcedure } from "@orpc/contract";
import type { AnyRouter } from "@orpc/server";
import { contactsContract } from "#src/features/audience/contacts/contract.ts";
import { crmContract } from "#src/features/audience/contacts/crm-contract.ts";
import { mergeContract } from "#src/features/audience/contacts/merge-contract.ts";
import { personContract } from "#src/features/audience/contacts/person-contract.ts";
import { contactRoutes } from "#src/features/audience/contacts/routes.ts";
import { suppressionsContract } from "#src/features/audience/contacts/suppressions-contract.ts";
import { topicsContract } from "#src/features/audience/contacts/topics-contract.ts";
import { importsContract } from "#src/features/audience/imports/contract.ts";
import { importRoutes } from "#src/features/audience/imports/routes.ts";
import { leadsContract } from "#src/features/audience/leads/contract.ts";
import { leadRoutes } from "#src/features/audience/leads/routes.ts";
import { ordersContract } from "#src/features/audience/orders/contract.ts";
import { orderRoutes } from "#src/features/audience/orders/routes.ts";
import { approvalContract } from "#src/features/email/campaigns/approval-contract.ts";
import { campaignsContract } from "#src/features/email/campaigns/contract.ts";
import { deliveriesContract } from "#src/features/email/campaigns/deliveries-contract.ts";
import { campaignsHttp } from "#src/features/email/campaigns/http.ts";
import { lateJoinersContract } from "#src/features/email/campaigns/late-joiners-contract.ts";
import { newSenderReviewContract } from "#src/features/email/campaigns/new-sender-review-contract.ts";
import {
  approvalRoutes,
  campaignRoutes,
  deliveryRoutes,
  lateJoinersRoutes,
  newSenderReviewRoutes,
  scheduleRoutes,
} from "#src/features/email/campaigns/routes.ts";
import { scheduleContract } from "#src/features/email/campaigns/schedule-contract.ts";
import { mailAnalyticsContract } from "#src/features/email/email-analytics/contract.ts";
import { mailAnalyticsRoutes } from "#src/features/email/email-analytics/routes.ts";
import { inboundContract } from "#src/features/email/inbound/contract.ts";
import { inboundHttp } from "#src/features/email/inbound/http.ts";
import { inboundRoutes } from "#src/features/email/inbound/routes.ts";
import { marketingContract } from "#src/features/email/marketing-home/contract.ts";
import { marketingRoutes } from "#src/features/email/marketing-home/routes.ts";
import { mailboxesContract } from "#src/features/email/sending-accounts/contract.ts";
import { mailboxRoutes } from "#src/features/email/sending-accounts/routes.ts";
import { templatesContract } from "#src/features/email/templates/contract.ts";
import { templatesHttp } from "#src/features/email/templates/http.ts";
import { templateRoutes } from "#src/features/email/templates/routes.ts";
import { mailsContract } from "#src/features/email/transactional/contract.ts";
import { mailRoutes } from "#src/features/email/transactional/routes.ts";
import type { Auth } from "#src/features/identity/accounts/auth.ts";
import { banContract } from "#src/features/identity/accounts/ban-contract.ts";
import { accountsContract } from "#src/features/identity/accounts/contract.ts";
import { accountsHttp } from "#src/features/identity/accounts/http.ts";
import { mailContract } from "#src/features/identity/accounts/mail-contract.ts";
import { accountRoutes } from "#src/features/identity/accounts/routes.ts";
import { signInMethodsContract } from "#src/features/identity/accounts/sign-in-methods-contract.ts";
import { keysContract } from "#src/features/identity/api-keys/contract.ts";
import { keyRoutes } from "#src/features/identity/api-keys/routes.ts";
import { membersContract } from "#src/features/identity/members/contract.ts";
import { memberRoutes } from "#src/features/identity/members/routes.ts";
import { preferencesContract } from "#src/features/identity/preferences/contract.ts";
import { preferenceRoutes } from "#src/features/identity/preferences/routes.ts";
import { viewsContract } from "#src/features/identity/preferences/views-contract.ts";
import { teamContract } from "#src/features/identity/team/contract.ts";
import { teamRoutes } from "#src/features/identity/team/routes.ts";
import { analyticsContract } from "#src/features/insights/analytics/contract.ts";
import { analyticsRoutes } from "#src/features/insights/analytics/routes.ts";
import { clicksContract } from "#src/features/insights/clicks/contract.ts";
import { auditContract } from "#src/features/instance/audit/contract.ts";
import { auditRoutes } from "#src/features/instance/audit/routes.ts";
import { backgroundContract } from "#src/features/instance/background/contract.ts";
import { backgroundRoutes } from "#src/features/instance/background/routes.ts";
import { egressContract } from "#src/features/instance/bandwidth/contract.ts";
import { egressRoutes } from "#src/features/instance/bandwidth/routes.ts";
import { settingsContract } from "#src/features/instance/settings/contract.ts";
import { settingsRoutes } from "#src/features/instance/settings/routes.ts";
import { subscriptionsContract } from "#src/features/money/billing/contract.ts";
import { subscriptionsHttp } from "#src/features/money/billing/http.ts";
import { subscriptionRoutes } from "#src/features/money/billing/routes.ts";
import { couponsContract } from "#src/features/money/coupons/contract.ts";
import { couponRoutes } from "#src/features/money/coupons/routes.ts";
import { billingContract } from "#src/features/money/entitlements/contract.ts";
import { billingRoutes } from "#src/features/money/entitlements/routes.ts";
import { domainsContract } from "#src/features/pages/domains/contract.ts";
import { domainRoutes } from "#src/features/pages/domains/routes.ts";
import { geoContract } from "#src/features/pages/geo/contract.ts";
import { geoRoutes } from "#src/features/pages/geo/routes.ts";
import { inAppContract } from "#src/features/pages/in-app-browsers/contract.ts";
import { linksContract } from "#src/features/pages/links/contract.ts";
import { linkRoutes, profileCopyRoutes } from "#src/features/pages/links/routes.ts";
import { mediaContract } from "#src/features/pages/media/contract.ts";
import { mediaHttp } from "#src/features/pages/media/http.ts";
import { mediaRoutes } from "#src/features/pages/media/routes.ts";
import { profileCopiesContract, profilesContract } from "#src/features/pages/profiles/contract.ts";
import { profileRoutes } from "#src/features/pages/profiles/routes.ts";
import { qrHttp } from "#src/features/pages/qr/http.ts";
import { moderationContract } from "#src/features/public/moderation/contract.ts";
import { moderationRoutes } from "#src/features/public/moderation/routes.ts";
import { publicPageContract } from "#src/features/public/public-page/contract.ts";
import { publicPageHttp } from "#src/features/public/public-page/http.ts";
import type { PublicPages } from "#src/features/public/public-page/public-page.ts";
import { inAppRoutes, publicPageRoutes } from "#src/features/public/public-page/routes.ts";
import { siteContract } from "#src/features/public/site/contract.ts";
import { siteHttp } from "#src/features/public/site/http.ts";
import { siteRoutes } from "#src/features/public/site/routes.ts";
import type { ServiceWorkerScript } from "#src/features/public/site/service-worker.ts";
import type { Site } from "#src/features/public/site/site.ts";
import { accountDataContract } from "#src/features/reach/account-data/contract.ts";
import { accountDataRoutes } from "#src/features/reach/account-data/routes.ts";
import { notificationsContract } from "#src/features/reach/notifications/contract.ts";
import { notificationRoutes } from "#src/features/reach/notifications/routes.ts";
import { handoverContract } from "#src/features/reach/ownership-transfer/contract.ts";
import { handoverRoutes } from "#src/features/reach/ownership-transfer/routes.ts";
import { referralsContract } from "#src/features/reach/referrals/contract.ts";
import { referralRoutes } from "#src/features/reach/referrals/routes.ts";
import { webhooksContract } from "#src/features/reach/webhooks/contract.ts";
import { webhookRoutes } from "#src/features/reach/webhooks/routes.ts";
import type { Secrets } from "#src/platform/crypto/vault.ts";
import type { HttpModule, HttpParts } from "#src/platform/http/http-module.ts";
import "./account-parts.ts";
import "./event-lists.ts";
import "./timeline-sources.ts";

/** Every endpoint of the instance, for the API's description and the access test. */
export const contract: Record<string, Record<string, AnyContractProcedure>> = {
  accounts: { ...accountsContract, ...signInMethodsContract, ...mailContract, ...banContract },
  billing: billingContract,
  team: teamContract,
  preferences: { ...preferencesContract, ...viewsContract },
  audit: auditContract,
  egress: egressContract,
  media: mediaContract,
  background: backgroundContract,
  settings: settingsContract,
  coupons: couponsContract,
  subscriptions: subscriptionsContract,
  geo: geoContract,
  inApp: inAppContract,
  profiles: { ...profilesContract, ...profileCopiesContract },
  keys: keysContract,
  members: membersContract,
  links: linksContract,
  domains: domainsContract,
  referrals: referralsContract,
  clicks: clicksContract,
  analytics: analyticsContract,
  contacts: {
    ...contactsContract,
    ...crmContract,
    ...mergeContract,
    ...topicsContract,
    ...personContract,
    ...suppressionsContract,
  },
  leads: leadsContract,
  imports: importsContract,
  mailboxes: mailboxesContract,
  templates: templatesContract,
  campaigns: {
    ...campaignsContract,
    ...scheduleContract,
    ...approvalContract,
    ...newSenderReviewContract,
    ...lateJoinersContract,
    ...deliveriesContract,
  },
  mailAnalytics: mailAnalyticsContract,
  mails: mailsContract,
  orders: ordersContract,
  inbound: inboundContract,
  marketing: marketingContract,
  webhooks: webhooksContract,
  handover: handoverContract,
  notifications: notificationsContract,
  accountData: accountDataContract,
  moderation: moderationContract,
  publicPage: publicPageContract,
  site: siteContract,
};

/** What answers below `/api/v1`. The endpoints of `clicks` are answered before the router. */
export const router: AnyRouter = {
  accounts: accountRoutes,
  billing: billingRoutes,
  team: teamRoutes,
  preferences: preferenceRoutes,
  audit: auditRoutes,
  egress: egressRoutes,
  media: mediaRoutes,
  background: backgroundRoutes,
  settings: settingsRoutes,
  coupons: couponRoutes,
  subscriptions: subscriptionRoutes,
  geo: geoRoutes,
  profiles: { ...profileRoutes, ...profileCopyRoutes },
  keys: keyRoutes,
  members: memberRoutes,
  links: linkRoutes,
  domains: domainRoutes,
  referrals: referralRoutes,
  contacts: contactRoutes,
  leads: leadRoutes,
  imports: importRoutes,
  accountData: accountDataRoutes,
  inApp: inAppRoutes,
  analytics: analyticsRoutes,
  mailboxes: mailboxRoutes,
  templates: templateRoutes,
  campaigns: {
    ...campaignRoutes,
    ...scheduleRoutes,
    ...approvalRoutes,
    ...newSenderReviewRoutes,
    ...lateJoinersRoutes,
    ...deliveryRoutes,
  },
  mailAnalytics: mailAnalyticsRoutes,
  mails: mailRoutes,
  orders: orderRoutes,
  inbound: inboundRoutes,
  marketing: marketingRoutes,
  webhooks: webhookRoutes,
  handover: handoverRoutes,
  notifications: notificationRoutes,
  moderation: moderationRoutes,
  publicPage: publicPageRoutes,
  site: siteRoutes,
};

/** What the slices' `http.ts` receive. */
export interface SliceParts extends HttpParts {
  /** What the instance signs with. */
  secrets: Secrets;
  auth: Auth;
  pages: PublicPages;
  site: Site;
  worker: ServiceWorkerScript;
}

/** What the slices serve besides API calls, ahead of the built files. */
export const httpModules: HttpModule<SliceParts>[] = [
  accountsHttp,
  subscriptionsHttp,
  mediaHttp,
  qrHttp,
  templatesHttp,
  campaignsHttp,
  inboundHttp,
  publicPageHttp,
  siteHttp,
];
