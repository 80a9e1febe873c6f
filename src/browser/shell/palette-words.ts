import type { SectionKey } from "#src/features/profiles/ui/editor-sections.ts";

/** What people type when they mean a tab of the editor. */
export const SECTION_WORDS: Readonly<Record<SectionKey, string>> = {
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
export const SCREEN_WORDS: Readonly<Record<string, string>> = {
  "/dashboard/profiles": "pages home dashboard sites start overview",
  "/dashboard/links": "urls buttons order sort edit",
  "/dashboard/analytics": "statistics stats numbers figures views visitors clicks traffic charts countries",
  "/dashboard/marketing/leads": "fans contacts subscribers sign-ups signups list e-mail email marketing crm",
  "/admin/email": "mail e-mail email outbox messages sent inbox",
};
