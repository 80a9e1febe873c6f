/* What rules know about contacts: for their history, the export of their data, merging, and erasing. */
import { sql } from "drizzle-orm";
import type { PersonSource, TimelineSource } from "#src/features/audience/contacts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";

/** What rules did for a person, for the data export. */
export const automationsOfPerson: readonly PersonSource[] = [
  {
    name: "rules",
    rows: ({
      account,
      ids,
    }) => sql`select a.name, r.version, r.type, r.facts, r.state, r.skip_reason, r.results, r.event_at,
        r.acted_at, r.ended_at
      from automation_runs r join automations a on a.user_id = r.user_id and a.id = r.automation_id
      where r.user_id = ${account} and r.contact_id = any(${ids}::uuid[]) order by r.created_at, r.id`,
  },
  {
    name: "rule_mails",
    rows: ({
      account,
      ids,
    }) => sql`select a.name, k.snapshot->>'subject' as subject, d.state, d.reason, d.outcome,
        d.handed_over_at, d.opened_at, d.clicked_at, d.replied_at, d.bounced_at, d.complained_at, d.unsubscribed_at
      from deliveries d join automation_batches b on b.user_id = d.user_id and b.batch_id = d.batch_id
        join automations a on a.user_id = b.user_id and a.id = b.automation_id
        join batches k on k.user_id = d.user_id and k.id = d.batch_id
      where d.user_id = ${account} and d.contact_id = any(${ids}::uuid[]) order by d.due_at, d.batch_id`,
  },
];

/**
 * When rules ran for a contact and what came of their e-mail. That a rule didn't run is only told where its conditions let
 * the contact through, and something else kept it from running.
 */
export const automationTimeline: TimelineSource = ({ account, id, profileIds }) => sql`
  select md5(r.id::text || 'rule')::uuid as id, case r.state when 'failed' then 'rule_failed' when 'skipped' then 'rule_skipped'
      else 'rule_ran' end as kind, coalesce(case when r.state = 'failed' then r.ended_at end, r.acted_at, r.created_at) as at,
      jsonb_build_object('rule', a.name, 'rule_id', a.id, 'reason', case r.state when 'skipped' then r.skip_reason
        when 'failed' then r.results->-1->>'reason' end) as data
    from automation_runs r join automations a on a.user_id = r.user_id and a.id = r.automation_id
    where r.user_id = ${account} and r.contact_id = ${id} and ${profileIds === null}
      and (r.state <> 'skipped' or r.skip_reason in ('budget', 'depth', 'paused'))
  union all
  select md5(d.batch_id::text || d.contact_id || w.kind)::uuid as id, w.kind, w.at,
      jsonb_build_object('campaign', k.snapshot->>'subject', 'words', case when w.kind = 'bounced' then d.outcome end) as data
    from deliveries d join automation_batches b on b.user_id = d.user_id and b.batch_id = d.batch_id
      join batches k on k.user_id = d.user_id and k.id = d.batch_id
      cross join lateral (values ('sent', d.handed_over_at), ('opened', d.opened_at), ('bounced', d.bounced_at)) as w(kind, at)
    where d.user_id = ${account} and d.contact_id = ${id} and w.at is not null and ${profileIds === null}
  union all
  select c.id, 'clicked' as kind, c.created_at as at,
      jsonb_build_object('campaign', k.snapshot->>'subject', 'url', k.snapshot->'links'->>c.link) as data
    from delivery_clicks c join automation_batches b on b.user_id = c.user_id and b.batch_id = c.batch_id
      join batches k on k.user_id = c.user_id and k.id = c.batch_id
    where c.user_id = ${account} and c.contact_id = ${id} and not c.is_machine and ${profileIds === null}`;

interface Merged {
  account: string;
  gone: string;
  kept: string;
  now: string;
}

/** What waits goes on for the contact who stays. What started the same rule for both of them did so once. */
export async function updateMergedRuns(db: Db, { account, gone, kept, now }: Merged): Promise<void> {
  await db.execute(sql`update automation_runs r set contact_id = ${kept}::uuid,
      source = case when exists (select 1 from automation_runs k where k.user_id = r.user_id and k.automation_id = r.automation_id
        and k.contact_id = ${kept}::uuid and k.source = r.source) then r.source || ' merged ' || r.id else r.source end,
      state = case when r.ended_at is null and ${isTwice(kept)} then 'skipped' else r.state end,
      skip_reason = case when r.ended_at is null and ${isTwice(kept)} then 'minute' else r.skip_reason end,
      ended_at = case when r.ended_at is null and ${isTwice(kept)} then ${now}::timestamptz else r.ended_at end
    where r.user_id = ${account} and r.contact_id = ${gone}::uuid`);
  await db.execute(sql`update automation_events set contact_id = ${kept}::uuid
    where user_id = ${account} and contact_id = ${gone}::uuid`);
  await db.execute(sql`insert into automation_matches (user_id, automation_id, contact_id)
    select m.user_id, m.automation_id, ${kept}::uuid from automation_matches m
    where m.user_id = ${account} and m.contact_id = ${gone}::uuid on conflict do nothing`);
  await db.execute(
    sql`delete from automation_matches where user_id = ${account} and contact_id = ${gone}::uuid`,
  );
}

/** True if the same rule is under way for the contact who stays, by the same event or at the same action. */
const isTwice = (kept: string) => sql`exists (select 1 from automation_runs k where k.user_id = r.user_id
  and k.automation_id = r.automation_id and k.contact_id = ${kept}::uuid and k.ended_at is null
  and (k.source = r.source or (k.version = r.version and k.step = r.step)))`;

export async function deleteRunsOf(db: Db, account: string, ids: readonly string[]): Promise<void> {
  const list = sql`${sql.param([...ids])}::uuid[]`;
  for (const table of ["automation_events", "automation_runs", "automation_matches"])
    await db.execute(
      sql`delete from ${sql.identifier(table)} where user_id = ${account} and contact_id = any(${list})`,
    );
}
