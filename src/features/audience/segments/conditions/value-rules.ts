/* The dashboard shows these texts. */
import { closestWord } from "#src/lib/closest-word.ts";
import { isCalendarDay } from "#src/lib/time.ts";
import { type Attribute, OPERATORS_OF } from "./attribute-rules.ts";
import { type Catalog, findNamed } from "./catalog-rules.ts";
import { type AttributeTest, DAYS_MAX, type Operator, type Scalar } from "./condition-rules.ts";

export const NUMBER_MAX = 1e15;
const PATTERN_CHARS_MAX = 100;

export const LIST_OPERATORS: readonly Operator[] = ["in", "not_in", "between"];
export const DAYS_OPERATORS: readonly Operator[] = [
  ...(["in_last_days", "not_in_last_days", "in_next_days", "anniversary_within_days"] as const),
];
export const isValueless = (operator: Operator) => operator === "empty" || operator === "not_empty";

/** The values of a test as a list. */
export function valuesOf({ value }: Pick<AttributeTest, "value">): readonly Scalar[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** What's wrong with a test of an attribute, as a sentence, or undefined. */
export function attributeProblem(
  attribute: Attribute,
  test: AttributeTest,
  catalog: Catalog,
): string | undefined {
  const { operator, value } = test;
  if (!OPERATORS_OF[attribute.type].includes(operator)) return wrongOperator(attribute.label);
  if (isValueless(operator)) return value === undefined ? undefined : wrongOperator(attribute.label);
  const values = valuesOf(test);
  if (LIST_OPERATORS.includes(operator) !== Array.isArray(value) || values.length === 0)
    return missingValue(attribute.label);
  if (operator === "between") {
    const [low, high] = values;
    if (values.length !== 2) return missingValue(attribute.label);
    if (low !== undefined && high !== undefined && low > high)
      return "The first value is greater than the second.";
  }
  for (const one of values) {
    const problem = valueProblem(attribute, one, { operator, catalog });
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const wrongOperator = (label: string) => `“${label}” can’t be compared like this.`;
const missingValue = (label: string) => `“${label}” needs a value to compare with.`;

/** What's wrong with one of its values, as a sentence, or undefined. */
export function valueProblem(
  attribute: Attribute,
  value: Scalar,
  { operator, catalog }: { operator: Operator; catalog: Catalog },
): string | undefined {
  if (DAYS_OPERATORS.includes(operator)) return daysProblem(value);
  if (attribute.type === "number")
    return typeof value === "number" && Math.abs(value) <= NUMBER_MAX ? undefined : "Enter a number.";
  if (attribute.type === "flag") return typeof value === "boolean" ? undefined : "Choose yes or no.";
  if (typeof value !== "string" || value.trim() === "") return missingValue(attribute.label);
  if (attribute.type === "date") return dateProblem(attribute, value, operator);
  if (operator === "matches") return patternProblem(value);
  if (attribute.type === "choice") return choiceProblem(attribute.choices ?? [], value);
  if (attribute.refersTo) return referenceProblem(catalog, attribute.refersTo, value);
  return undefined;
}

/** True for a moment rather than a day. Programs compare with these what has a time: when somebody was added. */
export const isMoment = (value: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/.test(value);

function dateProblem({ name }: Attribute, value: string, operator: Operator): string | undefined {
  const hasTime = name === "created" || name === "stage_since";
  if (hasTime && (operator === "before" || operator === "after") && isMoment(value))
    return Number.isNaN(Date.parse(value)) ? NO_DATE : undefined;
  return isCalendarDay(value) ? undefined : NO_DATE;
}

const NO_DATE = "Write the date like 2026-12-31.";

function daysProblem(value: Scalar): string | undefined {
  const isCount = typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= DAYS_MAX;
  return isCount ? undefined : "Enter a number of days from 1 to 3650.";
}

function choiceProblem(choices: readonly string[], value: string): string | undefined {
  if (choices.includes(value)) return undefined;
  const near = closestWord(value, choices);
  return near === undefined ? noChoice(value) : noChoiceBut(value, near);
}

const noChoice = (value: string) => `“${value}” isn’t one of the choices.`;
const noChoiceBut = (value: string, near: string) =>
  `“${value}” isn’t one of the choices. Did you mean “${near}”?`;

const GONE: Readonly<Record<NonNullable<Attribute["refersTo"]>, string>> = {
  stages: "There’s no such stage, or not anymore.",
  owners: "Nobody on your team has this name.",
  pages: "There’s no such page, or not anymore.",
  links: "There’s no such link, or not anymore.",
  campaigns: "There’s no such campaign, or not anymore.",
  segments: "There’s no such segment, or not anymore.",
};

/** What's wrong with a reference by its id. */
export function referenceProblem(
  catalog: Catalog,
  kind: NonNullable<Attribute["refersTo"]>,
  id: string,
): string | undefined {
  return catalog[kind].some((one) => one.id === id) ? undefined : GONE[kind];
}

/** What's wrong with a word that should name something, in the text form. */
export function nameProblem(
  catalog: Catalog,
  kind: NonNullable<Attribute["refersTo"]>,
  word: string,
): string | undefined {
  const found = findNamed(catalog, kind, word);
  if (found.length === 1) return undefined;
  if (found.length > 1) return severalNamed(word, found.map(({ id }) => id).join(", "));
  const near = closestWord(
    word,
    catalog[kind].map(({ name }) => name),
  );
  return near === undefined ? GONE[kind] : nothingNamedBut(word, near);
}

const severalNamed = (word: string, ids: string) =>
  `Several are named “${word}”. Write the id of the one you mean: ${ids}.`;
const nothingNamedBut = (word: string, near: string) => `Nothing is named “${word}”. Did you mean “${near}”?`;

/**
 * What's wrong with a pattern. Only what the database compares in linear time is allowed: letters, classes,
 * groups, alternatives, and repetitions, with small numbers that don't multiply.
 */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > PATTERN_CHARS_MAX) return "Use a pattern of up to 100 characters.";
  if (/\\[^.\\+*?()[\]{}|^$/\-dswDSW]/.test(pattern))
    return "A backslash works before punctuation, and in \\d, \\s, and \\w.";
  if (/\(\?|\[[.:=]|\[\[/.test(pattern)) return "Use only letters, classes, groups, and repetitions.";
  if ((pattern.match(/\{/g)?.length ?? 0) > 3) return "Use up to three numbers of repetitions.";
  if (/\{(?!\d{1,2}(?:,\d{0,2})?\})/.test(pattern))
    return "Repeat something up to 99 times, like {2} or {1,10}.";
  if (/\)[*+?]?\{/.test(pattern)) return "Don’t repeat groups by numbers.";
  try {
    // regex-ignore: it's only compiled, and nothing is matched with it here.
    new RegExp(pattern, "iu");
    return undefined;
  } catch {
    return "This pattern isn’t complete.";
  }
}
