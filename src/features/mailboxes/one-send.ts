/* One e-mail by itself, such as a test or an answer, within every limit that campaigns keep to (5.10.12). */
import type { Platform } from "#src/platform/context.ts";
import { type Reserved, reserveSends, settleSends } from "./limits.ts";
import { reserveReceivers, settleReceivers } from "./provider-throttle.ts";
import { hostOf } from "./provider-throttle-rules.ts";
import type { MailboxKey } from "./store.ts";

/** Takes one send to an address from what its receiver, the mailbox, and the instance allow. */
export async function reserveSingleSend(
  platform: Platform,
  key: MailboxKey,
  { email, now }: { email: string; now: Date },
): Promise<Reserved> {
  const hosts = [hostOf(email)];
  const [turn] = await reserveReceivers(platform, key, { hosts, now });
  if (turn) return { granted: 0, next_at: turn };
  const reserved = await reserveSends(platform, key, 1, now);
  if (reserved.granted === 0) await settleReceivers(platform, key, unsent(email, now, now));
  return reserved;
}

const unsent = (email: string, from: Date, to: Date) => ({
  from,
  to,
  hosts: [{ host: hostOf(email), isGone: false }],
});

/** Gives back what was reserved at `from` for a message that no server got to see. */
export async function releaseSingleSend(
  platform: Platform,
  key: MailboxKey,
  { email, from }: { email: string; from: Date },
): Promise<void> {
  const to = platform.now();
  await settleReceivers(platform, key, unsent(email, from, to));
  await settleSends(platform, key, { granted: 1, used: 0, from, to });
}
