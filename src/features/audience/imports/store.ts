import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  sql,
} from "drizzle-orm";
import { formerContacts, type PersonSource } from "#src/features/audience/contacts/tables.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { arrayText, isAmong, rowsAsJson, someOf } from "#src/platform/db/rows.ts";
import type { Reason } from "./contract.ts";
import { EXAMPLES_MAX, PROBLEMS_MAX, REASONS_MAX, WORKING_STATES } from "./rules.ts";
import { importChanges, importParts, importProblems, imports } from "./tables.ts";

/** An import's changes to a person, for the export of their data. */
export const importsOfPerson: PersonSource = {
  name: "imports",
  rows: ({ account, ids }) => sql`select i.created_at, i.consent_text, i.attested_at, c.before, c.changed_at
    from import_changes c join imports i on i.user_id = c.user_id and i.id = c.import_id
    where c.user_id = ${account} and c.contact_id = any(${ids}::uuid[]) order by i.created_at, i.id`,
};

export type ImportRow = typeof imports.$inferSelect;
export type ProblemRow = typeof importProblems.$inferSelect;
export type ChangeRow = typeof importChanges.$inferSelect;

export interface ImportKey {
  account: string;
  id: string;
}

const isImport = ({ account, id }: ImportKey) => and(eq(imports.user_id, account), eq(imports.id, id));

export async function insertImport(db: Db, row: ImportRow): Promise<boolean> {
  const rows = await db.insert(imports).values(row).onConflictDoNothing().returning({ id: imports.id });
  return rows.length > 0;
}

/** Keeps the account from beginning another one until the transaction ends. */
export function lockAccountImports(db: Db, account: string): Promise<void> {
  return takeAdvisoryLock(db, "imports", account);
}

export function countOpen(db: Db, { account, id }: ImportKey): Promise<number> {
  return db.$count(imports, and(eq(imports.user_id, account), ne(imports.id, id), isNull(imports.ended_at)));
}

export async function findImport(db: Db, key: ImportKey): Promise<ImportRow | undefined> {
  const [row] = await db.select().from(imports).where(isImport(key));
  return row;
}

/** Locks it until the transaction ends. */
export async function lockImport(db: Db, key: ImportKey): Promise<ImportRow | undefined> {
  const [row] = await db.select().from(imports).where(isImport(key)).for("update");
  return row;
}

export async function listImportRows(db: Db, account: string, count: number): Promise<ImportRow[]> {
  return db
    .select()
    .from(imports)
    .where(eq(imports.user_id, account))
    .orderBy(desc(imports.created_at), desc(imports.id))
    .limit(count);
}

export async function updateImport(db: Db, key: ImportKey, changes: Partial<ImportRow>): Promise<ImportRow> {
  const [row] = await db.update(imports).set(changes).where(isImport(key)).returning();
  if (!row) throw new Error("The import was deleted while it was held.");
  return row;
}

export async function insertPart(db: Db, row: typeof importParts.$inferInsert): Promise<void> {
  await db.insert(importParts).values(row).onConflictDoNothing();
}

/**
 * A part arrives as text of twice its size, so that whole ones would take more memory than all the rest of an
 * import.
 */
const SLICE_BYTES = 256 * 1024;

/** Yields a file from its beginning, a slice at a time, whatever parts it was sent in. */
export async function* listFileSlices(db: Db, { account, id }: ImportKey): AsyncGenerator<Uint8Array> {
  const { user_id, import_id, start, content } = importParts;
  for (let at = 0; ; ) {
    const [slice] = await db
      .select({ bytes: sql<Uint8Array>`substring(${content} from ${at} - ${start} + 1 for ${SLICE_BYTES})` })
      .from(importParts)
      .where(and(eq(user_id, account), eq(import_id, id), lte(start, at)))
      .orderBy(desc(start))
      .limit(1);
    if (!slice?.bytes.length) return;
    at += slice.bytes.length;
    yield slice.bytes;
  }
}

export async function deleteParts(db: Db, { account, id }: ImportKey): Promise<void> {
  await db.delete(importParts).where(and(eq(importParts.user_id, account), eq(importParts.import_id, id)));
}

/** Adds problems to those of earlier batches, up to the listed maximum. */
export async function insertProblems(db: Db, rows: ProblemRow[], already: number): Promise<void> {
  const listed = rows.slice(0, Math.max(0, PROBLEMS_MAX - already));
  if (listed.length > 0) await db.insert(importProblems).values(listed).onConflictDoNothing();
}

export async function deleteProblems(db: Db, { account, id }: ImportKey): Promise<void> {
  await db
    .delete(importProblems)
    .where(and(eq(importProblems.user_id, account), eq(importProblems.import_id, id)));
}

export async function listProblems(db: Db, { account, id }: ImportKey): Promise<ProblemRow[]> {
  return db
    .select()
    .from(importProblems)
    .where(and(eq(importProblems.user_id, account), eq(importProblems.import_id, id)))
    .orderBy(asc(importProblems.row));
}

const EXAMPLE_CHARS_MAX = 200;

/**
 * Groups problems by reason: the same sentence about different values is one reason, and each sentence counts
 * by itself.
 */
export async function listReasonRows(db: Db, { account, id }: ImportKey): Promise<Reason[]> {
  return rowsOf<Reason>(
    db,
    sql`select problem, is_left_out, rows,
          json_agg(json_build_object('row', "row", 'content', content) order by "row") as examples
        from (
          select *, row_number() over (partition by problem, is_left_out order by "row") as place,
            count(*) over (partition by problem, is_left_out)::int as rows
          from (
            select "row", is_left_out, left(content, ${EXAMPLE_CHARS_MAX}) as content,
              regexp_split_to_table(regexp_replace(problem, '“[^”]*”', '“…”', 'g'), '(?<=[.]) ') as problem
            from ${importProblems} where user_id = ${account} and import_id = ${id}
          ) said
        ) placed
        where place <= ${EXAMPLES_MAX} group by problem, is_left_out, rows
        order by is_left_out desc, rows desc, problem limit ${REASONS_MAX}`,
  );
}

/** Records contacts that an import added, which an undo deletes. */
export async function insertAddedChanges(
  db: Db,
  { account, id }: ImportKey,
  { ids, at }: { ids: readonly string[]; at: string },
): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(sql`insert into ${importChanges} (user_id, import_id, contact_id, changed_at)
    select ${account}, ${id}, unnest(${arrayText(ids)}::uuid[]), ${at}`);
}

/** Keeps the state before the import's first change to a contact, which an undo restores. */
export async function upsertChanges(db: Db, rows: ChangeRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`insert into ${importChanges} ${rowsAsJson(importChanges, rows)}
    on conflict (user_id, import_id, contact_id) do update set changed_at = excluded.changed_at`);
}

/** Returns those of these addresses that an earlier batch of the import added. */
export function listAddedEarlier(
  db: Db,
  { account, id }: ImportKey,
  { emails, added }: { emails: readonly string[]; added: readonly string[] },
): Promise<{ email: string; contact_id: string }[]> {
  return rowsOf(
    db,
    sql`select c.email, c.id as contact_id from contacts c
        join ${importChanges} i on i.user_id = c.user_id and i.contact_id = c.id
        where c.user_id = ${account} and c.email = any(${arrayText(emails)}::text[]) and i.import_id = ${id}
          and i.before is null and c.id <> all(${arrayText(added)}::uuid[])`,
  );
}

/** In the order of their contacts, so that a step needn't scan rows that earlier steps deleted. */
export async function deleteNextChanges(
  db: Db,
  { account, id }: ImportKey,
  { after, count }: { after: string | undefined; count: number },
): Promise<ChangeRow[]> {
  const { user_id, import_id, contact_id } = importChanges;
  const isNext = after === undefined ? undefined : gt(contact_id, after);
  const where = and(eq(user_id, account), eq(import_id, id), isNext);
  return db
    .delete(importChanges)
    .where(someOf(importChanges, { where, orderBy: contact_id, most: count }))
    .returning();
}

/** Lists imports that ended before a moment, and still have data for an undo or a look at their problems. */
export async function listPurgeable(db: Db, before: string): Promise<ImportKey[]> {
  const kept = (table: typeof importChanges | typeof importProblems) =>
    exists(
      db
        .select({ id: table.import_id })
        .from(table)
        .where(and(eq(table.user_id, imports.user_id), eq(table.import_id, imports.id))),
    );
  return db
    .select({ account: imports.user_id, id: imports.id })
    .from(imports)
    .where(
      and(
        ...[isNotNull(imports.ended_at), lt(imports.ended_at, before)],
        or(kept(importChanges), kept(importProblems)),
      ),
    );
}

/** Lists imports with a running job, or that should have one. */
export async function listWorking(db: Db): Promise<ImportKey[]> {
  return db
    .select({ account: imports.user_id, id: imports.id })
    .from(imports)
    .where(inArray(imports.state, [...WORKING_STATES]));
}

/** Deletes imports' data about contacts who were erased: their earlier state, and their rows' text. */
export async function erasePeople(
  db: Db,
  { account, ids }: { account: string; ids: readonly string[] },
): Promise<void> {
  await db
    .delete(importChanges)
    .where(and(eq(importChanges.user_id, account), isAmong(importChanges.contact_id, ids)));
  const hashes = db
    .select({ hash: formerContacts.email_hash })
    .from(formerContacts)
    .where(and(eq(formerContacts.user_id, account), isAmong(formerContacts.id, ids)));
  await db
    .delete(importProblems)
    .where(and(eq(importProblems.user_id, account), inArray(importProblems.email_hash, hashes)));
}

/** Lists imports without any activity since a moment. */
export async function listAbandoned(db: Db, before: string): Promise<ImportKey[]> {
  return db
    .select({ account: imports.user_id, id: imports.id })
    .from(imports)
    .where(
      and(
        lt(imports.created_at, before),
        inArray(imports.state, ["uploading", "uploaded", "ready", "paused"]),
      ),
    );
}
