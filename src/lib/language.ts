/** The languages that the dashboard, and what we write to its people, exist in. The first is everyone's default. */
export const LANGUAGES = ["en", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

/** As the language itself writes it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", es: "Español" };

export function isLanguage(value: unknown): value is Language {
  return (LANGUAGES as readonly unknown[]).includes(value);
}

/** The language with this name. English for one that we don't have, or for none. */
export function languageNamed(name: string | null | undefined): Language {
  return isLanguage(name) ? name : LANGUAGES[0];
}

/**
 * Which of ours a person reads best, by an `Accept-Language` header (RFC 9110 §12.5.4) such as
 * `es-MX,es;q=0.9,en;q=0.8`. Of two with the same weight it's the first.
 */
export function languageIn(header: string | null | undefined): Language {
  let best: Language = LANGUAGES[0];
  let most = 0;
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const [range = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const language = range.split("-", 1)[0];
    const weight = weightIn(parameters);
    if (isLanguage(language) && weight > most) [best, most] = [language, weight];
  }
  return best;
}

/** 1 if it isn't said. What isn't a weight is none. */
function weightIn(parameters: readonly string[]): number {
  const said = parameters.find((parameter) => /^q\s*=/.test(parameter));
  if (said === undefined) return 1;
  return Number(/^q\s*=\s*([01](?:\.\d{0,3})?)$/.exec(said)?.[1] ?? 0);
}
