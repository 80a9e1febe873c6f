import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import {
  countRows,
  foundRows,
  isPartOf,
  type ListShape,
  type PageRequest,
  readPage,
  sortBy,
} from "#src/platform/db/list.ts";
import { LIFTED_BY_SIGN_UP, LIFTED_BY_TEAM, SUPPRESSION_REASONS } from "./rules.ts";
import { suppressions } from "./tables.ts";

export type SuppressionRow = typeof suppressions.$inferSelect;

const list = (reasons: readonly string[]) =>
  sql.join(
    reasons.map((reason) => sql`${reason}`),
    sql`, `,
  );

/**
 * Adds a suppression. One that's there keeps its reason, unless the new one is graver. What people decided
 * themselves stays theirs: a reason that the team may lift never takes its place. Returns the id.
 */
export async function addSuppression(db: Db, row: SuppressionRow): Promise<string | undefined> {
  const rank = (reason: SQL) =>
    sql`array_position(${sql.raw(`array['${SUPPRESSION_REASONS.join("','")}']`)}, ${reason})`;
  const [added] = await db
    .insert(suppressions)
    .values(row)
    .onConflictDoUpdate({
      target: [suppressions.user_id, suppressions.email_hash, suppressions.scope],
      set: { reason: row.reason, note: row.note, campaign: row.campaign, created_at: row.created_at },
      setWhere: sql`${rank(sql`excluded.reason`)} < ${rank(sql`suppressions.reason`)}
        and not (excluded.reason in (${list(LIFTED_BY_TEAM)}) and suppressions.reason in (${list(LIFTED_BY_SIGN_UP)}))`,
    })
    .returning({ id: suppressions.id });
  return added?.id;
}

/** Lifts what's suppressed for everything, if for one of these reasons. Returns how many it lifted. */
export async function liftSuppressions(
  db: Db,
  { account, hashes, reasons }: { account: string; hashes: string[]; reasons: SuppressionRow["reason"][] },
): Promise<number> {
  const rows = await db
    .delete(suppressions)
    .where(
      and(
        eq(suppressions.user_id, account),
        inArray(suppressions.email_hash, hashes),
        inArray(suppressions.reason, reasons),
        isNull(suppressions.scope),
      ),
    )
    .returning({ id: suppressions.id });
  return rows.length;
}

const SHOWN = {
  ...{ id: suppressions.id, email: suppressions.email, reason: suppressions.reason },
  ...{ scope: suppressions.scope, note: suppressions.note, created_at: suppressions.created_at },
};

/** What's suppressed for an address: everything, then topics. */
export function listSuppressionsOf(db: Db, { account, email_hash }: { account: string; email_hash: string }) {
  return db
    .select(SHOWN)
    .from(suppressions)
    .where(and(eq(suppressions.user_id, account), eq(suppressions.email_hash, email_hash)))
    .orderBy(sql`${suppressions.scope} nulls first`);
}

const SUPPRESSION_LIST: ListShape<"created_at"> = {
  sorts: { created_at: sortBy(suppressions.created_at) },
  tie: [suppressions.id],
  usual: { sort: "created_at", order: "desc" },
};

/** A page of suppressed addresses, and how many there are in total. */
export async function listSuppressionRows(
  db: Db,
  { account, words }: { account: string; words: string },
  page: { request: PageRequest<"created_at">; rows: number },
) {
  const where = and(
    eq(suppressions.user_id, account),
    words === "" ? undefined : isPartOf(sql`(coalesce(${suppressions.email}, ''))`, words),
  );
  const all = { from: suppressions, where };
  const counted = await countRows(db, suppressions, where);
  const source = words === "" ? all : foundRows(all, { ...counted, isUsual: true });
  const rows = await readPage({ shape: SUPPRESSION_LIST, ...page }, ({ key, after, orderBy, limit }) =>
    db
      .select({ ...SHOWN, key })
      .from(source.from)
      .where(and(source.where, after))
      .orderBy(...orderBy)
      .limit(limit),
  );
  return { ...rows, ...counted };
}

/** Leaves the hashes of erased people, which keep them off lists. */
export async function hideSuppressedAddresses(
  db: Db,
  account: string,
  hashes: readonly string[],
): Promise<void> {
  await db
    .update(suppressions)
    .set({ email: null, note: null })
    .where(and(eq(suppressions.user_id, account), inArray(suppressions.email_hash, [...hashes])));
}
