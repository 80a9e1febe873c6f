/* What was to go out while nothing was running, too long ago to go out unasked (email.md 5.3.3). */
import { eq, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { type CampaignKey, HELD_UNTIL_DECIDED } from "./delivery-store.ts";
import { LATE_MINUTES } from "./rules.ts";
import { campaigns } from "./tables.ts";

/** What's due before this is late: as long ago as the account says. */
const lateBefore = (now: Date) => sql`(${now.toISOString()}::timestamptz
  - make_interval(mins => coalesce((select s.late_minutes from campaign_settings s where s.user_id = k.user_id), ${LATE_MINUTES}::int)))`;

/** Campaigns that are going out, and that nothing has looked at for too long. */
export function listUnwatched(db: Db, now: Date): Promise<CampaignKey[]> {
  return rowsOf(
    db,
    sql`select k.user_id, k.id from campaigns k
      where k.state = 'sending' and k.looked_at < ${lateBefore(now)} order by k.user_id, k.id`,
  );
}

/** Campaigns whose start was cut off too long ago to be made up for unasked. */
export function listStalled(db: Db, now: Date): Promise<CampaignKey[]> {
  return rowsOf(
    db,
    sql`select k.user_id, k.id from campaigns k where k.state = 'preparing' and k.state_at < ${lateBefore(now)}`,
  );
}

/** Holds what's late of one, unless something has looked at it by now. Returns how many. */
export async function updateLateAsHeld(db: Db, { user_id, id }: CampaignKey, now: Date): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`with k as materialized (select k.user_id, k.id, ${lateBefore(now)} as late_before from campaigns k
        where k.user_id = ${user_id} and k.id = ${id}::uuid and k.state = 'sending'
          and k.looked_at < ${lateBefore(now)} for update),
      held as (update deliveries d set due_at = ${HELD_UNTIL_DECIDED}::timestamptz, reason = 'late' from k
        where d.user_id = k.user_id and d.campaign_id = k.id and d.state = 'pending' and d.due_at <= k.late_before
        returning 1),
      looked as (update campaigns c set looked_at = ${now.toISOString()}::timestamptz from k
        where c.user_id = k.user_id and c.id = k.id)
      select count(*)::int as count from held`,
  );
  return Number(row?.count ?? 0);
}

/** Notes that somebody looks after what's going out. */
export async function updateHeartbeat(db: Db, now: Date): Promise<void> {
  await db.update(campaigns).set({ looked_at: now.toISOString() }).where(eq(campaigns.state, "sending"));
}

/** Ends what's held: it goes out now, or not at all. Returns how many. */
export async function updateHeld(
  db: Db,
  { user_id, id }: CampaignKey,
  { action, now }: { action: "send" | "skip"; now: Date },
): Promise<number> {
  const decided =
    action === "send"
      ? sql`due_at = ${now.toISOString()}::timestamptz, reason = null`
      : sql`state = 'skipped', reason = 'missed'`;
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`with decided as (update deliveries set ${decided} where user_id = ${user_id}
        and campaign_id = ${id}::uuid and state = 'pending' and due_at >= ${HELD_UNTIL_DECIDED}::timestamptz returning 1)
      select count(*)::int as count from decided`,
  );
  return Number(row?.count ?? 0);
}
