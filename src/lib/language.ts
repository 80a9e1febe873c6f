/** The languages that the dashboard, and what we write to its people, exist in. The first is everyone's default. */
export const LANGUAGES = ["en", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

/** As the language itself writes it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", es: "Español" };

/** The languages that what we say to visitors exists in. The first is their default. */
export const VISITOR_LANGUAGES = ["en", "es", "de", "fr", "it", "pt", "nl"] as const;
export type VisitorLanguage = (typeof VISITOR_LANGUAGES)[number];

export function isLanguage(value: unknown): value is Language {
  return (LANGUAGES as readonly unknown[]).includes(value);
}

/** The language with this name. English for one that we don't have, or for none. */
export function languageNamed(name: string | null | undefined): Language {
  return isLanguage(name) ? name : LANGUAGES[0];
}

/** Which of the dashboard's languages a person reads best, by an `Accept-Language` header. */
export function languageIn(header: string | null | undefined): Language {
  return bestOf(LANGUAGES, header) ?? LANGUAGES[0];
}

/** The same for visitors. */
export function visitorLanguageIn(header: string | null | undefined): VisitorLanguage {
  return bestOf(VISITOR_LANGUAGES, header) ?? VISITOR_LANGUAGES[0];
}

/** The first of these, such as `de-AT`, that visitors can be spoken to in. */
export function visitorLanguageOf(tags: readonly string[]): VisitorLanguage | undefined {
  for (const tag of tags) {
    const base = baseOf(tag);
    const known = VISITOR_LANGUAGES.find((language) => language === base);
    if (known) return known;
  }
  return undefined;
}

/** Browsers name a handful. */
const HEADER_CHARS_MAX = 1000;

/**
 * The one with the most weight in an `Accept-Language` header (RFC 9110 §12.5.4) such as `es-MX,es;q=0.9,en;q=0.8`. Of two
 * with the same weight it's the first.
 */
function bestOf<Name extends string>(
  languages: readonly Name[],
  header: string | null | undefined,
): Name | undefined {
  let best: Name | undefined;
  let most = 0;
  for (const part of (header ?? "").slice(0, HEADER_CHARS_MAX).split(",")) {
    const [range = "", ...parameters] = part
      .toLowerCase()
      .split(";")
      .map((piece) => piece.trim());
    const base = baseOf(range);
    const language = languages.find((one) => one === base);
    const weight = weightIn(parameters);
    if (language && weight > most) [best, most] = [language, weight];
  }
  return best;
}

function baseOf(tag: string): string | undefined {
  return tag.toLowerCase().split("-", 1)[0];
}

/** 1 if it isn't said. What isn't a weight is none. */
function weightIn(parameters: readonly string[]): number {
  const said = parameters.find((parameter) => /^q\s*=/.test(parameter));
  if (said === undefined) return 1;
  return Number(/^q\s*=\s*([01](?:\.\d{0,3})?)$/.exec(said)?.[1] ?? 0);
}
