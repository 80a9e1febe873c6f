import { sql } from "drizzle-orm";
import type { PersonSource, TimelineSource } from "#src/features/audience/contacts/tables.ts";

/** A person's ways through sequences, for the data export. */
export const sequencesOfPerson: readonly PersonSource[] = [
  {
    name: "sequences",
    rows: ({ account, ids }) => sql`select s.name, e.version, e.state, e.reason, e.entered_at, e.ended_at
      from enrollments e join sequences s on s.user_id = e.user_id and s.id = e.sequence_id
      where e.user_id = ${account} and e.contact_id = any(${ids}::uuid[]) order by e.entered_at, e.id`,
  },
  {
    name: "sequence_mails",
    rows: ({
      account,
      ids,
    }) => sql`select s.name, k.snapshot->>'subject' as subject, d.state, d.reason, d.outcome,
        d.handed_over_at, d.opened_at, d.clicked_at, d.replied_at, d.bounced_at, d.complained_at, d.unsubscribed_at
      from deliveries d join sequence_batches b on b.user_id = d.user_id and b.batch_id = d.batch_id
        join sequences s on s.user_id = b.user_id and s.id = b.sequence_id
        join batches k on k.user_id = d.user_id and k.id = d.batch_id
      where d.user_id = ${account} and d.contact_id = any(${ids}::uuid[]) order by d.due_at, d.batch_id`,
  },
];

/** When a contact got into sequences and out of them, and what came of their e-mail. */
export const sequenceTimeline: TimelineSource = ({ account, id, profileIds }) => sql`
  select md5(e.id::text || w.kind)::uuid as id, w.kind, w.at,
      jsonb_build_object('sequence', s.name, 'sequence_id', s.id, 'reason', coalesce(e.reason, e.state)) as data
    from enrollments e join sequences s on s.user_id = e.user_id and s.id = e.sequence_id
      cross join lateral (values ('sequence_entered', e.entered_at), ('sequence_left', e.ended_at)) as w(kind, at)
    where e.user_id = ${account} and e.contact_id = ${id} and w.at is not null and ${profileIds === null}
  union all
  select md5(d.batch_id::text || d.contact_id || w.kind)::uuid as id, w.kind, w.at,
      jsonb_build_object('campaign', k.snapshot->>'subject', 'words', case when w.kind = 'bounced' then d.outcome end) as data
    from deliveries d join sequence_batches b on b.user_id = d.user_id and b.batch_id = d.batch_id
      join batches k on k.user_id = d.user_id and k.id = d.batch_id
      cross join lateral (values ('sent', d.handed_over_at), ('opened', d.opened_at), ('bounced', d.bounced_at)) as w(kind, at)
    where d.user_id = ${account} and d.contact_id = ${id} and w.at is not null and ${profileIds === null}
  union all
  select c.id, 'clicked' as kind, c.created_at as at,
      jsonb_build_object('campaign', k.snapshot->>'subject', 'url', k.snapshot->'links'->>c.link) as data
    from delivery_clicks c join sequence_batches b on b.user_id = c.user_id and b.batch_id = c.batch_id
      join batches k on k.user_id = c.user_id and k.id = c.batch_id
    where c.user_id = ${account} and c.contact_id = ${id} and not c.is_machine and ${profileIds === null}`;
