/* A second person's approval for campaigns to many (email.md 5.3.10). */
import { setLateMinutes } from "#src/features/email/delivery/delivery.ts";
import { requirePerson } from "#src/features/identity/accounts/accounts.ts";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { failure } from "#src/lib/errors.ts";
import { actorId, type Ctx } from "#src/platform/context.ts";
import { requireCampaign } from "../campaigns.ts";
import { CAMPAIGN_ERRORS } from "../contract.ts";
import { approvalAsked, approvalGiven, sendingRulesChanged } from "../events.ts";
import { countCheck, isReady, prerenderContent, runPreflight } from "../preflight/preflight.ts";
import { EDITABLE_STATES } from "../rules.ts";
import { type CampaignRow, lockCampaign, updateCampaignRow } from "../store.ts";
import { approvalHash, approvalStatus } from "./approval.ts";
import type { Approval, AskedRules, SendingRules } from "./approval-contract.ts";
import { findRules, upsertRules } from "./approval-store.ts";

export async function getRules(ctx: Ctx): Promise<SendingRules> {
  requireWholeAccount(ctx);
  return findRules(ctx.db, ctx.account);
}

/** Without a delay, the current one stays. */
export async function setRules(
  ctx: Ctx,
  { approval_above, late_minutes }: AskedRules,
): Promise<SendingRules> {
  requireWholeAccount(ctx);
  return ctx.write(async (ctx) => {
    const old = await getRules(ctx);
    const rules = { approval_above, late_minutes: late_minutes ?? old.late_minutes };
    await upsertRules(ctx.db, ctx.account, rules);
    await setLateMinutes(ctx, rules.late_minutes);
    const tell = (payload: Partial<SendingRules>) =>
      ctx.announce(sendingRulesChanged, { subject: ctx.account, payload });
    if (rules.approval_above !== old.approval_above) await tell({ approval_above });
    if (rules.late_minutes !== old.late_minutes) await tell({ late_minutes: rules.late_minutes });
    return rules;
  });
}

export async function getApproval(ctx: Ctx, { id }: { id: string }): Promise<Approval> {
  await requireCampaign(ctx, id);
  await countCheck(ctx);
  return approvalOf(ctx, id);
}

async function approvalOf(ctx: Ctx, id: string): Promise<Approval> {
  const row = await requireCampaign(ctx, id);
  const ready = await runPreflight(ctx, row);
  const standing = await approvalStatus(ctx, row, ready);
  const nameOf = async (person: string | null) =>
    person === null ? null : ((await findPerson(ctx.db, person))?.name ?? null);
  const isAsked = standing === "missing" && row.approval_asked_at !== null;
  return {
    state: isAsked ? "asked" : standing,
    asked_by: isAsked ? await nameOf(row.approval_asked_by) : null,
    approved_by: standing === "approved" ? await nameOf(row.approved_by) : null,
    may_approve: isAsked && mayApprove(ctx, row),
    version: approvalHash(row, ready.aim.content_hash),
  };
}

/** Owners and admins can approve in person, but neither with their API keys nor if they requested it. */
function mayApprove({ actor }: Ctx, { approval_asked_by }: CampaignRow): boolean {
  if (actor.type !== "person" || actor.person.id === approval_asked_by) return false;
  return actor.role === "owner" || actor.role === "admin";
}

/**
 * Notifies everyone who may approve it. A second request notifies them again. API keys can't request it,
 * because their creator could approve their own request.
 */
export async function askApproval(ctx: Ctx, { id }: { id: string }): Promise<Approval> {
  await prerenderContent(ctx, await requireCampaign(ctx, id));
  return ctx.write(async (ctx) => {
    const row = await requireLocked(ctx, id);
    const ready = await runPreflight(ctx, row);
    if (!isReady(ready))
      throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_NOT_READY", { data: { problems: ready.problems } });
    if ((await approvalStatus(ctx, row, ready)) !== "missing")
      throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_STATE");
    const asked = { approval_asked_at: ctx.now().toISOString(), approval_asked_by: requirePerson(ctx).id };
    await updateCampaignRow(ctx.db, { user_id: ctx.account, id, ...asked });
    await ctx.announce(approvalAsked, { subject: id, payload: { recipients: ready.counts.recipients } });
    return approvalOf(ctx, id);
  });
}

/** Approves its content, audience, and senders, as long as they're still what the person looked at. */
export async function approveCampaign(
  ctx: Ctx,
  { id, version }: { id: string; version: string },
): Promise<Approval> {
  await prerenderContent(ctx, await requireCampaign(ctx, id));
  return ctx.write(async (ctx) => {
    const row = await requireLocked(ctx, id);
    const ready = await runPreflight(ctx, row);
    if (row.approval_asked_at === null || (await approvalStatus(ctx, row, ready)) !== "missing")
      throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_STATE");
    if (!mayApprove(ctx, row)) throw failure(CAMPAIGN_ERRORS, "APPROVAL_BY_ANOTHER");
    const approved_hash = approvalHash(row, ready.aim.content_hash);
    if (version !== approved_hash) throw failure(CAMPAIGN_ERRORS, "APPROVAL_OUTDATED");
    await updateCampaignRow(ctx.db, {
      user_id: ctx.account,
      id,
      approved_at: ctx.now().toISOString(),
      approved_by: actorId(ctx),
      approved_hash,
      approved_recipients: ready.counts.recipients,
    });
    await ctx.announce(approvalGiven, { subject: id, payload: {} });
    return approvalOf(ctx, id);
  });
}

async function requireLocked(ctx: Ctx, id: string): Promise<CampaignRow> {
  await requireCampaign(ctx, id);
  await lockCampaign(ctx.db, { user_id: ctx.account, id });
  const row = await requireCampaign(ctx, id);
  if (!EDITABLE_STATES.includes(row.state)) throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_STATE");
  return row;
}
