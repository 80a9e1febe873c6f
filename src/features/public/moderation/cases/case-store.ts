import { and, asc, desc, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { user } from "#src/features/identity/accounts/tables.ts";
import { links } from "#src/features/pages/links/tables.ts";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { caseSignals, moderationCases, pageReports } from "../tables.ts";
import { LINKS_SHOWN, REPORTS_SHOWN } from "./case-rules.ts";

export type CaseRow = typeof moderationCases.$inferSelect;
type NewCase = Pick<
  CaseRow,
  "id" | "number" | "username" | "profile_id" | "owner_id" | "is_urgent" | "created_at"
>;

/** Adds a report to the case of its page that isn't closed, or opens one. Others' reports wait until the transaction ends. */
export async function upsertCase(db: Db, added: NewCase): Promise<Pick<CaseRow, "id" | "number">> {
  const { profile_id, owner_id, is_urgent, created_at } = added;
  const [row] = await db
    .insert(moderationCases)
    .values({ ...added, reported_at: created_at })
    .onConflictDoUpdate({
      target: moderationCases.username,
      targetWhere: sql`state in ('open', 'waiting', 'approval')`,
      set: {
        reports: sql`${moderationCases.reports} + 1`,
        reported_at: created_at,
        is_urgent: sql`${moderationCases.is_urgent} or ${is_urgent}`,
        profile_id: sql`coalesce(${moderationCases.profile_id}, ${profile_id})`,
        owner_id: sql`coalesce(${moderationCases.owner_id}, ${owner_id})`,
      },
    })
    .returning({ id: moderationCases.id, number: moderationCases.number });
  if (!row) throw new Error("A case was neither opened nor found.");
  return row;
}

export async function updateReportCase(db: Db, id: string, caseId: string): Promise<void> {
  await db.update(pageReports).set({ case_id: caseId }).where(eq(pageReports.id, id));
}

/** True if no earlier report of its case has one of these reasons. */
export async function isFirstBecause(
  db: Db,
  { id, case_id }: { id: string; case_id: string },
  reasons: readonly string[],
): Promise<boolean> {
  const [row] = await rowsOf<{ is_first: boolean }>(
    db,
    sql`select not exists (select from page_reports o where o.case_id = r.case_id
        and o.reason = any(${sql.param([...reasons])}::text[]) and (o.created_at, o.id) < (r.created_at, r.id)) as is_first
      from page_reports r where r.id = ${id} and r.case_id = ${case_id}`,
  );
  return row?.is_first ?? false;
}

export async function findCase(db: Db, id: string): Promise<CaseRow | undefined> {
  const [row] = await db.select().from(moderationCases).where(eq(moderationCases.id, id));
  return row;
}

/** Makes other decisions about the case wait. */
export async function lockCase(db: Db, id: string): Promise<CaseRow | undefined> {
  const [row] = await db.select().from(moderationCases).where(eq(moderationCases.id, id)).for("update");
  return row;
}

/** Cases of an account that wait for a second member of staff. */
export async function listCasesToConfirm(db: Db, account: string): Promise<string[]> {
  const { id, owner_id, state } = moderationCases;
  const rows = await db
    .select({ id })
    .from(moderationCases)
    .where(and(eq(owner_id, account), eq(state, "approval")));
  return rows.map((row) => row.id);
}

/** Owners whose ban waits for a second member of staff because of a page. Makes decisions about those cases wait. */
export async function listOwnersToBan(db: Db, profileId: string): Promise<string[]> {
  const { profile_id, owner_id, state } = moderationCases;
  const rows = await db
    .select({ owner_id })
    .from(moderationCases)
    .where(and(eq(profile_id, profileId), eq(state, "approval")))
    .for("update");
  return [...new Set(rows.flatMap((row) => row.owner_id ?? []))];
}

export async function updateCase(
  db: Db,
  id: string,
  change: Partial<Omit<CaseRow, "id" | "number">>,
): Promise<void> {
  await db.update(moderationCases).set(change).where(eq(moderationCases.id, id));
}

export async function countReasons(db: Db, caseIds: readonly string[]) {
  return db
    .select({ case_id: pageReports.case_id, reason: pageReports.reason, count: sql<number>`count(*)::int` })
    .from(pageReports)
    .where(inArray(pageReports.case_id, [...caseIds]))
    .groupBy(pageReports.case_id, pageReports.reason)
    .orderBy(desc(sql`count(*)`), asc(pageReports.reason));
}

/** The newest ones; a reported page can have thousands. */
export function listReportsOf(db: Db, caseId: string) {
  const { number, reason, details, reporter_email, created_at } = pageReports;
  return db
    .select({ number, reason, details, reporter_email, created_at })
    .from(pageReports)
    .where(eq(pageReports.case_id, caseId))
    .orderBy(desc(created_at), desc(pageReports.id))
    .limit(REPORTS_SHOWN);
}

/** Everyone who wants to hear how it ended, each once, with the number of their first report. */
export function listReportersToTell(db: Db, caseId: string): Promise<{ id: string; email: string }[]> {
  return rowsOf(
    db,
    sql`select distinct on (reporter_email) id, reporter_email as email from page_reports
      where case_id = ${caseId} and reporter_email is not null order by reporter_email, created_at, id`,
  );
}

/** Of the page or its owner, newest first. */
export function listOtherCases(db: Db, { id, username, profile_id, owner_id }: CaseRow) {
  const { number, state, decision, decided_at, created_at } = moderationCases;
  return db
    .select({
      id: moderationCases.id,
      number,
      username: moderationCases.username,
      state,
      decision,
      decided_at,
      created_at,
    })
    .from(moderationCases)
    .where(
      and(
        ne(moderationCases.id, id),
        or(
          eq(moderationCases.username, username),
          profile_id === null ? undefined : eq(moderationCases.profile_id, profile_id),
          owner_id === null ? undefined : eq(moderationCases.owner_id, owner_id),
        ),
      ),
    )
    .orderBy(desc(created_at), desc(moderationCases.id))
    .limit(REPORTS_SHOWN);
}

/** The page that a case is about, as long as it isn't in the trash. */
export async function findCasePage(db: Db, profileId: string) {
  const { id, username, name } = clientProfiles;
  const [row] = await db
    .select({ id, username, name })
    .from(clientProfiles)
    .where(and(eq(id, profileId), isNull(clientProfiles.deleted_at)));
  return row;
}

export async function findCaseOwner(db: Db, ownerId: string) {
  const { id, name, email, role, language, region, createdAt, banned, banExpires, deletionDueAt } = user;
  const [row] = await db
    .select({
      id,
      name,
      email,
      role,
      language,
      region,
      created_at: createdAt,
      banned,
      banExpires,
      deletionDueAt,
    })
    .from(user)
    .where(eq(id, ownerId));
  return row;
}

export function listCaseLinks(db: Db, profileId: string) {
  const { id, title, url } = links;
  return db
    .select({ id, title, url })
    .from(links)
    .where(and(eq(links.profile_id, profileId), isNull(links.deleted_at)))
    .orderBy(asc(links.position), asc(id))
    .limit(LINKS_SHOWN);
}

export async function findCaseLink(db: Db, { profileId, id }: { profileId: string; id: string }) {
  const [row] = await db
    .select({ id: links.id, url: links.url })
    .from(links)
    .where(and(eq(links.id, id), eq(links.profile_id, profileId), isNull(links.deleted_at)));
  return row;
}

export async function countOtherStaff(
  db: Db,
  { roles, id }: { roles: readonly string[]; id: string },
): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(user)
    .where(
      and(ne(user.id, id), inArray(user.role, [...roles]), or(isNull(user.banned), eq(user.banned, false))),
    );
  return row?.n ?? 0;
}

/** Names of staff by their ids. */
export async function listNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: user.id, name: user.name })
    .from(user)
    .where(inArray(user.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What remains is what the transparency report counts. */
const ERASED = {
  state: "closed" as const,
  username: "",
  profile_id: null,
  owner_id: null,
  effects: [],
  question: null,
  answer: null,
  facts: null,
  ban_declined: null,
  appeal: null,
  appeal_reason: null,
};

export async function eraseCasesOf(db: Db, profileId: string): Promise<void> {
  await updateErasedSignals(db, eq(moderationCases.profile_id, profileId));
  await db.update(moderationCases).set(ERASED).where(eq(moderationCases.profile_id, profileId));
}

/** As the owner of pages, and as staff who decided about others'. */
export async function eraseFromCases(db: Db, account: string): Promise<void> {
  const { owner_id, assignee_id, decided_by, appeal_decided_by } = moderationCases;
  await updateErasedSignals(db, eq(owner_id, account));
  await db.update(moderationCases).set(ERASED).where(eq(owner_id, account));
  await db.update(moderationCases).set({ assignee_id: null }).where(eq(assignee_id, account));
  await db.update(moderationCases).set({ decided_by: null }).where(eq(decided_by, account));
  await db.update(moderationCases).set({ appeal_decided_by: null }).where(eq(appeal_decided_by, account));
}

/** What they said may quote the page. That they spoke is counted further. */
async function updateErasedSignals(db: Db, ofCases: SQL): Promise<void> {
  const cases = db.select({ id: moderationCases.id }).from(moderationCases).where(ofCases);
  await db.update(caseSignals).set({ why: "" }).where(inArray(caseSignals.case_id, cases));
}
