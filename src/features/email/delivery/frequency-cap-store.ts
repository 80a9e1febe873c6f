import { eq } from "drizzle-orm";
import { type Db, runPrepared, type Statement } from "#src/platform/db/database.ts";
import type { MessageKey } from "./send/ledger-store.ts";
import { mailCaps } from "./tables.ts";
import { keysIn } from "./worker/message-store.ts";

export type MailCap = Omit<typeof mailCaps.$inferSelect, "user_id">;

export async function findMailCap(db: Db, account: string): Promise<MailCap> {
  const { per_day, per_week } = mailCaps;
  const [row] = await db.select({ per_day, per_week }).from(mailCaps).where(eq(mailCaps.user_id, account));
  return row ?? { per_day: null, per_week: null };
}

export async function upsertMailCap(db: Db, account: string, cap: MailCap): Promise<void> {
  await db
    .insert(mailCaps)
    .values({ user_id: account, ...cap })
    .onConflictDoUpdate({ target: mailCaps.user_id, set: cap });
}

const HOLD_CONTACTS: Statement = {
  name: "delivery_hold_contacts",
  text: `select 1 from contacts where user_id = $1
    and id = any(${keysIn("contact_id", "$2")})
    order by id for no key update`,
};

const WANT_FEWER: Statement = {
  name: "delivery_want_fewer",
  text: `select 1 from contacts where user_id = $1 and mail_every_days is not null
    and id = any(${keysIn("contact_id", "$2")}) limit 1`,
};

/** True if any of these goes to someone who wants fewer e-mails. */
export async function hasFrequencyLimit(db: Db, account: string, messages: MessageKey[]): Promise<boolean> {
  return (await runPrepared(db, WANT_FEWER, [account, JSON.stringify(messages)])).length > 0;
}

/**
 * Locks the contacts until the transaction ends, so that simultaneous messages to them through another
 * sending account count.
 */
export async function lockContacts(db: Db, account: string, messages: MessageKey[]): Promise<void> {
  await runPrepared(db, HOLD_CONTACTS, [account, JSON.stringify(messages)]);
}

/**
 * `times` are when a contact got other e-mail, or may have, the last one first; `nth` counts what goes to them
 * along with this. Messages that must follow other e-mail come last.
 */
const HOLD_BACK: Statement = {
  name: "delivery_hold_back",
  text: `with asked as (
      select a.batch_id, a.contact_id, k.rest_hours,
        row_number() over (partition by a.contact_id order by k.rest_hours is not null, a.batch_id)::int - 1 as nth
      from json_to_recordset($3::json) as a (batch_id uuid, contact_id uuid)
      join batches k on k.user_id = $1 and k.id = a.batch_id),
    known as (
      select a.*, (select array_agg(m.at order by m.at desc)
        from (select coalesce(p.handed_over_at, p.attempt_started_at, p.tried_at) as at from deliveries p
          where p.user_id = $1 and p.contact_id = a.contact_id and p.batch_id <> a.batch_id
            and (p.handed_over_at is not null or p.state = 'uncertain'
              or (p.state = 'leased' and p.attempt_started_at is not null))) m
        where m.at > $4::timestamptz - interval '7 days') as times
      from asked a),
    judged as (
      select batch_id, contact_id, rest_hours is not null and (nth > 0
          or times[1] > $4::timestamptz - make_interval(hours => rest_hours)) as is_recent,
        greatest(
          case when nth >= $5::int then $4::timestamptz + interval '1 day'
            when times[$5::int - nth] > $4::timestamptz - interval '1 day' then times[$5::int - nth] + interval '1 day' end,
          case when nth >= $6::int then $4::timestamptz + interval '7 days'
            else times[$6::int - nth] + interval '7 days' end) as until
      from known)
    update deliveries d set worker = null, leased_until = null,
      state = case when j.is_recent then 'skipped' else 'pending' end,
      reason = case when j.is_recent then 'recent' else 'capped' end,
      due_at = case when j.is_recent then d.due_at else j.until end
    from judged j
    where (j.is_recent or j.until is not null) and d.user_id = $1 and d.batch_id = j.batch_id
      and d.contact_id = j.contact_id and d.state = 'leased' and d.worker = $2::uuid and d.attempt_started_at is null`,
};

/**
 * Defers messages over a contact's cap, and skips contacts who got e-mail too recently for a batch that asks
 * for a gap. The caller has to lock the contacts.
 */
export async function updateCappedAsDeferred(
  db: Db,
  { account, worker, now, cap }: { account: string; worker: string; now: Date; cap: MailCap },
  messages: MessageKey[],
): Promise<void> {
  const { per_day, per_week } = cap;
  const asked = JSON.stringify(messages);
  await runPrepared(db, HOLD_BACK, [account, worker, asked, now.toISOString(), per_day, per_week]);
}
