/* What decisions change, through the verbs of the slices that it belongs to, and how it's given back. */
import { liftBan } from "#src/features/identity/accounts/bans/bans.ts";
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

interface How {
  /** The owner reads it. */
  reason: string;
  until?: string | undefined;
}

/** `isPending`: a second member of staff has to confirm it first. */
export async function applyEffect(
  ctx: StaffCtx,
  { did, id }: Effect,
  { reason, until }: How,
): Promise<{ isPending: boolean }> {
  // The statement of reasons tells the owner.
  const decision = { id, reason, isMailed: false };
  if (did === "label_adult") await labelPageAdult(ctx, decision);
  else if (did === "hide_link") await hideLink(ctx, decision);
  else if (did === "hide_page") await hidePage(ctx, decision);
  else {
    const { is_banned } = await banWithSecond(ctx, {
      id,
      reason,
      until: did === "ban" ? null : (until ?? null),
    });
    return { isPending: !is_banned };
  }
  return { isPending: false };
}

/** Gives back what a decision took. What's gone by now, or was given back already, stays as it is. */
export async function undoEffect(ctx: StaffCtx, { did, id }: Effect, { reason }: How): Promise<void> {
  const decision = { id, reason, isMailed: false };
  if (did === "label_adult") await unlabelPageAdult(ctx, decision);
  else if (did === "hide_link") await showLink(ctx, decision);
  else if (did === "hide_page") await showPage(ctx, decision);
  else await liftBan(ctx, { id });
}
