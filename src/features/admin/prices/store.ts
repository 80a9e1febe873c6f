import { and, count, eq, inArray, isNull } from "drizzle-orm";
import type { ProviderKind } from "#src/features/money/billing/rules.ts";
import { subscriptions } from "#src/features/money/billing/tables.ts";
import type { Db } from "#src/platform/db/database.ts";

const { price_list, provider, status, units } = subscriptions;

export const isRunning = (kind: ProviderKind) =>
  and(eq(provider, kind), inArray(status, ["active", "past_due"]));

/** Those who pay under a list and go on. */
export const goesOnUnder = ({ kind, number }: { kind: ProviderKind; number: number }) =>
  and(isRunning(kind), eq(price_list, number), isNull(subscriptions.cancel_at));

/** Counts who pays under each list. */
export function listSubscriberCounts(db: Db, kind: ProviderKind) {
  return db
    .select({ number: price_list, subscribers: count() })
    .from(subscriptions)
    .where(isRunning(kind))
    .groupBy(price_list);
}

/** Counts those under a list by their units, without those who have canceled. */
export function listUnitCounts(db: Db, under: { kind: ProviderKind; number: number }) {
  return db
    .select({ units, subscribers: count() })
    .from(subscriptions)
    .where(goesOnUnder(under))
    .groupBy(units);
}
