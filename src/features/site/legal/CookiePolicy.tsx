import type { SiteHome } from "../document.tsx";
import { ATTRIBUTION_DAYS, REFERRAL_COOKIE } from "../rules.ts";
import { Contact } from "./Contact.tsx";

type Row = readonly [name: string, what: string, how_long: string];

const COOKIES: readonly Row[] = [
  ["fanfare.session_token", "Keeps you signed in. Set when you sign in.", "30 days after your last visit"],
  [
    REFERRAL_COOKIE,
    "The code of the link by which somebody referred you. Set only when you follow such a link.",
    `${ATTRIBUTION_DAYS} days`,
  ],
];

const STORAGE: readonly Row[] = [
  ["session_id", "A random number for this visit, so that a click counts once.", "Until the tab is closed"],
  [
    "place …",
    "The city or country that a page showed you as yours, so that it is not asked for again.",
    "24 hours, at most until the tab is closed",
  ],
  ["theme, fanfare.color-scheme", "Light or dark, if you chose.", "Until you remove it"],
  ["consent …", "What you answered to the question about pixels.", "Until you remove it"],
  ["countdown …", "When a countdown of that page began for you.", "Until you remove it"],
  ["ended …", "That a countdown on that page has run out.", "Until you remove it"],
  ["stays in app", "That you chose to stay in an app’s own browser.", "Until the tab is closed"],
  [
    "fanfare.referral",
    "By whose link you came: code, time, address, browser, site before.",
    `${ATTRIBUTION_DAYS} days`,
  ],
  ["fanfare.profile", "Which profile you worked on last, in the dashboard.", "Until you remove it"],
  [
    "kept-…",
    "Pages and files that you have seen, so that they open without a network (the browser’s cache storage).",
    "Until you remove it, or a newer one comes",
  ],
];

/** Every entry by its real name. */
export function CookiePolicy({ home }: { home: SiteHome }) {
  return (
    <>
      <p>
        Visiting a page sets no cookie. There are two cookies in all, both our own, both needed for something
        you did, and none that follows you. Questions go to <Contact home={home} />.
      </p>
      <h2>Cookies</h2>
      <Entries rows={COOKIES} />
      <h2>Your browser’s own storage</h2>
      <p>
        These never leave your browser by themselves; the number of a visit goes along with its views and
        clicks.
      </p>
      <Entries rows={STORAGE} />
      <h2>Facebook and Google</h2>
      <p>
        The owner of a page may have added a Facebook pixel or a Google measurement ID. These set cookies of
        their own, such as <code>_fbp</code> and <code>_ga</code>. In the European Economic Area, the United
        Kingdom and Switzerland, where your country is not known, and where your browser sends Do Not Track or
        Global Privacy Control, nothing of them is loaded before you agree; refusing takes one tap. Your
        choice can be changed at the foot of the page.
      </p>
      <h2>Remove them</h2>
      <p>
        Your browser’s settings remove cookies and stored data of a site. Pages go on working without any;
        signing in needs its cookie.
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
