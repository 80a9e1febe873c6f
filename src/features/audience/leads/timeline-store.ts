import { type SQL, sql } from "drizzle-orm";
import type { PersonSource, TimelineSource } from "#src/features/audience/contacts/tables.ts";

/** A person's sign-ups, for the export of their data. */
export const leadsOfPerson: PersonSource = {
  name: "sign_ups",
  rows: ({ account, ids }) => sql`select profile_id, name, email, phone, lead_source, country, referrer_host,
      consent_text, consent_version, consented_at, created_at, download_sent_at
    from fan_leads where user_id = ${account} and contact_id = any(${ids}::uuid[]) order by created_at, id`,
};

/** A person's actions on the page around their sign-up. */
export const visitsOfPerson: PersonSource = {
  name: "visits",
  rows: ({ account, ids }) => sql`select kind, at, data from
    (${visitsOf(sql`f.user_id = ${account} and f.contact_id = any(${ids}::uuid[])`)}) as visits order by at`,
};

/** A visit is over half an hour after its last activity, as usual in analytics. */
export const BEFORE = sql`f.created_at - interval '30 minutes'`;
export const AFTER = sql`f.created_at + interval '30 minutes'`;
/** More than anyone does in one visit. */
const STEPS_MAX = 50;

/**
 * SQL for people's actions on the page in the visit of their sign-up, as far as they're counted. Views and
 * clicks have no index by visit, which each of them would pay for. If several people signed up in one visit,
 * such as at a show, each has the actions since the one before, and the last one also those afterward.
 */
export const visitsOf = (whose: SQL) => sql`
  select e.id, e.kind, e.at, e.data from fan_leads f cross join lateral (
      (select v.id, 'visited' as kind, v.viewed_at as at, jsonb_build_object('referrer_host', v.referrer_host) as data
        from page_views v where v.profile_id = f.profile_id and v.session_id = f.session_id
          and v.viewed_at between ${BEFORE} and ${AFTER} and not v.is_bot and not v.is_suspected
        order by v.viewed_at limit ${STEPS_MAX})
      union all
      (select a.id, 'link_opened' as kind, a.clicked_at as at, jsonb_build_object('link', l.title) as data
        from link_analytics a left join links l on l.profile_id = a.profile_id and l.id = a.link_id
        where a.profile_id = f.profile_id and a.session_id = f.session_id
          and a.clicked_at between ${BEFORE} and ${AFTER} and not a.is_bot and not a.is_suspected
        order by a.clicked_at limit ${STEPS_MAX})) e
    where ${whose} and ${isOwnStep(sql`e.at`)}`;

/** True if a step of a visit was `f`'s, and nobody else's who signed up in it. */
export function isOwnStep(at: SQL): SQL {
  return sql`not exists (select from fan_leads o where o.profile_id = f.profile_id and o.session_id = f.session_id
      and o.created_at between ${BEFORE} and ${AFTER} and case when f.created_at >= ${at}
        then o.created_at >= ${at} and (o.created_at, o.id) < (f.created_at, f.id)
        else (o.created_at, o.id) > (f.created_at, f.id) end)`;
}

export const visitTimeline: TimelineSource = ({ account, id, profileIds }) => {
  const isReached =
    profileIds === null ? sql`true` : sql`f.profile_id = any(${sql.param([...profileIds])}::uuid[])`;
  return visitsOf(sql`f.user_id = ${account} and f.contact_id = ${id} and ${isReached}`);
};
