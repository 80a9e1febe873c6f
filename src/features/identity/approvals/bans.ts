/* Suspensions by staff: for good, they take two. What a suspension does is in `accounts/bans`. */
import * as z from "zod";
import { ban, requireBannable } from "#src/features/identity/accounts/bans/bans.ts";
import { isBanned } from "#src/features/identity/accounts/rules.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import type { ApprovedAction } from "./actions.ts";
import { actWithSecond } from "./approvals.ts";

const ofBan = z.object({ id: z.string(), reason: z.string() });

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
  { id, reason, until }: { id: string; reason: string; until: string | null },
): Promise<{ is_banned: boolean; approval_id: string | null }> {
  if (until !== null || reason === "")
    return { ...(await ban(ctx, { id, reason, until })), approval_id: null };
  return ctx.write(async (ctx) => {
    const person = await requireBannable(ctx, id);
    if (isBanned(person, ctx.now())) return { is_banned: true, approval_id: null };
    const approval_id = await actWithSecond(ctx, banForGood, { account: id, reason, data: { id, reason } });
    return { is_banned: approval_id === null, approval_id };
  });
}
