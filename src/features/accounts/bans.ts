import { failure } from "#src/lib/errors.ts";
import type { Platform } from "#src/platform/context.ts";
import { ACCOUNT_ERRORS } from "./contract.ts";
import { accountBanned } from "./events.ts";
import { banUser, deleteSessions } from "./store.ts";

/** Keeps an account out, until a moment or for good: its sessions end and its pages are gone, at once and on every node. */
export async function banAccount(
  platform: Platform,
  { id, reason, until }: { id: string; reason: string; until?: Date },
): Promise<void> {
  await platform.write(async (ctx) => {
    if (!(await banUser(ctx.db, id, { reason, until }))) throw failure(ACCOUNT_ERRORS, "ACCOUNT_NOT_FOUND");
    await deleteSessions(ctx.db, id);
    await ctx.announce(accountBanned, { user_id: id });
  });
}
