import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { suppressions } from "#src/features/audience/consent-records/tables.ts";
import { contacts } from "#src/features/audience/contacts/tables.ts";
import { user } from "#src/features/identity/accounts/tables.ts";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { accountMerges } from "../tables.ts";
import { MERGES_LISTED_MAX } from "./merge-rules.ts";

export type MergeRow = typeof accountMerges.$inferSelect;

export async function findMerge(db: Db, id: string): Promise<MergeRow | undefined> {
  const [row] = await db.select().from(accountMerges).where(eq(accountMerges.id, id));
  return row;
}

export async function lockMerge(db: Db, id: string): Promise<MergeRow | undefined> {
  const [row] = await db.select().from(accountMerges).where(eq(accountMerges.id, id)).for("update");
  return row;
}

export async function insertMerge(db: Db, row: typeof accountMerges.$inferInsert): Promise<void> {
  await db.insert(accountMerges).values(row);
}

export async function updateMerge(
  db: Db,
  id: string,
  changes: Partial<Pick<MergeRow, "step" | "cursor" | "profile_ids" | "ended_at" | "due_at">>,
): Promise<void> {
  await db.update(accountMerges).set(changes).where(eq(accountMerges.id, id));
}

interface Batch {
  account: string;
  after: string;
  most: number;
}

/** Lists the next of an account's contacts by their ids. */
export function listContactBatch(db: Db, { account, after, most }: Batch) {
  const { id, email, user_id } = contacts;
  return db
    .select({ id, email })
    .from(contacts)
    .where(and(eq(user_id, account), gt(id, after)))
    .orderBy(id)
    .limit(most);
}

/** Lists the next of an account's suppressions by their ids. */
export function listSuppressionBatch(db: Db, { account, after, most }: Batch) {
  const { id, user_id } = suppressions;
  return db
    .select({ id })
    .from(suppressions)
    .where(and(eq(user_id, account), gt(id, after)))
    .orderBy(id)
    .limit(most);
}

/** Pages that an earlier merge of the same two moved before it was stopped. */
export async function listMovedPages(
  db: Db,
  { source, target }: Pick<MergeRow, "source" | "target">,
): Promise<string[]> {
  const rows = await db
    .select({ ids: accountMerges.profile_ids })
    .from(accountMerges)
    .where(and(eq(accountMerges.source, source), eq(accountMerges.target, target)));
  return [...new Set(rows.flatMap(({ ids }) => ids))];
}

export function listMergeRows(db: Db, account: string) {
  const source = alias(user, "source");
  const target = alias(user, "target");
  const maker = alias(user, "maker");
  const party = (u: typeof source | typeof target) => ({ id: u.id, name: u.name, email: u.email });
  return db
    .select({ row: accountMerges, source: party(source), target: party(target), by: maker.name })
    .from(accountMerges)
    .innerJoin(source, eq(source.id, accountMerges.source))
    .innerJoin(target, eq(target.id, accountMerges.target))
    .leftJoin(maker, eq(maker.id, accountMerges.made_by))
    .where(or(eq(accountMerges.source, account), eq(accountMerges.target, account)))
    .orderBy(desc(accountMerges.started_at), desc(accountMerges.id))
    .limit(MERGES_LISTED_MAX);
}

export function listOpenMerges(db: Db): Promise<MergeRow[]> {
  return db.select().from(accountMerges).where(isNull(accountMerges.ended_at));
}

/** Merges whose source is closed and not deleted yet. */
export function listGracefulMerges(db: Db, now: string): Promise<MergeRow[]> {
  return db
    .select()
    .from(accountMerges)
    .where(and(eq(accountMerges.step, "done"), gt(accountMerges.due_at, now)));
}

interface Pair {
  source: string;
  target: string;
}

/** What keeps two accounts from being merged, apart from what their people's rows say. */
export async function findObstacles(
  db: Db,
  { source, target, now }: Pair & { now: string },
): Promise<{ is_merging: boolean; is_handed_over: boolean; has_subscription: boolean; is_sending: boolean }> {
  const both = sql`(${source}, ${target})`;
  const [row] = await rowsOf<Awaited<ReturnType<typeof findObstacles>>>(
    db,
    sql`select
      exists (select from account_merges where ended_at is null and (source in ${both} or target in ${both})) as is_merging,
      exists (select from handover_offers where expires_at > ${now} and (account in ${both} or user_id in ${both})) as is_handed_over,
      exists (select from subscriptions where account = ${source} and status <> 'ended') as has_subscription,
      exists (select from batches where user_id = ${source} and state = 'sending') as is_sending`,
  );
  if (!row) throw new Error("A question about two accounts had no answer.");
  return row;
}

/** All of an account's pages, with their drafts beside them, in an order that stays. */
export async function listPagesWithDrafts(
  db: Db,
  account: string,
): Promise<{ id: string; drafts: string[] }[]> {
  const rows = await db
    .select({ id: clientProfiles.id, draft_of: clientProfiles.draft_of })
    .from(clientProfiles)
    .where(eq(clientProfiles.user_id, account))
    .orderBy(clientProfiles.id);
  const known = new Set(rows.map(({ id }) => id));
  const isDraft = ({ draft_of }: { draft_of: string | null }) => draft_of !== null && known.has(draft_of);
  return rows
    .filter((row) => !isDraft(row))
    .map(({ id }) => ({ id, drafts: rows.filter((row) => row.draft_of === id).map((row) => row.id) }));
}
