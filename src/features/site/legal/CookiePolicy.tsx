import { ATTRIBUTION_DAYS, REFERRAL_COOKIE } from "#src/features/billing/rules.ts";
import type { SiteHome } from "../document.tsx";
import { Contact } from "./Contact.tsx";

type Row = readonly [name: string, what: string, how_long: string];

const COOKIES: readonly Row[] = [
  ["fanfare.session_token", "Keeps you signed in. Set when you sign in.", "30 days after your last visit"],
  [
    "fanfare.device",
    "Recognizes a device you have signed in on, so that other people’s wrong guesses can’t lock you out. Set when you sign in.",
    "1 year",
  ],
  [
    REFERRAL_COOKIE,
    "The code of the referral link that brought you here. Set only if you follow one.",
    `${ATTRIBUTION_DAYS} days`,
  ],
];

const STORAGE: readonly Row[] = [
  ["session_id", "A random number for this visit, so that a click counts once.", "Until you close the tab"],
  [
    "place …",
    "The city or country a page showed as yours, so that it doesn’t have to ask again.",
    "24 hours, or until you close the tab",
  ],
  ["theme, fanfare.color-scheme", "Light or dark, if you chose one.", "Until you remove it"],
  ["consent …", "Your answer about pixels.", "Until you remove it"],
  ["countdown …", "When a page’s countdown started for you.", "Until you remove it"],
  ["ended …", "That a page’s countdown has run out.", "Until you remove it"],
  ["stays in app", "That you chose to stay in an app’s browser.", "Until you close the tab"],
  [
    "fanfare.referral",
    "Whose referral link you followed: code, time, URL, browser, and the site before.",
    `${ATTRIBUTION_DAYS} days`,
  ],
  ["fanfare.profile", "The profile you worked on last, in the dashboard.", "Until you remove it"],
  [
    "kept-…",
    "Pages and files you’ve seen, so that they open offline (the browser’s cache storage).",
    "Until you remove it or a newer version replaces it",
  ],
];

/** Lists every entry by its real name. */
export function CookiePolicy({ home }: { home: SiteHome }) {
  return (
    <>
      <p>
        Visiting a page sets no cookie. We use {COOKIES.length} cookies in all, each for something you did,
        and none of them tracks you.
        <Contact home={home} />
      </p>
      <h2>Cookies</h2>
      <Entries rows={COOKIES} />
      <h2>Browser storage</h2>
      <p>
        These stay in your browser. Only the random number of a visit is sent along, with its views and
        clicks.
      </p>
      <Entries rows={STORAGE} />
      <h2>Facebook and Google</h2>
      <p>
        The owner of a page may have added a Facebook pixel or a Google measurement ID. These set cookies of
        their own, such as <code>_fbp</code> and <code>_ga</code>. In the European Economic Area, the United
        Kingdom and Switzerland, when your country is unknown, and when your browser sends Do Not Track or
        Global Privacy Control, neither is loaded until you agree. Declining takes one tap, and you can change
        your mind at the bottom of the page.
      </p>
      <h2>Removing them</h2>
      <p>
        You can remove a site’s cookies and data in your browser’s settings. Pages work without any of them;
        only signing in needs its cookie.
      </p>
    </>
  );
}

function Entries({ rows }: { rows: readonly Row[] }) {
  return (
    <dl className="entries">
      {rows.map(([name, what, howLong]) => (
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
