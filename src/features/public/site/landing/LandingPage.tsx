import type { PriceList } from "#src/features/money/entitlements/price-rules.ts";
import type { FrameHome } from "#src/features/public/frame/page/frame-page.ts";
import { Waves } from "#src/features/public/frame/page/LogoMark.tsx";
import { SignUpLink } from "#src/features/public/frame/page/SignUpLink.tsx";
import { TopBar } from "#src/features/public/frame/page/TopBar.tsx";
import { PATHS } from "#src/lib/paths.ts";
import type { Stat } from "../landing-stats.ts";
import { countOf } from "../page/counted-noun.ts";
import { LANDING_HEADLINE } from "../settings.ts";
import { FeatureGrid } from "./FeatureGrid.tsx";
import { PhonePreview } from "./PhonePreview.tsx";
import { Pricing } from "./Pricing.tsx";

/** What the instance says in its own words; an empty subtitle is the one that comes with Fanfare. */
export interface LandingTexts {
  headline: string;
  subtitle: string;
  button: string;
}

/** Its most important word stands out, which no other headline’s does. */
export const BUILT_IN_HEADLINE = LANDING_HEADLINE.default;

interface LandingPageProps {
  home: FrameHome;
  prices: PriceList;
  texts: LandingTexts;
  stats: readonly Stat[];
  demoVideoUrl: string;
}

/** The landing page of spec §2. */
export function LandingPage({ home, prices, stats, demoVideoUrl, texts }: LandingPageProps) {
  const { hasPlans, limits } = home;
  return (
    <>
      <header className="stage">
        {home.takesSignUps && <Offer home={home} />}
        <TopBar home={home} />
        <Hero home={home} demoVideoUrl={demoVideoUrl} texts={texts} />
      </header>
      <main id="main">
        <Stats stats={stats} />
        <FeatureGrid />
        {hasPlans && <Pricing home={home} prices={prices} />}
        <section className="wide section" aria-labelledby="closing-title">
          <div className="stage closing">
            <Waves className="waves-closing" />
            <h2 id="closing-title">Your audience is already tapping.</h2>
            <p>
              Give them somewhere worth landing.{" "}
              {hasPlans
                ? limits.profiles_free === 1
                  ? "Your first profile is free, and stays free."
                  : `Your first ${countOf(limits.profiles_free, "profile")} are free, and stay free.`
                : "It’s free, with no limits."}
            </p>
            <SignUpLink home={home} className="button brass">
              {texts.button}
            </SignUpLink>
          </div>
        </section>
      </main>
    </>
  );
}

function Offer({ home: { hasPlans, limits } }: { home: FrameHome }) {
  return (
    <a className="offer" href={PATHS.signUp}>
      {hasPlans ? (
        <>
          <b>{countOf(limits.profiles_free, "free profile")}</b> when you start now
        </>
      ) : (
        <b>Free, with no limits</b>
      )}
      <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
        <path d="M5 12h14M13 6l6 6-6 6" />
      </svg>
    </a>
  );
}

function Hero({
  home,
  demoVideoUrl,
  texts: { headline, subtitle, button },
}: Omit<LandingPageProps, "stats" | "prices">) {
  return (
    <div className="wide hero">
      <div className="pitch">
        <h1 dir="auto">
          {headline === BUILT_IN_HEADLINE ? (
            <>
              Make an <em>entrance</em> with one link.
            </>
          ) : (
            headline
          )}
        </h1>
        <p dir="auto">
          {subtitle ||
            `${home.instanceName} turns the link in your bio into a page of your own: fast inside every app, honest about who came, and ready for whatever you launch next.`}
        </p>
        <div className="ways">
          <SignUpLink home={home} className="button brass">
            {button}
          </SignUpLink>
          <a className="button ghost" href={demoVideoUrl} target="_blank" rel="noopener noreferrer">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M8 5.5v13l11-6.5z" fill="currentColor" />
            </svg>
            Watch Demo
            <span className="hide">(opens in a new tab)</span>
          </a>
        </div>
        <p className="small">
          {home.takesSignUps
            ? "No credit card. No app to install. Ready in a minute."
            : "Accounts here are by invitation."}
        </p>
      </div>
      <PhonePreview home={home} />
    </div>
  );
}

function Stats({ stats }: { stats: readonly Stat[] }) {
  return (
    <section className="wide" aria-label="In numbers">
      <ul className="stats">
        {stats.map(({ number, label }) => (
          <li key={label}>
            <b>{number}</b> <span>{label}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
