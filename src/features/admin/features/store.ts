import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { user } from "#src/features/identity/accounts/tables.ts";
import { hasPremiumNow } from "#src/features/money/billing/tables.ts";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
import type { Feature, FeatureRules } from "#src/lib/feature-switches.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { type ListShape, readPage, sortBy } from "#src/platform/db/list.ts";
import { events, featureAccounts, featureSwitches } from "#src/platform/tables.ts";
import { accountFeatureChanged, featureChanged } from "./events.ts";

export type SwitchRow = typeof featureSwitches.$inferSelect;

/** Makes others who change who has it wait, where nothing is set yet included. */
export async function lockFeature(db: Db, feature: Feature): Promise<void> {
  await takeAdvisoryLock(db, "features", feature);
}

/** Returns who has which part of the product, as far as somebody has said so. */
export function listSwitches(db: Db) {
  return db
    .select({ ...getTableColumns(featureSwitches), by: user.name })
    .from(featureSwitches)
    .leftJoin(user, eq(user.id, featureSwitches.changed_by));
}

export async function findSwitch(db: Db, feature: Feature): Promise<SwitchRow | undefined> {
  const [row] = await db.select().from(featureSwitches).where(eq(featureSwitches.feature, feature));
  return row;
}

export async function upsertSwitch(db: Db, row: SwitchRow): Promise<void> {
  await db
    .insert(featureSwitches)
    .values(row)
    .onConflictDoUpdate({ target: featureSwitches.feature, set: row });
}

export interface ChosenCount {
  feature: string;
  on: number;
  off: number;
}

export function listChosenCounts(db: Db): Promise<ChosenCount[]> {
  const { feature, is_on } = featureAccounts;
  return db
    .select({
      feature,
      on: sql<number>`(count(*) filter (where ${is_on}))::int`,
      off: sql<number>`(count(*) filter (where not ${is_on}))::int`,
    })
    .from(featureAccounts)
    .groupBy(feature);
}

interface OfAccount {
  feature: Feature;
  account: string;
}

const isOf = ({ feature, account }: OfAccount) =>
  and(eq(featureAccounts.feature, feature), eq(featureAccounts.account, account));

export async function findChoice(db: Db, key: OfAccount): Promise<boolean | undefined> {
  const [row] = await db.select({ is_on: featureAccounts.is_on }).from(featureAccounts).where(isOf(key));
  return row?.is_on;
}

export async function countChosen(db: Db, feature: Feature): Promise<number> {
  return db.$count(featureAccounts, eq(featureAccounts.feature, feature));
}

export async function upsertChoice(db: Db, row: typeof featureAccounts.$inferInsert): Promise<void> {
  await db
    .insert(featureAccounts)
    .values(row)
    .onConflictDoUpdate({ target: [featureAccounts.feature, featureAccounts.account], set: row });
}

export async function deleteChoice(db: Db, key: OfAccount): Promise<void> {
  await db.delete(featureAccounts).where(isOf(key));
}

/** Returns staff's reasons for one account, by the part's name. */
export async function listReasons(db: Db, account: string): Promise<ReadonlyMap<string, string>> {
  const { feature, reason } = featureAccounts;
  const rows = await db
    .select({ feature, reason })
    .from(featureAccounts)
    .where(eq(featureAccounts.account, account));
  return new Map(rows.map((row) => [row.feature, row.reason]));
}

const CHOSEN: ListShape<"newest"> = {
  sorts: { newest: sortBy(featureAccounts.changed_at) },
  tie: [featureAccounts.account],
  usual: { sort: "newest", order: "desc" },
};

/** The latest first. Accounts that are gone are left out. */
export function listChosen(
  db: Db,
  { feature, cursor, rows }: { feature: Feature; cursor?: string | undefined; rows: number },
) {
  const by = sql<string | null>`(select u.name from users u where u.id = ${featureAccounts.changed_by})`;
  return readPage({ shape: CHOSEN, request: { cursor }, rows }, ({ key, after, orderBy, limit }) =>
    db
      .select({
        key,
        id: user.id,
        name: user.name,
        email: user.email,
        is_on: featureAccounts.is_on,
        reason: featureAccounts.reason,
        by,
        at: featureAccounts.changed_at,
      })
      .from(featureAccounts)
      .innerJoin(user, eq(user.id, featureAccounts.account))
      .where(and(eq(featureAccounts.feature, feature), after))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

interface FoundAccount {
  id: string;
  role: string | null;
}

/** Finds an account by its id, its owner's address, or one of its pages. */
export async function findAccount(db: Db, who: string): Promise<FoundAccount | undefined> {
  const account = { id: user.id, role: user.role };
  const [own] = await db
    .select(account)
    .from(user)
    .where(sql`${user.id} = ${who} or ${user.email} = ${who.toLowerCase()}`)
    .limit(1);
  if (own) return own;
  const [byPage] = await db
    .select(account)
    .from(user)
    .innerJoin(clientProfiles, eq(clientProfiles.user_id, user.id))
    .where(and(eq(clientProfiles.username, who.toLowerCase()), sql`${clientProfiles.deleted_at} is null`))
    .limit(1);
  return byPage;
}

const actorId = sql`${events.actor}->>'id'`;

/** Returns the newest changes, newest first. */
export function listChanges(db: Db, { feature, rows }: { feature: Feature; rows: number }) {
  return db
    .select({
      id: events.id,
      name: events.name,
      account: events.account,
      at: events.time,
      by: sql<string | null>`(select u.name from users u where u.id = ${actorId})`,
      whose: sql<string | null>`(select u.name from users u where u.id = ${events.account})`,
      payload: events.payload,
    })
    .from(events)
    .where(
      and(
        eq(events.subject, feature),
        inArray(events.name, [featureChanged.name, accountFeatureChanged.name]),
      ),
    )
    .orderBy(desc(events.id))
    .limit(rows);
}

export interface CountedRules extends FeatureRules {
  feature: Feature;
}

/** Counts the accounts that have all of these, and all accounts. It takes the place of an account as `placeOf` does. */
export async function countHaving(
  db: Db,
  { all, now, hasPlans }: { all: readonly CountedRules[]; now: Date; hasPlans: boolean },
): Promise<{ accounts: number; of: number }> {
  const conditions = all.map(
    (rules) => sql`(${isHad(rules, hasPlans ? hasPremiumNow(sql`u.id`, now) : sql`true`)})`,
  );
  const [row] = await rowsOf<{ accounts: number; of: number }>(
    db,
    sql`select count(*)::int as "of",
      (count(*) filter (where ${sql.join(conditions, sql` and `)}))::int as accounts from users u`,
  );
  return row ?? { accounts: 0, of: 0 };
}

function isHad({ feature, share, free, premium }: CountedRules, isPremium: SQL): SQL {
  const chosen = sql`(select a.is_on from feature_accounts a where a.feature = ${feature} and a.account = u.id)`;
  const byPlan =
    free === null && premium === null
      ? sql`null::boolean`
      : sql`case when ${isPremium} then ${premium}::boolean else ${free}::boolean end`;
  return sql`coalesce(${chosen}, ${byPlan}, ${isInShare(feature, share)})`;
}

function isInShare(feature: Feature, share: number): SQL {
  if (share === 100) return sql`true`;
  if (share === 0) return sql`false`;
  const digest = sql`encode(sha256(convert_to(${`${feature}:`}::text || u.id, 'UTF8')), 'hex')`;
  return sql`('x' || lpad(left(${digest}, 8), 16, '0'))::bit(64)::bigint % 100 < ${share}`;
}
