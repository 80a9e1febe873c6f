import { and, desc, type SQL, sql } from "drizzle-orm";
import { user, userText } from "#src/features/identity/accounts/tables.ts";
import type { EventActor } from "#src/lib/event.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import {
  isPartOf,
  type Key,
  type ListShape,
  type PageParts,
  readPage,
  readPages,
  sortBy,
} from "#src/platform/db/list.ts";
import { events } from "#src/platform/tables.ts";

export interface LogSearch {
  /** Ids of those who did it, of whose accounts it's about, and of what it's about. Undefined for all. */
  by?: readonly string[] | undefined;
  accounts?: readonly string[] | undefined;
  subject?: string | undefined;
  names?: readonly string[] | undefined;
  /** A kind of actor. */
  type?: string | undefined;
  /** A staff key's id. */
  key?: string | undefined;
  /** Ids of the first event and of the first one after the last. */
  from?: string | undefined;
  until?: string | undefined;
}

const LIST: ListShape<"newest"> = {
  // Ids are in chronological order.
  sorts: { newest: sortBy(events.id) },
  tie: [],
  usual: { sort: "newest", order: "desc" },
};

const textOf = (field: "id" | "type" | "key") => sql.raw(`events.actor->>'${field}'`);
/**
 * better-auth handles signing in and up before there's an actor. Its events about a person count as that person's.
 */
const IS_SIGN_IN = "events.actor->>'job' = 'process' and events.name <> 'account.banned'";
const ACTOR_ID = sql.raw(`coalesce(events.actor->>'id', case when ${IS_SIGN_IN} then events.subject end)`);

const isOneOf = (what: SQL, values: readonly string[]) =>
  sql`${what} = any(${sql.param([...values])}::text[])`;

/**
 * The conditions of which each has an index by id, one for each value. What matches is looked for with the one that's
 * likely to match least, value by value, because that's in the order of ids already.
 */
function branchesOf({ by, accounts, subject, names, type, key }: LogSearch): SQL[] {
  if (by)
    return by.flatMap((id) => [
      sql`${textOf("id")} = ${id}`,
      sql`events.subject = ${id} and ${sql.raw(IS_SIGN_IN)}`,
    ]);
  const about = [
    ...(accounts ?? []).map((id) => sql`events.account = ${id}`),
    ...(subject === undefined ? [] : [sql`events.subject = ${subject}`]),
  ];
  if (accounts) return about;
  if (key !== undefined || type === "staff" || type === "api-key")
    return [
      sql`${textOf("type")} = ${key === undefined ? type : "staff"} and ${textOf("type")} in ('staff', 'api-key')`,
    ];
  if (names) return names.map((name) => sql`events.name = ${name}`);
  return [sql`true`];
}

function matching({ by, accounts, subject, names, type, key, from, until }: LogSearch): SQL {
  const about =
    accounts &&
    sql`(${isOneOf(sql`events.account`, accounts)}${subject === undefined ? sql`` : sql` or events.subject = ${subject}`})`;
  return sql.join(
    [
      // Visitors' actions are in the figures and among the leads.
      sql`${textOf("type")} <> 'visitor'`,
      ...(by ? [isOneOf(ACTOR_ID, by)] : []),
      ...(about ? [about] : []),
      ...(names ? [isOneOf(sql`events.name`, names)] : []),
      ...(type === undefined ? [] : [sql`${textOf("type")} = ${type}`]),
      ...(key === undefined ? [] : [sql`${textOf("key")} = ${key}`]),
      ...(from === undefined ? [] : [sql`events.id >= ${from}`]),
      ...(until === undefined ? [] : [sql`events.id < ${until}`]),
    ],
    sql` and `,
  );
}

export interface LogRow {
  id: string;
  account: string;
  name: string;
  actor: EventActor;
  subject: string;
  time: string;
  payload: Record<string, unknown>;
  /** Who did it, also where the event names nobody. */
  by: string | null;
  actor_name: string | null;
  actor_email: string | null;
  account_name: string | null;
  account_email: string | null;
  /** The name of the staff key that they acted through. */
  key_name: string | null;
  position: number | null;
  key: Key;
}

function entries(db: Db, search: LogSearch, { after, limit }: PageParts): Promise<LogRow[]> {
  const where = sql`${matching(search)}${after ? sql` and ${after}` : sql``}`;
  const parts = branchesOf(search).map(
    (branch) =>
      sql`(select events.*, ${ACTOR_ID} as by from events where ${branch} and ${where} order by events.id desc limit ${limit})`,
  );
  if (parts.length === 0) return Promise.resolve([]);
  return rowsOf<LogRow>(
    db,
    sql`select e.id, e.account, e.name, e.actor, e.subject, e.payload,
        to_char(e.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time,
        e.by, a.name as actor_name, a.email as actor_email, o.name as account_name, o.email as account_email, k.name as key_name,
        (select min(s.position)::float8 from event_seals s where s.event_id = e.id and s.kind = 'event') as position,
        json_build_array(e.id::text) as key
      from (select distinct on (id) * from (${sql.join(parts, sql` union all `)}) found order by id desc limit ${limit}) e
        left join users a on a.id = e.by left join users o on o.id = e.account
        left join staff_keys k on k.id = (e.actor->>'key')::uuid
      order by e.id desc`,
  );
}

export function listLog(
  db: Db,
  search: LogSearch,
  { cursor, rows }: { cursor: string | undefined; rows: number },
) {
  return readPage({ shape: LIST, request: { cursor }, rows }, (parts) => entries(db, search, parts));
}

/** `reader` takes turns with the exports of others. */
export function listLogBatches(
  db: Db,
  search: LogSearch,
  { rows, reader }: { rows: number; reader: string },
) {
  return readPages({ shape: LIST, rows, account: reader }, (parts) => entries(db, search, parts));
}

const PEOPLE_MAX = 20;

/** Accounts that these words are part of. */
export async function listPeopleCalled(db: Db, words: string): Promise<string[]> {
  const rows = await db
    .select({ id: user.id })
    .from(user)
    .where(and(isPartOf(userText(user), words)))
    .orderBy(desc(user.createdAt))
    .limit(PEOPLE_MAX);
  return rows.map(({ id }) => id);
}
