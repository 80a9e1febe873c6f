import { and, desc, eq, inArray, lte, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { Figures } from "./contract.ts";
import { AFTERWARDS_DAYS, BROADCASTS_LISTED_MAX } from "./rules.ts";
import { broadcastReceivers, broadcasts } from "./tables.ts";

export type BroadcastRow = typeof broadcasts.$inferSelect;

const by = sql<
  string | null
>`(select u.name from users u where u.id = coalesce(${broadcasts.sent_by}, ${broadcasts.made_by}))`;
const reached = sql<number>`(select count(*)::int from ${broadcastReceivers} r where r.broadcast_id = ${broadcasts.id})`;

export function listBroadcastRows(db: Db, id?: string) {
  return db
    .select({ row: broadcasts, by, reached })
    .from(broadcasts)
    .where(id === undefined ? undefined : eq(broadcasts.id, id))
    .orderBy(desc(broadcasts.created_at), desc(broadcasts.id))
    .limit(BROADCASTS_LISTED_MAX);
}

export async function findBroadcast(db: Db, id: string): Promise<BroadcastRow | undefined> {
  const [row] = await db.select().from(broadcasts).where(eq(broadcasts.id, id));
  return row;
}

/** Makes other decisions about it, and its next batch, wait. */
export async function lockBroadcast(db: Db, id: string): Promise<BroadcastRow | undefined> {
  const [row] = await db.select().from(broadcasts).where(eq(broadcasts.id, id)).for("update");
  return row;
}

/** False if there is one with that id. */
export async function insertBroadcast(db: Db, row: typeof broadcasts.$inferInsert): Promise<boolean> {
  const rows = await db.insert(broadcasts).values(row).onConflictDoNothing().returning({ id: broadcasts.id });
  return rows.length > 0;
}

export async function updateBroadcast(db: Db, id: string, changes: Partial<BroadcastRow>): Promise<void> {
  await db.update(broadcasts).set(changes).where(eq(broadcasts.id, id));
}

export async function deleteBroadcast(db: Db, id: string): Promise<void> {
  await db.delete(broadcasts).where(eq(broadcasts.id, id));
}

/** Locked ones are being decided on, or sent. */
export function listDueBroadcasts(db: Db, now: string): Promise<BroadcastRow[]> {
  return db
    .select()
    .from(broadcasts)
    .where(and(inArray(broadcasts.state, ["scheduled", "sending"]), lte(broadcasts.due_at, now)));
}

export async function insertReceivers(
  db: Db,
  rows: (typeof broadcastReceivers.$inferInsert)[],
): Promise<void> {
  await db.insert(broadcastReceivers).values(rows);
}

/** Counts up to a limit, which is all that matters. */
export async function countWaitingMails(
  db: Db,
  { template, most }: { template: string; most: number },
): Promise<number> {
  const [row] = await rowsOf<{ mails: number }>(
    db,
    sql`select count(*)::int as mails from (select 1 from mails m
      where m.template = ${template} and m.state in ('queued', 'sending') limit ${most}) waiting`,
  );
  return row?.mails ?? 0;
}

type FigureRow = Record<
  | "reached"
  | "told"
  | "capped"
  | "declined"
  | "in_app"
  | "seen"
  | "email"
  | "delivered"
  | "failed"
  | "unsubscribed"
  | "push"
  | "signed_in"
  | "published"
  | "linked",
  number
>;

/** Every figure is a count of rows. E-mail is kept for 30 days, and notifications for 90. */
export async function findFigures(
  db: Db,
  { id, template, notificationKind }: { id: string; template: string; notificationKind: string },
): Promise<Figures> {
  const week = sql.raw(`interval '${AFTERWARDS_DAYS} days'`);
  const within = (time: string) => sql`${sql.raw(time)} between r.created_at and r.created_at + ${week}`;
  const isTold = sql`cardinality(r.channels) > 0`;
  const tally = (condition: ReturnType<typeof sql>) => sql`(count(*) filter (where ${condition}))::int`;
  const mailIs = (state: string) => sql`'email' = any(r.channels) and exists (select from mails m
    where m.template = ${template} and m.once = ${id} || ' ' || r.account and m.state = ${state})`;
  const [row] = await rowsOf<FigureRow>(
    db,
    sql`select count(*)::int as reached, ${tally(isTold)} as told, ${tally(sql`r.is_capped`)} as capped,
      ${tally(sql`not r.is_capped and cardinality(r.channels) = 0`)} as declined,
      ${tally(sql`'in_app' = any(r.channels)`)} as in_app,
      ${tally(sql`'in_app' = any(r.channels) and exists (select from notifications n where n.user_id = r.account
        and n.kind = ${notificationKind} and n.data ->> 'key' = ${id} and n.read_at is not null)`)} as seen,
      ${tally(sql`'email' = any(r.channels)`)} as email, ${tally(mailIs("sent"))} as delivered,
      ${tally(mailIs("failed"))} as failed,
      ${tally(sql`'email' = any(r.channels) and exists (select from notification_preferences p
        where p.user_id = r.account and 'news.email' = any(p.off))`)} as unsubscribed,
      ${tally(sql`'push' = any(r.channels)`)} as push,
      ${tally(sql`${isTold} and exists (select from sessions s where s.user_id = r.account and ${within("s.created_at")})`)} as signed_in,
      ${tally(sql`${isTold} and exists (select from client_profiles p where p.user_id = r.account
        and p.draft_of is null and ${within("p.created_at")})`)} as published,
      ${tally(sql`${isTold} and exists (select from links l where l.user_id = r.account and ${within("l.created_at")})`)} as linked
      from ${broadcastReceivers} r where r.broadcast_id = ${id}`,
  );
  const { reached, told, capped, declined, in_app, seen, email, push, ...rest } = row as FigureRow;
  const { delivered, failed, unsubscribed, ...afterwards } = rest;
  return {
    reached,
    told,
    capped,
    declined,
    in_app: { told: in_app, seen },
    email: { told: email, delivered, failed, unsubscribed },
    push: { told: push },
    afterwards,
  };
}
