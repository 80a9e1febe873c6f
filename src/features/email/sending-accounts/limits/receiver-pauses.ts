/*
 * Receivers that a sending account sends nothing to for now. Batches and programs' e-mail to them waits; a single
 * message that somebody writes by hand goes out.
 */
import type { Platform } from "#src/platform/context.ts";
import type { PauseReason } from "../rules.ts";
import type { MailboxKey } from "../store.ts";
import { receiverName } from "./provider-throttle-rules.ts";
import { listPauses, lockReceiver, updatePause } from "./rate-store.ts";

export { listPausesOf } from "./rate-store.ts";

/** False if it's paused already, or the sending account is gone. */
export function pauseReceiver(
  platform: Platform,
  key: MailboxKey,
  { receiver, why }: { receiver: string; why: PauseReason },
): Promise<boolean> {
  return platform.write(async (ctx) => {
    const row = await lockReceiver(ctx.db, key, receiver);
    if (!row || row.paused_at !== null) return false;
    await updatePause(ctx.db, { ...row, paused_at: ctx.now().toISOString(), pause_reason: why });
    return true;
  });
}

/** False if it isn't paused. */
export function resumeReceiver(platform: Platform, key: MailboxKey, receiver: string): Promise<boolean> {
  return platform.write(async (ctx) => {
    const row = await lockReceiver(ctx.db, key, receiver);
    if (!row || row.paused_at === null) return false;
    const resumed_at = ctx.now().toISOString();
    await updatePause(ctx.db, { ...row, paused_at: null, pause_reason: null, resumed_at });
    return true;
  });
}

/** Tells whether a sending account's e-mail to a host waits. */
export async function findPaused(
  { db }: Pick<Platform, "db">,
  key: MailboxKey,
): Promise<(host: string) => boolean> {
  const names = new Set((await listPauses(db, key)).map(({ receiver }) => receiver));
  return names.size === 0 ? () => false : (host) => names.has(receiverName(host));
}
