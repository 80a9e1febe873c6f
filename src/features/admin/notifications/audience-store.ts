/* SQL for the accounts that an audience means. */

import { and, asc, count, eq, gt, gte, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { IS_CLOSED, user } from "#src/features/identity/accounts/tables.ts";
import { hasPremiumNow } from "#src/features/money/billing/tables.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { AudienceRule, BroadcastAudience } from "./audience-contract.ts";
import { broadcastAudiences, broadcastReceivers } from "./tables.ts";
import { hasUsed } from "./used-store.ts";

const timestamp = (date: Date) => sql`${date.toISOString()}::timestamptz`;

const seenWithin = (now: Date, days: number) => gt(user.lastSeenAt, new Date(now.getTime() - days * DAY_MS));

const profiles = sql`(select count(*) from client_profiles p
  where p.user_id = ${user.id} and p.deleted_at is null and p.draft_of is null)`;
const links = sql`(select coalesce(sum(p.link_count), 0) from client_profiles p
  where p.user_id = ${user.id} and p.deleted_at is null and p.draft_of is null)`;
const contacts = sql`(select count(*) from contacts c where c.user_id = ${user.id})`;
const country = sql`(select s.country from sessions s where s.user_id = ${user.id} order by s.created_at desc limit 1)`;

function conditionOf(rule: AudienceRule, now: Date): SQL | undefined {
  switch (rule.field) {
    case "plan":
      return rule.value === "premium" ? hasPremiumNow(user.id, now) : sql`not ${hasPremiumNow(user.id, now)}`;
    case "verified":
      return eq(user.emailVerified, rule.value === "yes");
    case "language":
      return sql`coalesce(${user.language}, 'en') = ${rule.value}`;
    case "country":
      return sql`${country} = ${rule.value}`;
    case "signed_up_after":
      return gte(user.createdAt, new Date(rule.value));
    case "signed_up_before":
      return lt(user.createdAt, new Date(rule.value));
    case "seen_within":
      return seenWithin(now, rule.value);
    case "not_seen_for":
      return sql`not ${seenWithin(now, rule.value)}`;
    case "uses":
      return hasUsed(rule.value);
    case "uses_not":
      return sql`not ${hasUsed(rule.value)}`;
    case "profiles_min":
      return sql`${profiles} >= ${rule.value}`;
    case "profiles_max":
      return sql`${profiles} <= ${rule.value}`;
    case "links_min":
      return sql`${links} >= ${rule.value}`;
    case "links_max":
      return sql`${links} <= ${rule.value}`;
    case "contacts_min":
      return sql`${contacts} >= ${rule.value}`;
    case "contacts_max":
      return sql`${contacts} <= ${rule.value}`;
  }
}

/** Suspended accounts and those about to be deleted never get anything. */
export function isMeant({ match, rules }: BroadcastAudience, now: Date): SQL | undefined {
  const conditions = rules.map((rule) => conditionOf(rule, now));
  const isOpen = sql`not exists (select from users u where u.id = ${user.id} and ${sql.raw(IS_CLOSED)})`;
  return and(isOpen, match === "all" ? and(...conditions) : or(...conditions));
}

export async function countMeant(db: Db, audience: BroadcastAudience, now: Date): Promise<number> {
  const [row] = await db.select({ people: count() }).from(user).where(isMeant(audience, now));
  return row?.people ?? 0;
}

const SAMPLE_ROWS = 5;

const NEAR_ROWS = 10_000;

/** Lists the first few by their ids. Nearly all audiences have some among the first accounts, which is quick to see. */
export async function listSample(db: Db, audience: BroadcastAudience, now: Date): Promise<string[]> {
  const last = await findLastOf(db, { after: "", rows: NEAR_ROWS });
  for (const isNear of last === undefined ? [] : [lte(user.id, last), undefined]) {
    const rows = await db
      .select({ email: user.email })
      .from(user)
      .where(and(isNear, isMeant(audience, now)))
      .orderBy(asc(user.id))
      .limit(SAMPLE_ROWS);
    if (rows.length === SAMPLE_ROWS || isNear === undefined) return rows.map(({ email }) => email);
  }
  return [];
}

/** The last of the next accounts by their ids, or undefined if there are none. */
async function findLastOf(
  db: Db,
  { after, rows }: { after: string; rows: number },
): Promise<string | undefined> {
  const [edge] = await rowsOf<{ last: string | null }>(
    db,
    sql`select max(id) as last from (select id from users where id > ${after} order by id limit ${rows}) next_ones`,
  );
  return edge?.last ?? undefined;
}

interface AudiencePart {
  id: string;
  audience: BroadcastAudience;
  now: Date;
  after: string;
  /** How many accounts are looked at. */
  rows: number;
}

/**
 * Writes down whom a message is for among the next accounts by their ids, and returns the last of these; undefined
 * once there are none.
 */
export async function insertAudiencePart(
  db: Db,
  { id, audience, now, after, rows }: AudiencePart,
): Promise<string | undefined> {
  const last = await findLastOf(db, { after, rows });
  if (last !== undefined)
    await db.execute(
      sql`insert into ${broadcastAudiences} (broadcast_id, account)
        select ${id}::uuid, ${user.id} from ${user}
        where ${user.id} > ${after} and ${user.id} <= ${last} and ${isMeant(audience, now)}
        on conflict do nothing`,
    );
  return last;
}

export async function countAudience(db: Db, id: string): Promise<number> {
  const [row] = await db
    .select({ people: count() })
    .from(broadcastAudiences)
    .where(eq(broadcastAudiences.broadcast_id, id));
  return row?.people ?? 0;
}

export async function deleteAudience(db: Db, id: string): Promise<void> {
  await db.delete(broadcastAudiences).where(eq(broadcastAudiences.broadcast_id, id));
}

interface Batch {
  id: string;
  audience: BroadcastAudience;
  now: Date;
  after: string;
  /** A wall time: only those whose clock shows it already. Null for everyone at once. */
  sendAt: string | null;
  most: number;
}

export type Receiver = Awaited<ReturnType<typeof listNextReceivers>>[number];

/** Lists the next accounts of the written audience that still match it, and haven't had their turn. */
export function listNextReceivers(db: Db, { id, audience, now, after, sendAt, most }: Batch) {
  const { email, emailVerified: is_confirmed, language, timeZone } = user;
  const isDue =
    sendAt === null
      ? undefined
      : sql`(${timestamp(now)} at time zone coalesce(${timeZone}, 'UTC')) >= ${sendAt}::timestamp`;
  const hadTurn = sql`exists (select from ${broadcastReceivers} r where r.broadcast_id = ${id} and r.account = ${user.id})`;
  return db
    .select({ account: user.id, email, is_confirmed, language })
    .from(broadcastAudiences)
    .innerJoin(user, eq(user.id, broadcastAudiences.account))
    .where(
      and(
        eq(broadcastAudiences.broadcast_id, id),
        gt(broadcastAudiences.account, after),
        isMeant(audience, now),
        isDue,
        sql`not ${hadTurn}`,
      ),
    )
    .orderBy(asc(broadcastAudiences.account))
    .limit(most);
}
