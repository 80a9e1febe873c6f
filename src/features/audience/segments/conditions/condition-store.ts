/*
 * SQL for the contacts that a condition is true for. Each test of events is one join with their counts, because
 * that stays one pass over contacts and events wherever the test stands in a condition.
 */
import { type SQL, sql } from "drizzle-orm";
import { addDays } from "#src/lib/time.ts";
import type { EventSource } from "../tables.ts";
import { findAttribute } from "./attribute-rules.ts";
import { type AddJoin, matchesAttribute } from "./attribute-store.ts";
import type { Catalog } from "./catalog-rules.ts";
import { conditionProblems } from "./check-rules.ts";
import { type Condition, type EventTest, isGroup, partsOf } from "./condition-rules.ts";
import { isSmall } from "./size-rules.ts";

/** What a condition is evaluated with. */
export interface Evaluation {
  account: string;
  catalog: Catalog;
  sources: readonly EventSource[];
  /** Of dynamic segments: their conditions, by id. Null for segments with members of their own. */
  segments: ReadonlyMap<string, Condition | null>;
  /** ISO 4217: purchases in other currencies aren't added up. */
  currency: string;
  now: string;
  /** True if contacts were merged: what happened before that is under other ids. */
  hasMerges: boolean;
  /** Only these contacts. */
  contactIds?: readonly string[] | undefined;
}

/** The `contacts` that a condition is true for. One that names what's gone is true for nobody. */
export function selectMatching(condition: Condition, evaluation: Evaluation, columns = sql`contacts.*`): SQL {
  const { account, contactIds } = evaluation;
  const { where, joins } = compileWhole(condition, evaluation);
  const isOne = contactIds ? sql` and contacts.id = any(${uuids(contactIds)})` : sql``;
  return sql`select ${columns} from contacts ${sql.join(joins, sql` `)} where contacts.user_id = ${account}${isOne} and ${where}`;
}

/**
 * The condition as part of another statement's `where`, so that this one's indexes find and sort the contacts.
 * Undefined if it needs joins.
 */
export function predicateOf(condition: Condition, evaluation: Evaluation): SQL | undefined {
  const { where, joins } = compileWhole(condition, evaluation);
  return joins.length === 0 && evaluation.contactIds === undefined ? where : undefined;
}

function compileWhole(condition: Condition, evaluation: Evaluation): { where: SQL; joins: SQL[] } {
  const joins: SQL[] = [];
  // One that grew by an edit of a segment in it must not keep the process and the database busy.
  if (!isSmall(condition, (id) => evaluation.segments.get(id))) return { where: sql`false`, joins };
  const where = compile(condition, { ...evaluation, addJoin: joiner(joins), inside: [], isRequired: true });
  return { where, joins };
}

const uuids = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`;

function joiner(joins: SQL[]): AddJoin {
  const aliases = new Map<string, SQL>();
  return (key, join) => {
    const known = aliases.get(key);
    if (known) return known;
    const alias = sql.raw(`j${aliases.size}`);
    aliases.set(key, alias);
    joins.push(join(alias));
    return alias;
  };
}

interface Compiling extends Evaluation {
  addJoin: AddJoin;
  /** The segments that the part is in, from the outermost one on. */
  inside: readonly string[];
  /** True if nobody matches because the part isn't true, so that it may be unknown instead. */
  isRequired: boolean;
}

function compile(condition: Condition, compiling: Compiling): SQL {
  if (conditionProblems(condition, compiling.catalog).length > 0) return sql`false`;
  return compileValid(condition, compiling);
}

function compileValid(condition: Condition, compiling: Compiling): SQL {
  if (isGroup(condition)) {
    const { join, parts } = partsOf(condition);
    if (parts.length === 0) return sql`true`;
    const within = { ...compiling, isRequired: compiling.isRequired && join !== "none" };
    const joined = sql.join(
      parts.map((part) => compileValid(part, within)),
      join === "all" ? sql` and ` : sql` or `,
    );
    return join === "none" ? sql`not (${joined})` : sql`(${joined})`;
  }
  if ("segment_id" in condition) return isMember(condition.segment_id, compiling);
  if ("event" in condition) return hasEvents(condition, compiling);
  const attribute = findAttribute(compiling.catalog, condition.attribute);
  if (!attribute) return sql`false`;
  const { now, addJoin, isRequired } = compiling;
  return sql`(${matchesAttribute({ attribute, test: condition, now, isRequired, addJoin })})`;
}

function isMember(id: string, compiling: Compiling): SQL {
  const { segments, inside, addJoin, account } = compiling;
  const condition = segments.get(id);
  if (condition === undefined || inside.includes(id)) return sql`false`;
  if (condition !== null) return compile(condition, { ...compiling, inside: [...inside, id] });
  const members = addJoin(
    `segment ${id}`,
    (alias) => sql`left join segment_members ${alias} on ${alias}.user_id = ${account}
      and ${alias}.segment_id = ${id}::uuid and ${alias}.contact_id = contacts.id`,
  );
  return sql`(${members}.contact_id is not null)`;
}

function hasEvents(test: EventTest, compiling: Compiling): SQL {
  const { at_least, at_most, amount } = test;
  const counts = compiling.addJoin(
    JSON.stringify([
      "event",
      { ...test, at_least: undefined, at_most: undefined, amount: amount !== undefined },
    ]),
    (alias) => sql`left join (${countEvents(test, compiling)}) ${alias} on ${alias}.contact_id = contacts.id`,
  );
  // Where it isn't negated, a comparison that's unknown for others lets the database read only those with events.
  const orNone = (sum: SQL) => (compiling.isRequired ? sum : sql`coalesce(${sum}, 0)`);
  const count =
    at_least === undefined && at_most !== undefined
      ? sql`coalesce(${counts}.count, 0)`
      : orNone(sql`${counts}.count`);
  if (amount !== undefined) {
    const isEnough = sql`${orNone(sql`${counts}.amount`)} >= ${String(amount * unitsOf(compiling.currency))}::numeric`;
    return at_least === undefined ? sql`(${isEnough})` : sql`(${isEnough} and ${count} >= ${at_least})`;
  }
  if (at_most === undefined) return sql`(${count} >= ${at_least ?? 1})`;
  return sql`(${count} between ${at_least ?? 0} and ${at_most})`;
}

/** How many of a currency's smallest units are one. */
function unitsOf(currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  return 10 ** maximumFractionDigits;
}

function sinceOf({ days, from }: EventTest, now: string): string | null {
  if (days !== undefined) return addDays(now, -days);
  return from === undefined ? null : addDays(from, 0);
}

/** What happened to somebody before they were merged into a contact happened to the contact. */
function countEvents(
  test: EventTest,
  { account, sources, now, contactIds, currency, hasMerges }: Compiling,
): SQL {
  const ids = contactIds
    ? sql`array(select unnest(${uuids(contactIds)}) union all select m.id from contact_merges m
        where m.user_id = ${account} and m.kept_id = any(${uuids(contactIds)}))`
    : null;
  const since = sinceOf(test, now);
  const own = sources.filter(({ event }) => event === test.event);
  const rows = sql.join(
    own.map(({ rows }) => rows({ account, test, since, contactIds: ids })),
    sql` union all `,
  );
  const sums =
    test.amount === undefined
      ? sql``
      : sql`, sum(e.amount) filter (where e.currency = ${currency}) as amount`;
  const until = test.to === undefined ? sql`` : sql` where e.at < ${addDays(test.to, 1)}::timestamptz`;
  if (!hasMerges)
    return sql`select e.contact_id, count(*) as count${sums} from (${rows}) e${until} group by e.contact_id`;
  return sql`select coalesce(m.kept_id, e.contact_id) as contact_id, count(*) as count${sums}
    from (${rows}) e left join contact_merges m on m.user_id = ${account} and m.id = e.contact_id${until} group by 1`;
}
