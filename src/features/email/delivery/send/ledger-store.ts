/*
 * The delivery ledger: a batch's recipients, and the state of each message. A message is leased, the lease
 * is committed, the attempt is committed as begun, the message is sent, and its outcome is committed. So a
 * process that ends at any moment leaves only messages that waited or the few that were being sent, which are
 * `uncertain`.
 */
import { type SQL, sql } from "drizzle-orm";
import { consentIn, emailHashIn } from "#src/features/audience/consent-records/tables.ts";
import type { MergeContact } from "#src/features/audience/contacts/rules.ts";
import { isSendingStopped } from "#src/features/email/sending-accounts/tables.ts";
import { type Db, rowsOf, runPrepared, type Statement } from "#src/platform/db/database.ts";
import type { BatchKey } from "../batch-store.ts";
import { type FailReason, LEASE_SECONDS } from "../rules.ts";
import { isLeaseOver, leaseEnd, STATE_AFTER_LEASE } from "./lease-store.ts";
import { isAssignedTo, viaIn } from "./sender-assignment-store.ts";

/** Identifies a worker's message: the batch's id and the contact's. */
export type MessageKey = Pick<LeasedRow, "batch_id" | "contact_id">;

export interface Lease {
  account: string;
  mailbox_id: string;
  worker: string;
  now: Date;
  rows: number;
}

export interface LeasedRow {
  batch_id: string;
  contact_id: string;
  host: string;
  refusals: number;
}

/**
 * Per batch, in the order of an index, because sorting all due messages takes a second for each batch of a
 * million.
 */
const LEASE: Statement = {
  name: "delivery_lease",
  text: `update deliveries d set state = 'leased', worker = $3::uuid, handing_since = null,
      leased_until = $4::timestamptz + make_interval(secs => ${LEASE_SECONDS})
    from (select w.user_id, w.batch_id, w.contact_id from batches k
      cross join lateral (select ${viaIn("k", "$2")} as via) own
      cross join lateral (select p.user_id, p.batch_id, p.contact_id, p.due_at from deliveries p
        where p.user_id = k.user_id and p.batch_id = k.id and p.via = own.via
          and p.state = 'pending' and p.due_at <= $4::timestamptz
        order by p.due_at limit $5::int for update skip locked) w
      where k.user_id = $1 and k.state = 'sending'
        and not ${isSendingStopped("$1")}
      order by w.due_at limit $5::int) due
    where d.user_id = due.user_id and d.batch_id = due.batch_id and d.contact_id = due.contact_id
    returning d.batch_id, d.contact_id, d.host, d.refusals`,
};

/**
 * Leases messages that are due through one sending account. No other worker gets them while the lease is
 * renewed.
 */
export function claimDeliveries(
  db: Db,
  { account, mailbox_id, worker, now, rows }: Lease,
): Promise<LeasedRow[]> {
  return runPrepared(db, LEASE, [account, mailbox_id, worker, now.toISOString(), rows]);
}

/** Renews a worker's leases. */
export async function updateLeaseExpiry(
  db: Db,
  { account, worker, now }: Pick<Lease, "account" | "worker" | "now">,
) {
  await db.execute(sql`update deliveries set leased_until = ${leaseEnd(now, LEASE_SECONDS)}
    where user_id = ${account} and state = 'leased' and worker = ${worker}::uuid`);
}

/** Releases leased messages whose attempt hasn't begun. */
export async function updateLeasesAsReleased(db: Db, { account, worker }: Pick<Lease, "account" | "worker">) {
  await db.execute(sql`update deliveries set state = 'pending', worker = null, leased_until = null
    where user_id = ${account} and state = 'leased' and worker = ${worker}::uuid and handing_since is null`);
}

/** Ends leases that nobody renews. */
export function updateLeasesAsExpired(db: Db, now: Date): Promise<void> {
  return updateLeasesAsOver(db, isLeaseOver(now, LEASE_SECONDS));
}

/** Releases messages whose receivers are throttled, each until its turn. */
export async function updateThrottledDueAt(
  db: Db,
  { account, worker }: Pick<Lease, "account" | "worker">,
  late: { batch_id: string; contact_id: string; due_at: string }[],
): Promise<void> {
  await db.execute(sql`update deliveries d set state = 'pending', worker = null, leased_until = null, due_at = l.due_at
    from json_to_recordset(${JSON.stringify(late)}::json) as l (batch_id uuid, contact_id uuid, due_at timestamptz)
    where d.user_id = ${account} and d.batch_id = l.batch_id and d.contact_id = l.contact_id
      and d.state = 'leased' and d.worker = ${worker}::uuid and d.handing_since is null`);
}

/** Ends the leases of all workers but these. */
export function updateOrphanLeasesAsExpired(db: Db, workers: string[]): Promise<void> {
  return updateLeasesAsOver(db, sql`not (worker = any(${sql.param(workers)}::uuid[]))`);
}

async function updateLeasesAsOver(db: Db, isOver: SQL): Promise<void> {
  await db.execute(sql`update deliveries set
      state = ${STATE_AFTER_LEASE}, leased_until = null,
      tried_at = handing_since
    where (user_id, batch_id, contact_id) in (select user_id, batch_id, contact_id from deliveries
      where state = 'leased' and ${isOver} for update skip locked)`);
}

/**
 * SQL that's true if a contact wants fewer e-mails and got one, or may have, too recently before `now`, which
 * is SQL. Attempts of other batchs that are in progress count, and so do messages to people who were
 * merged into the contact.
 */
export function receivedRecently(now: string): string {
  return `(c.mail_every_days is not null and exists (select 1 from deliveries l where l.user_id = c.user_id
    and l.contact_id = any(array(select m.id from contact_merges m where m.user_id = c.user_id and m.kept_id = c.id)
      || c.id) and (l.handed_over_at is not null or l.state = 'uncertain'
      or (l.state = 'leased' and l.handing_since is not null))
    and coalesce(l.handed_over_at, l.handing_since, l.tried_at)
      > ${now} - make_interval(days => c.mail_every_days)))`;
}

/**
 * The contacts of messages, as an array, because joins with the table read a whole account before its first
 * statistics.
 */
export function contactsIn(messages: string): string {
  return `array(select contact_id from json_to_recordset(${messages}::json) as a (contact_id uuid))`;
}

const FINISH = `update deliveries d set state = e.state, reason = e.reason, refusals = e.refusals,
      due_at = coalesce(e.due_at, d.due_at), provider_id = e.provider_id, outcome = e.outcome,
      tried_at = $4::timestamptz, worker = null, leased_until = null, handing_since = null,
      handed_over_at = case when e.state = 'handed_over' then $4::timestamptz end
    from json_to_recordset($6::json) as e (batch_id uuid, contact_id uuid, state text, reason text,
      refusals int, due_at timestamptz, provider_id text, outcome text)
    where d.user_id = $1 and d.batch_id = e.batch_id and d.contact_id = e.contact_id
      and d.contact_id = any(${contactsIn("$6")}) and d.state in ('leased', 'uncertain') and d.worker = $2::uuid and d.handing_since is not null`;

/**
 * One commit, so that the next message on a connection begins as the last one ends, and neither waits for the
 * other.
 */
const FINISH_AND_BEGIN: Statement = {
  name: "delivery_finish_and_begin",
  text: `with finished as (${FINISH}),
    asked as (select * from json_to_recordset($3::json) as a (batch_id uuid, contact_id uuid)),
    looked as materialized (
      select a.batch_id, a.contact_id, c.mail_every_days, json_build_object('id', c.id, 'email', c.email, 'name', c.name,
        'phone', c.phone, 'country', c.country, 'tags', c.tags, 'fields', c.fields) as contact, case
        when c.id is null then 'erased'
        when c.status not in ('new', 'confirmed') or exists (select 1 from suppressions s
          where s.user_id = $1 and s.email_hash = ${emailHashIn("c")}
            and (s.scope is null or s.scope = k.topic)) then 'suppressed'
        when ${consentIn("c", "k.topic")} is distinct from 'confirmed' then 'consent'
        when c.paused_until > $4::timestamptz then 'paused'
        when ${receivedRecently("$4::timestamptz")} then 'often'
        when $5::boolean or k.state <> 'sending'
          or ${isSendingStopped("$1")} then 'held'
        end as verdict
      from asked a
      join batches k on k.user_id = $1 and k.id = a.batch_id
      left join contacts c on c.user_id = $1 and c.id = a.contact_id),
    judged as materialized (
      select batch_id, contact_id, contact, case
        when verdict is null and mail_every_days is not null and row_number()
          over (partition by contact_id, verdict is null order by batch_id) > 1 then 'often'
        else verdict end as verdict
      from looked)
    update deliveries d set
      state = case when l.verdict is null then 'leased' when l.verdict = 'held' then 'pending' else 'skipped' end,
      reason = case when l.verdict in ('erased', 'suppressed', 'consent', 'paused', 'often') then l.verdict end,
      worker = case when l.verdict is null then d.worker end,
      handing_since = case when l.verdict is null then $4::timestamptz end
    from judged l
    where d.user_id = $1 and d.batch_id = l.batch_id and d.contact_id = l.contact_id
      and d.contact_id = any(${contactsIn("$3")}) and d.state = 'leased' and d.worker = $2::uuid and d.leased_until > $4::timestamptz
    returning d.batch_id, d.contact_id, l.verdict, l.contact`,
};

export interface LeaseOwner {
  account: string;
  worker: string;
  now: Date;
}

interface Beginning extends LeaseOwner {
  /** Set if sending is stopped on the whole instance. */
  isStopped: boolean;
}

export type Claimed = MessageKey & { contact: Omit<MergeContact, "first_name"> };

/** The result of an attempt. `pending` waits until `due_at`. */
export interface Outcome extends MessageKey {
  state: "handed_over" | "pending" | "bounced_soft" | "failed" | "uncertain";
  reason: FailReason | null;
  refusals: number;
  /** Null keeps the current one. */
  due_at: string | null;
  provider_id: string | null;
  outcome: string;
}

/**
 * Commits the outcomes of these messages and the start of others, and returns the ones that may be sent.
 * Recipients who have unsubscribed since the start are skipped; paused, canceled, or stopped messages wait
 * again. An outcome that arrives after its lease has expired still settles an uncertain message.
 */
export async function updateOutcomesAndClaim(
  db: Db,
  { account, worker, now, isStopped }: Beginning,
  { endings, messages }: { endings: Outcome[]; messages: MessageKey[] },
): Promise<Claimed[]> {
  const rows = await runPrepared<Claimed & { verdict: string | null }>(db, FINISH_AND_BEGIN, [
    account,
    worker,
    JSON.stringify(messages),
    now.toISOString(),
    isStopped,
    JSON.stringify(endings),
  ]);
  return rows.filter(({ verdict }) => verdict === null);
}

/** Holds back messages to a receiving host that keeps deferring them. */
export async function updateHostDueAt(
  db: Db,
  { account, mailbox_id, host, until }: { account: string; mailbox_id: string; host: string; until: string },
): Promise<void> {
  await db.execute(sql`update deliveries d set due_at = ${until}::timestamptz from batches k
    where k.user_id = ${account} and ${isAssignedTo("d", { user_id: account, mailbox_id })} and k.state = 'sending'
      and d.user_id = k.user_id and d.batch_id = k.id and d.state = 'pending' and d.host = ${host}
      and d.due_at < ${until}::timestamptz`);
}

/** Counts a batch's last messages that were permanently refused, immediately or by a bounce. */
export async function countRecentRefusals(
  db: Db,
  { user_id, id }: BatchKey,
  recent: number,
): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from (select state, reason from deliveries
        where user_id = ${user_id} and batch_id = ${id}::uuid and tried_at is not null
        order by tried_at desc limit ${recent}) last
      where state = 'bounced_hard' or (state in ('failed', 'bounced_soft') and reason in ('hard', 'policy'))`,
  );
  return Number(row?.count ?? 0);
}

/** The due time of held messages: never, until someone decides. */
export const HELD_UNTIL_DECIDED = "9999-01-01T00:00:00.000Z";

/**
 * Returns when a batch's next message through one of its sending accounts is due, or undefined if none
 * waits.
 */
export async function findNextDue(
  db: Db,
  { user_id, id, via }: BatchKey & { via: number },
): Promise<string | undefined> {
  const [row] = await rowsOf<{ due_at: Date | string | null }>(
    db,
    sql`select min(due_at) as due_at from deliveries where user_id = ${user_id} and batch_id = ${id}::uuid
      and via = ${via}::smallint and state = 'pending' and due_at < ${HELD_UNTIL_DECIDED}::timestamptz`,
  );
  return row?.due_at ? new Date(row.due_at).toISOString() : undefined;
}

/** True if none of a batch's messages waits, is held, or is being sent. */
export async function isDone(db: Db, { user_id, id }: BatchKey): Promise<boolean> {
  const is = (state: string) => sql`exists (select 1 from deliveries where user_id = ${user_id}
    and batch_id = ${id}::uuid and state = ${sql.raw(`'${state}'`)})`;
  const rows = await rowsOf(db, sql`select 1 where ${is("pending")} or ${is("leased")}`);
  return rows.length === 0;
}

/** Skips all waiting recipients of a canceled batch. */
export async function updateWaitingAsSkipped(db: Db, { user_id, id }: BatchKey): Promise<void> {
  await db.execute(sql`update deliveries set state = 'skipped', reason = 'canceled'
    where user_id = ${user_id} and batch_id = ${id}::uuid and state = 'pending'`);
}

/** Requeues failed messages, except to dead addresses. People may also requeue uncertain ones. */
export async function updateForRetry(
  db: Db,
  { user_id, id, state, now }: BatchKey & { state: "failed" | "uncertain"; now: string },
): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`update deliveries set state = 'pending', reason = null, refusals = 0, due_at = ${now}::timestamptz,
        worker = null, handing_since = null
      where user_id = ${user_id} and batch_id = ${id}::uuid and state = ${state}
        and reason is distinct from 'hard' returning 1`,
  );
  return rows.length;
}

/** Makes messages that wait because of a cap due again. */
export async function updateCappedAsDue(db: Db, account: string, now: string): Promise<void> {
  await db.execute(sql`update deliveries set due_at = ${now}::timestamptz, reason = null
    where user_id = ${account} and state = 'pending' and reason = 'capped'`);
}

/** Settles messages of a canceled batch that returned to waiting after its end. */
export async function updateCanceledAsSkipped(db: Db, since: string): Promise<void> {
  await db.execute(sql`update deliveries d set state = 'skipped', reason = 'canceled' from batches k
    where k.state = 'canceled' and k.ended_at > ${since}::timestamptz
      and d.user_id = k.user_id and d.batch_id = k.id and d.state = 'pending'`);
}

/** Returns when a batch's last message may have arrived, or when the last complaint about one did. */
export async function findLastSent(db: Db, { user_id, id }: BatchKey): Promise<string | undefined> {
  const [row] = await rowsOf<{ at: Date | string | null }>(
    db,
    sql`select max(greatest(handed_over_at, complained_at, case when state = 'uncertain' then tried_at end)) as at
      from deliveries where user_id = ${user_id} and batch_id = ${id}::uuid`,
  );
  return row?.at ? new Date(row.at).toISOString() : undefined;
}
