/*
 * What a visitor gets at a page's address, at a moment and in an app: the rules that serving pages and their preview in
 * the dashboard share.
 */
import type { InAppBrowser } from "#src/features/pages/in-app-browsers/rules.ts";
import { isListed } from "#src/features/pages/links/page/access.ts";
import type { PageView } from "./page-view.ts";
import { type LinkSource, type PageSource, toPageLink, toPageView } from "./to-page-view.ts";

interface Moment {
  source: PageSource;
  /** Those that aren't hidden. */
  links: readonly LinkSource[];
  /** Milliseconds since 1970. */
  now: number;
  cardOf?: typeof toPageLink;
}

/** Returns the page as it is then, without links that aren't there and without a banner that's over. */
export function pageAt({ source, links, now, cardOf = toPageLink }: Moment): PageView & { now: number } {
  const listed = links.filter((link) => isListed(link, now));
  const view = { ...toPageView(source, listed, cardOf), now };
  const ends = bannerEndsAt(view);
  return ends !== undefined && ends <= now ? { ...view, promotion: null } : view;
}

/** When the banner is over (ms since 1970). Undefined if it stays. */
export function bannerEndsAt({ promotion }: Pick<PageView, "promotion">): number | undefined {
  return promotion?.ends_at ? Date.parse(promotion.ends_at) : undefined;
}

/** Returns the app whose visitors are shown the way out instead of the page. */
export function leftApp(
  { in_app_browsers }: Pick<PageView, "in_app_browsers">,
  app: InAppBrowser | undefined,
): InAppBrowser | undefined {
  return app && in_app_browsers.includes(app.key) ? app : undefined;
}

/** True if visitors are sent on without seeing the page, or its warning. */
export function goesAtOnce(
  directLink: PageView["direct_link"],
  { hasAgreed }: { hasAgreed: boolean },
): directLink is NonNullable<PageView["direct_link"]> {
  return directLink !== null && (!directLink.has_warning || hasAgreed);
}
