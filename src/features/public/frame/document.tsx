import { createHash } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { ACCENT_COLOR, BRAND_COLOR, type Brand } from "#src/lib/brand.ts";
import { BLACK, mix, readable, shadesOf, WHITE } from "#src/lib/colors.ts";
import { PATHS } from "#src/lib/paths.ts";
import { BASE_CSS } from "./page/base-css.ts";
import type { FrameHome, FramePage } from "./page/frame-page.ts";
import { Logo } from "./page/TopBar.tsx";

/** The dark scheme's ground, where links have to be readable. */
const NIGHT = "#110d1b";

/** Returns an instance's own colors, which override `BASE_CSS`. Empty if they're the product's. */
function colorCss({ brandColor, accentColor }: Brand): string {
  return (
    (brandColor === BRAND_COLOR.default ? "" : brandCss(brandColor)) +
    (accentColor === ACCENT_COLOR.default ? "" : accentCss(accentColor))
  );
}

function brandCss(brand: string): string {
  const stage = `linear-gradient(160deg,${mix(brand, BLACK, 0.8)},${mix(brand, BLACK, 0.4)} 70%)`;
  return `:root{--accent:${brand}}@media (prefers-color-scheme:dark){:root{--accent:${readable(shadesOf(brand)[3] ?? WHITE, NIGHT)}}}.stage{background:${stage}}`;
}

function accentCss(accent: string): string {
  const ink = readable(mix(accent, BLACK, 0.6), WHITE);
  return `:root{--brass:${accent};--brass-ink:${ink};--mark:${mix(accent, WHITE, 0.35)}}@media (prefers-color-scheme:dark){:root{--brass-ink:${readable(accent, NIGHT)};--mark:${mix(accent, BLACK, 0.3)}}}.button.brass{box-shadow:none}.waves{stroke:${accent}}`;
}

export interface FrameDocument {
  html: string;
  csp: string;
  status: number;
}

/** Renders a page of the site as a whole document. Its policy allows exactly its own styles. */
export function renderDocument(page: FramePage, home: FrameHome): FrameDocument {
  const html = renderToStaticMarkup(<Document page={page} home={home} />);
  return {
    html: `<!DOCTYPE html>${html.replace(/^<!DOCTYPE html>/i, "")}`,
    csp: policy([styleOf(page, home), ...(page.innerStyles ?? [])]),
    status: page.status ?? 200,
  };
}

function styleOf(page: FramePage, home: FrameHome): string {
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

function Document({ page, home }: { page: FramePage; home: FrameHome }) {
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

function FindTags({ page, home }: { page: FramePage; home: FrameHome }) {
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

const FOOTER_LINKS = [
  [PATHS.help, "Help"],
  [PATHS.report, "Report a page"],
  [PATHS.terms, "Terms and Conditions"],
  [PATHS.privacy, "Privacy Policy"],
  [PATHS.cookies, "Cookie Policy"],
] as const;

function Footer({ home, lang }: { home: FrameHome; lang: string | undefined }) {
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
        {home.footerLine && <p dir="auto">{home.footerLine}</p>}
      </div>
    </footer>
  );
}
