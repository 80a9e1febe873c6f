/** Languages of the dashboard and of e-mail to its users. The first is the default. */
export const LANGUAGES = ["en", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language's name in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", es: "Español" };

/** Languages of our own text on visitors' pages. The first is the default. */
export const VISITOR_LANGUAGES = ["en", "es", "de", "fr", "it", "pt", "nl"] as const;
export type VisitorLanguage = (typeof VISITOR_LANGUAGES)[number];

export function isLanguage(value: unknown): value is Language {
  return (LANGUAGES as readonly unknown[]).includes(value);
}

/** Returns the language with this name, or English if we don't support it. */
export function languageNamed(name: string | null | undefined): Language {
  return isLanguage(name) ? name : LANGUAGES[0];
}

/** Returns the dashboard language that best matches an `Accept-Language` header. */
export function languageIn(header: string | null | undefined): Language {
  return bestOf(LANGUAGES, header) ?? LANGUAGES[0];
}

/** Returns the visitor language that best matches an `Accept-Language` header. */
export function visitorLanguageIn(header: string | null | undefined): VisitorLanguage {
  return bestOf(VISITOR_LANGUAGES, header) ?? VISITOR_LANGUAGES[0];
}

/** Returns the first of these tags (such as `de-AT`) that matches a visitor language. */
export function visitorLanguageOf(tags: readonly string[]): VisitorLanguage | undefined {
  for (const tag of tags) {
    const base = baseOf(tag);
    const known = VISITOR_LANGUAGES.find((language) => language === base);
    if (known) return known;
  }
  return undefined;
}

/** Browsers send only a handful of languages. */
const HEADER_CHARS_MAX = 1000;

/** Returns the first language of an `Accept-Language` header, whichever it is, such as `pt`. */
export function firstLanguageIn(header: string | null | undefined): string | undefined {
  return heaviestIn(header, (base) => (/^[a-z]{2,3}$/.test(base) ? base : undefined));
}

function bestOf<Name extends string>(
  languages: readonly Name[],
  header: string | null | undefined,
): Name | undefined {
  return heaviestIn(header, (base) => languages.find((one) => one === base));
}

/**
 * Returns the language with the highest weight in an `Accept-Language` header (RFC 9110 §12.5.4), such as
 * `es-MX,es;q=0.9,en;q=0.8`. The first one wins a tie.
 */
function heaviestIn<Name extends string>(
  header: string | null | undefined,
  find: (base: string) => Name | undefined,
): Name | undefined {
  let best: Name | undefined;
  let most = 0;
  for (const part of (header ?? "").slice(0, HEADER_CHARS_MAX).split(",")) {
    const [range = "", ...parameters] = part
      .toLowerCase()
      .split(";")
      .map((piece) => piece.trim());
    const language = find(baseOf(range) ?? "");
    const weight = weightIn(parameters);
    if (language && weight > most) [best, most] = [language, weight];
  }
  return best;
}

function baseOf(tag: string): string | undefined {
  return tag.toLowerCase().split("-", 1)[0];
}

/** A missing weight counts as 1, a malformed one as 0. */
function weightIn(parameters: readonly string[]): number {
  const said = parameters.find((parameter) => /^q\s*=/.test(parameter));
  if (said === undefined) return 1;
  return Number(/^q\s*=\s*([01](?:\.\d{0,3})?)$/.exec(said)?.[1] ?? 0);
}
