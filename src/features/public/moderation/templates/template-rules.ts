/* The dashboard shows these texts. */
import type { Language } from "#src/lib/language.ts";
import { FACTS_CHARS_MAX } from "../cases/case-rules.ts";

/** `statement`: what was found, in a statement of reasons. `help`: an answer to a request for help. */
export const TEMPLATE_KINDS = ["statement", "help"] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** A text by its language. Empty if it wasn’t written in that one. */
export type TemplateTexts = Record<Language, string>;

export const KIND_LABELS: Readonly<Record<TemplateKind, string>> = {
  statement: "Statements of reasons",
  help: "Answers to requests for help",
};

export const TEMPLATES_MAX = 200;
export const TEMPLATE_NAME_CHARS_MAX = 80;
/** There has to be room left for what placeholders become. */
export const TEMPLATE_CHARS_MAX: Readonly<Record<TemplateKind, number>> = {
  statement: FACTS_CHARS_MAX - 100,
  help: 3000,
};

/** What’s put in when a text is inserted, by what it’s called in braces. */
export const PLACEHOLDERS = {
  statement: ["page", "reason", "date"],
  help: ["subject", "number", "date"],
} as const satisfies Record<TemplateKind, readonly string[]>;

export const PLACEHOLDER_LABELS: Readonly<Record<string, string>> = {
  page: "Name of the page",
  reason: "Reason of the reports",
  date: "Today’s date",
  subject: "Subject of the request",
  number: "Number of the request",
};

const PLACEHOLDER = /\{([^{}]{0,80})\}/g;

/** Returns the first thing in braces that isn’t a placeholder of this kind, as it was typed. */
export function unknownPlaceholder(kind: TemplateKind, text: string): string | undefined {
  const known: readonly string[] = PLACEHOLDERS[kind];
  return [...text.matchAll(PLACEHOLDER)].find(([, name = ""]) => !known.includes(name))?.[0];
}

/** Puts values in. What has none stays as it is, so that whoever sends the text sees it. */
export function fillTemplate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(PLACEHOLDER, (typed, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? typed) : typed,
  );
}

/** Returns a placeholder that’s still in a text and would be sent as it is. */
export function leftPlaceholder(kind: TemplateKind, text: string): string | undefined {
  return PLACEHOLDERS[kind].map((name) => `{${name}}`).find((typed) => text.includes(typed));
}
