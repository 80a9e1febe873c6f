/*
 * What staff of the instance decide about links: hiding them, and labeling them as adult content. Owners are told, with
 * the reason, and can't take it back. `profiles` has the same for pages.
 */
import { pageChanged } from "#src/features/pages/profiles/signals.ts";
import { MARK_ERRORS } from "#src/features/pages/profiles/staff-marks/mark-contract.ts";
import type { StaffMarkName } from "#src/features/pages/profiles/staff-marks/mark-rules.ts";
import {
  type Decision,
  type MarkWanted,
  newMark,
  requireDecidable,
  tellOwner,
} from "#src/features/pages/profiles/staff-marks/staff-marks.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, StaffCtx } from "#src/platform/context.ts";
import { linksMarkedByStaff } from "../events.ts";
import { keepHidden, listHiddenWith } from "./hidden-addresses.ts";
import { findLinkOwner, updateLinkMarks, updateMarksLike } from "./link-mark-store.ts";

export { keepHidden } from "./hidden-addresses.ts";

/**
 * It's gone from its page and from `/go` on every node as soon as this returns, with others there that lead to the same
 * place. Hiding a hidden one changes nothing.
 */
export const hideLink = (ctx: StaffCtx, decision: Decision) =>
  decide(ctx, decision, { mark: "hidden", isOn: true });
export const showLink = (ctx: StaffCtx, decision: Decision) =>
  decide(ctx, decision, { mark: "hidden", isOn: false });
/** Visitors are asked for their age first. */
export const labelLinkAdult = (ctx: StaffCtx, decision: Decision) =>
  decide(ctx, decision, { mark: "adult", isOn: true });
export const unlabelLinkAdult = (ctx: StaffCtx, decision: Decision) =>
  decide(ctx, decision, { mark: "adult", isOn: false });

async function decide(
  ctx: StaffCtx,
  { id, reason, isMailed = true, caseId }: Decision,
  wanted: { mark: StaffMarkName; isOn: boolean },
): Promise<{ changed: boolean }> {
  if (reason.trim() === "") throw failure(MARK_ERRORS, "MARK_REASON_MISSING");
  return ctx.write(async (ctx) => {
    const owner = isId(id) ? await findLinkOwner(ctx.db, id) : undefined;
    if (!owner) throw failure(MARK_ERRORS, "LINK_NOT_FOUND");
    requireDecidable(ctx, owner.role);
    const accounts = await markLinks(ctx, { ...wanted, ids: [id], reason, change: null, isMailed, caseId });
    return { changed: accounts.size > 0 };
  });
}

/** Marks links of any accounts, in the caller's transaction, and tells each owner once. Returns how many by account. */
export async function markLinks(ctx: StaffCtx, wanted: MarkWanted): Promise<Map<string, number>> {
  const { mark, isOn, ids } = wanted;
  const alike = mark === "hidden" && !isOn ? await listHiddenWith(ctx, ids) : [];
  const value = isOn ? newMark(ctx, wanted) : null;
  const marked = await updateLinkMarks(ctx.db, [...ids, ...alike], { mark, value });
  const pages = new Map(marked.map(({ profile_id, username }) => [profile_id, username]));
  if (mark === "hidden" && isOn) await keepHidden(ctx, [...pages.keys()]);
  for (const [profile_id, username] of pages)
    await ctx.invalidate(pageChanged, { profile_id, usernames: [username] });
  const byAccount = Map.groupBy(marked, ({ account }) => account);
  for (const [account, links] of byAccount) {
    const on = new Set(links.map(({ profile_id }) => profile_id));
    const [page = null] = on.size === 1 ? on : [];
    const subject = links.length === 1 ? (links[0]?.id ?? account) : account;
    const about = { account, subject, count: links.length, profile_id: page };
    await tellOwner(ctx, wanted, { ...about, of: "links", event: linksMarkedByStaff });
  }
  return new Map([...byAccount].map(([account, links]) => [account, links.length]));
}

/** For a link that comes back as a copy of one that's elsewhere, in the caller's transaction. */
export function carryMarks(ctx: Ctx, { from, to }: { from: string; to: string }): Promise<void> {
  return updateMarksLike(ctx.db, { account: ctx.account, from, to });
}
