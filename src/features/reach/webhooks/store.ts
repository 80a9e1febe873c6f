import { and, count, eq, sql } from "drizzle-orm";
import type { Role } from "#src/lib/access.ts";
import type { Db } from "#src/platform/db/database.ts";
import { webhooks } from "./tables.ts";

export type WebhookRow = typeof webhooks.$inferSelect;

/** A webhook and its responsible person. `role` is null once they're no longer on the team. */
export interface WebhookWithMaker extends WebhookRow {
  maker_name: string;
  role: Role | null;
  maker_profile_ids: string[] | null;
}

type Key = Pick<WebhookRow, "account" | "id">;

const MAKER = {
  maker_name: sql<string>`(select p.name from users p where p.id = ${webhooks.made_by})`,
  role: sql<Role | null>`case when ${webhooks.made_by} = ${webhooks.account} then 'owner' else (select m.role
    from team_members m where m.account = ${webhooks.account} and m.user_id = ${webhooks.made_by}) end`,
  maker_profile_ids: sql<string[] | null>`(select m.profile_ids from team_members m
    where m.account = ${webhooks.account} and m.user_id = ${webhooks.made_by})`,
};

function select(db: Db) {
  return db.select({ webhook: webhooks, ...MAKER }).from(webhooks);
}

function toWebhookWithMaker({
  webhook,
  ...maker
}: Awaited<ReturnType<typeof select>>[number]): WebhookWithMaker {
  return { ...webhook, ...maker };
}

/** Newest first. */
export async function listWebhookRows(db: Db, account: string): Promise<WebhookWithMaker[]> {
  const rows = await select(db)
    .where(eq(webhooks.account, account))
    .orderBy(sql`${webhooks.created_at} desc, ${webhooks.id} desc`);
  return rows.map(toWebhookWithMaker);
}

export async function findWebhook(db: Db, { account, id }: Key): Promise<WebhookWithMaker | undefined> {
  const [row] = await select(db).where(and(eq(webhooks.account, account), eq(webhooks.id, id)));
  return row && toWebhookWithMaker(row);
}

export async function countWebhooks(db: Db, account: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(webhooks).where(eq(webhooks.account, account));
  return row?.count ?? 0;
}

export async function insertWebhook(db: Db, row: typeof webhooks.$inferInsert): Promise<void> {
  await db.insert(webhooks).values(row);
}

export async function updateWebhookRow(
  db: Db,
  { account, id, ...changes }: Key & Partial<WebhookRow>,
): Promise<void> {
  await db
    .update(webhooks)
    .set(changes)
    .where(and(eq(webhooks.account, account), eq(webhooks.id, id)));
}

/** Replaces the secret. The previous one stays valid until `old_until`. */
export async function updateSecret(
  db: Db,
  { account, id, secret, old_until }: Key & { secret: string; old_until: string },
): Promise<void> {
  await db
    .update(webhooks)
    .set({ secret, old_secret: sql`${webhooks.secret}`, old_until })
    .where(and(eq(webhooks.account, account), eq(webhooks.id, id)));
}

export async function deleteWebhookRow(db: Db, { account, id }: Key): Promise<void> {
  await db.delete(webhooks).where(and(eq(webhooks.account, account), eq(webhooks.id, id)));
}

/** Turns off an active webhook. False if someone else was first. */
export async function updateWebhookDisabled(
  db: Db,
  { account, id, ...off }: Key & Required<Pick<WebhookRow, "disabled_at" | "disabled_because">>,
): Promise<boolean> {
  const rows = await db
    .update(webhooks)
    .set(off)
    .where(and(eq(webhooks.account, account), eq(webhooks.id, id), sql`${webhooks.disabled_at} is null`))
    .returning({ id: webhooks.id });
  return rows.length > 0;
}

/** Records that nothing gets through, unless that's already known. Returns since when. */
export async function updateFailingSince(db: Db, { account, id }: Key, now: string): Promise<string> {
  const [row] = await db
    .update(webhooks)
    .set({ failing_since: sql`coalesce(${webhooks.failing_since}, ${now}::timestamptz)` })
    .where(and(eq(webhooks.account, account), eq(webhooks.id, id)))
    .returning({ since: webhooks.failing_since });
  return row?.since ?? now;
}

/** Records a success. */
export async function deleteFailingSince(db: Db, { account, id }: Key): Promise<void> {
  await db
    .update(webhooks)
    .set({ failing_since: null })
    .where(
      and(eq(webhooks.account, account), eq(webhooks.id, id), sql`${webhooks.failing_since} is not null`),
    );
}
