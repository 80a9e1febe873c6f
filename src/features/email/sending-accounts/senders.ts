/* Sending accounts in the API: enough to choose one. */
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Sender } from "./contract.ts";
import { withInstanceSettings } from "./instance-mail.ts";
import { isReady } from "./limits.ts";
import { listMailboxRows } from "./store.ts";

export async function listSenders(ctx: Ctx): Promise<{ items: Sender[] }> {
  requireWholeAccount(ctx);
  const rows = await listMailboxRows(ctx.db, ctx.account);
  const items = rows.map((row) => {
    const { id, from_name, from_address, state } = withInstanceSettings(ctx, row);
    return { id, from_name, from_address, is_ready: isReady({ state }) };
  });
  return { items };
}
