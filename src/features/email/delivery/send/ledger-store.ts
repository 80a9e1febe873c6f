/*
 * The delivery ledger: a batch's recipients, and the state of each message. `worker/message-store.ts` has what workers do
 * with them.
 */
import { sql } from "drizzle-orm";
import { consentIn, emailHashIn } from "#src/features/audience/consent-records/tables.ts";
import type { MergeContact } from "#src/features/audience/contacts/rules.ts";
import { isSendingStopped } from "#src/features/email/sending-accounts/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { BatchKey } from "../batch-store.ts";
import type { LeasedMessage } from "../ledger.ts";
import { HELD_UNTIL_DECIDED } from "../rules.ts";
import { isAssignedTo, type MessageTable, receivedRecently, senderIndexIn } from "../tables.ts";

/** Identifies a worker's message: the batch's id and the contact's. */
export interface MessageKey {
  batch_id: string;
  contact_id: string;
}
export type LeasedRow = MessageKey & LeasedMessage & { variant: number | null };
/** A message that begins, with its recipient as they are now. */
export type Claimed = MessageKey & { contact: Omit<MergeContact, "first_name"> };

export const DELIVERIES: MessageTable = {
  name: "deliveries",
  key: ["batch_id", "contact_id"],
  // Per batch, in the order of an index, because sorting all due messages takes a second for each batch of a million.
  due: `select w.user_id, w.batch_id, w.contact_id from batches k
      cross join lateral (select ${senderIndexIn("k", "$2")} as sender_index) own
      cross join lateral (select p.user_id, p.batch_id, p.contact_id, p.due_at from deliveries p
        where p.user_id = k.user_id and p.batch_id = k.id and p.sender_index = own.sender_index
          and p.state = 'pending' and p.due_at <= $4::timestamptz
        order by p.due_at limit $5::int for update skip locked) w
      where k.user_id = $1 and k.state = 'sending'
        and not ${isSendingStopped("$1")}
      order by w.due_at limit $5::int`,
  leased: "d.batch_id, d.contact_id, d.host, d.refusals, d.variant",
  judged: `looked as materialized (
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
      from looked)`,
  begun: "l.contact",
};

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

/**
 * Returns when a batch's next message through one of its sending accounts is due, or undefined if none
 * waits.
 */
export async function findNextDue(
  db: Db,
  { user_id, id, sender_index }: BatchKey & { sender_index: number },
): Promise<string | undefined> {
  const [row] = await rowsOf<{ due_at: Date | string | null }>(
    db,
    sql`select min(due_at) as due_at from deliveries where user_id = ${user_id} and batch_id = ${id}::uuid
      and sender_index = ${sender_index}::smallint and state = 'pending' and due_at < ${HELD_UNTIL_DECIDED}::timestamptz`,
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

/** Skips messages of some batches to some contacts, unless an attempt has begun. */
export async function updateWaitingToAsSkipped(
  db: Db,
  {
    user_id,
    batch_ids,
    contact_ids,
  }: { user_id: string; batch_ids: readonly string[]; contact_ids: readonly string[] },
): Promise<void> {
  await db.execute(sql`update deliveries set state = 'skipped', reason = 'canceled', worker = null, leased_until = null
    where user_id = ${user_id} and batch_id = any(${sql.param([...batch_ids])}::uuid[])
      and contact_id = any(${sql.param([...contact_ids])}::uuid[])
      and (state = 'pending' or (state = 'leased' and attempt_started_at is null))`);
}

/** Requeues failed messages, except to dead addresses. People may also requeue uncertain ones. */
export async function updateForRetry(
  db: Db,
  { user_id, id, state, now }: BatchKey & { state: "failed" | "uncertain"; now: string },
): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`update deliveries set state = 'pending', reason = null, refusals = 0, due_at = ${now}::timestamptz,
        worker = null, attempt_started_at = null
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
