import { createHash } from "node:crypto";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { BASE_CSS } from "./css/base-css.ts";
import { Mark } from "./Mark.tsx";

/** What all pages of the site know of their instance. */
export interface SiteHome {
  instanceName: string;
  /** Scheme and host without a slash at the end. */
  publicUrl: string;
  /** Empty where there is none. */
  supportAddress: string;
  /** Path of the site's script. */
  scriptUrl: string;
  /** Path of the service worker; none where it is switched off. */
  workerUrl: string | undefined;
  /** Whether plans are sold: without them there are neither limits nor prices. */
  hasPlans: boolean;
}

export interface SitePage {
  /** Below the instance's address, for search engines; null for pages that are not to be found. */
  path: string | null;
  title: string;
  description: string;
  /** What this kind of page needs beside `BASE_CSS`. */
  css: string;
  /** Style sheets inside of the body, in shadow roots. */
  innerStyles?: readonly string[];
  /** What it is, for search engines (schema.org). */
  structuredData?: object;
  body: ReactNode;
  status?: number;
}

export interface SiteDocument {
  html: string;
  csp: string;
  status: number;
}

/** A page of the site as a whole document; its policy lets through exactly the styles that it has. */
export function renderDocument(page: SitePage, home: SiteHome): SiteDocument {
  const html = renderToStaticMarkup(<Document page={page} home={home} />);
  return {
    html: `<!DOCTYPE html>${html.replace(/^<!DOCTYPE html>/i, "")}`,
    csp: policy([BASE_CSS + page.css, ...(page.innerStyles ?? [])]),
    status: page.status ?? 200,
  };
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
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{page.title}</title>
        <FindTags page={page} home={home} />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fdfcff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#110d1b" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/static/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.json" />
        <style>{BASE_CSS + page.css}</style>
        <script type="module" src={home.scriptUrl} data-worker={home.workerUrl} />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        {page.body}
        <Footer home={home} />
      </body>
    </html>
  );
}

/** What search engines and the previews of messengers read. */
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

/** The way home, the site's few places, and the way in. */
export function TopBar({ home }: { home: SiteHome }) {
  return (
    <div className="wide bar">
      <a className="brand" href="/">
        <Mark size={34} />
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
        <a className="roomy" href="/help">
          Help
        </a>
        <a className="pill" href="/auth">
          Sign In
        </a>
      </nav>
    </div>
  );
}

const FOOTER_LINKS = [
  ["/help", "Help"],
  ["/help/report", "Report a page"],
  ["/terms-and-conditions", "Terms and Conditions"],
  ["/privacy-policy", "Privacy Policy"],
  ["/cookie-policy", "Cookie Policy"],
] as const;

function Footer({ home }: { home: SiteHome }) {
  return (
    <footer className="foot">
      <div className="wide">
        <Mark size={28} />
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
