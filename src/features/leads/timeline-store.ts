import { type SQL, sql } from "drizzle-orm";
import type { TimelineSource } from "#src/features/contacts/tables.ts";

/**
 * What people did on the page in the visit in which they signed up, within an hour of that. Views and clicks have no
 * index by visit, which each of them would pay for.
 */
export const visitsOf = (whose: SQL) => sql`
  select v.id, 'visited' as kind, v.viewed_at as at, jsonb_build_object('referrer_host', v.referrer_host) as data
    from fan_leads f join page_views v on v.profile_id = f.profile_id and v.session_id = f.session_id
      and v.viewed_at between f.created_at - interval '1 hour' and f.created_at + interval '1 hour'
    where ${whose}
  union all
  select a.id, 'link_opened' as kind, a.clicked_at as at, jsonb_build_object('link', l.title) as data
    from fan_leads f join link_analytics a on a.profile_id = f.profile_id and a.session_id = f.session_id
      and a.clicked_at between f.created_at - interval '1 hour' and f.created_at + interval '1 hour'
      left join links l on l.profile_id = a.profile_id and l.id = a.link_id
    where ${whose}`;

export const visitTimeline: TimelineSource = ({ account, id }) =>
  visitsOf(sql`f.user_id = ${account} and f.contact_id = ${id}`);
