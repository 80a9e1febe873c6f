import { failure } from "#src/lib/errors.ts";
import type { Platform } from "#src/platform/context.ts";
import { ACCOUNT_ERRORS } from "./contract.ts";
import { banned } from "./events.ts";
import { accountClosed } from "./signals.ts";
import { banUser, deleteSessions } from "./store.ts";

/**
 * Locks an account out, until a moment or forever: its sessions end and its pages disappear, at once and on
 * every node.
 */
export async function banAccount(
  platform: Platform,
  { id, reason, until }: { id: string; reason: string; until?: Date },
): Promise<void> {
  await platform.write(async (ctx) => {
    if (!(await banUser(ctx.db, id, { reason, until }))) throw failure(ACCOUNT_ERRORS, "ACCOUNT_NOT_FOUND");
    await deleteSessions(ctx.db, id);
    await ctx.invalidate(accountClosed, { user_id: id });
    await ctx.announce(banned, {
      account: id,
      subject: id,
      payload: { until: until?.toISOString() ?? null },
    });
  });
}
