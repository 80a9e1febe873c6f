/*
 * The legal texts that come with Fanfare. They follow what the product does: `privacy.md` describes exactly what
 * the tables store.
 */
import { renderToStaticMarkup } from "react-dom/server";
import { OLD_USERNAME_DAYS, RESTORE_DAYS } from "#src/features/pages/profiles/rules.ts";
import type { InstanceFacts } from "#src/features/public/frame/page/frame-page.ts";
import { proseHtml, proseSource } from "#src/features/public/frame/prose.tsx";
import { EXPORT_DAYS, GRACE_DAYS } from "#src/features/reach/account-data/rules.ts";
import { FRAUD_SIGNAL_DAYS } from "#src/features/reach/referrals/rules.ts";
import { PATHS } from "#src/lib/paths.ts";
import { escapeMarkdown } from "../own-text.ts";
import type { LegalName } from "../rules.ts";
import { COOKIES, STORAGE, type StorageEntry } from "./browser-storage-list.ts";
import cookies from "./cookies.md?raw";
import privacy from "./privacy.md?raw";
import terms from "./terms.md?raw";

/** The date of the last substantial change to the texts. */
export const BUILT_IN_DATE = "2026-11-29";

const TEXTS: Readonly<Record<LegalName, string>> = { terms, privacy, cookies };

/** Renders a text as this version of Fanfare has it. */
export function builtInHtml(name: LegalName, home: InstanceFacts): string {
  const { instanceName, publicUrl } = home;
  return proseHtml(
    TEXTS[name],
    { ...factsOf(home), ...listsHtml() },
    { instanceName, publicUrl, contact: <Contact home={home} /> },
  );
}

/** Returns the text as Markdown that staff can go on writing. Its lists of cookies and storage stay what they are. */
export function builtInSource(name: LegalName, home: InstanceFacts): string {
  const { supportAddress: address } = home;
  const source = proseSource(TEXTS[name], {
    ...factsOf(home),
    instanceName: escapeMarkdown(home.instanceName),
    publicUrl: escapeMarkdown(home.publicUrl),
    contact: address && ` Questions? E-mail [${escapeMarkdown(address)}](mailto:${encodeURI(address)}).`,
    cookies: "{{ cookies }}",
    storage: "{{ storage }}",
  });
  // regex-ignore: the text is our own.
  return source.replace(/<a href="([^"]+)"[^>]*>([^<]*)<\/a>/g, "[$2]($1)").trim();
}

/** What a browser keeps, which is never out of date wherever it's shown. */
export function listsHtml(): { cookies: string; storage: string } {
  return {
    cookies: renderToStaticMarkup(<Entries entries={COOKIES} />),
    storage: renderToStaticMarkup(<Entries entries={STORAGE} />),
  };
}

function factsOf({ offersGoogle, sellsPremium, sendsPush, eventDays }: InstanceFacts) {
  return {
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
  };
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
function Contact({ home: { supportAddress } }: { home: InstanceFacts }) {
  if (!supportAddress) return null;
  return (
    <>
      {" "}
      Questions? E-mail <a href={`mailto:${supportAddress}`}>{supportAddress}</a>.
    </>
  );
}
