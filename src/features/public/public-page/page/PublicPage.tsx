import { formatCountdown, type Promotion } from "#src/features/pages/profiles/page/promotion.ts";
import { ENGLISH_TRANSLATOR, type VisitorTranslator } from "#src/lib/visitor-translator.ts";
import { AdultWarning } from "./AdultWarning.tsx";
import { Backdrop, MotionButton } from "./Backdrop.tsx";
import { BridgeHelp } from "./in-app/BridgeHelp.tsx";
import { LeadForm } from "./lead/LeadForm.tsx";
import { isPlacedForm, LinkList } from "./links/LinkList.tsx";
import { PageFooter } from "./PageFooter.tsx";
import { PageHeader } from "./PageHeader.tsx";
import type { PageHome, PageView, PastEmails as Past } from "./page-view.ts";
import { pixelServices, pixelsOf } from "./pixel-sources.ts";
import { SocialIcons } from "./SocialIcons.tsx";
import { ShareButton, ShareSheet } from "./share/ShareSheet.tsx";
import { hasAdultLink, styleInputs } from "./style/page-css.ts";
import { hasDarkMode } from "./style/palette.ts";

interface PublicPageProps {
  view: PageView;
  home: PageHome;
  /** For texts that stop visitors. The rest of our own text is English. */
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
      {view.background && <Backdrop background={view.background} moves />}
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
        {view.background?.video && <MotionButton words={words} />}
        <PageHeader view={view} />
        <LinkList view={view} />
        {view.lead_form && !view.links.some(isPlacedForm) && <LeadForm view={view} form={view.lead_form} />}
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
  return links.some((link) => link?.is_gated && !link.goes);
}

/**
 * Asks before the owner's pixels load, where consent is needed. The script shows it. Neither choice stands
 * out.
 */
function ConsentBanner({ services }: { services: readonly string[] }) {
  const names = services.join(" and ");
  return (
    <section className="consent" id="consent" lang="en" aria-label="Privacy" hidden>
      <p>{`May ${names} see this visit? The owner of this page uses it to count visitors. Nothing is sent until you accept.`}</p>
      <div className="choices">
        <button type="button" className="button" data-consent="denied">
          Decline
        </button>
        <button type="button" className="button" data-consent="granted">
          Accept
        </button>
      </div>
    </section>
  );
}

/** Lets visitors change their mind. */
function ConsentAgain() {
  return (
    <button type="button" className="again" lang="en" data-consent-again hidden>
      Privacy choices
    </button>
  );
}

const SENT_DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

function PastEmails({ past }: { past: Past }) {
  return (
    <section className="past" aria-labelledby="past-emails">
      <h2 id="past-emails" lang="en">
        Past e-mails
      </h2>
      <ul>
        {past.emails.map(({ url, subject, sent_at }) => (
          <li key={url}>
            <a href={url}>
              <span dir="auto">{subject}</span>
              <time dateTime={sent_at.slice(0, 10)} lang="en">
                {SENT_DAY.format(new Date(sent_at))}
              </time>
            </a>
          </li>
        ))}
      </ul>
      <a className="more" href={past.list_url} lang="en">
        All past e-mails
      </a>
    </section>
  );
}

const MINUTE_MS = 60_000;

/**
 * The promotion banner (spec §4, §9). The script that runs the clock also shows it, because a stopped clock
 * would be wrong.
 */
function PromotionBanner({ promotion }: { promotion: Promotion }) {
  const { text, deadline, minutes, ends_at } = promotion;
  return (
    <aside
      className="banner"
      aria-label="Promotion"
      data-countdown={deadline}
      data-minutes={deadline === "fixed" ? undefined : minutes}
      data-ends={ends_at ?? undefined}
    >
      <p dir="auto">{text}</p>
      <span className="clock" lang="en" role="timer" aria-label="Time left">
        {deadline === "fixed" ? "" : formatCountdown(minutes * MINUTE_MS)}
      </span>
    </aside>
  );
}

/** Switches between light and dark. Hidden until the script that handles it runs. */
function SchemeToggle() {
  return (
    <button
      type="button"
      className="scheme"
      lang="en"
      aria-label="Dark mode"
      aria-pressed="false"
      data-scheme-toggle
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2v16a8 8 0 0 1 0-16z" />
      </svg>
    </button>
  );
}
