import { parseTags } from "#src/features/audience/contacts/export/tag-rules.ts";
import { parseFieldValue } from "#src/features/audience/contacts/fields/fields.ts";
import type { ContactDraft } from "#src/features/audience/contacts/import/import.ts";
import {
  type FieldDefinition,
  type FieldValue,
  isPhone,
  oneLine,
  SCORE_MAX,
  VALUE_CENTS_MAX,
} from "#src/features/audience/contacts/rules.ts";
import { COUNTRIES, parseCountry } from "#src/lib/countries.ts";
import { isEmail } from "#src/lib/email-address.ts";
import { LANGUAGES } from "#src/lib/language.ts";
import { cutChars, isBlank } from "#src/lib/text.ts";
import { isTimeZone } from "#src/lib/time.ts";
import { addressIn, firstPhone, nameBefore } from "./cells.ts";
import { parseMoment } from "./dates.ts";
import { matchKey, type Target } from "./rules.ts";
import { type ImportedReason, isSet, subscriptionIn, suppressionReasonIn } from "./subscription-status.ts";

const NAME_CHARS_MAX = 100;
const PHONE_CHARS_MAX = 50;
const TAG_CHARS_MAX = 50;
const TAGS_MAX = 50;
const NO_COUNTRY = "UNKNOWN";

export interface RowRules {
  targets: readonly (Target | null)[];
  /** Given to everyone. */
  tags: readonly string[];
  fields: readonly FieldDefinition[];
  stages?: readonly { id: string; name: string }[];
  currency?: string;
  /** Set if dates begin with the day. */
  dayFirst: boolean;
  /** The zone of dates without one. */
  zone?: string | undefined;
  /** Set if everyone is subscribed by default, so that “no” was the person's own choice. */
  isOptOut: boolean;
  now: Date;
}

/** A person, or the reason why there's none. `problem` may also describe an unusable part of the data. */
export interface ParsedRow {
  draft?: ContactDraft;
  problem?: string;
  /** The row's address, if it has one. */
  email?: string;
  /** The reason why they were suppressed in the file's source. */
  left?: ImportedReason;
}

export const ONLY_FIRST = "Only the first of several e-mail addresses was taken.";

export function parseRow(cells: readonly string[], rules: RowRules): ParsedRow {
  const { targets, tags, now, dayFirst, zone } = rules;
  const cell = (target: Target) => {
    const at = targets.indexOf(target);
    return at < 0 ? "" : (cells[at] ?? "");
  };
  const { email, others } = addressIn(cell("email"));
  if (isBlank(email)) return { problem: "There’s no e-mail address." };
  if (!isEmail(email)) return { problem: `“${cutChars(email, 80)}” isn’t an e-mail address.` };
  const stopped = whyStopped(cells, rules);
  if (stopped) return { ...stopped, email };
  const problems: string[] = [];
  if (others > 0) problems.push(ONLY_FIRST);
  const phones = firstPhone(cell("phone"));
  const phone = oneLine(phones.phone, PHONE_CHARS_MAX);
  const isCallable = isPhone(phone);
  if (!isBlank(phone) && !isCallable) problems.push("The phone number was left out: it isn’t one.");
  else if (phones.others > 0) problems.push("Only the first of several phone numbers was taken.");
  const country = countryNamed(cell("country"));
  if (country === undefined) problems.push("The country was left out: we don’t know it.");
  const moment = cell("signed_up_at");
  const signed_up_at = parseMoment(moment, now, { dayFirst, zone }) ?? null;
  if (!isBlank(moment) && signed_up_at === null)
    problems.push("The date was left out: we can’t read it, or it’s in the future.");
  const { fields, misfits } = fieldsOf(cell, rules);
  const { placed, misplaced } = placedIn(cell, rules);
  problems.push(...misfits, ...misplaced);
  const draft = {
    email,
    name: nameOf(cell),
    phone: isCallable ? phone : null,
    country: country ?? NO_COUNTRY,
    tags: tagsOf(cell("tags"), tags),
    fields,
    signed_up_at,
    confirmed_at: parseMoment(cell("confirmed_at"), now, { dayFirst, zone }) ?? null,
    ...placed,
  };
  return problems.length > 0 ? { draft, problem: problems.join(" "), email } : { draft };
}

const LEFT = [
  "complaint",
  "hard_bounce",
  "manual",
  "unsubscribe",
] as const satisfies readonly ImportedReason[];
const LEFT_WORDS: Readonly<Record<ImportedReason, string>> = {
  complaint: "They reported e-mail as spam.",
  hard_bounce: "Their address bounced.",
  manual: "They’re blocked there.",
  unsubscribe: "They unsubscribed.",
};

/**
 * Returns the reason why someone is suppressed, or may be, according to the cells about that. The gravest
 * comes first.
 */
function whyStopped(
  cells: readonly string[],
  { targets, isOptOut, now }: RowRules,
): Pick<ParsedRow, "left" | "problem"> | undefined {
  const cellsOf = (target: Target) => cells.filter((_, at) => targets[at] === target);
  const states = cellsOf("subscribed").filter((text) => parseMoment(text, now) === undefined);
  const refused = states.filter((text) => subscriptionIn(text) === "no");
  const found = new Set<ImportedReason | undefined>(refused.map(suppressionReasonIn));
  if (cellsOf("bounced_at").some(isSet)) found.add("hard_bounce");
  if (cellsOf("unsubscribed_at").some(isSet) || (isOptOut && refused.length > 0)) found.add("unsubscribe");
  const left = LEFT.find((one) => found.has(one));
  if (left) return { problem: LEFT_WORDS[left], left };
  if (refused.length > 0) return { problem: "They’re not subscribed." };
  const unclear = states.find((text) => subscriptionIn(text) === "unclear");
  if (unclear === undefined) return undefined;
  return { problem: `We can’t tell whether “${cutChars(unclear, 80)}” means that they’re subscribed.` };
}

/** Returns their time zone, and their place in the pipeline. */
function placedIn(cell: (target: Target) => string, { stages = [], currency = "" }: RowRules) {
  const misplaced: string[] = [];
  const zone = cell("time_zone").trim();
  const isZone = zone !== "" && isTimeZone(zone);
  if (zone !== "" && !isZone) misplaced.push("The time zone was left out: we don’t know it.");
  const named = cell("stage").trim();
  const stage = stages.find(({ name }) => matchKey(name) === matchKey(named));
  if (named !== "" && !stage)
    misplaced.push(`The stage was left out: there’s none called “${cutChars(named, 80)}”.`);
  const amount = cell("value").trim();
  const cents = amount === "" ? null : centsIn(amount);
  const given = cell("value_currency").trim().toUpperCase();
  const isOther = cents !== null && given !== "" && given !== currency;
  if (isOther) misplaced.push(`The value was left out: your pipeline isn’t in “${cutChars(given, 80)}”.`);
  if (cents === undefined) misplaced.push("The value was left out: it isn’t an amount.");
  const value_cents = isOther ? null : (cents ?? null);
  const points = cell("score").trim();
  const score = points === "" ? null : scoreIn(points);
  if (score === undefined) misplaced.push("The score was left out: it isn’t a whole number.");
  const place = { stage_id: stage?.id ?? null, value_cents, score: score ?? null };
  return { placed: { time_zone: isZone ? zone : null, ...place }, misplaced };
}

/** Files from elsewhere may have decimals, which round. */
function scoreIn(text: string): number | undefined {
  const score = /^[-+]?\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Math.round(Number(text)) : undefined;
  return score !== undefined && Math.abs(score) <= SCORE_MAX ? score : undefined;
}

/** Parses `1234.5`, `1,234.50` or `1.234,50` into hundredths. Undefined for anything else. */
function centsIn(text: string): number | undefined {
  const bare = text.slice(0, 30).replace(/[\s\u00a0$€£¥]/g, "");
  const point = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$|^\d+,\d{1,2}$/.test(bare)
    ? bare.replaceAll(".", "").replace(",", ".")
    : bare.replaceAll(",", "");
  const cents = /^\d+(?:\.\d+)?$/.test(point) ? Math.round(100 * Number(point)) : undefined;
  return cents !== undefined && cents <= VALUE_CENTS_MAX ? cents : undefined;
}

/** Returns the custom fields' values, and those that don't fit. */
function fieldsOf(cell: (target: Target) => string, { targets, fields }: RowRules) {
  const values: Record<string, FieldValue> = {};
  const misfits: string[] = [];
  for (const { key, label, ...field } of fields) {
    if (!targets.includes(`field:${key}`)) continue;
    const text = cell(`field:${key}`);
    const value = parseFieldValue(field, text);
    if (value === undefined) misfits.push(`${label} was left out: “${cutChars(text, 80)}” doesn’t fit.`);
    else if (value !== null) values[key] = value;
  }
  return { fields: values, misfits };
}

function nameOf(cell: (target: Target) => string): string {
  const names = [cell("name"), `${cell("first_name")} ${cell("last_name")}`, nameBefore(cell("email"))];
  return names.map((name) => oneLine(name, NAME_CHARS_MAX)).find((name) => !isBlank(name)) ?? "";
}

function tagsOf(text: string, given: readonly string[]): string[] {
  const tags = [...given, ...parseTags(text)].map((tag) => oneLine(tag, TAG_CHARS_MAX));
  return [...new Set(tags.filter((tag) => !isBlank(tag)))].slice(0, TAGS_MAX);
}

/** Countries by their names in the languages that Fanfare supports, and by other common names. */
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...LANGUAGES.flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: "region" });
    return COUNTRIES.map((code) => [matchKey(names.of(code) ?? code), code] as const);
  }),
  ...(["United States of America", "EE. UU."] as const).map((name) => [matchKey(name), "US"] as const),
]);

/** Undefined for text that names no country, and isn't empty either. */
function countryNamed(text: string): string | undefined {
  if (isBlank(text) || matchKey(text) === matchKey(NO_COUNTRY)) return NO_COUNTRY;
  return parseCountry(text) ?? BY_NAME.get(matchKey(text));
}
