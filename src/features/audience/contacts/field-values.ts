import { cleanText } from "#src/lib/text.ts";
import { checkUrl } from "#src/lib/url.ts";
import type { FieldDefinition, FieldType, FieldValue } from "./rules.ts";

const TEXT_CHARS_MAX = 2000;
const KEY = /^[a-z][a-z0-9_]{0,49}$/;
const TRUE = /^(true|yes|y|1)$/i;
const FALSE = /^(false|no|n|0)$/i;

/** Parses a value for its field: null for none, undefined for an invalid one. */
export function parseFieldValue(
  { type, choices }: Pick<FieldDefinition, "type" | "choices">,
  value: FieldValue,
): FieldValue | undefined {
  const text = value === null ? "" : String(value).trim();
  return text === "" ? null : PARSERS[type](text, choices);
}

const PARSERS: Record<FieldType, (text: string, choices: readonly string[]) => FieldValue | undefined> = {
  text: (text) => cleanText(text, TEXT_CHARS_MAX),
  number: (text) => (Number.isFinite(Number(text)) ? Number(text) : undefined),
  date: (text) => (isDay(text) ? text : undefined),
  choice: (text, choices) => choices.find((choice) => choice.toLowerCase() === text.toLowerCase()),
  bool: (text) => (TRUE.test(text) ? true : FALSE.test(text) ? false : undefined),
  url(text) {
    const check = checkUrl(text);
    return check.ok ? check.url : undefined;
  },
};

function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Returns a definition for a field that the API or an import uses first. Undefined for an invalid key. */
export function newField(key: string, value: FieldValue): FieldDefinition | undefined {
  if (!KEY.test(key)) return undefined;
  const type = typeof value === "boolean" ? "bool" : typeof value === "number" ? "number" : "text";
  const label = key.replaceAll("_", " ");
  return { key, label: label.charAt(0).toUpperCase() + label.slice(1), type, choices: [] };
}

/** True if definitions are consistent: unique keys, and choices to choose from. */
export function areFieldsValid(fields: readonly FieldDefinition[]): boolean {
  const keys = new Set(fields.map(({ key }) => key));
  return (
    keys.size === fields.length &&
    fields.every(({ type, choices }) => type !== "choice" || choices.length > 0)
  );
}
