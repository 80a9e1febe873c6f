import { asc, inArray, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { SignalKind } from "../signal-rules.ts";
import { caseSignals, moderationCases } from "../tables.ts";
import type { CaseRow } from "./case-store.ts";

type OpenedCase = Pick<CaseRow, "id" | "number" | "username" | "profile_id" | "owner_id" | "created_at">;

/** The case of a page that isn't closed, or a new one that nobody reported. */
export async function upsertAutomatedCase(
  db: Db,
  opened: OpenedCase,
): Promise<Pick<CaseRow, "id" | "number">> {
  const { profile_id, owner_id, created_at } = opened;
  const [row] = await db
    .insert(moderationCases)
    .values({ ...opened, reports: 0, is_urgent: false, reported_at: created_at })
    .onConflictDoUpdate({
      target: moderationCases.username,
      targetWhere: sql`state in ('open', 'waiting', 'approval')`,
      set: {
        profile_id: sql`coalesce(${moderationCases.profile_id}, ${profile_id})`,
        owner_id: sql`coalesce(${moderationCases.owner_id}, ${owner_id})`,
      },
    })
    .returning({ id: moderationCases.id, number: moderationCases.number });
  if (!row) throw new Error("A case was neither opened nor found.");
  return row;
}

/** What a signal says last is what counts. */
export async function upsertCaseSignal(db: Db, row: typeof caseSignals.$inferInsert): Promise<void> {
  await db
    .insert(caseSignals)
    .values(row)
    .onConflictDoUpdate({ target: [caseSignals.case_id, caseSignals.signal], set: { why: row.why } });
}

export function listSignalsOf(db: Db, caseIds: readonly string[]) {
  return db
    .select()
    .from(caseSignals)
    .where(inArray(caseSignals.case_id, [...caseIds]))
    .orderBy(asc(caseSignals.created_at), asc(caseSignals.signal));
}

/** Those of these cases that staff are through with. */
export async function listClosedCases(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: moderationCases.id, state: moderationCases.state })
    .from(moderationCases)
    .where(inArray(moderationCases.id, [...ids]));
  return new Set(rows.filter(({ state }) => state === "closed").map(({ id }) => id));
}

export interface SignalOutcome {
  signal: SignalKind;
  cases: number;
  decided: number;
  /** Something was done, and no appeal took it back. */
  right: number;
}

export function countSignalOutcomes(db: Db): Promise<SignalOutcome[]> {
  return rowsOf<SignalOutcome>(
    db,
    sql`select s.signal, count(*)::int as cases,
        count(*) filter (where c.decided_at is not null)::int as decided,
        count(*) filter (where c.decided_at is not null and c.decision <> 'nothing'
          and c.appeal_outcome is distinct from 'overturned')::int as right
      from case_signals s join moderation_cases c on c.id = s.case_id group by s.signal`,
  );
}
