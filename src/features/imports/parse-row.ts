import type { ContactDraft } from "#src/features/contacts/importing.ts";
import { isEmail, isPhone, normalEmail, oneLine } from "#src/features/contacts/rules.ts";
import { parseCountry } from "#src/lib/countries.ts";
import { cutChars, isBlank } from "#src/lib/text.ts";
import { isSubscribed, parseMoment, parseTags, type Target } from "./rules.ts";

const NAME_CHARS_MAX = 100;
const PHONE_CHARS_MAX = 50;
const TAG_CHARS_MAX = 50;
const TAGS_MAX = 50;

export interface RowRules {
  /** What each column holds. */
  targets: readonly (Target | null)[];
  /** Given to everyone. */
  tags: readonly string[];
  now: Date;
}

/** Somebody, or why there's nobody. `problem` may also say what of somebody couldn't be used. */
export interface ParsedRow {
  draft?: ContactDraft;
  problem?: string;
}

/** Turns a row's cells into a contact. */
export function parseRow(cells: readonly string[], { targets, tags, now }: RowRules): ParsedRow {
  const cell = (target: Target) => {
    const at = targets.indexOf(target);
    return at < 0 ? "" : (cells[at] ?? "");
  };
  if (cells.length > targets.length)
    return { problem: `This row has ${cells.length} cells for ${targets.length} columns.` };
  const email = normalEmail(cell("email"));
  if (isBlank(email)) return { problem: "There’s no e-mail address." };
  if (!isEmail(email)) return { problem: `“${cutChars(email, 80)}” isn’t an e-mail address.` };
  if (!isSubscribed(cell("subscribed"))) return { problem: "They’re not subscribed." };
  const problems: string[] = [];
  const phone = oneLine(cell("phone"), PHONE_CHARS_MAX);
  const isCallable = isPhone(phone);
  if (!isBlank(phone) && !isCallable) problems.push("The phone number was left out: it isn’t one.");
  const country = parseCountry(cell("country"));
  const moment = cell("signed_up_at");
  const signed_up_at = parseMoment(moment, now) ?? null;
  if (!isBlank(moment) && signed_up_at === null)
    problems.push("The date was left out: we can’t read it, or it’s in the future.");
  const draft = {
    ...{ email, name: nameOf(cell), phone: isCallable ? phone : null, country: country ?? "UNKNOWN" },
    ...{ tags: tagsOf(cell("tags"), tags), fields: {}, signed_up_at },
  };
  return problems.length > 0 ? { draft, problem: problems.join(" ") } : { draft };
}

function nameOf(cell: (target: Target) => string): string {
  const whole = oneLine(cell("name"), NAME_CHARS_MAX);
  return isBlank(whole) ? oneLine(`${cell("first_name")} ${cell("last_name")}`, NAME_CHARS_MAX) : whole;
}

function tagsOf(text: string, given: readonly string[]): string[] {
  const tags = [...given, ...parseTags(text)].map((tag) => oneLine(tag, TAG_CHARS_MAX));
  return [...new Set(tags.filter((tag) => !isBlank(tag)))].slice(0, TAGS_MAX);
}
