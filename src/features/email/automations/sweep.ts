/*
 * What happens by rules: takes what happened out of the inbox, starts runs in the same transaction, and goes on with those
 * that are due. Accounts take turns in bounded portions, so that a busy one delays only itself. One sweep at a time takes
 * an account's inbox; runs that are due are shared by all nodes.
 */
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import type { Portion } from "#src/platform/db/portion.ts";
import { takeHappened } from "./inbox.ts";
import {
  type Asked,
  listAccountsToSweep,
  listTried,
  listUntried,
  type Tried,
  updateTries,
} from "./inbox-store.ts";
import { EVENT_TRIES_MAX } from "./rules.ts";
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
  const taken = await takeTogether(ctx);
  const moved = await goOn(ctx, portion);
  return taken + moved > 0;
}

/** If something goes wrong, one by one, so that only what it's about waits. */
async function takeTogether(ctx: Ctx): Promise<number> {
  try {
    return await take(ctx, { most: EVENTS });
  } catch (error) {
    ctx.log.warn({ err: error, account: ctx.account }, "what happened is looked at one by one");
  }
  const ids = await listUntried(ctx.db, ctx.account, EVENTS);
  for (const id of ids) await takeAlone(ctx, { id, tries: 0 });
  return ids.length;
}

function take(ctx: Ctx, asked: Asked): Promise<number> {
  return ctx.write(async (ctx) => {
    await takeAdvisoryLock(ctx.db, "automations", ctx.account);
    const { taken, happened } = await takeHappened(ctx, asked);
    if (happened.length > 0) await startRuns(ctx, happened);
    return taken;
  });
}

async function takeAlone(ctx: Ctx, { id, tries }: Tried): Promise<void> {
  try {
    await take(ctx, { id });
  } catch (error) {
    await updateTries(ctx.db, ctx.account, { id, tries });
    const isLast = tries + 1 >= EVENT_TRIES_MAX;
    ctx.log.error(
      { err: error, account: ctx.account, event: id },
      isLast ? "what happened starts no rules, and is set aside" : "what happened is looked at again later",
    );
  }
}

/** Tries what went wrong once more. Every minute. */
export async function retryHappened(platform: Platform): Promise<void> {
  for (const { account, ...tried } of await listTried(platform.db, EVENTS)) {
    if (platform.abortSignal.aborted) return;
    await takeAlone(systemCtx(platform, { job: JOB, account }), tried);
  }
}
