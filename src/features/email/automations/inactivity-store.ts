/* Who has done nothing for a while. */
import { type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { AutomationKey } from "./store.ts";

/**
 * SQL for contacts `c` who've been on the list since before a moment and did nothing since: no visit or click that's known,
 * no click, open or reply of an e-mail, no sign-up, and no order.
 */
function isInactive(user_id: string, since: SQL): SQL {
  const none = (table: string, at: string, more = "") =>
    sql`not exists (select from ${sql.raw(table)} x where x.user_id = ${user_id} and x.contact_id = c.id
      and x.${sql.raw(at)} >= ${since} ${sql.raw(more)})`;
  const visits = (table: string, at: string) =>
    sql`not exists (select from fan_leads f join ${sql.raw(table)} v on v.profile_id = f.profile_id and v.session_id = f.session_id
      and v.${sql.raw(at)} between f.created_at - interval '30 minutes' and f.created_at + interval '30 minutes'
      where f.user_id = ${user_id} and f.contact_id = c.id and v.${sql.raw(at)} >= ${since})`;
  return sql`c.created_at < ${since} and ${none("deliveries", "opened_at")} and ${none("deliveries", "replied_at")}
    and ${none("delivery_clicks", "created_at", "and not x.is_machine")} and ${none("fan_leads", "created_at")}
    and ${none("orders", "ordered_at")} and ${visits("page_views", "viewed_at")} and ${visits("link_analytics", "clicked_at")}`;
}

interface Inactivity extends AutomationKey {
  /** What the rule's triggers ask about. */
  days: readonly number[];
  now: string;
}

const sinceOf = ({ days, now }: Inactivity) =>
  sql`${now}::timestamptz - make_interval(days => ${Math.min(...days)})`;

/** Remembers who's inactive as a rule is turned on: only becoming so starts it. */
export async function insertInactive(db: Db, inactivity: Inactivity): Promise<void> {
  const { user_id, id, days } = inactivity;
  await db.execute(
    sql`delete from automation_matches where user_id = ${user_id} and automation_id = ${id}::uuid`,
  );
  if (days.length === 0) return;
  await db.execute(sql`insert into automation_matches (user_id, automation_id, contact_id)
    select ${user_id}, ${id}::uuid, c.id from contacts c
    where c.user_id = ${user_id} and ${isInactive(user_id, sinceOf(inactivity))} on conflict do nothing`);
}

/** Forgets those who did something, and remembers up to `most` who've become inactive. Returns these. */
export async function updateInactive(
  db: Db,
  { most, ...inactivity }: Inactivity & { most: number },
): Promise<string[]> {
  const { user_id, id } = inactivity;
  const since = sinceOf(inactivity);
  await db.execute(sql`delete from automation_matches m where m.user_id = ${user_id} and m.automation_id = ${id}::uuid
    and not exists (select from contacts c where c.user_id = ${user_id} and c.id = m.contact_id and ${isInactive(user_id, since)})`);
  const rows = await rowsOf<{ contact_id: string }>(
    db,
    sql`insert into automation_matches (user_id, automation_id, contact_id)
      select ${user_id}, ${id}::uuid, c.id from contacts c where c.user_id = ${user_id}
        and not exists (select from automation_matches m where m.user_id = ${user_id} and m.automation_id = ${id}::uuid
          and m.contact_id = c.id)
        and ${isInactive(user_id, since)} limit ${most}
      on conflict do nothing returning contact_id`,
  );
  return rows.map(({ contact_id }) => contact_id);
}
