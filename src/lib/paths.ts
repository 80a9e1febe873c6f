/*
 * The paths below are separate constants, because small scripts include them and contracts name their
 * endpoints by them.
 */
export const API_ROOT = "/api/";
export const API_PATH = "/api/v1";
export const AUTH_API_PATH = "/api/auth";

/** Paths below `API_PATH` that visitors' pages, the site, and service workers call. */
export const CLICKS_PATH = "/clicks";
export const VIEWS_PATH = "/views";
export const VITALS_PATH = "/vitals";
export const SIGN_UPS_PATH = "/rpc/insert_fan_lead";
export const PAGE_OWNER_PATH = "/rpc/get_profile_owner_id";
export const REFERRAL_VISITS_PATH = "/referrals/visits";
export const CLIENT_ERRORS_PATH = "/client-errors";
export const NOTIFICATIONS_READ_PATH = "/notifications/read";
export const PUSH_DEVICES_PATH = "/me/push-devices";
export const CURRENT_ACCOUNT_PATH = "/team/account";

/** Followed by a username. The service worker caches this data of a page for use offline. */
export const PAGE_DATA_PATH = "/api/profile/";
export const SITEMAP_PATH = "/api/sitemap.xml";
export const API_DESCRIPTION_PATH = "/api/v1/openapi.json";
export const STRIPE_PATH = "/api/v1/stripe/webhook";

/** The product's own screens and pages, for redirects, e-mails, navigation, and links. */
export const PATHS = {
  signIn: "/auth",
  signUp: "/auth?mode=sign-up",
  authCallback: "/auth/callback",
  signInLink: "/auth/link",
  keepAccount: "/auth/keep-account",
  confirmEmail: "/auth/email",
  notMe: "/auth/not-me",
  forgotPassword: "/forgot-password",
  resetPassword: "/reset-password",
  acceptInvitation: "/accept-invitation",
  dashboard: "/dashboard",
  profiles: "/dashboard/profiles",
  pageImport: "/dashboard/profiles/import",
  links: "/dashboard/links",
  analytics: "/dashboard/analytics",
  marketing: "/dashboard/marketing",
  emailMarketing: "/dashboard/email-marketing",
  crm: "/dashboard/crm",
  leads: "/dashboard/marketing/leads",
  leadBoard: "/dashboard/marketing/leads/board",
  gmailCallback: "/auth/gmail/callback",
  campaigns: "/dashboard/marketing/campaigns",
  sequences: "/dashboard/marketing/sequences",
  /** Ends with the sequence's id. */
  sequence: "/dashboard/marketing/sequences/$id",
  mailAnalytics: "/dashboard/marketing/analytics",
  automation: "/dashboard/marketing/automation",
  rules: "/dashboard/marketing/automation/rules",
  /** Ends with the rule's id. */
  rule: "/dashboard/marketing/automation/rules/$id",
  deliverability: "/dashboard/marketing/automation/deliverability",
  incomingWebhooks: "/dashboard/marketing/automation/incoming-webhooks",
  abTests: "/dashboard/marketing/automation/ab-testing",
  abTest: "/dashboard/marketing/automation/ab-testing/$id",
  leadDuplicates: "/dashboard/marketing/leads/duplicates",
  leadRequests: "/dashboard/marketing/leads/requests",
  suppressions: "/dashboard/marketing/leads/suppressed",
  leadImports: "/dashboard/marketing/leads/import",
  segments: "/dashboard/marketing/automation/segmentation",
  /** Ends with the segment's id. */
  segment: "/dashboard/marketing/automation/segmentation/$id",
  mailboxes: "/dashboard/marketing/accounts",
  templates: "/dashboard/marketing/templates",
  /** Ends with the template's id. */
  template: "/dashboard/marketing/templates/$id",
  accountSettings: "/dashboard/settings",
  ownSettings: "/dashboard/settings/profile",
  team: "/dashboard/settings/team",
  billing: "/dashboard/settings/billing",
  sandbox: "/dashboard/settings/billing/sandbox",
  apiKeys: "/dashboard/settings/api-keys",
  webhooks: "/dashboard/settings/webhooks",
  notificationSettings: "/dashboard/settings/notifications",
  domains: "/dashboard/settings/domains",
  domainInstructions: "/dashboard/settings/domains/instructions",
  affiliate: "/dashboard/settings/affiliate",
  activity: "/dashboard/settings/activity",
  ownData: "/dashboard/settings/data",
  deleteAccount: "/dashboard/settings/delete-account",
  /** Staff’s home. Their other screens are in `staff-paths.ts`, but for the one that everyone’s frame links to. */
  admin: "/admin",
  adminEmail: "/admin/email",
  help: "/help",
  helpIndex: "/help/index.json",
  demo: "/help/demo",
  report: "/help/report",
  /** Followed by a token; whoever reported a page follows it here. */
  reportStatus: "/help/report/status",
  helpRequest: "/help/request",
  /** Followed by a token; whoever asked for help reads the answers here, and writes again. */
  helpRequestStatus: "/help/request/status",
  /** Followed by a token; a page's owner answers staff's questions here, reads their decision, and appeals. */
  caseLetter: "/help/case",
  privacy: "/privacy-policy",
  terms: "/terms-and-conditions",
  cookies: "/cookie-policy",
  apiDocs: "/api/v1/docs",
  apiDescription: API_DESCRIPTION_PATH,
} as const;

/**
 * Followed by a link's id; clicks are counted here. A separate constant because the page's script includes
 * it.
 */
export const GO_PATH = "/go/";

/** True for a path below it, however it's written: printed codes are often all in capitals. */
export function isGoPath(path: string): boolean {
  return path.slice(0, GO_PATH.length).toLowerCase() === GO_PATH;
}

/** The dashboard's service worker. A separate constant because only its own screen needs it. */
export const PUSH_WORKER_PATH = "/push.js";

/** Followed by a token; turns off e-mail about a topic. A separate constant because no screen needs it. */
export const UNSUBSCRIBE_PATH = "/help/unsubscribe";

/** Followed by a token; figures that an account shares. */
export const FIGURES_PATH = "/help/figures";

/** Followed by a token; fans choose here what they get. Short, to fit on one line of e-mail headers. */
export const PREFERENCES_PATH = "/u";

/** Followed by a token; fans confirm their sign-up here. */
export const CONFIRM_PATH = "/u/confirm";

/** Followed by a provider and a token; the provider reports here what became of e-mail. */
export const HOOK_PATH = "/api/v1/inbound/";

/** Followed by a token; accounts’ other programs send here. */
export const INCOMING_PATH = "/api/v1/triggers/";

/**
 * Followed by a token; the target of links and pictures in campaign e-mail. Short, so that it fits on a line
 * of e-mail.
 */
export const MAIL_PATH = "/m/";

/** Followed by a token; serves the countdown picture. It records nothing about its viewer. */
export const COUNTDOWN_PATH = "/m/countdown/";

/** Followed by a token; the target of the link in the instance’s news. */
export const NEWS_PATH = "/m/news/";

/**
 * Followed by a platform; serves its mark as a picture, because inboxes don't show SVG. The URLs never
 * change, so new drawings get another number and sent e-mail keeps the old ones.
 */
export const EMAIL_ICONS_PATH = "/static/mail/1/";

/** Follows a profile's username; lists the e-mails that its owner made public. */
export const ARCHIVE_PATH = "/emails";

/** Returns a link into a specific account. Members who are working in another account are asked to switch. */
export function inAccount(path: string, account: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}account=${encodeURIComponent(account)}`;
}

export function campaignPath(id: string): string {
  return `${PATHS.campaigns}?campaign=${id}`;
}

export function articlePath(slug: string): string {
  return `${PATHS.help}/${slug}`;
}
