/* The dashboard shows these texts. */
import { LANGUAGES, type Language } from "#src/lib/language.ts";
import { PATHS } from "#src/lib/paths.ts";

/** The legal texts of spec §2. */
export const LEGAL_NAMES = ["privacy", "terms", "cookies"] as const;
export type LegalName = (typeof LEGAL_NAMES)[number];

export const LEGAL_PATHS: Readonly<Record<LegalName, string>> = {
  terms: PATHS.terms,
  privacy: PATHS.privacy,
  cookies: PATHS.cookies,
};

export const LEGAL_TITLES = {
  terms: "Terms and Conditions",
  privacy: "Privacy Policy",
  cookies: "Cookie Policy",
} as const satisfies Record<LegalName, string>;

/** Followed by a version's number; alone, the list of all. */
export const versionsPath = (name: LegalName) => `${LEGAL_PATHS[name]}/versions`;
export const versionPath = (name: LegalName, number: number) => `${versionsPath(name)}/${number}`;

/** The text that came with Fanfare, which was there before any version. */
export const BUILT_IN = 0;

/** What people have to do about a version: agree to it, or nothing. With `tell`, they hear of it; with `quiet`, not even that. */
export const NOTICES = ["agree", "tell", "quiet"] as const;
export type Notice = (typeof NOTICES)[number];

export const TEXT_CHARS_MAX = 100_000;
export const SUMMARY_CHARS_MAX = 1000;
/** Two texts whose letters take up to four bytes each. */
export const TEXTS_BYTES_MAX = 1024 * 1024;
export const NOTICE_DAYS = 30;
/** How far ahead a version can be dated. */
export const AHEAD_DAYS_MAX = 366;

/** A text in each language; empty where there's none. Who reads another language gets the English one. */
export type Texts = Record<Language, string>;

export const textIn = (texts: Texts, language: Language): { text: string; language: Language } =>
  texts[language] === ""
    ? { text: texts[LANGUAGES[0]], language: LANGUAGES[0] }
    : { text: texts[language], language };

/** What decides which version is in force. */
export interface DatedVersion {
  number: number;
  notice: Notice;
  effective_at: string;
}

/** The version in force, or undefined for the built-in text. */
export function currentOf<V extends DatedVersion>(versions: readonly V[], now: Date): V | undefined {
  return newestOf(versions.filter(({ effective_at }) => Date.parse(effective_at) <= now.getTime()));
}

/** The versions that come into force later, in that order. */
export function upcomingOf<V extends DatedVersion>(versions: readonly V[], now: Date): V[] {
  return versions
    .filter((version) => Date.parse(version.effective_at) > now.getTime() && !isReplaced(version, versions))
    .sort((a, b) => Date.parse(a.effective_at) - Date.parse(b.effective_at));
}

/** True for a version that never comes into force, because a newer one does earlier. */
export function isReplaced(version: DatedVersion, versions: readonly DatedVersion[]): boolean {
  return versions.some(
    ({ number, effective_at }) =>
      number > version.number && Date.parse(effective_at) <= Date.parse(version.effective_at),
  );
}

/** The newest version in force, now or earlier, that people have to agree to. */
export function bindingOf<V extends DatedVersion>(versions: readonly V[], now: Date): V | undefined {
  return newestOf(
    versions.filter(
      (version) =>
        version.notice === "agree" &&
        Date.parse(version.effective_at) <= now.getTime() &&
        !isReplaced(version, versions),
    ),
  );
}

function newestOf<V extends DatedVersion>(versions: readonly V[]): V | undefined {
  return versions.toSorted((a, b) => b.number - a.number)[0];
}

/** What someone has agreed to so far. Whoever signed up under a version agreed to it by that. */
export interface Agreed {
  since: Date;
  versions: readonly number[];
}

/** The version that this person has to agree to before they go on, if there's one. */
export function owedBy<V extends DatedVersion>(
  versions: readonly V[],
  { since, versions: agreed }: Agreed,
  now: Date,
): V | undefined {
  const binding = bindingOf(versions, now);
  if (!binding || since.getTime() >= Date.parse(binding.effective_at)) return undefined;
  return agreed.some((number) => number >= binding.number) ? undefined : currentOf(versions, now);
}
