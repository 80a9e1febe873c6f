import { renderToStaticMarkup } from "react-dom/server";
import { OLD_USERNAME_DAYS, RESTORE_DAYS } from "#src/features/pages/profiles/rules.ts";
import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { READING_CSS } from "#src/features/public/frame/page/reading-css.ts";
import { TopBar } from "#src/features/public/frame/page/TopBar.tsx";
import { EXPORT_DAYS, GRACE_DAYS } from "#src/features/reach/account-data/rules.ts";
import { FRAUD_SIGNAL_DAYS } from "#src/features/reach/referrals/rules.ts";
import { PATHS } from "#src/lib/paths.ts";
import { Prose, proseHtml } from "../prose.tsx";
import { COOKIES, STORAGE, type StorageEntry } from "./browser-storage-list.ts";
import cookies from "./cookies.md?raw";
import privacy from "./privacy.md?raw";
import terms from "./terms.md?raw";

/** The date of the last substantial change to the texts. */
const DATED = { iso: "2026-11-29", words: "November 29, 2026" };

interface Legal {
  path: string;
  title: string;
  description: string;
  text: string;
}

/** `privacy.md` describes exactly what the tables store. */
const LEGAL: readonly Legal[] = [
  {
    path: PATHS.privacy,
    title: "Privacy Policy",
    description: "What we store about visitors, fans and account holders, why, and for how long.",
    text: privacy,
  },
  {
    path: PATHS.terms,
    title: "Terms and Conditions",
    description: "What you can expect from this service, and what it expects from you.",
    text: terms,
  },
  {
    path: PATHS.cookies,
    title: "Cookie Policy",
    description: "Every cookie and every browser storage entry this instance uses.",
    text: cookies,
  },
];

/** The legal pages of spec §2 by path. */
export const LEGAL_PAGES: ReadonlyMap<string, (home: FrameHome) => FramePage> = new Map(
  LEGAL.map((legal) => [legal.path, (home: FrameHome) => legalPage(legal, home)]),
);

function legalPage({ path, title, description, text }: Legal, home: FrameHome): FramePage {
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
          <Prose html={legalHtml(text, home)}>
            <h1>{title}</h1>
            <p className="dated">
              Last updated <time dateTime={DATED.iso}>{DATED.words}</time>, for {home.instanceName} at{" "}
              {home.publicUrl}
            </p>
          </Prose>
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

function legalHtml(text: string, home: FrameHome): string {
  const { instanceName, publicUrl, offersGoogle, sellsPremium, sendsPush, eventDays } = home;
  return proseHtml(
    text,
    {
      offersGoogle,
      sellsPremium,
      sendsPush,
      paths: PATHS,
      cookieKinds: COOKIES.length,
      eventDaysKept: eventDays,
      exportDays: EXPORT_DAYS,
      fraudSignalDays: FRAUD_SIGNAL_DAYS,
      graceDays: GRACE_DAYS,
      oldUsernameDays: OLD_USERNAME_DAYS,
      restoreDays: RESTORE_DAYS,
      cookies: renderToStaticMarkup(<Entries entries={COOKIES} />),
      storage: renderToStaticMarkup(<Entries entries={STORAGE} />),
    },
    { instanceName, publicUrl, contact: <Contact home={home} /> },
  );
}

function Entries({ entries }: { entries: readonly StorageEntry[] }) {
  return (
    <dl className="entries">
      {entries.map(({ name, what, howLong }) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{what}</dd>
          <dd>{howLong}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * "Questions? E-mail …", or nothing if the instance has no support address: we never point to an inbox that
 * doesn't exist.
 */
function Contact({ home: { supportAddress } }: { home: FrameHome }) {
  if (!supportAddress) return null;
  return (
    <>
      {" "}
      Questions? E-mail <a href={`mailto:${supportAddress}`}>{supportAddress}</a>.
    </>
  );
}
