import { ENGLISH_TRANSLATOR, type VisitorTranslator } from "#src/lib/visitor-translator.ts";
import { AdultWarning } from "./AdultWarning.tsx";
import { Backdrop } from "./Backdrop.tsx";
import { BridgeHelp } from "./BridgeHelp.tsx";
import { ConsentAgain, ConsentBanner } from "./ConsentBanner.tsx";
import { LeadForm } from "./LeadForm.tsx";
import { LinkList } from "./LinkList.tsx";
import { PageFooter } from "./PageFooter.tsx";
import { PageHeader } from "./PageHeader.tsx";
import { PastEmails } from "./PastEmails.tsx";
import { PromotionBanner } from "./PromotionBanner.tsx";
import { hasAdultLink, styleInputs } from "./page-css.ts";
import type { PageHome, PageView } from "./page-view.ts";
import { hasDarkMode } from "./palette.ts";
import { pixelServices, pixelsOf } from "./pixel-sources.ts";
import { SchemeToggle } from "./SchemeToggle.tsx";
import { ShareButton, ShareSheet } from "./ShareSheet.tsx";
import { SocialIcons } from "./SocialIcons.tsx";

interface PublicPageProps {
  view: PageView;
  home: PageHome;
  /** For what stops visitors. The rest of our own words is English. */
  words?: VisitorTranslator;
}

/** A profile's public page (spec §2), in the document and in the dashboard's preview. */
export function PublicPage({ view, home, words = ENGLISH_TRANSLATOR }: PublicPageProps) {
  const banner = view.promotion && <PromotionBanner promotion={view.promotion} />;
  const isFirst = view.promotion?.position === "top";
  const pixels = pixelsOf(view, home);
  const services = pixelServices(pixels);
  return (
    <div className="page">
      {view.background && <Backdrop background={view.background} />}
      {isFirst && banner}
      <main
        data-profile={view.profile_id}
        data-visit={
          services.length > 0 || hasGatedLink(view) ? "all" : view.shows_location ? "place" : undefined
        }
        data-rescue={view.rescue_url ?? undefined}
        data-facebook={pixels.facebook ?? undefined}
        data-invalid-pixels={view.invalid_pixels?.join(", ") || undefined}
        data-google={pixels.google.join(" ") || undefined}
      >
        {hasDarkMode(styleInputs(view)) && <SchemeToggle />}
        <ShareButton />
        <PageHeader view={view} />
        <LinkList links={view.links} />
        {view.lead_form && <LeadForm view={view} form={view.lead_form} />}
        {view.past_emails && <PastEmails past={view.past_emails} />}
        <SocialIcons socials={view.socials} />
        <ShareSheet view={view} home={home} />
      </main>
      {!view.is_unbranded && <PageFooter home={home} />}
      {services.length > 0 && <ConsentAgain />}
      {!isFirst && banner}
      {hasAdultLink(view) && <AdultWarning words={words} />}
      {services.length > 0 && <ConsentBanner services={services} />}
      <BridgeHelp view={view} home={home} />
    </div>
  );
}

/** True if some link on the page takes some visitors elsewhere. */
function hasGatedLink({ links }: PageView): boolean {
  return links.some((link) => link?.is_gated);
}
