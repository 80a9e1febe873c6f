/* What staff decide about a case. The owner gets a statement of reasons, and reporters hear how it ended. */
import { canActOn } from "#src/features/identity/accounts/rules.ts";
import { APPROVAL_HOURS } from "#src/features/identity/approvals/rules.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { caseDecided, ownerAsked } from "../events.ts";
import { CASE_ERRORS, type Decided } from "./case-contract.ts";
import { ownerQuestionMail, reportOutcomeMail, statementMail } from "./case-mails.ts";
import { isRestriction } from "./case-rules.ts";
import {
  type CaseRow,
  findCaseLink,
  findCaseOwner,
  findCasePage,
  listCasesToConfirm,
  listReportersToTell,
  lockCase,
  updateCase,
} from "./case-store.ts";
import { personOf, requireUndecided, requireUntaken } from "./cases.ts";
import { applyEffect } from "./effects.ts";
import { proposalOverJob, requireNothingProposed } from "./proposals.ts";

const HOUR_S = 3600;
/** The proposal has ended by then on each clock. */
const CLOCKS_APART_S = 60;

/** Deciding takes the case, so of two at the same moment one decides and the other hears of it. */
export async function decideCase(ctx: StaffCtx, input: Decided) {
  const { id, decision } = input;
  return ctx.write(async (ctx) => {
    const row = await requireUndecided(ctx, id);
    requireUntaken(ctx, row);
    await requireNothingProposed(ctx, row);
    requireReasons(ctx, input);
    await requireDecidable(ctx, row);
    if (!isRestriction(decision))
      return settle(ctx, row, { ...input, effects: [], decidedBy: personOf(ctx) });
    const target = await findTarget(ctx, row, input);
    const reason = input.facts;
    const { isPending } = await applyEffect(
      ctx,
      { did: decision, id: target },
      { reason, until: input.until, caseId: id },
    );
    const effects = [{ did: decision, id: target, ...(decision === "suspend" && { until: input.until }) }];
    if (!isPending) return settle(ctx, row, { ...input, effects, decidedBy: personOf(ctx) });
    const { facts, ground = null } = input;
    const person = { assignee_id: personOf(ctx), decided_by: personOf(ctx) };
    const proposed = { decision, facts, ground, effects, ban_declined: null };
    await updateCase(ctx.db, id, { ...proposed, ...person, state: "approval" });
    await ctx.enqueue(
      proposalOverJob,
      { account: target },
      { delaySeconds: APPROVAL_HOURS * HOUR_S + CLOCKS_APART_S },
    );
    return { state: "approval" as const, decision };
  });
}

function requireReasons(ctx: StaffCtx, { decision, facts, ground, until }: Decided): void {
  if (!isRestriction(decision)) return;
  if (facts === "") throw failure(CASE_ERRORS, "FACTS_MISSING");
  if (ground === undefined) throw failure(CASE_ERRORS, "GROUND_MISSING");
  if (decision === "suspend" && !(until !== undefined && new Date(until) > ctx.now()))
    throw failure(CASE_ERRORS, "END_MISSING");
}

/** Not even “no violation” is for staff below the owner to say, or for the owner. */
export async function requireDecidable({ db, actor }: StaffCtx, { owner_id }: CaseRow): Promise<void> {
  const owner = owner_id === null ? undefined : await findCaseOwner(db, owner_id);
  if (!owner || actor.type !== "staff") return;
  if (owner.id === actor.person.id || !canActOn(actor.role, owner.role))
    throw failure(CASE_ERRORS, "OWNER_IS_STAFF");
}

/** The id of what the decision changes. */
async function findTarget(
  { db }: StaffCtx,
  { profile_id, owner_id }: CaseRow,
  { decision, link_id }: Decided,
): Promise<string> {
  if (decision === "suspend" || decision === "ban") {
    const owner = owner_id === null ? undefined : await findCaseOwner(db, owner_id);
    if (!owner) throw failure(CASE_ERRORS, "OWNER_GONE");
    return owner.id;
  }
  const page = profile_id === null ? undefined : await findCasePage(db, profile_id);
  if (!page) throw failure(CASE_ERRORS, "PAGE_GONE");
  if (decision !== "hide_link") return page.id;
  const link =
    link_id !== undefined && isId(link_id)
      ? await findCaseLink(db, { profileId: page.id, id: link_id })
      : undefined;
  if (!link) throw failure(CASE_ERRORS, "LINK_GONE");
  return link.id;
}

interface Settled extends Pick<Decided, "decision" | "facts" | "ground">, Pick<CaseRow, "effects"> {
  decidedBy: string | null;
}

/** Closes the case, in the caller's transaction, and tells everyone concerned. */
async function settle(ctx: Platform, row: CaseRow, { decision, facts, ground, effects, decidedBy }: Settled) {
  const { id, owner_id, profile_id } = row;
  const why = { ground: ground ?? null, facts: facts === "" ? null : facts };
  await updateCase(ctx.db, id, {
    ...why,
    decision,
    effects,
    state: "closed",
    decided_at: ctx.now().toISOString(),
    decided_by: decidedBy,
    assignee_id: row.assignee_id ?? decidedBy,
  });
  await ctx.announce(caseDecided, {
    account: owner_id ?? INSTANCE,
    subject: id,
    payload: { profile_id, decision, ground: why.ground, reason: facts },
  });
  if (isRestriction(decision)) await tellOwner(ctx, row, statementMail);
  for (const { id: report, email } of await listReportersToTell(ctx.db, id))
    await enqueueMail(ctx, { mail: reportOutcomeMail, to: email, data: { id: report }, about: id });
  return { state: "closed" as const, decision };
}

/** A second member of staff confirmed the ban that a case waited for. One with another end is another one. */
export async function settleConfirmedBan(
  platform: Platform,
  { subject: account, payload: { until } }: { subject: string; payload: { until: string | null } },
): Promise<void> {
  await platform.write(async (ctx) => {
    for (const id of await listCasesToConfirm(ctx.db, account)) {
      const row = await lockCase(ctx.db, id);
      if (row?.state !== "approval" || row.decision === null) continue;
      if (!isEnd(row.effects[0]?.until, until)) continue;
      const { decision, ground, facts, effects, decided_by: decidedBy } = row;
      const why = { facts: facts ?? "", ground: ground ?? undefined };
      await settle(ctx, row, { decision, ...why, effects, decidedBy });
    }
  });
}

/** True if a ban that was proposed ends when this one does. */
function isEnd(proposed: string | undefined, until: string | null): boolean {
  if (proposed === undefined || until === null) return proposed === undefined && until === null;
  return Date.parse(proposed) === Date.parse(until);
}

async function tellOwner(
  ctx: Platform,
  { id, owner_id }: CaseRow,
  mail: typeof statementMail | typeof ownerQuestionMail,
): Promise<boolean> {
  const owner = owner_id === null ? undefined : await findCaseOwner(ctx.db, owner_id);
  if (!owner) return false;
  await enqueueMail(ctx, { mail, to: owner.email, account: owner.id, data: { id }, about: id });
  return true;
}

/** The case waits until the owner answers; whoever asked keeps it, and can decide without an answer. */
export async function askOwner(ctx: StaffCtx, { id, question }: { id: string; question: string }) {
  if (question === "") throw failure(CASE_ERRORS, "QUESTION_MISSING");
  return ctx.write(async (ctx) => {
    const row = await requireUndecided(ctx, id);
    requireUntaken(ctx, row);
    await requireNothingProposed(ctx, row);
    const { owner_id, profile_id } = row;
    if (owner_id === null || !(await tellOwner(ctx, row, ownerQuestionMail)))
      throw failure(CASE_ERRORS, "OWNER_GONE");
    const asked_at = ctx.now().toISOString();
    const asked = { question, asked_at, answer: null, answered_at: null };
    await updateCase(ctx.db, id, { ...asked, state: "waiting", assignee_id: personOf(ctx) });
    await ctx.announce(ownerAsked, { account: owner_id, subject: id, payload: { profile_id, question } });
    return { state: "waiting" as const };
  });
}
