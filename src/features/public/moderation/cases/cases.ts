/* Cases: what visitors report about a page, together, until staff have decided. */

import { isBanned } from "#src/features/identity/accounts/rules.ts";
import { rolesInCharge } from "#src/features/identity/team/rules.ts";
import { showPageToStaff } from "#src/features/public/public-page/staff-view.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { caseClaimed, caseReleased } from "../events.ts";
import { reasonLabel } from "../rules.ts";
import { listSignalsOf } from "./automated-store.ts";
import { CASE_ERRORS, type Case, type CaseDetail, type CaseQuery } from "./case-contract.ts";
import { canDecideAppeal } from "./case-rules.ts";
import {
  type CaseRow,
  countOtherStaff,
  countReasons,
  findCase,
  findCaseOwner,
  findCasePage,
  listCaseLinks,
  listNames,
  listOtherCases,
  listReportsOf,
  lockCase,
  updateCase,
} from "./case-store.ts";
import { listCaseRows } from "./queue-store.ts";

interface OfCase {
  id: string;
}

export async function listCases(ctx: StaffCtx, query: CaseQuery): Promise<{ items: Case[]; next?: string }> {
  const { rows, ...more } = await listCaseRows(ctx.db, { ...query, now: ctx.now(), person: personOf(ctx) });
  return { items: await toCases(ctx, rows), ...more };
}

export async function getCase(ctx: StaffCtx, { id }: OfCase): Promise<CaseDetail> {
  const row = await requireCase(ctx, id);
  const { db } = ctx;
  const page = row.profile_id === null ? undefined : await findCasePage(db, row.profile_id);
  const owner = row.owner_id === null ? undefined : await findCaseOwner(db, row.owner_id);
  const [summary] = await toCases(ctx, [row]);
  const names = await listNames(db, row.decided_by === null ? [] : [row.decided_by]);
  const newest = await listReportsOf(db, id);
  const { question, answer, ground, facts, decided_by, appeal, appeal_outcome, appeal_reason } = row;
  return {
    ...(summary as Case),
    question,
    answer,
    ground,
    facts,
    ban_declined: row.ban_declined,
    appeal,
    appeal_outcome,
    appeal_reason,
    can_decide_appeal: row.state === "appealed" && (await mayDecideAppeal(ctx, row)),
    page: page ?? null,
    owner: owner ? toOwner(owner, ctx.now()) : null,
    links: page ? await listCaseLinks(db, page.id) : [],
    newest: newest.map((one) => ({ ...one, reason: reasonLabel(one.reason) })),
    others: await listOtherCases(db, row),
    decided_by: decided_by === null ? null : { id: decided_by, name: names.get(decided_by) ?? "" },
  };
}

type Owner = NonNullable<Awaited<ReturnType<typeof findCaseOwner>>>;

function toOwner({ id, name, email, created_at, ...row }: Owner, now: Date): CaseDetail["owner"] {
  const closed = isBanned(row, now) ? "suspended" : row.deletionDueAt === null ? null : "leaving";
  return { id, name, email, created_at: created_at.toISOString(), closed };
}

export async function showCasePage(ctx: StaffCtx, { id }: OfCase): Promise<{ html: string }> {
  const { profile_id } = await requireCase(ctx, id);
  if (profile_id === null || !(await findCasePage(ctx.db, profile_id)))
    throw failure(CASE_ERRORS, "PAGE_GONE");
  return showPageToStaff(ctx, { id: profile_id });
}

async function toCases({ db }: StaffCtx, rows: readonly CaseRow[]): Promise<Case[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const reasons = Map.groupBy(await countReasons(db, ids), ({ case_id }) => case_id);
  const signals = Map.groupBy(await listSignalsOf(db, ids), ({ case_id }) => case_id);
  const names = await listNames(db, [...new Set(rows.flatMap(({ assignee_id }) => assignee_id ?? []))]);
  return rows.map((row) => {
    const { id, number, username, state, is_urgent, reports, refused, created_at, reported_at } = row;
    const { assignee_id, decision, decided_at } = row;
    return {
      id,
      number,
      username,
      state,
      is_urgent,
      reports,
      refused,
      created_at,
      reported_at,
      decision,
      decided_at,
      reasons: (reasons.get(id) ?? []).map(({ reason, count }) => ({ reason: reasonLabel(reason), count })),
      signals: (signals.get(id) ?? []).map(({ signal, why, created_at }) => ({ signal, why, created_at })),
      assignee: assignee_id === null ? null : { id: assignee_id, name: names.get(assignee_id) ?? "" },
    };
  });
}

/** Two who claim at the same moment get one case and one refusal. */
export async function claimCase(ctx: StaffCtx, { id, take_over }: OfCase & { take_over: boolean }) {
  return ctx.write(async (ctx) => {
    const row = await requireUndecided(ctx, id);
    const person = personOf(ctx);
    if (!take_over) requireUntaken(ctx, row);
    if (row.assignee_id !== person) {
      await updateCase(ctx.db, id, { assignee_id: person });
      await ctx.announce(caseClaimed, { account: INSTANCE, subject: id, payload: { number: row.number } });
    }
    const names = await listNames(ctx.db, [person]);
    return { assignee: { id: person, name: names.get(person) ?? "" } };
  });
}

export async function releaseCase(ctx: StaffCtx, { id }: OfCase): Promise<{ released: boolean }> {
  return ctx.write(async (ctx) => {
    const row = await requireUndecided(ctx, id);
    requireUntaken(ctx, row);
    if (row.assignee_id === null) return { released: false };
    await updateCase(ctx.db, id, { assignee_id: null });
    await ctx.announce(caseReleased, { account: INSTANCE, subject: id, payload: { number: row.number } });
    return { released: true };
  });
}

export async function requireCase({ db }: StaffCtx, id: string): Promise<CaseRow> {
  const row = isId(id) ? await findCase(db, id) : undefined;
  if (!row) throw failure(CASE_ERRORS, "CASE_NOT_FOUND");
  return row;
}

/** Holds the lock until the transaction ends. */
export async function requireUndecided({ db }: StaffCtx, id: string): Promise<CaseRow> {
  const row = isId(id) ? await lockCase(db, id) : undefined;
  if (!row) throw failure(CASE_ERRORS, "CASE_NOT_FOUND");
  if (row.state === "closed" || row.state === "appealed") throw failure(CASE_ERRORS, "CASE_CLOSED");
  return row;
}

export function requireUntaken(ctx: StaffCtx, { assignee_id }: CaseRow): void {
  if (assignee_id !== null && assignee_id !== personOf(ctx)) throw failure(CASE_ERRORS, "CASE_TAKEN");
}

/** True unless they made the decision, and somebody else could look at it. */
export async function mayDecideAppeal(ctx: StaffCtx, { decided_by }: CaseRow): Promise<boolean> {
  const by = personOf(ctx);
  const others =
    by === decided_by ? await countOtherStaff(ctx.db, { roles: rolesInCharge("moderation"), id: by }) : 0;
  return canDecideAppeal({ by, firstBy: decided_by, others });
}

/** The member of staff, or nobody's id for the process itself. */
export function personOf({ actor }: StaffCtx): string {
  return actor.type === "staff" ? actor.person.id : "";
}
