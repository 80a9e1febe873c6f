/* Cases that the instance opens by itself (`admin/signals`). Staff decide about them like about any other. */
import { INSTANCE } from "#src/lib/event.ts";
import type { Platform } from "#src/platform/context.ts";
import { upsertAutomatedCase, upsertCaseSignal } from "./cases/automated-store.ts";
import { caseSignaled } from "./events.ts";
import { newNumber } from "./numbers.ts";
import type { SignalKind } from "./signal-rules.ts";

export { countSignalOutcomes, listClosedCases } from "./cases/automated-store.ts";

interface Signaled {
  page: { id: string; username: string; owner_id: string };
  signal: SignalKind;
  /** What was found, as a sentence for staff. */
  why: string;
}

/** Adds what a signal found to the page's case, or opens one. Returns the case's id. */
export async function openAutomatedCase(
  platform: Platform,
  { page, signal, why }: Signaled,
): Promise<string> {
  return platform.write(async (ctx) => {
    const { id: profile_id, username, owner_id } = page;
    const created_at = ctx.now().toISOString();
    const opened = { id: ctx.newId(), number: newNumber("C"), username, profile_id, owner_id, created_at };
    const { id, number } = await upsertAutomatedCase(ctx.db, opened);
    await upsertCaseSignal(ctx.db, { case_id: id, signal, why, created_at });
    await ctx.announce(caseSignaled, { account: INSTANCE, subject: id, payload: { number, signal } });
    return id;
  });
}
