import type { ReactNode } from "react";
import { PATHS } from "#src/lib/paths.ts";
import { READING_CSS } from "../css/reading-css.ts";
import { type SiteHome, type SitePage, TopBar } from "../document.tsx";
import { CookiePolicy } from "./CookiePolicy.tsx";
import { PrivacyPolicy } from "./PrivacyPolicy.tsx";
import { Terms } from "./Terms.tsx";

/** The date of the last substantial change to the texts. */
const DATED = { iso: "2026-11-25", words: "November 25, 2026" };

interface Legal {
  path: string;
  title: string;
  description: string;
  content: (home: SiteHome) => ReactNode;
}

const LEGAL: readonly Legal[] = [
  {
    path: PATHS.privacy,
    title: "Privacy Policy",
    description: "What we store about visitors, fans and account holders, why, and for how long.",
    content: (home) => <PrivacyPolicy home={home} />,
  },
  {
    path: PATHS.terms,
    title: "Terms and Conditions",
    description: "What you can expect from this service, and what it expects from you.",
    content: (home) => <Terms home={home} />,
  },
  {
    path: PATHS.cookies,
    title: "Cookie Policy",
    description: "Every cookie and every browser storage entry this instance uses.",
    content: (home) => <CookiePolicy home={home} />,
  },
];

/** The legal pages of spec §2 by path. */
export const LEGAL_PAGES: ReadonlyMap<string, (home: SiteHome) => SitePage> = new Map(
  LEGAL.map((legal) => [legal.path, (home: SiteHome) => legalPage(legal, home)]),
);

function legalPage({ path, title, description, content }: Legal, home: SiteHome): SitePage {
  return {
    path,
    title: `${title} | ${home.instanceName}`,
    description,
    css: READING_CSS,
    body: (
      <>
        <header>
          <TopBar home={home} />
        </header>
        <div className="wide reading">
          <main id="main" className="prose">
            <h1>{title}</h1>
            <p className="dated">
              Last updated <time dateTime={DATED.iso}>{DATED.words}</time>, for {home.instanceName} at{" "}
              {home.publicUrl}
            </p>
            {content(home)}
          </main>
          <aside aria-label="Other policies">
            <h2>See also</h2>
            <ul>
              {LEGAL.filter((other) => other.path !== path).map((other) => (
                <li key={other.path}>
                  <a href={other.path}>{other.title}</a>
                </li>
              ))}
            </ul>
          </aside>
        </div>
      </>
    ),
  };
}
