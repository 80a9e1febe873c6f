/*
 * Which sending account a recipient's e-mail goes out through: `sender_index` in the ledger is its place among the batch's,
 * which are frozen at its start, so that places keep their meaning.
 */
import { type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { mailboxIn } from "../tables.ts";
import { type SenderShare, splitPoints } from "./sender-split.ts";

/**
 * Adds `kept` to people: the account that last sent to them, if it's among these, because they know it and
 * its conversations.
 */
function withPreviousSender(people: SQL, user_id: string, { ways, own }: SenderSplit): SQL {
  const last = sql.raw(mailboxIn("k", "l"));
  const known = sql`(${indexesOf(ways)})[array_position(${mailboxesOf(ways)}, ${last})]`;
  return sql`select p.*, ${ownOr(own, known)} as kept from (${people}) p
    left join lateral (select d.batch_id, d.sender_index from deliveries d where d.user_id = ${user_id}
      and d.contact_id = p.id and d.handed_over_at is not null
      order by d.handed_over_at desc, d.batch_id limit 1) l on true
    left join batches k on k.user_id = ${user_id} and k.id = l.batch_id`;
}

const indexesOf = (ways: readonly SenderShare[]) =>
  sql`${sql.param(ways.map(({ sender_index }) => sender_index))}::smallint[]`;
const mailboxesOf = (ways: readonly SenderShare[]) =>
  sql`${sql.param(ways.map(({ mailbox_id }) => mailbox_id))}::uuid[]`;

/** The sending accounts of a batch that can send, and how many recipients it has had before. */
export interface SenderSplit {
  ways: readonly SenderShare[];
  before: number;
  /** If people have a `variant`: each version's own sending account, by its index. */
  own?: readonly (number | null)[] | undefined;
}

/** The index of the own sending account of a person's version, if it has one. */
function ownOr(own: SenderSplit["own"], otherwise: SQL): SQL {
  if (!own?.some((index) => index !== null)) return otherwise;
  const indexes = sql`${sql.param(own.map((index) => index ?? NO_INDEX))}::smallint[]`;
  return sql`coalesce(nullif((${indexes})[p.variant + 1], ${NO_INDEX}::smallint), ${otherwise})`;
}

const NO_INDEX = -1;

/** Adds `sender_index` to people: the sending account of each. People who got e-mail from one before keep it. */
export function assignSenders(people: SQL, user_id: string, split: SenderSplit): SQL {
  if (split.ways.length < 2) return allThrough(people, split);
  return stratify(withPreviousSender(people, user_id, split), split);
}

const allThrough = (people: SQL, { ways: [only], own }: Pick<SenderSplit, "ways" | "own">) =>
  sql`select p.*, ${ownOr(own, sql`${only?.sender_index ?? 0}::smallint`)} as sender_index from (${people}) p`;

/**
 * Distributes the others in equal steps through the accounts' shares of the whole, so that each account gets
 * its share even of a few people. The assignment is pseudo-random, and the same each time.
 */
function stratify(people: SQL, { ways, before }: SenderSplit): SQL {
  const { ends, start } = splitPoints(ways, before);
  const alike = sql`partition by p.reason is null, p.kept is null`;
  return sql`select p.*, coalesce(p.kept, (${indexesOf(ways)})[1 + width_bucket(
      (row_number() over (${alike} order by md5(p.id::text)::uuid) - 1 + ${start}::float8) / count(*) over (${alike}),
      ${sql.param(ends)}::float8[])]) as sender_index from (${people}) p`;
}

/** Moves some of a sending account's waiting messages to others, and returns how many. Leased ones stay. */
export async function updateWaitingSenders(
  db: Db,
  { user_id, id, sender_index, rows }: { user_id: string; id: string; sender_index: number; rows: number },
  ways: readonly SenderShare[],
): Promise<number> {
  const people = sql`select contact_id as id, null::text as reason, null::smallint as kept from waiting`;
  const shared = ways.length < 2 ? allThrough(people, { ways }) : stratify(people, { ways, before: 0 });
  const moved = await rowsOf(
    db,
    sql`with waiting as (select contact_id from deliveries where user_id = ${user_id} and batch_id = ${id}::uuid
        and sender_index = ${sender_index}::smallint and state = 'pending' order by due_at limit ${rows}::int for update skip locked),
      shared as materialized (${shared})
      update deliveries d set sender_index = s.sender_index from shared s
      where d.user_id = ${user_id} and d.batch_id = ${id}::uuid and d.contact_id = s.id
        -- Before the table's first statistics, the join alone reads it for each of them.
        and d.contact_id = any(array(select contact_id from waiting)) returning 1`,
  );
  return moved.length;
}
