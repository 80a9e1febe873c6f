import { and, eq, inArray, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { Figures } from "./contract.ts";
import type { ReminderName } from "./rules.ts";
import { reminderReceipts, reminderRules } from "./tables.ts";

export type RuleRow = typeof reminderRules.$inferSelect;

export function listRuleRows(db: Db): Promise<RuleRow[]> {
  return db.select().from(reminderRules);
}

export async function findRule(db: Db, rule: ReminderName): Promise<RuleRow | undefined> {
  const [row] = await db.select().from(reminderRules).where(eq(reminderRules.rule, rule));
  return row;
}

/** Makes other changes of it, and its next batch, wait. */
export async function lockRule(db: Db, rule: ReminderName): Promise<RuleRow | undefined> {
  const [row] = await db.select().from(reminderRules).where(eq(reminderRules.rule, rule)).for("update");
  return row;
}

export async function insertRule(db: Db, row: typeof reminderRules.$inferInsert): Promise<void> {
  await db.insert(reminderRules).values(row).onConflictDoNothing();
}

export async function updateRule(db: Db, rule: ReminderName, changes: Partial<RuleRow>): Promise<void> {
  await db.update(reminderRules).set(changes).where(eq(reminderRules.rule, rule));
}

export type Receipt = typeof reminderReceipts.$inferInsert;

/** Returns the accounts that hadn't been told about this already. */
export async function insertReceipts(db: Db, rows: Receipt[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const added = await db
    .insert(reminderReceipts)
    .values(rows)
    .onConflictDoNothing()
    .returning({ account: reminderReceipts.account });
  return new Set(added.map(({ account }) => account));
}

export async function updateChannels(
  db: Db,
  { message, accounts, channels }: Pick<Receipt, "message" | "channels"> & { accounts: string[] },
): Promise<void> {
  await db
    .update(reminderReceipts)
    .set({ channels })
    .where(and(inArray(reminderReceipts.account, accounts), eq(reminderReceipts.message, message)));
}

export interface Watched {
  account: string;
  occasion: string;
  /** The first and the last time in this week. */
  sent_at: string;
}

/** Lists accounts whose doing still counts, a page at a time, each with all that they were reminded of. */
export function listWatched(
  db: Db,
  { rule, after, most }: { rule: ReminderName; after: string; most: number },
): Promise<Watched[]> {
  return rowsOf<Watched>(
    db,
    sql`with next_ones as (select distinct account from ${reminderReceipts}
        where rule = ${rule} and watched_until is not null and account > ${after} order by account limit ${most})
      select account, occasion, to_char(max(sent_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as sent_at
      from ${reminderReceipts} join next_ones using (account)
      where rule = ${rule} and watched_until is not null group by account, occasion order by account`,
  );
}

/** What isn't true anymore is done, and of what is the week may be over. */
export async function updateWatched(
  db: Db,
  { rule, done, accounts, now }: { rule: ReminderName; done: Watched[]; accounts: string[]; now: string },
): Promise<void> {
  const pairs = JSON.stringify(done.map(({ account, occasion }) => ({ account, occasion })));
  await db.execute(sql`update ${reminderReceipts} r set watched_until = null,
      done_at = case when r.watched_until >= ${now}::timestamptz then ${now}::timestamptz end
    from jsonb_to_recordset(${pairs}::jsonb) as d(account text, occasion text)
    where r.rule = ${rule} and r.account = d.account and r.occasion = d.occasion and r.watched_until is not null`);
  await db.execute(sql`update ${reminderReceipts} set watched_until = null
    where rule = ${rule} and account = any(${sql.param(accounts)}::text[]) and watched_until < ${now}::timestamptz`);
}

/** Each is a count of rows. Notifications are kept for as long as these go back. */
export async function findFigures(
  db: Db,
  { rule, since }: { rule: ReminderName; since: string },
): Promise<Figures> {
  const tally = (condition: ReturnType<typeof sql>) => sql`(count(*) filter (where ${condition}))::int`;
  const [row] = await rowsOf<Figures>(
    db,
    sql`select count(*)::int as told, ${tally(sql`'in_app' = any(r.channels)`)} as in_app,
      ${tally(sql`'in_app' = any(r.channels) and exists (select from notifications n where n.user_id = r.account
        and n.kind = 'news' and n.data ->> 'key' = r.message and n.read_at is not null)`)} as seen,
      ${tally(sql`'email' = any(r.channels)`)} as email, ${tally(sql`'push' = any(r.channels)`)} as push,
      ${tally(sql`r.done_at is not null`)} as done, ${tally(sql`r.watched_until is not null`)} as watched
      from ${reminderReceipts} r where r.rule = ${rule} and r.sent_at > ${since}`,
  );
  return row as Figures;
}
