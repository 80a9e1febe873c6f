import { and, eq, isNull } from "drizzle-orm";
import { clientProfiles } from "#src/features/profiles/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { pageReports } from "./tables.ts";

export type NewReport = typeof pageReports.$inferInsert;

/** False if the id or the number is taken. */
export async function insertReport(db: Db, report: NewReport): Promise<boolean> {
  const rows = await db
    .insert(pageReports)
    .values(report)
    .onConflictDoNothing()
    .returning({ id: pageReports.id });
  return rows.length > 0;
}

export async function findReportNumber(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ number: pageReports.number })
    .from(pageReports)
    .where(eq(pageReports.id, id));
  return row?.number;
}

export async function findProfileId(db: Db, username: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: clientProfiles.id })
    .from(clientProfiles)
    .where(and(eq(clientProfiles.username, username), isNull(clientProfiles.deleted_at)));
  return row?.id;
}

export async function forgetReporter(db: Db, email: string): Promise<void> {
  await db.update(pageReports).set({ reporter_email: null }).where(eq(pageReports.reporter_email, email));
}

export async function deleteReportsOf(db: Db, profileId: string): Promise<void> {
  await db.delete(pageReports).where(eq(pageReports.profile_id, profileId));
}
