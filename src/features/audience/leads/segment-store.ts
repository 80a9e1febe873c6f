/* What segments count of sign-ups, and of what people did on the page when they signed up. */
import { type SQL, sql } from "drizzle-orm";
import type { EventQuery, EventSource } from "#src/features/audience/segments/tables.ts";
import { AFTER, BEFORE, isOwnStep } from "./timeline-store.ts";

const since = (column: SQL, { since }: EventQuery) =>
  since === null ? sql`` : sql` and ${column} >= ${since}::timestamptz`;
const isOf = ({ account, contactIds }: EventQuery) =>
  sql`f.user_id = ${account} and f.contact_id is not null${contactIds ? sql` and f.contact_id = any(${contactIds})` : sql``}`;
const isOn = ({ test: { profile_id } }: EventQuery) =>
  profile_id === undefined ? sql`` : sql` and f.profile_id = ${profile_id}::uuid`;

/** The same steps as in the timeline, joined the other way round, because here it's everyone's. */
function stepsIn(table: "page_views" | "link_analytics", at: SQL, query: EventQuery): SQL {
  return sql`select f.contact_id, ${at} as at, null::numeric as amount, null::text as currency
    from fan_leads f join ${sql.raw(table)} e on e.profile_id = f.profile_id and e.session_id = f.session_id
      and ${at} between ${BEFORE} and ${AFTER} and not e.is_bot and not e.is_suspected
    where ${isOf(query)}${isOn(query)}${since(at, query)} and ${isOwnStep(at)}`;
}

export const leadSources: readonly EventSource[] = [
  {
    event: "signed_up",
    rows: (
      query,
    ) => sql`select f.contact_id, f.created_at as at, null::numeric as amount, null::text as currency
      from fan_leads f where ${isOf(query)}${isOn(query)}${since(sql`f.created_at`, query)}`,
  },
  { event: "visited", rows: (query) => stepsIn("page_views", sql`e.viewed_at`, query) },
  {
    event: "clicked",
    rows: (query) => {
      const { link_id } = query.test;
      const steps = stepsIn("link_analytics", sql`e.clicked_at`, query);
      return link_id === undefined ? steps : sql`${steps} and e.link_id = ${link_id}::uuid`;
    },
  },
];
