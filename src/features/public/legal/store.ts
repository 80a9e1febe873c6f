import { and, asc, count, desc, eq, gt, gte, isNull, lt, sql } from "drizzle-orm";
import { IS_CLOSED, user } from "#src/features/identity/accounts/tables.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { LegalName } from "./rules.ts";
import { legalConsents, legalDrafts, legalVersions } from "./tables.ts";

export type DraftRow = typeof legalDrafts.$inferSelect;
export type VersionRow = typeof legalVersions.$inferSelect;

const FACTS = {
  name: legalVersions.name,
  number: legalVersions.number,
  summary: legalVersions.summary,
  notice: legalVersions.notice,
  effective_at: legalVersions.effective_at,
  published_at: legalVersions.published_at,
  told_at: legalVersions.told_at,
  by: user.name,
};
export type VersionFacts = Omit<VersionRow, "texts" | "told_until" | "published_by"> & {
  by: string | null;
};

/** Without their texts, newest first. */
export function listVersions(db: Db): Promise<VersionFacts[]> {
  return db
    .select(FACTS)
    .from(legalVersions)
    .leftJoin(user, eq(user.id, legalVersions.published_by))
    .orderBy(desc(legalVersions.number));
}

const isVersion = (name: LegalName, number: number) =>
  and(eq(legalVersions.name, name), eq(legalVersions.number, number));

export async function findVersion(
  db: Db,
  { name, number }: { name: LegalName; number: number },
): Promise<VersionRow | undefined> {
  const [row] = await db.select().from(legalVersions).where(isVersion(name, number));
  return row;
}

/** Makes others who write or publish the same text wait. */
export async function lockTexts(db: Db, name: LegalName): Promise<void> {
  await takeAdvisoryLock(db, "legal-texts", name);
}

export async function insertVersion(db: Db, row: typeof legalVersions.$inferInsert): Promise<void> {
  await db.insert(legalVersions).values(row);
}

/** Makes the next batch of the same version wait. */
export async function lockVersion(
  db: Db,
  { name, number }: { name: LegalName; number: number },
): Promise<VersionRow | undefined> {
  const [row] = await db.select().from(legalVersions).where(isVersion(name, number)).for("update");
  return row;
}

export async function updateTold(
  db: Db,
  { name, number }: { name: LegalName; number: number },
  changes: Partial<Pick<VersionRow, "told_until" | "told_at">>,
): Promise<void> {
  await db.update(legalVersions).set(changes).where(isVersion(name, number));
}

export function listUntold(db: Db): Promise<Pick<VersionRow, "name" | "number">[]> {
  return db
    .select({ name: legalVersions.name, number: legalVersions.number })
    .from(legalVersions)
    .where(isNull(legalVersions.told_at))
    .orderBy(asc(legalVersions.name), asc(legalVersions.number));
}

/** Who's told next: those who had an account when it was published, by their ids. */
export function listNextPeople(
  db: Db,
  { after, until, most }: { after: string; until: string; most: number },
) {
  return db
    .select({
      id: user.id,
      email: user.email,
      emailVerified: user.emailVerified,
    })
    .from(user)
    .where(
      and(
        gt(user.id, after),
        lt(user.createdAt, new Date(until)),
        sql`not exists (select from users u where u.id = ${user.id} and ${sql.raw(IS_CLOSED)})`,
      ),
    )
    .orderBy(asc(user.id))
    .limit(most);
}

/** Counts up to a limit, which is all that matters. */
export async function countWaitingMails(
  db: Db,
  { template, most }: { template: string; most: number },
): Promise<number> {
  const [row] = await rowsOf<{ mails: number }>(
    db,
    sql`select count(*)::int as mails from (select 1 from mails m
      where m.template = ${template} and m.state in ('queued', 'sending') limit ${most}) waiting`,
  );
  return row?.mails ?? 0;
}

export async function findDraft(db: Db, name: LegalName): Promise<DraftRow | undefined> {
  const [row] = await db.select().from(legalDrafts).where(eq(legalDrafts.name, name));
  return row;
}

/** Everybody's drafts, for the list. */
export function listDrafts(db: Db): Promise<Pick<DraftRow, "name" | "updated_at">[]> {
  return db.select({ name: legalDrafts.name, updated_at: legalDrafts.updated_at }).from(legalDrafts);
}

export async function upsertDraft(db: Db, row: typeof legalDrafts.$inferInsert): Promise<void> {
  await db.insert(legalDrafts).values(row).onConflictDoUpdate({ target: legalDrafts.name, set: row });
}

/** False if there is none. */
export async function deleteDraft(db: Db, name: LegalName): Promise<void> {
  await db.delete(legalDrafts).where(eq(legalDrafts.name, name));
}

/** False if the person agreed to it already. */
export async function insertConsent(db: Db, row: typeof legalConsents.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(legalConsents)
    .values(row)
    .onConflictDoNothing()
    .returning({ name: legalConsents.name });
  return rows.length > 0;
}

export function listConsents(db: Db, person: string) {
  return db
    .select({ name: legalConsents.name, version: legalConsents.version })
    .from(legalConsents)
    .where(eq(legalConsents.user_id, person));
}

export async function findSignUpTime(db: Db, person: string): Promise<Date | undefined> {
  const [row] = await db.select({ at: user.createdAt }).from(user).where(eq(user.id, person));
  return row?.at;
}

/** How many agreed to a version or a later one, and how many were there to be asked. */
export async function countAgreed(
  db: Db,
  { name, number, effective_at }: Pick<VersionRow, "name" | "number" | "effective_at">,
): Promise<{ agreed: number; asked: number }> {
  const before = lt(user.createdAt, new Date(effective_at));
  const [asked] = await db.select({ n: count() }).from(user).where(before);
  const [agreed] = await db
    .select({ n: sql<number>`count(distinct ${legalConsents.user_id})::int` })
    .from(legalConsents)
    .innerJoin(user, eq(user.id, legalConsents.user_id))
    .where(and(before, eq(legalConsents.name, name), gte(legalConsents.version, number)));
  return { agreed: agreed?.n ?? 0, asked: asked?.n ?? 0 };
}
