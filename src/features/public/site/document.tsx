import { createHash } from "node:crypto";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Brand } from "#src/lib/brand.ts";
import type { VisitorLanguage } from "#src/lib/language.ts";
import { PATHS } from "#src/lib/paths.ts";
import { BASE_CSS } from "./css/base-css.ts";
import { colorCss } from "./css/color-css.ts";
import { LogoMark } from "./LogoMark.tsx";

/** The instance's data on all pages of the site. */
export interface SiteHome {
  instanceName: string;
  /** Scheme and host without a trailing slash. */
  publicUrl: string;
  /** Empty if there is none. */
  supportAddress: string;
  brand: Brand;
  /** Path of the site's script. */
  scriptUrl: string;
  /** Path of the service worker, or undefined if it's switched off. */
  workerUrl: string | undefined;
  /** True if plans are sold. Without them there are no limits and no prices. */
  hasPlans: boolean;
  /** True if people can pay for premium. Without a payment provider, they can only try it. */
  sellsPremium: boolean;
  /** True if people can sign in with Google and send through Gmail. */
  offersGoogle: boolean;
  /** True if notifications can reach devices while the dashboard is closed. */
  sendsPush: boolean;
}

export interface SitePage {
  /** Relative to the instance's URL, for search engines. Null for pages that shouldn't be indexed. */
  path: string | null;
  title: string;
  /** The language of the body, English if absent. */
  language?: VisitorLanguage;
  description: string;
  /** The styles of this kind of page besides `BASE_CSS`. */
  css: string;
  /** Style sheets inside the body, in shadow roots. */
  innerStyles?: readonly string[];
  /** Describes the page to search engines (schema.org). */
  structuredData?: object;
  body: ReactNode;
  status?: number;
}

export interface SiteDocument {
  html: string;
  csp: string;
  status: number;
}

/** Renders a page of the site as a whole document. Its policy allows exactly the styles it has. */
export function renderDocument(page: SitePage, home: SiteHome): SiteDocument {
  const html = renderToStaticMarkup(<Document page={page} home={home} />);
  return {
    html: `<!DOCTYPE html>${html.replace(/^<!DOCTYPE html>/i, "")}`,
    csp: policy([styleOf(page, home), ...(page.innerStyles ?? [])]),
    status: page.status ?? 200,
  };
}

function styleOf(page: SitePage, home: SiteHome): string {
  return BASE_CSS + page.css + colorCss(home.brand);
}

function policy(styles: readonly string[]): string {
  const hashes = styles.map((css) => `'sha256-${createHash("sha256").update(css).digest("base64")}'`);
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${[...new Set(hashes)].join(" ")}`,
    "img-src 'self' data:",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function Document({ page, home }: { page: SitePage; home: SiteHome }) {
  const { language = "en" } = page;
  const around = language === "en" ? undefined : "en";
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{page.title}</title>
        <FindTags page={page} home={home} />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fdfcff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#110d1b" />
        {home.brand.logo ? (
          <link rel="icon" href={home.brand.logo} />
        ) : (
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        )}
        <link rel="apple-touch-icon" href={home.brand.logo || "/static/apple-touch-icon.png"} />
        <link rel="manifest" href="/manifest.json" />
        <style>{styleOf(page, home)}</style>
        <script type="module" src={home.scriptUrl} data-worker={home.workerUrl} />
      </head>
      <body>
        <a className="skip" href="#main" lang={around}>
          Skip to content
        </a>
        {page.body}
        <Footer home={home} lang={around} />
      </body>
    </html>
  );
}

/** Metadata for search engines and messenger previews. */
function FindTags({ page, home }: { page: SitePage; home: SiteHome }) {
  const { path, title, description, structuredData } = page;
  if (path === null) return <meta name="robots" content="noindex" />;
  const address = home.publicUrl + path;
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={home.instanceName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta name="twitter:card" content="summary" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      {structuredData && (
        <script
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: data of our own, without a sign that could end it
          dangerouslySetInnerHTML={{ __html: JSON.stringify(structuredData).replaceAll("<", "\\u003c") }}
        />
      )}
    </>
  );
}

/** The instance's own logo, or the product's mark. */
function Logo({
  home: {
    brand: { logo },
  },
  size,
}: {
  home: SiteHome;
  size: number;
}) {
  return logo ? (
    <img className="logo" src={logo} width={size} height={size} alt="" />
  ) : (
    <LogoMark size={size} />
  );
}

/** Links to the start page, the site's few sections, and signing in. */
export function TopBar({ home }: { home: SiteHome }) {
  return (
    <div className="wide bar">
      <a className="brand" href="/">
        <Logo home={home} size={34} />
        <b>{home.instanceName}</b>
      </a>
      <nav aria-label="Main">
        <a className="roomy" href="/#features">
          Features
        </a>
        {home.hasPlans && (
          <a className="roomy" href="/#pricing">
            Pricing
          </a>
        )}
        <a className="roomy" href={PATHS.help}>
          Help
        </a>
        <a className="pill" href={PATHS.signIn}>
          Sign In
        </a>
      </nav>
    </div>
  );
}

const FOOTER_LINKS = [
  [PATHS.help, "Help"],
  [PATHS.report, "Report a page"],
  [PATHS.terms, "Terms and Conditions"],
  [PATHS.privacy, "Privacy Policy"],
  [PATHS.cookies, "Cookie Policy"],
] as const;

function Footer({ home, lang }: { home: SiteHome; lang: string | undefined }) {
  return (
    <footer className="foot" lang={lang}>
      <div className="wide">
        <Logo home={home} size={28} />
        <nav aria-label="Footer">
          <ul>
            {FOOTER_LINKS.map(([href, label]) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
        <p>
          {home.instanceName}
          {home.supportAddress && (
            <>
              {" · "}
              <a href={`mailto:${home.supportAddress}`}>{home.supportAddress}</a>
            </>
          )}
        </p>
      </div>
    </footer>
  );
}
