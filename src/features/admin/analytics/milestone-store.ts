/* How far accounts get after they signed up, and who comes back. */
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { type Span, time, within } from "./count-store.ts";
import { ACTIVATION_CLICKS } from "./rules.ts";

/** Whose rows count: those of a time, or all of the accounts that signed up then. */
interface Rows {
  /** SQL for the rows' time. */
  at: (column: string) => SQL;
  of: (column: string) => SQL;
}

/** The first of each account's rows, by milestone. */
const FIRSTS: Readonly<Record<string, (rows: Rows, span: Span) => SQL>> = {
  profile_at: ({ at, of }) => sql`select user_id, min(created_at) as at from client_profiles
    where draft_of is null and ${at("created_at")} and ${of("user_id")} group by 1`,
  link_at: ({ at, of }) => sql`select p.user_id, min(l.created_at) as at from links l
    join client_profiles p on p.id = l.profile_id where ${at("l.created_at")} and ${of("p.user_id")} group by 1`,
  lead_at: ({ at, of }) =>
    sql`select user_id, min(created_at) as at from fan_leads where ${at("created_at")} and ${of("user_id")} group by 1`,
  email_at: ({ at, of }) => sql`select user_id, min(at) as at from mail_rollups
    where kind = 'sent' and sent > 0 and ${at("at")} and ${of("user_id")} group by 1`,
  clicks_at: ({ at, of }, { to }) => sql`select q.user_id, ${time(to)} as at
    from client_profiles q join links l on l.profile_id = q.id
    where q.user_id in (select p.user_id from analytics_rollups r join client_profiles p on p.id = r.profile_id
      where r.grain = 'quarter' and r.dimension = 'total' and r.clicks > 0 and not r.is_bot and not r.is_suspected
      and ${at("r.at")} and ${of("p.user_id")})
    group by 1 having sum(l.click_count) >= ${ACTIVATION_CLICKS}`,
};

/**
 * Records what accounts did for the first time in a span, and who signed up in it. What came along from elsewhere may be
 * older than its account.
 */
export async function upsertMilestones(db: Db, span: Span, now: Date): Promise<void> {
  const any = () => sql`true`;
  const isNew = (column: string) =>
    sql`${sql.raw(column)} in (select user_id from account_milestones where ${within("signed_up_at", span)})`;
  await db.execute(sql`insert into account_milestones (user_id, signed_up_at, changed_at)
    select id, created_at, ${time(now)} from users where ${within("created_at", span)} on conflict do nothing`);
  for (const [milestone, first] of Object.entries(FIRSTS)) {
    const column = sql.raw(milestone);
    for (const rows of [
      { at: (at: string) => within(at, span), of: any },
      { at: any, of: isNew },
    ])
      await db.execute(sql`update account_milestones m set ${column} = f.at, changed_at = ${time(now)}
        from (${first(rows, span)}) as f where m.user_id = f.user_id and m.${column} is null`);
  }
}

const STEPS = ["profile", "link", "clicks", "lead", "email"];

/** SQL that counts who reached each step and all before it, as columns of the steps' names. */
const REACHED = sql.raw(
  STEPS.map((step, n) => {
    const reached = STEPS.slice(0, n + 1).map((one) => `${one}_at is not null`);
    return `count(*) filter (where ${reached.join(" and ")}) as ${step}`;
  }).join(", "),
);
const STEP_ROWS = sql.raw(STEPS.map((step) => `('${step}', c.${step})`).join(", "));

/** Adds up the steps of everyone who signed up on the same UTC days as those who got further since. */
export async function upsertActivation(db: Db, since: Date): Promise<void> {
  await db.execute(sql`insert into instance_figures (metric, at, key, value)
    select 'activation', d.day, s.key, s.value from (
      select distinct date_trunc('day', signed_up_at, 'UTC') as day from account_milestones where changed_at >= ${time(since)}
    ) as d cross join lateral (
      select ${REACHED} from account_milestones where signed_up_at >= d.day and signed_up_at < d.day + interval '1 day'
    ) as c cross join lateral (values ${STEP_ROWS}) as s (key, value)
    on conflict (metric, at, key) do update set value = excluded.value`);
}

/** Records who was active: who used a session, or did something in their own or another account. */
export async function insertActiveAccounts(db: Db, since: Date): Promise<void> {
  const week = (column: string) => sql.raw(`date_trunc('week', ${column} at time zone 'UTC')::date`);
  await db.execute(sql`insert into account_weeks (week, user_id)
    select ${week("s.last_used_at")}, s.user_id from sessions s
      where s.last_used_at >= ${time(since)} and s.impersonated_by is null
    union
    select ${week("e.time")}, u.id from events e join users u on u.id = e.actor ->> 'id'
      where e.time >= ${time(since)} and e.actor ->> 'type' = 'person'
    on conflict do nothing`);
}

/** Adds up who came back in the weeks since, by the week of their sign-up. */
export async function upsertRetention(db: Db, since: Date): Promise<void> {
  await db.execute(sql`insert into instance_figures (metric, at, key, value)
    select 'retention', w.week::timestamp at time zone 'UTC', to_char(date_trunc('week', u.created_at at time zone 'UTC'), 'YYYY-MM-DD'), count(*)
    from account_weeks w join users u on u.id = w.user_id
    where w.week >= date_trunc('week', ${time(since)} at time zone 'UTC')::date group by 1, 2, 3
    on conflict (metric, at, key) do update set value = excluded.value`);
}

export async function deleteWeeksBefore(db: Db, week: Date): Promise<void> {
  await db.execute(sql`delete from account_weeks where week < ${week.toISOString().slice(0, 10)}::date`);
}
