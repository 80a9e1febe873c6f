import { findInAppBrowser } from "#src/features/in-app/rules.ts";
import { Backdrop } from "./Backdrop.tsx";
import { InAppHelp } from "./InAppHelp.tsx";
import { pageAddress } from "./InAppPage.tsx";
import { LinkList } from "./LinkList.tsx";
import { PageFooter } from "./PageFooter.tsx";
import { PageHeader } from "./PageHeader.tsx";
import { PromotionBanner } from "./PromotionBanner.tsx";
import type { PageHome, PageView } from "./page-view.ts";
import { SocialIcons } from "./SocialIcons.tsx";

interface PublicPageProps {
  view: PageView;
  home: PageHome;
}

/** A profile's public page (spec §2), as it stands in the document and in the dashboard's preview. */
export function PublicPage({ view, home }: PublicPageProps) {
  const banner = view.promotion && <PromotionBanner promotion={view.promotion} />;
  const isFirst = view.promotion?.position === "top";
  return (
    <div className="page">
      {view.background && <Backdrop background={view.background} />}
      {isFirst && banner}
      <main
        data-profile={view.profile_id}
        data-visit={needsVisit(view, home) ? "" : undefined}
        data-rescue={view.rescue_url ?? undefined}
        data-facebook={view.facebook_pixel_id ?? undefined}
        data-google={googleIds(view, home).join(" ") || undefined}
      >
        <PageHeader view={view} />
        <LinkList links={view.links} />
        <SocialIcons socials={view.socials} />
      </main>
      <PageFooter home={home} />
      {!isFirst && banner}
      <TikTokHelp view={view} home={home} />
    </div>
  );
}

/** True when the page has something that depends on its visitor: it asks for that once it is shown. */
function needsVisit(view: PageView, home: PageHome): boolean {
  const { shows_location, facebook_pixel_id, links } = view;
  const hasPixels = facebook_pixel_id !== null || googleIds(view, home).length > 0;
  return shows_location || hasPixels || links.some((link) => link?.is_gated);
}

/** The owner's measurement id and the instance's (spec §7). */
export function googleIds(
  view: Pick<PageView, "google_analytics_id">,
  home: Pick<PageHome, "measurementId">,
): string[] {
  const ids = [view.google_analytics_id, home.measurementId];
  return [...new Set(ids.filter((id): id is string => Boolean(id)))];
}

/** Some versions of TikTok say nothing of themselves: the script finds them by their bridge and shows this (spec §9). */
function TikTokHelp({ view, home }: PublicPageProps) {
  const app = findInAppBrowser("tiktok");
  if (!app || !view.in_app_browsers.includes(app.key)) return null;
  const address = pageAddress(view, home);
  return (
    <template id="in-app-help">
      <InAppHelp app={app} system="other" address={address} stayAddress={`${address}?here=1`} />
    </template>
  );
}
