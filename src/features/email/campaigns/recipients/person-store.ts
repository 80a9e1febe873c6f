import { sql } from "drizzle-orm";
import type { PersonSource, TimelineSource } from "#src/features/audience/contacts/tables.ts";

/** A person's messages from campaigns, the person's actions, and the feedback, for the data export. */
export const campaignsOfPerson: readonly PersonSource[] = [
  {
    name: "campaigns",
    rows: ({ account, ids }) => sql`select c.name, c.subject, d.state, d.reason, d.outcome, d.handed_over_at,
        d.delivered_at, d.bounced_at, d.complained_at, d.replied_at, d.opened_at, d.machine_opened_at, d.clicked_at,
        d.machine_clicked_at, d.unsubscribed_at
      from deliveries d join campaigns c on c.user_id = d.user_id and c.id = d.batch_id
      where d.user_id = ${account} and d.contact_id = any(${ids}::uuid[]) order by d.due_at, d.batch_id`,
  },
  {
    name: "clicks",
    rows: ({
      account,
      ids,
    }) => sql`select c.name as campaign, b.snapshot->'links'->>k.link as url, k.is_machine,
        k.is_scanner, k.country, k.device, k.created_at
      from deliveries d join campaigns c on c.user_id = d.user_id and c.id = d.batch_id
        join batches b on b.user_id = d.user_id and b.id = d.batch_id
        join delivery_clicks k on k.user_id = d.user_id and k.batch_id = d.batch_id and k.contact_id = d.contact_id
      where d.user_id = ${account} and d.contact_id = any(${ids}::uuid[]) order by k.created_at, k.id`,
  },
  {
    name: "returns",
    rows: ({ account, ids }) => sql`select kind, at from delivery_returns
      where user_id = ${account} and contact_id = any(${ids}::uuid[]) order by at, id`,
  },
];

/**
 * A contact's messages with their outcomes. An open is one time for each message, a click one for each link
 * that a person opened, by the same rule as in figures. Messages deferred by a cap appear when they continue.
 * Campaigns are for people with access to the whole account.
 */
export const campaignTimeline: TimelineSource = ({ account, id, profileIds }) => sql`
  select md5(d.batch_id::text || d.contact_id || e.kind)::uuid as id, e.kind, e.at,
      jsonb_build_object('campaign', c.name, 'words', case when e.kind = 'bounced' then d.outcome end) as data
    from deliveries d join campaigns c on c.user_id = d.user_id and c.id = d.batch_id
      cross join lateral (values ('sent', d.handed_over_at), ('opened', d.opened_at), ('bounced', d.bounced_at),
        ('waiting', case when d.state = 'pending' and d.reason = 'capped' and c.state = 'sending' then d.due_at end)) as e(kind, at)
    where d.user_id = ${account} and d.contact_id = ${id} and e.at is not null and ${profileIds === null}
  union all
  select k.id, 'clicked' as kind, k.created_at as at,
      jsonb_build_object('campaign', c.name, 'url', b.snapshot->'links'->>k.link) as data
    from deliveries d join campaigns c on c.user_id = d.user_id and c.id = d.batch_id
      join batches b on b.user_id = d.user_id and b.id = d.batch_id
      join delivery_clicks k on k.user_id = d.user_id and k.batch_id = d.batch_id and k.contact_id = d.contact_id
    where d.user_id = ${account} and d.contact_id = ${id} and not k.is_machine and ${profileIds === null}`;
