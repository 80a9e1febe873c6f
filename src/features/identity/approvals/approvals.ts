/*
 * What takes two members of staff. A verb for staff checks everything and then calls `actWithSecond` instead of
 * acting: alone, they act at once; where others could confirm it, it waits for one of them. `actions.ts` has the
 * shape of such an action, and each slice names its own in its manifest.
 */
import { isDeepStrictEqual } from "node:util";
import { requireBelow, requireStaff } from "#src/features/identity/accounts/accounts.ts";
import { requireRecentProof } from "#src/features/identity/accounts/reauthentication.ts";
import { canActOn } from "#src/features/identity/accounts/rules.ts";
import { isStaffFor, mayAct, rolesInCharge } from "#src/features/identity/team/rules.ts";
import type { StaffRole } from "#src/lib/access.ts";
import { GENERAL_ERRORS, isId } from "#src/lib/endpoint.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { HOUR_MS } from "#src/lib/time.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { type ApprovedAction, approvedActions } from "./actions.ts";
import { APPROVAL_ERRORS, type Approval } from "./contract.ts";
import { approvalConfirmed, approvalDeclined, approvalProposed, approvalWithdrawn } from "./events.ts";
import { APPROVAL_HOURS, isOpen } from "./rules.ts";
import {
  type ApprovalRow,
  findOpenApproval,
  findRole,
  insertApproval,
  listOpenStaff,
  listWaiting,
  lockApproval,
  updateDecided,
} from "./store.ts";

export { listOpenStaff } from "./store.ts";

export interface Proposal<Data> {
  /** Whom it's about. */
  account: string;
  reason: string;
  data: Data;
}

/**
 * Does what takes two members of staff, or proposes it if someone else could confirm it. Returns the proposal's
 * id, or null if it's done. The same proposal twice is one, and a different one replaces it. It takes a person, even
 * one who's alone.
 */
export async function actWithSecond<Data extends object>(
  ctx: StaffCtx,
  action: ApprovedAction<Data>,
  { account, reason, data }: Proposal<Data>,
): Promise<string | null> {
  const { actor } = ctx;
  if (actor.type === "staff" && actor.key) throw failure(GENERAL_ERRORS, "PERSON_REQUIRED");
  return ctx.write(async (ctx) => {
    await takeAdvisoryLock(ctx.db, "approvals", account);
    const roles = await rolesFor(ctx, action, account);
    const others = actor.type === "staff" && (await hasOthers(ctx, { roles, account, by: actor.person.id }));
    const open = await findOpenApproval(ctx.db, { account, action: action.name });
    const isSame = open && isOpen(open, ctx.now()) && isDeepStrictEqual(open.data, data);
    if (others && isSame) return open.id;
    if (open) await withdraw(ctx, open);
    if (actor.type !== "staff" || !others) {
      await action.run(ctx, data);
      return null;
    }
    const id = ctx.newId();
    const now = ctx.now();
    await insertApproval(ctx.db, {
      id,
      action: action.name,
      account,
      data,
      reason,
      proposed_by: actor.person.id,
      proposed_at: now.toISOString(),
      expires_at: new Date(now.getTime() + APPROVAL_HOURS * HOUR_MS).toISOString(),
    });
    await ctx.announce(approvalProposed, {
      account: INSTANCE,
      subject: id,
      payload: { ...aboutAction(action, reason), roles },
    });
    return id;
  });
}

/** Returns the roles that may do this to the account. */
async function rolesFor(
  { db }: Platform,
  { area }: Pick<ApprovedAction<object>, "area">,
  account: string,
): Promise<StaffRole[]> {
  const target = await findRole(db, account);
  return rolesInCharge(area).filter((role) => canActOn(role, target?.role ?? null));
}

async function hasOthers(
  { db }: Platform,
  { roles, account, by }: { roles: readonly StaffRole[]; account: string; by: string },
): Promise<boolean> {
  const staff = await listOpenStaff(db, roles);
  return staff.some((id) => id !== by && id !== account);
}

/** Lists what waits and is for this member of staff to decide. */
export async function listApprovals(ctx: StaffCtx): Promise<{ items: Approval[] }> {
  const staff = requireStaff(ctx);
  const { person, role } = staff;
  const actions = [...approvedActions().values()].filter(({ area }) => mayAct(staff, area, "write"));
  if (actions.length === 0) return { items: [] };
  const now = ctx.now().toISOString();
  const rows = await listWaiting(ctx.db, { actions: actions.map(({ name }) => name), now });
  const items = rows.map(({ approval, name, email, role: theirs, proposer }) => {
    const is_own = approval.proposed_by === person.id;
    return {
      id: approval.id,
      what: approvedActions().get(approval.action)?.label ?? approval.action,
      account: { id: approval.account, name, email },
      reason: approval.reason,
      proposed_by: proposer,
      proposed_at: approval.proposed_at,
      expires_at: approval.expires_at,
      is_own,
      can_confirm: !is_own && canActOn(role, theirs),
    };
  });
  return { items };
}

/** Does what a colleague proposed. Takes a fresh proof of who confirms. */
export async function confirmApproval(ctx: StaffCtx, { id }: { id: string }): Promise<{ done: boolean }> {
  const actor = requireStaff(ctx);
  await requireRecentProof(ctx, actor);
  return ctx.write(async (ctx) => {
    const { row, action } = await requireOpen(ctx, id);
    if (row.proposed_by === actor.person.id) throw failure(APPROVAL_ERRORS, "APPROVAL_OWN");
    requireBelow(ctx, (await findRole(ctx.db, row.account))?.role ?? null);
    // Whoever was suspended, or may not do it to this account anymore, proposes nothing either.
    const inCharge = await listOpenStaff(ctx.db, await rolesFor(ctx, action, row.account));
    if (!inCharge.includes(row.proposed_by)) throw failure(APPROVAL_ERRORS, "APPROVAL_OVER");
    await decide(ctx, row, { state: "confirmed", by: actor.person.id });
    await run(ctx, action, row);
    await ctx.announce(approvalConfirmed, {
      account: INSTANCE,
      subject: id,
      payload: { ...aboutAction(action, row.reason), assignee_id: row.proposed_by },
    });
    return { done: true };
  });
}

/** Its own errors are no errors of the endpoint that confirms, but their sentences say what's wrong. */
async function run(ctx: StaffCtx, action: ApprovedAction<object>, { data }: ApprovalRow): Promise<void> {
  try {
    await action.run(ctx, action.data.parse(data));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw failure(APPROVAL_ERRORS, "APPROVAL_REFUSED", { message: error.message });
  }
}

/** Declines what a colleague proposed, who reads why. Declining one's own proposal withdraws it. */
export async function declineApproval(
  ctx: StaffCtx,
  { id, reason }: { id: string; reason: string },
): Promise<{ state: "declined" | "withdrawn" }> {
  const { person } = requireStaff(ctx);
  return ctx.write(async (ctx) => {
    const { row, action } = await requireOpen(ctx, id);
    if (row.proposed_by === person.id) {
      await withdraw(ctx, row);
      return { state: "withdrawn" };
    }
    if (reason === "") throw failure(APPROVAL_ERRORS, "ANSWER_MISSING");
    await decide(ctx, row, { state: "declined", by: person.id, answer: reason });
    await ctx.announce(approvalDeclined, {
      account: INSTANCE,
      subject: id,
      payload: { ...aboutAction(action, row.reason), assignee_id: row.proposed_by, answer: reason },
    });
    return { state: "declined" };
  });
}

async function withdraw(ctx: StaffCtx, row: ApprovalRow): Promise<void> {
  const action = approvedActions().get(row.action);
  const by = ctx.actor.type === "staff" ? ctx.actor.person.id : null;
  await decide(ctx, row, { state: "withdrawn", by });
  if (action)
    await ctx.announce(approvalWithdrawn, {
      account: INSTANCE,
      subject: row.id,
      payload: aboutAction(action, row.reason),
    });
}

interface Decision {
  state: ApprovalRow["state"];
  by: string | null;
  answer?: string;
}

async function decide(
  ctx: Platform,
  { id }: ApprovalRow,
  { state, by, answer = "" }: Decision,
): Promise<void> {
  const decided_at = ctx.now().toISOString();
  await updateDecided(ctx.db, { id, state, decided_by: by, decided_at, answer: answer || null });
}

function aboutAction(
  { name, area, label }: Pick<ApprovedAction<object>, "name" | "area" | "label">,
  reason: string,
) {
  return { action: name, area, what: label, reason };
}

/** For staff of other areas, a proposal doesn't exist. Holds the lock until the transaction ends. */
async function requireOpen(
  ctx: StaffCtx,
  id: string,
): Promise<{ row: ApprovalRow; action: ApprovedAction<object> }> {
  const row = isId(id) ? await lockApproval(ctx.db, id) : undefined;
  const action = row && approvedActions().get(row.action);
  if (!row || !action || !isStaffFor(requireStaff(ctx).role, action.area))
    throw failure(APPROVAL_ERRORS, "APPROVAL_NOT_FOUND");
  if (!isOpen(row, ctx.now())) throw failure(APPROVAL_ERRORS, "APPROVAL_OVER");
  return { row, action };
}
