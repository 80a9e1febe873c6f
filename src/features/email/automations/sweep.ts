/*
 * What happens by rules: takes what happened out of the inbox, starts runs in the same transaction, and goes on with those
 * that are due. Accounts take turns in bounded portions, so that a busy one delays only itself. One sweep at a time takes
 * an account's inbox; runs that are due are shared by all nodes.
 */
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import type { Portion } from "#src/platform/db/portion.ts";
import { takeHappened } from "./inbox.ts";
import { listAccountsToSweep } from "./inbox-store.ts";
import { goOn, newPortion } from "./runs.ts";
import { startRuns } from "./starts.ts";

const JOB = "automations.sweep";
/** What one transaction takes out of an inbox. */
const EVENTS = 500;

export async function sweepAutomations(platform: Platform): Promise<void> {
  // What failed, and what another node is at, is for the next sweep.
  const left = new Set<string>();
  const portion = newPortion();
  for (;;) {
    const accounts = await listAccountsToSweep(platform.db, platform.now().toISOString());
    const next = accounts.filter((account) => !left.has(account));
    if (next.length === 0) return;
    for (const account of next) {
      if (platform.abortSignal.aborted) return;
      try {
        if (!(await takeTurn(systemCtx(platform, { job: JOB, account }), portion))) left.add(account);
      } catch (error) {
        left.add(account);
        platform.log.error({ err: error, account }, "an account's rules aren't up to date");
      }
    }
  }
}

/** False if there was nothing to do. */
async function takeTurn(ctx: Ctx, portion: Portion): Promise<boolean> {
  const taken = await ctx.write(async (ctx) => {
    await takeAdvisoryLock(ctx.db, "automations", ctx.account);
    const { taken, happened } = await takeHappened(ctx, EVENTS);
    if (happened.length > 0) await startRuns(ctx, happened);
    return taken;
  });
  const moved = await goOn(ctx, portion);
  return taken + moved > 0;
}
