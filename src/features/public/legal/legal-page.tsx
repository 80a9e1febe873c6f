/* The public pages of the legal texts: what's in force, each version, and the list of them. */
import type { ReactNode } from "react";
import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { READING_CSS } from "#src/features/public/frame/page/reading-css.ts";
import { TopBar } from "#src/features/public/frame/page/TopBar.tsx";
import { Prose } from "#src/features/public/frame/prose.tsx";
import type { Language } from "#src/lib/language.ts";
import type { Translate } from "#src/lib/translate.ts";
import {
  BUILT_IN,
  LEGAL_NAMES,
  LEGAL_PATHS,
  LEGAL_TITLES,
  type LegalName,
  versionPath,
  versionsPath,
} from "./rules.ts";

const DESCRIPTIONS: Readonly<Record<LegalName, string>> = {
  privacy: "What we store about visitors, fans and account holders, why, and for how long.",
  terms: "What you can expect from this service, and what it expects from you.",
  cookies: "Every cookie and every browser storage entry this instance uses.",
};

/** A version as its page shows it. */
export interface ShownVersion {
  /** 0 for the text that came with Fanfare. */
  number: number;
  html: string;
  /** The language that the text is in. */
  language: Language;
  /** From when on it is, was or will be in force. */
  from: string;
  state: "current" | "upcoming" | "past";
}

export interface LegalPageParts {
  home: FrameHome;
  name: LegalName;
  /** Of what's around the text. */
  say: Translate;
  language: Language;
  /** Whether there's anything but the text that came with Fanfare. */
  hasVersions: boolean;
}

const dayIn = (iso: string, language: Language) =>
  new Intl.DateTimeFormat(language === "en" ? "en-US" : language, {
    dateStyle: "long",
    timeZone: "UTC",
  }).format(new Date(iso));

/** `next` comes into force later. */
export function legalPage(
  parts: LegalPageParts,
  shown: ShownVersion,
  next?: { number: number; from: string },
): FramePage {
  const { home, name, say, language } = parts;
  const title = say(LEGAL_TITLES[name]);
  const isCurrent = shown.state === "current";
  return {
    path: isCurrent ? LEGAL_PATHS[name] : null,
    title: `${title} | ${home.instanceName}`,
    language,
    description: say(DESCRIPTIONS[name]),
    css: READING_CSS,
    body: (
      <Around parts={parts}>
        <Prose
          html={
            shown.language === language ? shown.html : `<div lang="${shown.language}">${shown.html}</div>`
          }
        >
          <h1>{title}</h1>
          <Dated parts={parts} shown={shown} />
          {next && (
            <p>
              <a href={versionPath(name, next.number)}>
                {say(`A new version takes effect on ${dayIn(next.from, language)}.`)}
              </a>
            </p>
          )}
          {!isCurrent && (
            <p>
              <a href={LEGAL_PATHS[name]}>{say("Read the version in force")}</a>
            </p>
          )}
        </Prose>
      </Around>
    ),
  };
}

function Dated({
  parts: { home, say, language },
  shown: { from, number, state },
}: {
  parts: LegalPageParts;
  shown: ShownVersion;
}) {
  const date = <time dateTime={from.slice(0, 10)}>{dayIn(from, language)}</time>;
  const whose = say(`for ${home.instanceName} at ${home.publicUrl}`);
  if (number === BUILT_IN)
    return (
      <p className="dated">
        {say("Last updated")} {date}, {whose}
      </p>
    );
  return (
    <p className="dated">
      {say(`Version ${number}`)}, {say(state === "upcoming" ? "takes effect on" : "took effect on")} {date},{" "}
      {whose}
    </p>
  );
}

export interface ListedVersion {
  number: number;
  from: string;
  summary: string;
  state: ShownVersion["state"];
}

const STATES: Readonly<Record<ShownVersion["state"], string>> = {
  current: "In force",
  upcoming: "Takes effect later",
  past: "No longer in force",
};

export function versionsPage(parts: LegalPageParts, versions: readonly ListedVersion[]): FramePage {
  const { home, name, say, language } = parts;
  const title = `${say(LEGAL_TITLES[name])}: ${say("all versions")}`;
  return {
    path: versionsPath(name),
    title: `${title} | ${home.instanceName}`,
    language,
    description: say(DESCRIPTIONS[name]),
    css: READING_CSS,
    body: (
      <Around parts={parts}>
        <main id="main" className="prose">
          <h1>{title}</h1>
          <dl className="entries">
            {versions.map(({ number, from, summary, state }) => (
              <div key={number}>
                <dt>
                  <a href={versionPath(name, number)}>
                    {number === BUILT_IN ? say("The first version") : say(`Version ${number}`)}
                  </a>
                </dt>
                <dd dir="auto">{summary}</dd>
                <dd>
                  <time dateTime={from.slice(0, 10)}>{dayIn(from, language)}</time>
                  <br />
                  {say(STATES[state])}
                </dd>
              </div>
            ))}
          </dl>
        </main>
      </Around>
    ),
  };
}

function Around({
  parts: { home, name, say, hasVersions },
  children,
}: {
  parts: LegalPageParts;
  children: ReactNode;
}) {
  return (
    <>
      <header>
        <TopBar home={home} />
      </header>
      <div className="wide reading">
        {children}
        <aside aria-label={say("Other policies")}>
          <h2>{say("See also")}</h2>
          <ul>
            {LEGAL_NAMES.filter((other) => other !== name).map((other) => (
              <li key={other}>
                <a href={LEGAL_PATHS[other]}>{say(LEGAL_TITLES[other])}</a>
              </li>
            ))}
            {hasVersions && (
              <li>
                <a href={versionsPath(name)}>{say("All versions")}</a>
              </li>
            )}
          </ul>
        </aside>
      </div>
    </>
  );
}
