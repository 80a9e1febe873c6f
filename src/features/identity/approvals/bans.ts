/* Suspensions by staff: for good, or for more than a year, they take two. What a suspension does is in `accounts/bans`. */
import * as z from "zod";
import { ban, isBannedUntil, requireBannable } from "#src/features/identity/accounts/bans/bans.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import type { ApprovedAction } from "./actions.ts";
import { actWithSecond } from "./approvals.ts";
import { isLong, isOpen } from "./rules.ts";
import { findApproval, findOpenApproval } from "./store.ts";

const ofBan = z.object({ id: z.string(), reason: z.string() });
const ofLongBan = ofBan.extend({ until: z.string() });

export const banForGood: ApprovedAction<z.output<typeof ofBan>> = {
  name: "account.ban",
  area: "bans",
  label: "Suspend for good",
  data: ofBan,
  run: (ctx, data) => ban(ctx, { ...data, until: null }),
};

/** Until the next century is for good, too, under another name. */
export const longBan: ApprovedAction<z.output<typeof ofLongBan>> = {
  name: "account.long_ban",
  area: "bans",
  label: "Suspend for more than a year",
  data: ofLongBan,
  run: (ctx, data) => ban(ctx, data),
};

const ACTIONS = [banForGood.name, longBan.name];

/** Suspends an account. For more than a year, a second member of staff confirms it if there's one. */
export async function banWithSecond(
  ctx: StaffCtx,
  { id, reason, until }: { id: string; reason: string; until: string | null },
): Promise<{ is_banned: boolean; approval_id: string | null }> {
  if (reason === "" || (until !== null && !isLong(until, ctx.now())))
    return { ...(await ban(ctx, { id, reason, until })), approval_id: null };
  return ctx.write(async (ctx) => {
    const person = await requireBannable(ctx, id);
    const end = until === null ? undefined : new Date(until);
    if (isBannedUntil(person, end, ctx.now())) return { is_banned: true, approval_id: null };
    const about = { account: id, reason };
    const approval_id =
      until === null
        ? await actWithSecond(ctx, banForGood, { ...about, data: { id, reason } })
        : await actWithSecond(ctx, longBan, { ...about, data: { id, reason, until } });
    return { is_banned: approval_id === null, approval_id };
  });
}

/** True while a ban for good, or for more than a year, waits for a second member of staff. */
export async function hasOpenBan(
  { db, now }: Pick<StaffCtx, "db" | "now">,
  account: string,
): Promise<boolean> {
  for (const action of ACTIONS) {
    const row = await findOpenApproval(db, { account, action });
    if (row !== undefined && isOpen(row, now())) return true;
  }
  return false;
}

/** Whom a proposed ban is about, and why it was declined, if it was. Undefined for other proposals. */
export async function findProposedBan(
  { db }: Pick<StaffCtx, "db">,
  id: string,
): Promise<{ account: string; answer: string } | undefined> {
  const row = await findApproval(db, id);
  return row && ACTIONS.includes(row.action) ? { account: row.account, answer: row.answer ?? "" } : undefined;
}
