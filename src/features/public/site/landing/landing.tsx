import type { PriceList } from "#src/features/money/entitlements/price-rules.ts";
import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { PATHS } from "#src/lib/paths.ts";
import type { Stat } from "../landing-stats.ts";
import { countOf } from "../page/counted-noun.ts";
import { BUILT_IN_HEADLINE, LandingPage, type LandingTexts } from "./LandingPage.tsx";
import { LANDING_CSS } from "./landing-css.ts";
import { SAMPLE_CSS } from "./sample-page.ts";

interface Landing {
  home: FrameHome;
  prices: PriceList;
  stats: readonly Stat[];
  demoVideoUrl: string;
  texts: LandingTexts;
}

/** The landing page with its metadata for search engines. */
export function landingPage({ home, prices, stats, demoVideoUrl, texts }: Landing): FramePage {
  const { instanceName, hasPlans, limits } = home;
  const builtIn = `One fast page for all your links, with honest analytics and a way out of in-app browsers. ${hasPlans ? `${instanceName} gives you ${countOf(limits.profiles_free, "profile")} for free.` : `${instanceName} is free.`}`;
  const description = texts.subtitle || builtIn;
  const claim = texts.headline === BUILT_IN_HEADLINE ? "make an entrance with one link" : texts.headline;
  return {
    path: "/",
    title: `${instanceName}: ${claim}`,
    description,
    css: LANDING_CSS,
    innerStyles: [SAMPLE_CSS],
    structuredData: structuredData(home, { description, prices }),
    body: <LandingPage home={home} prices={prices} stats={stats} demoVideoUrl={demoVideoUrl} texts={texts} />,
  };
}

function structuredData(
  { instanceName: name, publicUrl, supportAddress, hasPlans }: FrameHome,
  { description, prices: { tiers } }: { description: string; prices: PriceList },
) {
  const url = `${publicUrl}/`;
  const logo = `${publicUrl}/favicon.svg`;
  const email = supportAddress || undefined;
  const prices = tiers.map(({ unit_cents }) => unit_cents / 100);
  const premium = {
    "@type": "AggregateOffer",
    name: "Premium, per unit",
    lowPrice: Math.min(...prices).toFixed(2),
    highPrice: Math.max(...prices).toFixed(2),
    offerCount: prices.length,
    priceCurrency: "USD",
  };
  return {
    "@context": "https://schema.org",
    "@graph": [
      { "@type": "Organization", "@id": `${url}#organization`, name, url, logo, email },
      {
        "@type": "WebSite",
        "@id": `${url}#website`,
        name,
        url,
        publisher: { "@id": `${url}#organization` },
        potentialAction: {
          "@type": "SearchAction",
          target: `${publicUrl}${PATHS.help}?q={search_term_string}`,
          "query-input": "required name=search_term_string",
        },
      },
      {
        "@type": "SoftwareApplication",
        name,
        url,
        description,
        applicationCategory: "BusinessApplication",
        operatingSystem: "Web",
        offers: [
          { "@type": "Offer", name: "Free", price: "0", priceCurrency: "USD" },
          ...(hasPlans ? [premium] : []),
        ],
      },
    ],
  };
}
