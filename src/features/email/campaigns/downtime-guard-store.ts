/* Messages that became due while nothing was running, too long ago to go out on their own (email.md
   5.3.3). */
import { eq, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { type CampaignKey, HELD_UNTIL_DECIDED } from "./delivery-store.ts";
import { LATE_MINUTES } from "./rules.ts";
import { campaigns } from "./tables.ts";

/** Messages due before this are late, by the account's own limit. */
const lateBefore = (now: Date) => sql`(${now.toISOString()}::timestamptz
  - make_interval(mins => coalesce((select s.late_minutes from campaign_settings s where s.user_id = k.user_id), ${LATE_MINUTES}::int)))`;

/** Lists campaigns that are going out without a recent heartbeat. */
export function listUnwatched(db: Db, now: Date): Promise<CampaignKey[]> {
  return rowsOf(
    db,
    sql`select k.user_id, k.id from campaigns k
      where k.state = 'sending' and k.looked_at < ${lateBefore(now)} order by k.user_id, k.id`,
  );
}

/** Lists campaigns whose start was cut off too long ago to be resumed on its own. */
export function listStalled(db: Db, now: Date): Promise<CampaignKey[]> {
  return rowsOf(
    db,
    sql`select k.user_id, k.id from campaigns k where k.state = 'preparing' and k.state_at < ${lateBefore(now)}`,
  );
}

/** Holds a campaign's late messages, unless it has had a heartbeat by now. Returns how many. */
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

/** Records that a process is watching the campaigns that are going out. */
export async function updateHeartbeat(db: Db, now: Date): Promise<void> {
  await db.update(campaigns).set({ looked_at: now.toISOString() }).where(eq(campaigns.state, "sending"));
}

/** Releases held messages: they go out now, or not at all. Returns how many. */
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
