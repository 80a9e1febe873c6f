/*
 * What workers do with messages, in any `MessageTable`. A message is leased, the lease is committed, the attempt is
 * committed as begun, the message is sent, and its outcome is committed. So a process that ends at any moment leaves only
 * messages that waited or the few that were being sent, which are `uncertain`.
 */
import { type SQL, sql } from "drizzle-orm";
import { type Db, runPrepared, type Statement } from "#src/platform/db/database.ts";
import type { Begun } from "../ledger.ts";
import { LEASE_SECONDS, type Outcome } from "../rules.ts";
import type { MessageTable } from "../tables.ts";

export interface LeaseOwner {
  account: string;
  worker: string;
  now: Date;
}

const typed = ({ key }: MessageTable) => key.map((column) => `${column} uuid`).join(", ");
const isSame = ({ key }: MessageTable, one: string, other: string) =>
  key.map((column) => `${one}.${column} = ${other}.${column}`).join(" and ");

/** What a message says is deleted once it can't go out anymore. */
const emptied = ({ content }: MessageTable, state: string) =>
  content === undefined
    ? ""
    : `, ${content} = case when (${state}) in ('pending', 'leased') then d.${content} end`;

const keyIn = ({ key }: MessageTable, row: object) =>
  Object.fromEntries(key.map((column) => [column, (row as Record<string, unknown>)[column]]));

/**
 * Keeps the planner to the index, because joins with the table read a whole account before its first statistics.
 */
export function keysIn(column: string, messages: string): string {
  return `array(select ${column} from json_to_recordset(${messages}::json) as a (${column} uuid))`;
}
const isAmong = ({ key }: MessageTable, messages: string) =>
  `d.${key.at(-1)} = any(${keysIn(String(key.at(-1)), messages)})`;

/** $1 account, $2 sending account, $3 worker, $4 now, $5 rows. */
const claimText = (table: MessageTable) => `update ${table.name} d set state = 'leased', worker = $3::uuid,
      attempt_started_at = null, leased_until = $4::timestamptz + make_interval(secs => ${LEASE_SECONDS})
    from (${table.due}) due
    where d.user_id = due.user_id and ${isSame(table, "d", "due")}
    returning ${table.leased}`;

const finishText = (table: MessageTable) => {
  const { state = "e.state", reason = "e.reason", outcome = "e.outcome" } = table.ended ?? {};
  return `update ${table.name} d set state = ${state}, reason = ${reason}, refusals = e.refusals,
      due_at = coalesce(e.due_at, d.due_at), provider_id = e.provider_id, outcome = ${outcome},
      tried_at = $4::timestamptz, worker = null, leased_until = null, attempt_started_at = null,
      handed_over_at = case when e.state = 'handed_over' then $4::timestamptz end${emptied(table, state)}
    from json_to_recordset($6::json) as e (${typed(table)}, state text, reason text,
      refusals int, due_at timestamptz, provider_id text, outcome text)
    where d.user_id = $1 and ${isSame(table, "d", "e")} and ${isAmong(table, "$6")}
      and d.state in ('leased', 'uncertain') and d.worker = $2::uuid and d.attempt_started_at is not null`;
};

/**
 * One commit, so that the next message on a connection begins as the last one ends, and neither waits for the
 * other. $1 account, $2 worker, $3 messages that begin, $4 now, $5 whether the instance is stopped, $6 outcomes.
 */
const commitText = (table: MessageTable) => {
  const state =
    "case when l.verdict is null then 'leased' when l.verdict = 'held' then 'pending' else 'skipped' end";
  return `with finished as (${finishText(table)}),
    asked as (select * from json_to_recordset($3::json) as a (${typed(table)})),
    ${table.judged}
    update ${table.name} d set state = ${state}, reason = nullif(l.verdict, 'held'),
      worker = case when l.verdict is null then d.worker end,
      attempt_started_at = case when l.verdict is null then $4::timestamptz end${emptied(table, state)}
    from judged l
    where d.user_id = $1 and ${isSame(table, "d", "l")} and ${isAmong(table, "$3")}
      and d.state = 'leased' and d.worker = $2::uuid and d.leased_until > $4::timestamptz
    returning ${table.key.map((column) => `d.${column}`).join(", ")}, l.verdict${table.begun ? `, ${table.begun}` : ""}`;
};

const statements = new WeakMap<MessageTable, Record<"claim" | "commit", Statement>>();

function statementsOf(table: MessageTable): Record<"claim" | "commit", Statement> {
  const known = statements.get(table);
  if (known) return known;
  const made = {
    claim: { name: `${table.name}_claim`, text: claimText(table) },
    commit: { name: `${table.name}_commit`, text: commitText(table) },
  };
  statements.set(table, made);
  return made;
}

/**
 * Leases messages that are due through one sending account. No other worker gets them while the lease is
 * renewed.
 */
export function claimMessages<Row>(
  db: Db,
  table: MessageTable,
  { account, mailbox_id, worker, now, rows }: LeaseOwner & { mailbox_id: string; rows: number },
): Promise<Row[]> {
  return runPrepared(db, statementsOf(table).claim, [account, mailbox_id, worker, now.toISOString(), rows]);
}

interface Commit<Row> extends LeaseOwner {
  /** Set if sending is stopped on the whole instance. */
  isStopped: boolean;
  endings: { row: Row; outcome: Outcome }[];
  messages: Row[];
}

/**
 * Commits the outcomes of some messages and the start of others, and returns the ones that may be sent. Those
 * whose recipients mustn't get them anymore are skipped; paused, canceled, or stopped ones wait again. An
 * outcome that arrives after its lease has expired still settles an uncertain message.
 */
export async function updateOutcomesAndClaim<Row extends object>(
  db: Db,
  table: MessageTable,
  { account, worker, now, isStopped, endings, messages }: Commit<Row>,
): Promise<Map<Row, Begun>> {
  const named = (row: object) => Object.values(keyIn(table, row)).join(" ");
  const rows = await runPrepared<Begun & { verdict: string | null }>(db, statementsOf(table).commit, [
    account,
    worker,
    JSON.stringify(messages.map((row) => keyIn(table, row))),
    now.toISOString(),
    isStopped,
    JSON.stringify(endings.map(({ row, outcome }) => ({ ...keyIn(table, row), ...outcome }))),
  ]);
  const begun = new Map(rows.map((row) => [named(row), row]));
  return new Map(
    messages.flatMap((row) => {
      const one = begun.get(named(row));
      return one?.verdict === null ? [[row, one] as const] : [];
    }),
  );
}

const tableOf = ({ name }: MessageTable) => sql.raw(name);
const leaseEnd = (now: Date) =>
  sql`${now.toISOString()}::timestamptz + make_interval(secs => ${LEASE_SECONDS})`;

/** Renews a worker's leases. */
export async function updateLeaseExpiry(
  db: Db,
  table: MessageTable,
  { account, worker, now }: LeaseOwner,
): Promise<void> {
  await db.execute(sql`update ${tableOf(table)} set leased_until = ${leaseEnd(now)}
    where user_id = ${account} and state = 'leased' and worker = ${worker}::uuid`);
}

type Held = Pick<LeaseOwner, "account" | "worker">;

/** Releases leased messages whose attempt hasn't begun. */
export async function updateLeasesAsReleased(
  db: Db,
  table: MessageTable,
  { account, worker }: Held,
): Promise<void> {
  await db.execute(sql`update ${tableOf(table)} set state = 'pending', worker = null, leased_until = null
    where user_id = ${account} and state = 'leased' and worker = ${worker}::uuid and attempt_started_at is null`);
}

/** Releases messages whose time comes later, each until its turn. What's said about one is shown meanwhile. */
export async function updateDueAt(
  db: Db,
  table: MessageTable,
  { account, worker, late }: Held & { late: readonly { row: object; due_at: string; outcome?: string }[] },
): Promise<void> {
  if (late.length === 0) return;
  const turns = late.map(({ row, ...turn }) => ({ ...keyIn(table, row), ...turn }));
  await db.execute(sql`update ${tableOf(table)} d set state = 'pending', worker = null, leased_until = null,
      due_at = l.due_at, outcome = coalesce(l.outcome, d.outcome)
    from json_to_recordset(${JSON.stringify(turns)}::json) as l (${sql.raw(typed(table))}, due_at timestamptz, outcome text)
    where d.user_id = ${account} and ${sql.raw(isSame(table, "d", "l"))}
      and d.state = 'leased' and d.worker = ${worker}::uuid and d.attempt_started_at is null`);
}

/** Ends leases that nobody renews. A clock that jumped back has left leases that end later than any lease could. */
export function updateLeasesAsExpired(db: Db, table: MessageTable, now: Date): Promise<void> {
  const latest = sql`${now.toISOString()}::timestamptz + make_interval(secs => ${2 * LEASE_SECONDS})`;
  return updateLeasesAsOver(
    db,
    table,
    sql`(leased_until < ${now.toISOString()}::timestamptz or leased_until > ${latest})`,
  );
}

/** Ends the leases of all workers but these. */
export function updateOrphanLeasesAsExpired(db: Db, table: MessageTable, workers: string[]): Promise<void> {
  return updateLeasesAsOver(db, table, sql`not (worker = any(${sql.param(workers)}::uuid[]))`);
}

/** What may have been sent is uncertain, and the rest waits again. */
async function updateLeasesAsOver(db: Db, table: MessageTable, isOver: SQL): Promise<void> {
  const state = "case when d.attempt_started_at is null then 'pending' else 'uncertain' end";
  const key = sql.raw(["user_id", ...table.key].join(", "));
  await db.execute(sql`update ${tableOf(table)} d set state = ${sql.raw(state)}, leased_until = null,
      tried_at = d.attempt_started_at${sql.raw(emptied(table, state))}
    where (${key}) in (select ${key} from ${tableOf(table)} where state = 'leased' and ${isOver} for update skip locked)`);
}
