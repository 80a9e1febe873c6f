/* Suspensions by staff: for good, they take two. What a suspension does is in `accounts/bans`. */
import * as z from "zod";
import { BAN_ERRORS } from "#src/features/identity/accounts/bans/ban-contract.ts";
import {
  type BanWanted,
  ban,
  isBannedUntil,
  requireBannable,
  tellOfBan,
} from "#src/features/identity/accounts/bans/bans.ts";
import { failure } from "#src/lib/errors.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import type { ApprovedAction } from "./actions.ts";
import { actWithSecond } from "./approvals.ts";
import { isLongBan, isOpen } from "./rules.ts";
import { findApproval, findOpenApproval, lockApproval, updateData } from "./store.ts";

const ofBan = z.object({ id: z.string(), reason: z.string(), isMailed: z.boolean().optional() });

export const banForGood: ApprovedAction<z.output<typeof ofBan>> = {
  name: "account.ban",
  area: "bans",
  label: "Suspend for good",
  data: ofBan,
  run: (ctx, data) => ban(ctx, { ...data, until: null }),
};

/** Suspends an account until a moment, or for good, which a second member of staff confirms if there's one. */
export async function banWithSecond(
  ctx: StaffCtx,
  { id, reason, until, isMailed }: BanWanted,
): Promise<{ is_banned: boolean; approval_id: string | null }> {
  // Until the next century is for good, too, and nobody decides that alone.
  if (until !== null && isLongBan(until, ctx.now())) throw failure(BAN_ERRORS, "BAN_LONG");
  if (until !== null || reason === "")
    return { ...(await ban(ctx, { id, reason, until, isMailed })), approval_id: null };
  return ctx.write(async (ctx) => {
    const person = await requireBannable(ctx, id);
    if (isBannedUntil(person, undefined, ctx.now())) return { is_banned: true, approval_id: null };
    const data = { id, reason, ...(isMailed !== undefined && { isMailed }) };
    const approval_id = await actWithSecond(ctx, banForGood, { account: id, reason, data });
    return { is_banned: approval_id === null, approval_id };
  });
}

/** True while a ban for good waits for a second member of staff. */
export async function hasOpenBan(
  { db, now }: Pick<StaffCtx, "db" | "now">,
  account: string,
): Promise<boolean> {
  const row = await findOpenApproval(db, { account, action: banForGood.name });
  return row !== undefined && isOpen(row, now());
}

/** Whom a proposed ban for good is about, and why it was declined, if it was. Undefined for other proposals. */
export async function findProposedBan(
  { db }: Pick<StaffCtx, "db">,
  id: string,
): Promise<{ account: string; answer: string } | undefined> {
  const row = await findApproval(db, id);
  return row?.action === banForGood.name ? { account: row.account, answer: row.answer ?? "" } : undefined;
}

/** What would have told the owner of a ban for good is gone, so the e-mail about suspensions does, or will. */
export async function mailProposedBan(platform: Platform, account: string): Promise<void> {
  await platform.write(async (ctx) => {
    const open = await findOpenApproval(ctx.db, { account, action: banForGood.name });
    // Whoever confirms it at this moment holds the lock.
    const row = open && (await lockApproval(ctx.db, open.id));
    if (row?.state !== "open") return tellOfBan(ctx, account);
    const { isMailed, ...data } = ofBan.parse(row.data);
    if (isMailed === false) await updateData(ctx.db, { id: row.id, data });
  });
}
