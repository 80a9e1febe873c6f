import { and, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import { IS_CLOSED } from "#src/features/identity/accounts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import type { SandboxState } from "./sandbox-rules.ts";
import { billingEvents, sandboxCustomers, subscriptions } from "./tables.ts";

export type SubscriptionRow = typeof subscriptions.$inferSelect;

export async function findSubscription(db: Db, account: string): Promise<SubscriptionRow | undefined> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.account, account));
  return row;
}

export async function lockSubscription(db: Db, account: string): Promise<SubscriptionRow | undefined> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.account, account)).for("update");
  return row;
}

export async function findAccountOf(db: Db, customer: string): Promise<string | undefined> {
  const [row] = await db
    .select({ account: subscriptions.account })
    .from(subscriptions)
    .where(eq(subscriptions.customer_id, customer));
  return row?.account;
}

/** Adds the account's row if there's none. A row from another provider starts over. */
export async function upsertSubscription(
  db: Db,
  row: Pick<SubscriptionRow, "account" | "provider" | "created_at">,
): Promise<void> {
  const { account, ...blank } = BLANK;
  await db
    .insert(subscriptions)
    .values(row)
    .onConflictDoUpdate({
      target: subscriptions.account,
      set: { ...blank, provider: row.provider },
      setWhere: ne(subscriptions.provider, row.provider),
    });
}

const BLANK = {
  account: undefined,
  customer_id: null,
  checkout_id: null,
  subscription_id: null,
  status: "ended",
  units: 0,
  period_start: null,
  period_end: null,
  cancel_at: null,
  pause_from: null,
  pause_until: null,
  failing_since: null,
  failed_tries: 0,
  discount: null,
  price_list: 1,
  credit_cents: 0,
} as const;

export async function updateSubscription(
  db: Db,
  account: string,
  changes: Partial<Omit<SubscriptionRow, "account">>,
): Promise<void> {
  await db.update(subscriptions).set(changes).where(eq(subscriptions.account, account));
}

/** Counts a response to an offer. False if another one was counted since the row was read. */
export async function updateAnswerCount(
  db: Db,
  { account, answers }: Pick<SubscriptionRow, "account" | "answers">,
): Promise<boolean> {
  const rows = await db
    .update(subscriptions)
    .set({ answers: answers + 1 })
    .where(and(eq(subscriptions.account, account), eq(subscriptions.answers, answers)))
    .returning({ account: subscriptions.account });
  return rows.length > 0;
}

/** Counts a call to the provider that's about to begin, and returns its number. */
export async function updateSyncBegun(db: Db, account: string): Promise<number | undefined> {
  const [row] = await db
    .update(subscriptions)
    .set({ sync_begun: sql`${subscriptions.sync_begun} + 1` })
    .where(eq(subscriptions.account, account))
    .returning({ number: subscriptions.sync_begun });
  return row?.number;
}

/** Lists accounts whose subscription may change with time: it hasn't ended, or only just has. */
export async function listRunningSubscriptions(db: Db): Promise<SubscriptionRow[]> {
  return db
    .select()
    .from(subscriptions)
    .where(or(ne(subscriptions.status, "ended"), ne(subscriptions.granted_units, 0)));
}

/** Lists accounts that are closed and would be charged again. */
export async function listChargedThoughClosed(db: Db): Promise<string[]> {
  const { account, status, cancel_at } = subscriptions;
  const isClosed = sql`exists (select from users u where u.id = ${account} and ${sql.raw(IS_CLOSED)})`;
  const rows = await db
    .select({ account })
    .from(subscriptions)
    .where(and(inArray(status, ["active", "past_due"]), isNull(cancel_at), isClosed));
  return rows.map((row) => row.account);
}

/**
 * Lists running subscriptions, and checkouts that may have been paid, that haven't been fetched since
 * `before`.
 */
export async function listStaleSubscriptions(db: Db, before: string): Promise<SubscriptionRow[]> {
  return db
    .select()
    .from(subscriptions)
    .where(
      and(
        or(ne(subscriptions.status, "ended"), isNotNull(subscriptions.checkout_id)),
        or(isNull(subscriptions.synced_at), lt(subscriptions.synced_at, before)),
      ),
    );
}

/** False if we already know the event. */
export async function insertEvent(db: Db, row: typeof billingEvents.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(billingEvents)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: billingEvents.id });
  return rows.length > 0;
}

export async function listUnprocessedEvents(db: Db, account: string): Promise<string[]> {
  const rows = await db
    .select({ id: billingEvents.id })
    .from(billingEvents)
    .where(and(eq(billingEvents.account, account), isNull(billingEvents.processed_at)));
  return rows.map(({ id }) => id);
}

export async function updateEventsProcessed(db: Db, ids: readonly string[], time: string): Promise<void> {
  await db
    .update(billingEvents)
    .set({ processed_at: time })
    .where(inArray(billingEvents.id, [...ids]));
}

export async function deleteEventsBefore(db: Db, before: string): Promise<void> {
  await db.delete(billingEvents).where(lt(billingEvents.received_at, before));
}

export async function findSandbox(db: Db, account: string): Promise<SandboxState | undefined> {
  const [row] = await db.select().from(sandboxCustomers).where(eq(sandboxCustomers.account, account));
  return row?.state;
}

export async function lockSandbox(db: Db, account: string): Promise<SandboxState | undefined> {
  const [row] = await db
    .select()
    .from(sandboxCustomers)
    .where(eq(sandboxCustomers.account, account))
    .for("update");
  return row?.state;
}

export async function listSandboxAccounts(db: Db): Promise<string[]> {
  const rows = await db
    .select({ account: sandboxCustomers.account })
    .from(sandboxCustomers)
    .where(sql`${sandboxCustomers.state}->'subscription'->>'status' <> 'ended'`);
  return rows.map(({ account }) => account);
}

export async function insertSandbox(db: Db, account: string, state: SandboxState): Promise<void> {
  await db.insert(sandboxCustomers).values({ account, state }).onConflictDoNothing();
}

export async function updateSandbox(db: Db, account: string, state: SandboxState): Promise<void> {
  await db.update(sandboxCustomers).set({ state }).where(eq(sandboxCustomers.account, account));
}

/** How many accounts pay for the same units at the same prices and discount. Those that pause pay nothing. */
export function listSubscriptionSizes(
  db: Db,
  { provider, now }: Pick<SubscriptionRow, "provider"> & { now: string },
) {
  const { units, price_list, discount, status, pause_from, pause_until } = subscriptions;
  return db
    .select({ units, price_list, discount, accounts: sql<number>`count(*)::int` })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.provider, provider),
        inArray(status, ["active", "past_due"]),
        or(isNull(pause_from), sql`${pause_from} > ${now}`, sql`${pause_until} <= ${now}`),
      ),
    )
    .groupBy(units, price_list, discount);
}
