/* SQL that's true for one of `contacts` whose attribute fits a test. It's never null where it may be negated. */
import { type SQL, sql } from "drizzle-orm";
import { NEWS_TOPIC } from "#src/features/audience/consent-records/rules.ts";
import {
  isContaining,
  isDisposableAddress,
  isRiskyAddress,
  isRoleAddress,
} from "#src/features/audience/contacts/contacts.ts";
import { toSearchText } from "#src/features/audience/contacts/rules.ts";
import { isId } from "#src/lib/endpoint.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { type Attribute, fieldOf, topicOf } from "./attribute-rules.ts";
import type { AttributeTest, Operator, Scalar } from "./condition-rules.ts";
import { isMoment, valuesOf } from "./value-rules.ts";

/** Adds a join to the statement, once for each key, and returns its alias. */
export type AddJoin = (key: string, join: (alias: SQL) => SQL) => SQL;

export interface AttributeQuery {
  attribute: Attribute;
  test: AttributeTest;
  now: string;
  /** True if nobody matches because it isn't true, so that it may be unknown, and an index may find it. */
  isRequired: boolean;
  addJoin: AddJoin;
}

const NEGATED: Partial<Record<Operator, Operator>> = {
  not_equals: "equals",
  not_in: "in",
  not_contains: "contains",
  not_empty: "empty",
  not_in_last_days: "in_last_days",
};

export function matchesAttribute(query: AttributeQuery): SQL {
  const operator = NEGATED[query.test.operator];
  if (operator === undefined)
    return query.isRequired || isKnown(query) ? compare(query) : sql`coalesce(${compare(query)}, false)`;
  return sql`not coalesce(${compare({ ...query, test: { ...query.test, operator } })}, false)`;
}

/** True if the comparison is never unknown. Without `coalesce`, the index of newest contacts finds it. */
const isKnown = ({ attribute, test }: AttributeQuery) =>
  attribute.name === "created" && valuesOf(test).every((value) => isMoment(String(value)));

function compare(query: AttributeQuery): SQL {
  const { attribute, test } = query;
  const { name, type } = attribute;
  const { operator } = test;
  const values = valuesOf(test);
  if (name === "tag") return compareList(sql`contacts.tags`, { operator, values: textArray(values) });
  if (name === "page") return compareList(sql`contacts.profile_ids`, { operator, values: idArray(values) });
  if (name === "stage") return compareStage(operator, values);
  if (name === "owner") return compareOwner(operator, values);
  if (name === "address") return compareAddress(operator, values);
  if (name === "phone" && operator !== "matches") return comparePhone(operator, values);
  if (type === "search") return isContaining(SEARCHED, toSearchText(String(values[0])));
  if (type === "text") return compareText(textOf(name), operator, values);
  if (type === "number") return compareNumber(numberOf(name), operator, values);
  if (type === "date") return compareDate(query);
  if (type === "flag") return sql`${flagOf(name, query.now)} = ${values[0] === true}`;
  return compareChoice(choiceOf(query), operator, values);
}

const SEARCHED = { name: sql`contacts.name`, email: sql`contacts.email`, phone: sql`contacts.phone` };

const textArray = (values: readonly Scalar[]) => sql`${sql.param(values.map(String))}::text[]`;
const idArray = (values: readonly Scalar[]) => sql`${sql.param(values.map(String).filter(isId))}::uuid[]`;

function compareList(list: SQL, { operator, values }: { operator: Operator; values: SQL }): SQL {
  return operator === "empty" ? sql`cardinality(${list}) = 0` : sql`${list} && ${values}`;
}

/* As their indexes have them. */

function compareStage(operator: Operator, values: readonly Scalar[]): SQL {
  const stage = sql`contacts.stage_id`;
  return operator === "empty" ? sql`${stage} is null` : sql`${stage} = any(${idArray(values)})`;
}

function compareOwner(operator: Operator, values: readonly Scalar[]): SQL {
  const owner = sql`contacts.owner_id`;
  return operator === "empty" ? sql`coalesce(${owner}, '') = ''` : compareChoice(owner, operator, values);
}

/** Their index has either of them, so that comes first. */
function compareAddress(operator: Operator, values: readonly Scalar[]): SQL {
  const email = sql`contacts.email`;
  if (operator === "empty") return sql`not ${isRiskyAddress(email)}`;
  const kinds = [
    ...(values.includes("role") ? [isRoleAddress(email)] : []),
    ...(values.includes("disposable") ? [isDisposableAddress(email)] : []),
  ];
  return sql`${isRiskyAddress(email)} and (${sql.join(kinds, sql` or `)})`;
}

function field(name: string): SQL | undefined {
  const key = fieldOf(name);
  return key === undefined ? undefined : sql`contacts.fields->${key}::text`;
}

/** Every number contains any shorter run of digits. */
const PHONE_DIGITS_MIN = 3;

const TOUCHED: Readonly<Record<string, SQL>> = {
  email: sql`contacts.email`,
  name: sql`contacts.name`,
  phone: sql`coalesce(contacts.phone, '')`,
  time_zone: sql`coalesce(contacts.time_zone, '')`,
  app: sql`coalesce(contacts.first_touch->>'app', '')`,
  referrer: sql`coalesce(contacts.first_touch->>'referrer_host', '')`,
  link: sql`coalesce(contacts.first_touch->>'link', '')`,
  // Who changes the language of their phone means it.
  language: sql`coalesce(contacts.last_touch->>'language', contacts.first_touch->>'language', '')`,
};

function textOf(name: string): SQL {
  const value = field(name);
  if (value) return sql`coalesce(${value} #>> '{}', '')`;
  return TOUCHED[name] ?? sql`coalesce(contacts.first_touch->'utm'->>${name.replace("utm.", "")}::text, '')`;
}

function compareText(text: SQL, operator: Operator, values: readonly Scalar[]): SQL {
  const value = sql`lower(${String(values[0] ?? "")}::text)`;
  const own = sql`lower(${text})`;
  switch (operator) {
    case "empty":
      return sql`${text} = ''`;
    case "in":
      return sql`${own} = any(array(select lower(one) from unnest(${textArray(values)}) one))`;
    case "contains":
      return sql`strpos(${own}, ${value}) > 0`;
    case "starts_with":
      return sql`starts_with(${own}, ${value})`;
    case "ends_with":
      return sql`right(${own}, length(${value})) = ${value}`;
    case "matches":
      return sql`${text} ~* ${String(values[0])}::text`;
    default:
      return sql`${own} = ${value}`;
  }
}

/** Phone numbers are found however they're written: by their digits, if that's what is looked for. */
function comparePhone(operator: Operator, values: readonly Scalar[]): SQL {
  const asWritten = compareText(textOf("phone"), operator, values);
  const digits = values.map((value) => String(value).replace(/\D/g, ""));
  if (operator === "empty" || digits.some((one) => one.length < PHONE_DIGITS_MIN)) return asWritten;
  const plain = sql`regexp_replace(coalesce(contacts.phone, ''), '[^0-9]', '', 'g')`;
  return sql`(${asWritten} or ${compareText(plain, operator, digits)})`;
}

function numberOf(name: string): SQL {
  if (name === "score") return sql`contacts.score`;
  const value = field(name);
  return value
    ? sql`case when jsonb_typeof(${value}) = 'number' then (${value})::numeric end`
    : sql`(contacts.value_cents::numeric / 100)`;
}

const COMPARED: Partial<Record<Operator, SQL>> = {
  equals: sql`=`,
  greater: sql`>`,
  at_least: sql`>=`,
  less: sql`<`,
  at_most: sql`<=`,
};

function compareNumber(number: SQL, operator: Operator, values: readonly Scalar[]): SQL {
  const [first, second] = values.map((value) => sql`${String(value)}::numeric`);
  if (operator === "empty") return sql`${number} is null`;
  if (operator === "between") return sql`${number} between ${first} and ${second}`;
  return sql`${number} ${COMPARED[operator]} ${first}`;
}

/** A date's field has days as text. Anything else in it, from before it was a date, is no date. */
function dayOf(name: string): SQL {
  const value = field(name);
  if (value) {
    const text = sql`(${value} #>> '{}')`;
    return sql`(case when ${text} ~ '^[12]\\d{3}-\\d\\d-\\d\\d$' then ${text} end) collate "C"`;
  }
  return sql`to_char(${momentOf(name)} at time zone 'UTC', 'YYYY-MM-DD') collate "C"`;
}

const momentOf = (name: string): SQL =>
  name === "stage_since" ? sql`contacts.stage_at` : sql`contacts.created_at`;

function compareDate({ attribute: { name }, test, now }: AttributeQuery): SQL {
  const { operator } = test;
  const [first, second] = valuesOf(test).map(String);
  const isField = fieldOf(name) !== undefined;
  if (operator === "empty") return isField ? sql`${dayOf(name)} is null` : sql`${momentOf(name)} is null`;
  if (operator === "anniversary_within_days")
    return sql`substr(${dayOf(name)}, 6) = any(${sql.param(anniversaries(now, Number(first)))}::text[])`;
  const own = first && isMoment(first) ? momentOf(name) : dayOf(name);
  const wanted = first && isMoment(first) ? sql`${first}::timestamptz` : sql`${first}`;
  if (operator === "before") return sql`${own} < ${wanted}`;
  if (operator === "after") return sql`${own} > ${wanted}`;
  if (operator === "between") return sql`${dayOf(name)} between ${first} and ${second}`;
  const isAhead = operator === "in_next_days";
  const limit = new Date(Date.parse(now) + (isAhead ? 1 : -1) * Number(first) * DAY_MS).toISOString();
  const [from, to] = isAhead ? [now, limit] : [limit, now];
  if (!isField) return sql`${momentOf(name)} between ${from}::timestamptz and ${to}::timestamptz`;
  return sql`${dayOf(name)} between ${from.slice(0, 10)} and ${to.slice(0, 10)}`;
}

/** The days of the year from today on, as months and days. Without a 29 February, its birthdays are on the 28th. */
export function anniversaries(now: string, days: number): string[] {
  const found = new Set<string>();
  for (let ahead = 0; ahead <= Math.min(days, 366); ahead++) {
    const day = new Date(Date.parse(`${now.slice(0, 10)}T00:00:00Z`) + ahead * DAY_MS);
    const text = day.toISOString().slice(5, 10);
    found.add(text);
    const isLeap = new Date(Date.UTC(day.getUTCFullYear(), 1, 29)).getUTCMonth() === 1;
    if (text === "02-28" && !isLeap) found.add("02-29");
  }
  return [...found];
}

function flagOf(name: string, now: string): SQL {
  const value = field(name);
  if (value) return sql`(coalesce(${value}, 'false') = 'true'::jsonb)`;
  if (name === "paused") return sql`coalesce(contacts.paused_until > ${now}::timestamptz, false)`;
  return sql`(contacts.status in ('unsubscribed', 'bounced', 'complained', 'blocked'))`;
}

function choiceOf({ attribute: { name }, addJoin }: AttributeQuery): SQL {
  const value = field(name);
  if (value) return sql`coalesce(${value} #>> '{}', '')`;
  const topic = topicOf(name);
  if (topic !== undefined) return consentTo(topic, addJoin);
  if (name === "device") return sql`coalesce(contacts.first_touch->>'device', '')`;
  return name === "country" ? sql`contacts.country` : sql`contacts.status`;
}

/** Their own for the topic, or else the one for news, as in `consentIn`. */
function consentTo(topic: string, addJoin: AddJoin): SQL {
  const [own, news] = [topic, NEWS_TOPIC].map((one) =>
    addJoin(
      `consent ${one}`,
      (alias) => sql`left join contact_consents ${alias} on ${alias}.user_id = contacts.user_id
        and ${alias}.contact_id = contacts.id and ${alias}.topic = ${one}`,
    ),
  );
  return sql`coalesce(${own}.state, ${news}.state, 'none')`;
}

function compareChoice(choice: SQL, operator: Operator, values: readonly Scalar[]): SQL {
  if (operator === "empty") return sql`${choice} in ('', 'UNKNOWN')`;
  // The index of countries and states has no lists.
  const [only] = values;
  return values.length === 1
    ? sql`${choice} = ${String(only)}::text`
    : sql`${choice} = any(${textArray(values)})`;
}
