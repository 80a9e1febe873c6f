import type { SectionKey } from "#src/features/pages/profiles/ui/shared/editor-sections.ts";
import { PATHS } from "#src/lib/paths.ts";

/** What people type when they mean a tab of the editor. */
export const SECTION_KEYWORDS: Readonly<Record<SectionKey, string>> = {
  page: "details name bio about text avatar profile picture photo image social icons",
  design:
    "look theme style appearance customize colors colours buttons shape font background image overlay badges online response time city dark light mode",
  promotion: "banner countdown timer sale offer discount deadline ends",
  leads:
    "lead form e-mail email capture collect sign up newsletter screensaver download phone consent disclaimer fans",
  apps: "in-app browser tiktok instagram facebook open in browser escape",
  direct: "redirect forward adult content warning skip page",
  rescue: "customer rescue second offer back out",
  tracking: "pixel facebook meta google analytics measurement ga4 retargeting ads",
  username: "rename url address handle slug notes change",
};

/** What people type when they mean a screen, by its path. */
export const SCREEN_KEYWORDS: Readonly<Record<string, string>> = {
  [PATHS.profiles]: "pages home dashboard sites start overview",
  [PATHS.links]: "urls buttons order sort edit",
  [PATHS.analytics]: "statistics stats numbers figures views visitors clicks traffic charts countries",
  [PATHS.leadBoard]: "kanban board stages deals sales crm columns value",
  [PATHS.leadDuplicates]: "merge same twice double fans contacts clean up",
  [PATHS.leadRequests]: "gdpr copy erase forget fans data access",
  [PATHS.suppressions]: "suppression blocklist unsubscribed bounced complaints not e-mail email stop list",
  [PATHS.leadImports]: "upload csv file list contacts fans subscribers add bring move mailchimp",
  [PATHS.leads]: "fans contacts subscribers sign-ups signups list e-mail email marketing crm",
  [PATHS.marketing]: "overview fans e-mail email newsletter",
  [PATHS.mailboxes]: "smtp gmail mail server from address sender dkim mailbox",
  [PATHS.templates]: "newsletter design e-mail email write editor blocks snippets",
  [PATHS.campaigns]: "newsletter send e-mail email broadcast schedule blast",
  [PATHS.mailAnalytics]:
    "open rate click rate bounces complaints deliverability statistics stats report newsletter",
  [PATHS.accountSettings]: "preferences options configuration account",
  [PATHS.ownSettings]: "profile name picture photo time zone timezone e-mail address you me personal",
  [PATHS.notificationSettings]: "alerts push bell e-mail email mute unsubscribe tell me",
  [PATHS.team]: "invite people members colleague role permission share access add user hand over owner",
  [PATHS.domains]: "custom own url dns host website cname",
  [PATHS.domainInstructions]: "dns records cname txt setup set up provider",
  [PATHS.apiKeys]: "token developer program integration secret zapier",
  [PATHS.webhooks]: "developer integration events callback endpoint send zapier",
  [PATHS.billing]: "plan premium price pay payment card invoice subscription upgrade units tax cancel",
  [PATHS.affiliate]: "referral refer friend invite link code slots reward",
  [PATHS.activity]: "audit history who did what changes",
  [PATHS.ownData]: "export import download backup takeout gdpr portability zip csv json move",
  [PATHS.deleteAccount]: "close leave quit erase remove account gdpr",
  [PATHS.coupons]: "discount code voucher percent off promotion",
  [PATHS.referralReviews]: "affiliate abuse fraud flagged approve",
  [PATHS.firstCampaigns]: "moderation approve spam review new senders",
  [PATHS.reports]: "moderation abuse complaint flag spam scam copyright handled",
  [PATHS.settings]: "founder brand logo name color limits plans configuration smtp server system admin",
  [PATHS.email]: "mail e-mail email outbox messages sent inbox",
};
