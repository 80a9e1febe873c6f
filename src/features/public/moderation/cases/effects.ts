/* What decisions change, through the verbs of the slices that it belongs to, and how it's given back. */
import { banAccount, liftBan, requireBannable } from "#src/features/identity/accounts/bans/bans.ts";
import { banWithSecond } from "#src/features/identity/approvals/bans.ts";
import { hideLink, showLink } from "#src/features/pages/links/staff-marks/staff-marks.ts";
import {
  hidePage,
  labelPageAdult,
  showPage,
  unlabelPageAdult,
} from "#src/features/pages/profiles/staff-marks/staff-marks.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import type { Effect } from "./case-rules.ts";
import { findMarkingCase, findOtherBan, isBannedBy, isDoneElsewhere, isStanding } from "./effect-store.ts";

interface How {
  /** The owner reads it. */
  reason: string;
  until?: string | undefined;
  caseId: string;
}

/** `isPending`: a second member of staff has to confirm it first. */
export async function applyEffect(
  ctx: StaffCtx,
  { did, id }: Effect,
  { reason, until, caseId }: How,
): Promise<{ isPending: boolean }> {
  // The statement of reasons tells the owner.
  const decision = { id, reason, isMailed: false, caseId };
  if (did === "label_adult") await labelPageAdult(ctx, decision);
  else if (did === "hide_link") await hideLink(ctx, decision);
  else if (did === "hide_page") await hidePage(ctx, decision);
  else {
    const { is_banned } = await banWithSecond(ctx, {
      id,
      reason,
      until: did === "ban" ? null : (until ?? null),
      isMailed: false,
    });
    return { isPending: !is_banned };
  }
  return { isPending: false };
}

/** Gives back what a decision took, as far as that's what still holds. What staff did apart from cases stays. */
export async function undoEffect(ctx: StaffCtx, effect: Effect, { reason, caseId }: How): Promise<void> {
  const { did, id } = effect;
  if (did === "suspend" || did === "ban") return undoBan(ctx, effect, caseId);
  const setBy = await findMarkingCase(ctx.db, { did, id });
  if (setBy === undefined || (setBy !== caseId && (await isStanding(ctx.db, setBy)))) return;
  if (await isDoneElsewhere(ctx.db, { caseId, did, id })) return;
  const decision = { id, reason, isMailed: false };
  if (did === "label_adult") await unlabelPageAdult(ctx, decision);
  else if (did === "hide_link") await showLink(ctx, decision);
  else await showPage(ctx, decision);
}

/** Another decision that stands takes its place, with its own reason and end. */
async function undoBan(ctx: StaffCtx, { id }: Effect, caseId: string): Promise<void> {
  await requireBannable(ctx, id);
  if (!(await isBannedBy(ctx.db, { account: id, caseId }))) return;
  const other = await findOtherBan(ctx.db, { account: id, caseId, now: ctx.now().toISOString() });
  if (!other) return void (await liftBan(ctx, { id }));
  const { reason, until } = other;
  await banAccount(ctx, { id, reason, ...(until !== null && { until: new Date(until) }) });
}
