import type { SiteHome } from "../document.tsx";
import { COOKIES, STORAGE, type StorageEntry } from "./browser-storage-list.ts";
import { Contact } from "./Contact.tsx";

export function CookiePolicy({ home }: { home: SiteHome }) {
  return (
    <>
      <p>
        Visiting a page sets no cookie. We use {COOKIES.length} kinds of cookies in all, each for something
        you did, and none of them tracks you. A name that ends with “…” stands for all that begin like it;
        over HTTPS, <code>__Host-</code> may come before it.
        <Contact home={home} />
      </p>
      <h2>Cookies</h2>
      <Entries entries={COOKIES} />
      <h2>Browser storage</h2>
      <p>
        These stay in your browser. Only two are sent to us: the random number of a visit, with its views and
        clicks, and whose referral link you followed, once you sign up.
      </p>
      <Entries entries={STORAGE} />
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
