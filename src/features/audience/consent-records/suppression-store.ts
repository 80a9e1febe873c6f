import { and, eq, gt, inArray, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { arrayText, isAmong, someOf, textRows } from "#src/platform/db/rows.ts";
import { LIFTED_BY_SIGN_UP, LIFTED_BY_TEAM, SUPPRESSION_REASONS } from "./rules.ts";
import { emailHashOf, suppressions } from "./tables.ts";

export type SuppressionRow = typeof suppressions.$inferSelect;

const list = (reasons: readonly string[]) =>
  sql.join(
    reasons.map((reason) => sql`${reason}`),
    sql`, `,
  );

export async function upsertSuppression(db: Db, row: NewSuppression): Promise<string | undefined> {
  const [added] = await upsertSuppressions(db, [row]);
  return added?.id;
}

/** `wish` is set by the statement. */
export type NewSuppression = Omit<SuppressionRow, "wish" | "import_id"> & { import_id?: string | null };

/**
 * Adds suppressions of distinct addresses. An existing one keeps its reason, unless the new one is graver.
 * The person's own decision stays under a reason that the team may lift, and applies again after that. An
 * import's suppression becomes permanent once someone else repeats it. Returns those that changed anything.
 */
export async function upsertSuppressions(
  db: Db,
  rows: readonly NewSuppression[],
): Promise<Pick<SuppressionRow, "id" | "email_hash">[]> {
  const rank = (reason: SQL) =>
    sql`array_position(${sql.raw(`array['${SUPPRESSION_REASONS.join("','")}']`)}, ${reason})`;
  const [mine, its] = [sql`suppressions.reason`, sql`excluded.reason`];
  const isGraver = sql`${rank(its)} < ${rank(mine)}`;
  const isWish = sql`(${its} in (${list(LIFTED_BY_SIGN_UP)}) and ${mine} in (${list(LIFTED_BY_TEAM)})
    and (suppressions.wish is null or ${rank(its)} < ${rank(sql`suppressions.wish`)}))`;
  const isOwn = sql`excluded.import_id is null`;
  const ifGraver = (column: string) =>
    sql`case when ${isGraver} then excluded.${sql.raw(column)} else suppressions.${sql.raw(column)} end`;
  return db
    .insert(suppressions)
    .values(rows.map((row) => ({ import_id: null, ...row, wish: null })))
    .onConflictDoUpdate({
      target: [suppressions.user_id, suppressions.email_hash, suppressions.scope],
      set: {
        reason: ifGraver("reason"),
        note: ifGraver("note"),
        campaign: ifGraver("campaign"),
        created_at: sql`excluded.created_at`,
        import_id: sql`case when ${isOwn} then null else suppressions.import_id end`,
        wish: sql`case when ${isWish} then ${its}
          when ${isGraver} and ${mine} in (${list(LIFTED_BY_SIGN_UP)}) then ${mine} else suppressions.wish end`,
      },
      setWhere: sql`${isGraver} or ${isWish} or (${isOwn} and suppressions.import_id is not null)`,
    })
    .returning({ id: suppressions.id, email_hash: suppressions.email_hash });
}

interface Lifting {
  account: string;
  hashes: string[];
  reasons: SuppressionRow["reason"][];
  /** A topic, or null for everything. */
  topic?: string | null;
}

/**
 * Lifts suppressions with one of these reasons. An underlying wish replaces it, unless that's one of them,
 * too. Returns how many it lifted.
 */
export async function deleteSuppressions(
  db: Db,
  { account, hashes, reasons, topic = null }: Lifting,
): Promise<number> {
  const { user_id, email_hash, scope, reason, wish } = suppressions;
  const about = topic === null ? isNull(scope) : eq(scope, topic);
  const own = and(eq(user_id, account), inArray(email_hash, hashes), about);
  await db
    .update(suppressions)
    .set({ wish: null })
    .where(and(own, inArray(wish, reasons)));
  const bare = await db
    .delete(suppressions)
    .where(and(own, inArray(reason, reasons), isNull(wish)))
    .returning({ id: suppressions.id });
  const left = await db
    .update(suppressions)
    .set({ reason: sql`${wish}`, wish: null, note: null, campaign: null })
    .where(and(own, inArray(reason, reasons)))
    .returning({ id: suppressions.id });
  return bare.length + left.length;
}

export async function deleteTopicSuppression(
  db: Db,
  { account, email_hash, topic }: { account: string; email_hash: string; topic: string },
): Promise<void> {
  const { user_id, scope, reason } = suppressions;
  await db
    .delete(suppressions)
    .where(
      and(
        ...[eq(user_id, account), eq(suppressions.email_hash, email_hash), eq(scope, topic)],
        inArray(reason, [...LIFTED_BY_SIGN_UP]),
      ),
    );
}

/** Deletes what an automation stopped. */
export async function deleteAutomaticStop(
  db: Db,
  { account, email_hash, topic, note }: { account: string; email_hash: string; topic: string; note: string },
): Promise<void> {
  const { user_id, scope, reason } = suppressions;
  await db
    .delete(suppressions)
    .where(
      and(
        ...[eq(user_id, account), eq(suppressions.email_hash, email_hash), eq(scope, topic)],
        ...[eq(reason, "manual"), eq(suppressions.note, note)],
      ),
    );
}

const SHOWN = {
  id: suppressions.id,
  email: suppressions.email,
  reason: suppressions.reason,
  wish: suppressions.wish,
  scope: suppressions.scope,
  note: suppressions.note,
  created_at: suppressions.created_at,
};

export function listSuppressionsOf(db: Db, { account, email_hash }: { account: string; email_hash: string }) {
  return db
    .select(SHOWN)
    .from(suppressions)
    .where(and(eq(suppressions.user_id, account), eq(suppressions.email_hash, email_hash)))
    .orderBy(sql`${suppressions.scope} nulls first`);
}

/** Yields all fully suppressed addresses that are known, in order, a batch at a time. */
export async function* listSuppressedBatches(db: Db, account: string, count: number) {
  const { user_id, email_hash, email, scope, reason, wish, note, created_at } = suppressions;
  const about = and(eq(user_id, account), isNull(scope), isNotNull(email));
  for (let after = ""; ; ) {
    const rows = await db
      .select({ email: sql<string>`${email}`, reason, wish, note, created_at, email_hash })
      .from(suppressions)
      .where(and(about, gt(email_hash, after)))
      .orderBy(email_hash)
      .limit(count);
    if (rows.length > 0) yield rows;
    if (rows.length < count) return;
    after = rows.at(-1)?.email_hash ?? "";
  }
}

/**
 * Makes imports' suppressions permanent once another import repeats them, so that undoing the first one keeps
 * them.
 */
export async function updateReaffirmedSuppressions(
  db: Db,
  { account, hashes, but }: { account: string; hashes: string[]; but: string },
): Promise<void> {
  const { user_id, email_hash, import_id } = suppressions;
  await db
    .update(suppressions)
    .set({ import_id: null })
    .where(and(eq(user_id, account), isAmong(email_hash, hashes), ne(import_id, but)));
}

/** Lifts some of an import's suppressions that nobody has repeated since. Returns their addresses. */
export async function deleteImportedSuppressions(
  db: Db,
  { account, import_id, count }: { account: string; import_id: string; count: number },
): Promise<string[]> {
  const own = and(eq(suppressions.user_id, account), eq(suppressions.import_id, import_id));
  const rows = await db
    .delete(suppressions)
    .where(someOf(suppressions, { where: own, most: count }))
    .returning({ email: suppressions.email });
  return rows.map(({ email }) => email ?? "");
}

/** Counts the distinct addresses for which `upsertSuppressions` would change anything. */
export async function countNewlySuppressed(
  db: Db,
  account: string,
  people: readonly { email: string; reason: SuppressionRow["reason"] }[],
): Promise<number> {
  const given = textRows(people, { email: ({ email }) => email, reason: ({ reason }) => reason });
  const rank = (reason: string) =>
    sql.raw(`array_position(array['${SUPPRESSION_REASONS.join("','")}'], ${reason})`);
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from ${given} where not exists (select from suppressions s
      where s.user_id = ${account} and s.scope is null
        and s.email_hash = ${emailHashOf(sql`${account}::text`, sql`g.email`)}
        and ${rank("s.reason")} <= ${rank("g.reason")}
        and not (g.reason in (${list(LIFTED_BY_SIGN_UP)}) and s.reason in (${list(LIFTED_BY_TEAM)}) and s.wish is null))`,
  );
  return row?.count ?? 0;
}

/** Keeps only the hashes of erased people, which keep them off lists. */
export async function eraseSuppressedAddresses(
  db: Db,
  account: string,
  hashes: readonly string[],
): Promise<void> {
  await db
    .update(suppressions)
    .set({ email: null, note: null })
    .where(and(eq(suppressions.user_id, account), isAmong(suppressions.email_hash, hashes)));
}

/** SQL that's true unless the owner of the address of `g` had themselves erased. */
export function isNotErased(account: string): SQL {
  return sql`not exists (select from suppressions s where s.user_id = ${account} and s.reason = 'erased'
    and s.scope is null and s.email_hash = ${emailHashOf(sql`${account}::text`, sql`g.email`)})`;
}

/**
 * An export has only hashes of erased people, and they depend on its own account's id. Once one of these
 * addresses appears, its suppressions are converted to this account's hash. `former` is SQL for the accounts that
 * exports came from. Call it before suppressions are checked.
 */
export async function updateSuppressionHashes(
  db: Db,
  account: string,
  { emails, former }: { emails: readonly string[]; former: SQL },
): Promise<void> {
  if (emails.length === 0) return;
  const own = emailHashOf(sql`${account}::text`, sql`g.email`);
  await db.execute(
    sql`update suppressions s set email_hash = ${own}
      from ${former} f(id), unnest(${arrayText(emails)}::text[]) g(email)
      where s.user_id = ${account}
        and s.email_hash = ${emailHashOf(sql`f.id`, sql`g.email`)}
        and not exists (select from suppressions o where o.user_id = ${account} and o.email_hash = ${own}
          and o.scope is not distinct from s.scope)`,
  );
}

/** Returns those of these hashes whose owners had themselves erased. */
export async function listErasedHashes(
  db: Db,
  account: string,
  hashes: readonly string[],
): Promise<Set<string>> {
  const { user_id, email_hash, reason, scope } = suppressions;
  const rows = await db
    .select({ email_hash })
    .from(suppressions)
    .where(
      and(
        ...[eq(user_id, account), inArray(email_hash, [...hashes])],
        ...[eq(reason, "erased"), sql`${scope} is null`],
      ),
    );
  return new Set(rows.map((row) => row.email_hash));
}

export async function hasSuppressions(db: Db, account: string): Promise<boolean> {
  const rows = await db
    .select({ id: suppressions.id })
    .from(suppressions)
    .where(eq(suppressions.user_id, account))
    .limit(1);
  return rows.length > 0;
}
