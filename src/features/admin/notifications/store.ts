import { and, desc, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { Figures } from "./contract.ts";
import { AFTERWARDS_DAYS, BROADCASTS_LISTED_MAX, OPEN_STATES, RUNNING_STATES } from "./rules.ts";
import { broadcastReceivers, broadcasts } from "./tables.ts";

export type BroadcastRow = typeof broadcasts.$inferSelect;

const by = sql<
  string | null
>`(select u.name from users u where u.id = coalesce(${broadcasts.sent_by}, ${broadcasts.made_by}))`;
const reached = sql<number>`(select count(*)::int from ${broadcastReceivers} r where r.broadcast_id = ${broadcasts.id})`;

/** One, or the newest, and whatever isn't out yet: what comes next month mustn't be lost among what was since. */
export function listBroadcastRows(db: Db, id?: string) {
  const newest = db
    .select({ id: broadcasts.id })
    .from(broadcasts)
    .orderBy(desc(broadcasts.created_at))
    .limit(BROADCASTS_LISTED_MAX);
  const isListed = or(inArray(broadcasts.state, [...OPEN_STATES]), inArray(broadcasts.id, newest));
  return db
    .select({ row: broadcasts, by, reached })
    .from(broadcasts)
    .where(id === undefined ? isListed : eq(broadcasts.id, id))
    .orderBy(desc(broadcasts.created_at), desc(broadcasts.id));
}

/** True if the next one of those that repeat each other has been made, even if it was stopped since. */
export async function hasNext(db: Db, { series, send_at }: BroadcastRow): Promise<boolean> {
  if (series === null || send_at === null) return false;
  const rows = await db
    .select({ id: broadcasts.id })
    .from(broadcasts)
    .where(and(eq(broadcasts.series, series), gt(broadcasts.send_at, send_at)))
    .limit(1);
  return rows.length > 0;
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

/** Those whose audience is still being written down. One that repeats looks for it each time. */
export function listUnlistedBroadcasts(db: Db): Promise<Pick<BroadcastRow, "id">[]> {
  const { id, state, frozen_at, repeat } = broadcasts;
  return db
    .select({ id })
    .from(broadcasts)
    .where(and(inArray(state, [...RUNNING_STATES]), isNull(frozen_at), isNull(repeat)));
}

export async function insertReceivers(
  db: Db,
  rows: (typeof broadcastReceivers.$inferInsert)[],
): Promise<void> {
  await db.insert(broadcastReceivers).values(rows);
}

/** Only the first time counts. */
export async function updateClicked(
  db: Db,
  { id, account, at }: { id: string; account: string; at: string },
): Promise<void> {
  const { broadcast_id, clicked_at } = broadcastReceivers;
  await db
    .update(broadcastReceivers)
    .set({ clicked_at: at })
    .where(and(eq(broadcast_id, id), eq(broadcastReceivers.account, account), isNull(clicked_at)));
}

/** When the e-mail was last handed over. Undefined if it hasn't been, or isn't kept anymore. */
export async function findMailTime(
  db: Db,
  { template, once }: { template: string; once: string },
): Promise<string | undefined> {
  const [row] = await rowsOf<{ at: Date | string | null }>(
    db,
    sql`select m.tried_at as at from mails m where m.template = ${template} and m.once = ${once}`,
  );
  return row?.at ? new Date(row.at).toISOString() : undefined;
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
  | "bell_clicked"
  | "dismissed"
  | "email"
  | "delivered"
  | "failed"
  | "mail_clicked"
  | "unsubscribed"
  | "push"
  | "push_clicked"
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
  const newsIs = (channel: string, condition: ReturnType<typeof sql>) => sql`${channel} = any(r.channels)
    and exists (select from notifications n where n.user_id = r.account and n.kind = ${notificationKind}
    and n.data ->> 'key' = ${id} and ${condition})`;
  const [row] = await rowsOf<FigureRow>(
    db,
    sql`select count(*)::int as reached, ${tally(isTold)} as told, ${tally(sql`r.is_capped`)} as capped,
      ${tally(sql`not r.is_capped and cardinality(r.channels) = 0`)} as declined,
      ${tally(sql`'in_app' = any(r.channels)`)} as in_app,
      ${tally(newsIs("in_app", sql`n.read_at is not null`))} as seen,
      ${tally(newsIs("in_app", sql`n.opened_on = 'in_app'`))} as bell_clicked,
      ${tally(newsIs("in_app", sql`n.read_at is not null and n.opened_on is null`))} as dismissed,
      ${tally(newsIs("push", sql`n.opened_on = 'push'`))} as push_clicked,
      ${tally(sql`r.clicked_at is not null`)} as mail_clicked,
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
  const { reached, told, capped, declined, ...byChannel } = row as FigureRow;
  const { in_app, seen, bell_clicked, dismissed, push, push_clicked, ...rest } = byChannel;
  const { email, delivered, failed, mail_clicked, unsubscribed, ...afterwards } = rest;
  return {
    reached,
    told,
    capped,
    declined,
    in_app: { told: in_app, seen, clicked: bell_clicked, dismissed },
    email: { told: email, delivered, failed, clicked: mail_clicked, unsubscribed },
    push: { told: push, clicked: push_clicked },
    afterwards,
  };
}
