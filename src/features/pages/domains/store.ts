import { and, asc, count, eq, inArray, isNotNull, isNull, lte, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { DomainState } from "./rules.ts";
import { domainProofs, domains } from "./tables.ts";

export type DomainRow = typeof domains.$inferSelect;

type Key = Pick<DomainRow, "account" | "id">;
const owned = ({ account, id }: Key) => and(eq(domains.account, account), eq(domains.id, id));

export function listDomainRows(db: Db, account: string): Promise<DomainRow[]> {
  return db
    .select()
    .from(domains)
    .where(eq(domains.account, account))
    .orderBy(sql`${domains.created_at} desc, ${domains.id} desc`);
}

export async function findDomain(db: Db, key: Key): Promise<DomainRow | undefined> {
  const [row] = await db.select().from(domains).where(owned(key));
  return row;
}

/** Locked until the transaction ends. */
export async function lockDomain(db: Db, key: Key): Promise<DomainRow | undefined> {
  const [row] = await db.select().from(domains).where(owned(key)).for("update");
  return row;
}

export async function countDomains(db: Db, account: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(domains).where(eq(domains.account, account));
  return row?.count ?? 0;
}

/** Undefined if the account already has this host. */
export async function insertDomain(db: Db, row: typeof domains.$inferInsert): Promise<DomainRow | undefined> {
  const [made] = await db
    .insert(domains)
    .values(row)
    .onConflictDoNothing({ target: [domains.account, domains.host] })
    .returning();
  return made;
}

export async function updateDomain(
  db: Db,
  { account, id, ...changes }: Key & Partial<DomainRow>,
): Promise<void> {
  await db.update(domains).set(changes).where(owned({ account, id }));
}

export async function deleteDomain(db: Db, key: Key): Promise<void> {
  await db.delete(domains).where(owned(key));
}

export async function deleteDomainsOf(db: Db, profileId: string): Promise<void> {
  await db.delete(domains).where(eq(domains.profile_id, profileId));
}

/** Locks the domains of pages until the transaction ends. */
export function listDomainsOf(
  db: Db,
  { from, profileIds }: { from: string; profileIds: readonly string[] },
): Promise<DomainRow[]> {
  return db
    .select()
    .from(domains)
    .where(and(eq(domains.account, from), inArray(domains.profile_id, [...profileIds])))
    .for("update");
}

/** Deletes an account's claim of a host that it's about to get another way. A proven one stays. */
export async function deleteClaim(
  db: Db,
  { account, host, besides }: Pick<DomainRow, "account" | "host"> & { besides: string },
): Promise<void> {
  await db
    .delete(domains)
    .where(
      and(
        eq(domains.account, account),
        eq(domains.host, host),
        ne(domains.id, besides),
        isNull(domains.verified_at),
      ),
    );
}

/** Gives a domain another account, or deletes it if that account has the host already. False if so. */
export async function updateDomainAccount(db: Db, { id, account }: Key): Promise<boolean> {
  const d = alias(domains, "d");
  const own = db.select({ host: domains.host }).from(domains).where(eq(domains.id, id));
  const [theirs] = await db
    .select({ id: d.id })
    .from(d)
    .where(and(eq(d.account, account), inArray(d.host, own)));
  if (theirs) await db.delete(domains).where(eq(domains.id, id));
  else await db.update(domains).set({ account }).where(eq(domains.id, id));
  return theirs === undefined;
}

/** Another account is the one that proved it, if the one before was. */
export async function updateProver(
  db: Db,
  { host_hash, from, to }: { host_hash: string; from: string; to: string },
): Promise<void> {
  await db
    .update(domainProofs)
    .set({ account_hash: to })
    .where(and(eq(domainProofs.host_hash, host_hash), eq(domainProofs.account_hash, from)));
}

/** Another account's proven domain with this host. */
export async function lockConflict(
  db: Db,
  { account, host }: Pick<DomainRow, "account" | "host">,
): Promise<DomainRow | undefined> {
  const [row] = await db
    .select()
    .from(domains)
    .where(and(eq(domains.host, host), ne(domains.account, account), isNotNull(domains.verified_at)))
    .for("update");
  return row;
}

export async function findMainHost(db: Db, profileId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ host: domains.host })
    .from(domains)
    .where(and(eq(domains.profile_id, profileId), eq(domains.state, "active")))
    .orderBy(asc(domains.active_at), asc(domains.id))
    .limit(1);
  return row?.host;
}

/**
 * Claims domains that are due for a check by postponing the next one, so that no other node claims them too.
 * They come due again even if this process ends.
 */
export async function claimDue(
  db: Db,
  { now, until, most }: { now: string; until: string; most: number },
): Promise<Key[]> {
  const due = db
    .select({ id: domains.id })
    .from(domains)
    .where(lte(domains.next_check_at, now))
    .orderBy(asc(domains.next_check_at))
    .limit(most)
    .for("update", { skipLocked: true });
  return db
    .update(domains)
    .set({ next_check_at: until })
    .where(sql`${domains.id} in ${due}`)
    .returning({ account: domains.account, id: domains.id });
}

export async function listProvers(db: Db, hosts: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select()
    .from(domainProofs)
    .where(inArray(domainProofs.host_hash, [...hosts]));
  return new Map(rows.map(({ host_hash, account_hash }) => [host_hash, account_hash]));
}

export async function upsertProof(db: Db, proof: typeof domainProofs.$inferInsert): Promise<void> {
  await db
    .insert(domainProofs)
    .values(proof)
    .onConflictDoUpdate({ target: domainProofs.host_hash, set: { account_hash: proof.account_hash } });
}

export interface ServedHost {
  id: string;
  account: string;
  host: string;
  zone: string;
  state: DomainState;
  profile_id: string;
  username: string;
}

/** Every proven host, or only those of one profile. */
export function listServedHosts(db: Db, profileId?: string): Promise<ServedHost[]> {
  const which = profileId === undefined ? sql`true` : sql`d.profile_id = ${profileId}`;
  return rowsOf<ServedHost>(
    db,
    sql`select d.id, d.account, d.host, d.zone, d.state, d.profile_id, p.username
        from domains d join client_profiles p on p.id = d.profile_id
        where d.verified_at is not null and ${which}`,
  );
}
