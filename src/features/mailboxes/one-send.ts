/* One e-mail by itself, such as a test or an answer, within every limit that campaigns keep to (5.10.12). */
import type { Platform } from "#src/platform/context.ts";
import { type Reserved, reserveSends } from "./limits.ts";
import { hostOf } from "./receiver-rules.ts";
import { reserveReceivers, settleReceivers } from "./receivers.ts";
import type { MailboxKey } from "./store.ts";

/** Takes one send to an address from what its receiver, the mailbox, and the instance allow. */
export async function reserveOne(
  platform: Platform,
  key: MailboxKey,
  { email, now }: { email: string; now: Date },
): Promise<Reserved> {
  const hosts = [hostOf(email)];
  const [turn] = await reserveReceivers(platform, key, { hosts, now });
  if (turn) return { granted: 0, next_at: turn };
  const reserved = await reserveSends(platform, key, 1, now);
  if (reserved.granted === 0) await settleReceivers(platform, key, { hosts, used: 0, from: now, to: now });
  return reserved;
}
