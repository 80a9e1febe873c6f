import { sql } from "drizzle-orm";
import { contacts, contactText } from "#src/features/audience/contacts/tables.ts";
import { mailboxIn } from "#src/features/email/delivery/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { isPartOf } from "#src/platform/db/list.ts";
import type { EmailAccount, FoundMessage, Receiver, Suppression } from "./contract.ts";
import { type AccountSort, ROWS_MAX } from "./rules.ts";

const time = (at: Date) => sql`${at.toISOString()}::timestamptz`;
/** SQL for an ISO time in UTC, or null. */
const iso = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const FIGURES = sql.raw(
  `coalesce(sum(r.sent), 0)::float8 as sent, coalesce(sum(r.refused), 0)::float8 as refused,
    coalesce(sum(r.returned), 0)::float8 as returned, coalesce(sum(r.bounced_hard + r.bounced_soft), 0)::float8 as bounced,
    coalesce(sum(r.complained), 0)::float8 as complained`,
);

/** The sums of what was sent since, in all accounts. */
const sentSince = (since: Date) => sql`mail_rollups r where r.kind = 'sent' and r.at >= ${time(since)}`;

/** What waits in batches that are going out. */
const WAITING = sql.raw(
  `deliveries d join batches b on b.user_id = d.user_id and b.id = d.batch_id and b.state = 'sending' where d.state = 'pending'`,
);
const QUEUE = sql`count(*)::float8 as waiting, (count(*) filter (where d.refusals > 0))::float8 as deferred,
  ${iso("min(d.due_at)")} as oldest_at`;

interface Totals {
  sent: number;
  refused: number;
  returned: number;
  bounced: number;
  complained: number;
}

export async function findTotals(db: Db, since: Date): Promise<Totals> {
  const [row] = await rowsOf<Totals>(db, sql`select ${FIGURES} from ${sentSince(since)}`);
  return row ?? { sent: 0, refused: 0, returned: 0, bounced: 0, complained: 0 };
}

interface Queue {
  waiting: number;
  deferred: number;
  oldest_at: string | null;
  in_progress: number;
  uncertain: number;
  programs: number;
  programs_oldest_at: string | null;
  instance: number;
  instance_failed: number;
  instance_oldest_at: string | null;
  first_campaigns: number;
}

/** What waits to go out, everywhere. */
export async function findQueue(db: Db): Promise<Queue | undefined> {
  const [row] = await rowsOf<Queue>(
    db,
    sql`select q.*,
      (select count(*)::float8 from deliveries where state = 'leased') as in_progress,
      (select count(*)::float8 from deliveries where state = 'uncertain') as uncertain,
      p.waiting as programs, p.oldest_at as programs_oldest_at,
      m.waiting as instance, m.failed as instance_failed, m.oldest_at as instance_oldest_at,
      (select count(*)::float8 from first_campaigns where review = 'waiting') as first_campaigns
      from (select ${QUEUE} from ${WAITING}) as q,
      (select count(*)::float8 as waiting, ${iso("min(due_at)")} as oldest_at from transactional_mails where state = 'pending') as p,
      (select (count(*) filter (where state in ('queued', 'sending')))::float8 as waiting,
        (count(*) filter (where state = 'failed'))::float8 as failed,
        ${iso("min(created_at) filter (where state in ('queued', 'sending'))")} as oldest_at from mails) as m`,
  );
  return row;
}

/** The accounts that send most, whose e-mail comes back most, or has most waiting. */
export function listAccounts(
  db: Db,
  { since, sort }: { since: Date; sort: AccountSort },
): Promise<EmailAccount[]> {
  return rowsOf(
    db,
    sql`with sums as (select r.user_id, ${FIGURES} from ${sentSince(since)} group by 1),
        queues as (select d.user_id, ${QUEUE} from ${WAITING} group by 1),
        known as (select user_id from sums union select user_id from queues
          union select user_id from sending_stops where by_staff)
      select u.id, u.name, u.email, coalesce(s.sent, 0)::float8 as sent, coalesce(s.refused, 0)::float8 as refused,
        coalesce(s.returned, 0)::float8 as returned, coalesce(s.bounced, 0)::float8 as bounced,
        coalesce(s.complained, 0)::float8 as complained, coalesce(q.waiting, 0)::float8 as waiting,
        coalesce(q.deferred, 0)::float8 as deferred, q.oldest_at, t.staff_reason as stopped
      from known k join users u on u.id = k.user_id
      left join sums s on s.user_id = k.user_id
      left join queues q on q.user_id = k.user_id
      left join sending_stops t on t.user_id = k.user_id and t.by_staff
      order by coalesce(${sql.raw(sort === "waiting" ? "q.waiting" : `s.${sort}`)}, 0) desc, s.sent desc nulls last, u.id
      limit ${ROWS_MAX}`,
  );
}

/** Receiving hosts by how much goes to them. */
export function listReceivers(db: Db, since: Date): Promise<Receiver[]> {
  return rowsOf(
    db,
    sql`with sums as (select r.host, ${FIGURES}, count(distinct r.user_id)::float8 as accounts from ${sentSince(since)} group by 1),
        queues as (select d.host, ${QUEUE} from ${WAITING} group by 1)
      select host, coalesce(s.sent, 0)::float8 as sent, coalesce(s.refused, 0)::float8 as refused,
        coalesce(s.returned, 0)::float8 as returned, coalesce(s.bounced, 0)::float8 as bounced,
        coalesce(s.complained, 0)::float8 as complained, coalesce(s.accounts, 0)::float8 as accounts,
        coalesce(q.waiting, 0)::float8 as waiting, coalesce(q.deferred, 0)::float8 as deferred, q.oldest_at
      from sums s full join queues q using (host)
      order by coalesce(s.sent, 0) + coalesce(q.waiting, 0) desc, host limit ${ROWS_MAX}`,
  );
}

/** What went to an address in any account, newest first: to contacts that have it now, and from programs. */
export function listMessagesTo(db: Db, email: string): Promise<FoundMessage[]> {
  return rowsOf(
    db,
    sql`select * from (
      (select d.batch_id::text || '.' || d.contact_id::text as id, json_build_object('id', u.id, 'name', u.name) as account,
        coalesce(k.name, s.name, a.name, b.snapshot ->> 'subject') as name, 'batch' as kind,
        coalesce(m.from_address, '') as from, b.snapshot ->> 'subject' as subject,
        '<' || d.batch_id::text || '.' || d.contact_id::text || '>' as message_id,
        d.state, d.reason, d.outcome, d.provider_id, d.refusals::float8 as tries, ${iso("d.due_at")} as due_at,
        ${iso("d.handed_over_at")} as handed_over_at, ${iso("d.bounced_at")} as bounced_at,
        ${iso("d.complained_at")} as complained_at
      from ${contacts} join deliveries d on d.user_id = ${contacts.user_id} and d.contact_id = ${contacts.id}
      join batches b on b.user_id = d.user_id and b.id = d.batch_id
      join users u on u.id = d.user_id
      left join mailboxes m on m.user_id = d.user_id and m.id = ${sql.raw(mailboxIn("b", "d"))}
      left join campaigns k on k.user_id = d.user_id and k.id = d.batch_id
      left join sequence_batches sb on sb.user_id = d.user_id and sb.batch_id = d.batch_id
      left join sequences s on s.user_id = d.user_id and s.id = sb.sequence_id
      left join automation_batches ab on ab.user_id = d.user_id and ab.batch_id = d.batch_id
      left join automations a on a.user_id = d.user_id and a.id = ab.automation_id
      where ${isPartOf(contactText(contacts), email)} and ${contacts.email} = ${email}
      order by coalesce(d.handed_over_at, d.due_at) desc limit ${ROWS_MAX})
      union all
      (select t.id::text, json_build_object('id', u.id, 'name', u.name), t.subject, 'program', coalesce(m.from_address, ''),
        t.subject, '<' || t.id::text || '>', t.state, t.reason, t.outcome, t.provider_id, t.refusals::float8, ${iso("t.due_at")},
        ${iso("t.handed_over_at")}, null, null
      from transactional_mails t join users u on u.id = t.user_id
      left join mailboxes m on m.user_id = t.user_id and m.id = t.mailbox_id
      where t.email = ${email} order by t.created_at desc limit ${ROWS_MAX})
    ) as found order by coalesce(handed_over_at, due_at) desc limit ${ROWS_MAX}`,
  );
}

/** Where an address, or part of one, gets no e-mail. */
export function listSuppressions(db: Db, words: string): Promise<Suppression[]> {
  return rowsOf(
    db,
    sql`select s.id::text, json_build_object('id', u.id, 'name', u.name) as account, s.email, s.reason, s.scope, s.note,
        ${iso("s.created_at")} as created_at
      from suppressions s join users u on u.id = s.user_id
      where s.email is not null and ${isPartOf(sql`coalesce(s.email, '')`, words)}
      order by s.created_at desc, s.id limit ${ROWS_MAX}`,
  );
}

export async function findMessageOwner(
  db: Db,
  { batch_id, contact_id }: { batch_id: string; contact_id: string },
): Promise<{ account: { id: string; name: string }; name: string; state: string } | undefined> {
  const [row] = await rowsOf<{ account: { id: string; name: string }; name: string; state: string }>(
    db,
    sql`select json_build_object('id', u.id, 'name', u.name) as account,
        coalesce(k.name, b.snapshot ->> 'subject') as name, d.state
      from batches b join deliveries d on d.user_id = b.user_id and d.batch_id = b.id and d.contact_id = ${contact_id}::uuid
      join users u on u.id = b.user_id
      left join campaigns k on k.user_id = b.user_id and k.id = b.id
      where b.id = ${batch_id}::uuid`,
  );
  return row;
}

export async function findProgramMail(
  db: Db,
  id: string,
): Promise<{ account: { id: string; name: string }; name: string; state: string } | undefined> {
  const [row] = await rowsOf<{ account: { id: string; name: string }; name: string; state: string }>(
    db,
    sql`select json_build_object('id', u.id, 'name', u.name) as account, t.subject as name, t.state
      from transactional_mails t join users u on u.id = t.user_id where t.id = ${id}::uuid`,
  );
  return row;
}
