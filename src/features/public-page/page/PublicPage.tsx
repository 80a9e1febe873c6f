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
        data-visit={needsVisit(view) ? "" : undefined}
        data-rescue={view.rescue_url ?? undefined}
        data-facebook={view.facebook_pixel_id ?? undefined}
        data-google={view.google_analytics_id ?? undefined}
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
function needsVisit(view: PageView): boolean {
  const { shows_location, facebook_pixel_id, google_analytics_id, links } = view;
  return (
    shows_location ||
    facebook_pixel_id !== null ||
    google_analytics_id !== null ||
    links.some((link) => link?.is_gated)
  );
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
