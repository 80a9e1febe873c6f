import type { AnyContractProcedure } from "@orpc/contract";
import type { AnyRouter } from "@orpc/server";
import { accountDataContract } from "#src/features/account-data/contract.ts";
import { accountDataRoutes } from "#src/features/account-data/routes.ts";
import type { Auth } from "#src/features/accounts/auth.ts";
import { banContract } from "#src/features/accounts/ban-contract.ts";
import { accountsContract } from "#src/features/accounts/contract.ts";
import { accountsHttp } from "#src/features/accounts/http.ts";
import { mailContract } from "#src/features/accounts/mail-contract.ts";
import { accountRoutes } from "#src/features/accounts/routes.ts";
import { signInMethodsContract } from "#src/features/accounts/sign-in-methods-contract.ts";
import { analyticsContract } from "#src/features/analytics/contract.ts";
import { analyticsRoutes } from "#src/features/analytics/routes.ts";
import { auditContract } from "#src/features/audit/contract.ts";
import { auditRoutes } from "#src/features/audit/routes.ts";
import { backgroundContract } from "#src/features/background/contract.ts";
import { backgroundRoutes } from "#src/features/background/routes.ts";
import { billingContract } from "#src/features/billing/contract.ts";
import { billingRoutes } from "#src/features/billing/routes.ts";
import { approvalContract } from "#src/features/campaigns/approval-contract.ts";
import { campaignsContract } from "#src/features/campaigns/contract.ts";
import { deliveriesContract } from "#src/features/campaigns/deliveries-contract.ts";
import { campaignsHttp } from "#src/features/campaigns/http.ts";
import { lateJoinersContract } from "#src/features/campaigns/late-joiners-contract.ts";
import { newSenderReviewContract } from "#src/features/campaigns/new-sender-review-contract.ts";
import {
  approvalRoutes,
  campaignRoutes,
  deliveryRoutes,
  lateJoinersRoutes,
  newSenderReviewRoutes,
  scheduleRoutes,
} from "#src/features/campaigns/routes.ts";
import { scheduleContract } from "#src/features/campaigns/schedule-contract.ts";
import { clicksContract } from "#src/features/clicks/contract.ts";
import { contactsContract } from "#src/features/contacts/contract.ts";
import { crmContract } from "#src/features/contacts/crm-contract.ts";
import { mergeContract } from "#src/features/contacts/merge-contract.ts";
import { personContract } from "#src/features/contacts/person-contract.ts";
import { contactRoutes } from "#src/features/contacts/routes.ts";
import { suppressionsContract } from "#src/features/contacts/suppressions-contract.ts";
import { topicsContract } from "#src/features/contacts/topics-contract.ts";
import { couponsContract } from "#src/features/coupons/contract.ts";
import { couponRoutes } from "#src/features/coupons/routes.ts";
import { domainsContract } from "#src/features/domains/contract.ts";
import { domainRoutes } from "#src/features/domains/routes.ts";
import { egressContract } from "#src/features/egress/contract.ts";
import { egressRoutes } from "#src/features/egress/routes.ts";
import { geoContract } from "#src/features/geo/contract.ts";
import { geoRoutes } from "#src/features/geo/routes.ts";
import { handoverContract } from "#src/features/handover/contract.ts";
import { handoverRoutes } from "#src/features/handover/routes.ts";
import { importsContract } from "#src/features/imports/contract.ts";
import { importRoutes } from "#src/features/imports/routes.ts";
import { inAppContract } from "#src/features/in-app/contract.ts";
import { inboundContract } from "#src/features/inbound/contract.ts";
import { inboundHttp } from "#src/features/inbound/http.ts";
import { inboundRoutes } from "#src/features/inbound/routes.ts";
import { keysContract } from "#src/features/keys/contract.ts";
import { keyRoutes } from "#src/features/keys/routes.ts";
import { leadsContract } from "#src/features/leads/contract.ts";
import { leadRoutes } from "#src/features/leads/routes.ts";
import { linksContract } from "#src/features/links/contract.ts";
import { linkRoutes, profileCopyRoutes } from "#src/features/links/routes.ts";
import { mailAnalyticsContract } from "#src/features/mail-analytics/contract.ts";
import { mailAnalyticsRoutes } from "#src/features/mail-analytics/routes.ts";
import { mailboxesContract } from "#src/features/mailboxes/contract.ts";
import { mailboxRoutes } from "#src/features/mailboxes/routes.ts";
import { mailsContract } from "#src/features/mails/contract.ts";
import { mailRoutes } from "#src/features/mails/routes.ts";
import { marketingContract } from "#src/features/marketing/contract.ts";
import { marketingRoutes } from "#src/features/marketing/routes.ts";
import { mediaContract } from "#src/features/media/contract.ts";
import { mediaHttp } from "#src/features/media/http.ts";
import { mediaRoutes } from "#src/features/media/routes.ts";
import { membersContract } from "#src/features/members/contract.ts";
import { memberRoutes } from "#src/features/members/routes.ts";
import { moderationContract } from "#src/features/moderation/contract.ts";
import { moderationRoutes } from "#src/features/moderation/routes.ts";
import { notificationsContract } from "#src/features/notifications/contract.ts";
import { notificationRoutes } from "#src/features/notifications/routes.ts";
import { ordersContract } from "#src/features/orders/contract.ts";
import { orderRoutes } from "#src/features/orders/routes.ts";
import { preferencesContract } from "#src/features/preferences/contract.ts";
import { preferenceRoutes } from "#src/features/preferences/routes.ts";
import { viewsContract } from "#src/features/preferences/views-contract.ts";
import { profileCopiesContract, profilesContract } from "#src/features/profiles/contract.ts";
import { profileRoutes } from "#src/features/profiles/routes.ts";
import { publicPageContract } from "#src/features/public-page/contract.ts";
import { publicPageHttp } from "#src/features/public-page/http.ts";
import type { PublicPages } from "#src/features/public-page/public-page.ts";
import { inAppRoutes, publicPageRoutes } from "#src/features/public-page/routes.ts";
import { qrHttp } from "#src/features/qr/http.ts";
import { referralsContract } from "#src/features/referrals/contract.ts";
import { referralRoutes } from "#src/features/referrals/routes.ts";
import { settingsContract } from "#src/features/settings/contract.ts";
import { settingsRoutes } from "#src/features/settings/routes.ts";
import { siteContract } from "#src/features/site/contract.ts";
import { siteHttp } from "#src/features/site/http.ts";
import { siteRoutes } from "#src/features/site/routes.ts";
import type { ServiceWorkerScript } from "#src/features/site/service-worker.ts";
import type { Site } from "#src/features/site/site.ts";
import { subscriptionsContract } from "#src/features/subscriptions/contract.ts";
import { subscriptionsHttp } from "#src/features/subscriptions/http.ts";
import { subscriptionRoutes } from "#src/features/subscriptions/routes.ts";
import { teamContract } from "#src/features/team/contract.ts";
import { teamRoutes } from "#src/features/team/routes.ts";
import { templatesContract } from "#src/features/templates/contract.ts";
import { templatesHttp } from "#src/features/templates/http.ts";
import { templateRoutes } from "#src/features/templates/routes.ts";
import { webhooksContract } from "#src/features/webhooks/contract.ts";
import { webhookRoutes } from "#src/features/webhooks/routes.ts";
import type { Secrets } from "#src/platform/crypto/vault.ts";
import type { HttpModule, HttpParts } from "#src/platform/http/http-module.ts";
import "./account-parts.ts";
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
