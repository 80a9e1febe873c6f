/* A rule turns itself off as too much goes wrong. */
import type { Ctx } from "#src/platform/context.ts";
import { haltAutomation } from "./automations.ts";
import { FAILED_SHARE_MAX, FAILURES_IN_A_ROW_MAX, LAST_RUNS, type RunState } from "./rules.ts";
import { listLastEnds } from "./run-store.ts";
import { findAutomation } from "./store.ts";

/** Looks at how the rule's runs ended since it was turned on. */
export async function haltIfFailing(ctx: Ctx, id: string): Promise<void> {
  const key = { user_id: ctx.account, id };
  const row = await findAutomation(ctx.db, key);
  if (row?.state !== "active") return;
  const ends = await listLastEnds(ctx.db, { ...key, since: row.state_at, most: LAST_RUNS });
  const reason = reasonToHalt(ends);
  if (reason !== undefined) await haltAutomation(ctx, id, { reason });
}

/** The newest run is the first one. */
export function reasonToHalt(ends: readonly RunState[]): string | undefined {
  const lately = ends.slice(0, FAILURES_IN_A_ROW_MAX);
  if (lately.length === FAILURES_IN_A_ROW_MAX && lately.every((state) => state === "failed"))
    return `${FAILURES_IN_A_ROW_MAX} runs failed in a row.`;
  const failed = ends.filter((state) => state === "failed").length;
  return ends.length >= LAST_RUNS && failed >= LAST_RUNS * FAILED_SHARE_MAX
    ? `${failed} of the last ${LAST_RUNS} runs failed.`
    : undefined;
}
