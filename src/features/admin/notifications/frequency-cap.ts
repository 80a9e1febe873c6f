/*
 * How often the instance writes to people on its own account. Everything that it sends to many, such as news
 * and reminders, asks here first, so that they share one limit.
 */
import { addDays } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { countMessages, deleteMessagesBefore, insertMessages, listReceivers } from "./frequency-cap-store.ts";
import { MESSAGES_PER_WEEK } from "./settings.ts";

const CAP_DAYS = 7;
const KEPT_DAYS = 30;

interface InstanceMessage {
  accounts: readonly string[];
  /** Names the message: a broadcast's id, or a reminder's rule and occasion. */
  key: string;
  /** Comes even to those who got enough this week. It counts for them, too. */
  isUrgent?: boolean;
}

/**
 * Returns the accounts that may get a message, and counts it for them. Call it in the transaction that sends
 * it: whatever undoes that undoes the count. A second call with the same key allows the same ones again.
 */
export function claimInstanceMessage(
  platform: Platform,
  { accounts, key, isUrgent = false }: InstanceMessage,
): Promise<string[]> {
  return platform.write(async ({ db, now, settings }) => {
    // Two messages at the same moment would each find room for themselves.
    await takeAdvisoryLock(db, "instance-messages");
    const before = new Set(await listReceivers(db, accounts, key));
    const got = await countMessages(db, accounts, addDays(now(), -CAP_DAYS));
    const most = settings.get(MESSAGES_PER_WEEK);
    const hasRoom = (id: string) => isUrgent || (got.get(id) ?? 0) < most;
    const allowed = accounts.filter((id) => before.has(id) || hasRoom(id));
    const created_at = now().toISOString();
    const rows = allowed.filter((id) => !before.has(id)).map((account) => ({ account, key, created_at }));
    await insertMessages(db, rows);
    return allowed;
  });
}

export function purgeInstanceMessages({ db, now }: Platform): Promise<void> {
  return deleteMessagesBefore(db, addDays(now(), -KEPT_DAYS));
}
