/* The rate of each sending account to receivers with millions of inboxes (5.10.12), counted across all
   nodes. */
import type { Platform } from "#src/platform/context.ts";
import { NO_LIMITS, reserve, settleReservation } from "../rules.ts";
import type { MailboxKey } from "../store.ts";
import { type Receiver, receiverOf, throttledSendTimes } from "./provider-throttle-rules.ts";
import { lockReceiver, updateReceiver } from "./rate-store.ts";

/** Returns the hosts' throttled receivers, always in the same order, with the hosts' indexes. */
function receiversOf(hosts: readonly string[]): { receiver: Receiver; places: number[] }[] {
  const found = new Map<string, { receiver: Receiver; places: number[] }>();
  for (const [place, host] of hosts.entries()) {
    const receiver = receiverOf(host);
    if (!receiver) continue;
    const known = found.get(receiver.name) ?? { receiver, places: [] };
    known.places.push(place);
    found.set(receiver.name, known);
  }
  return [...found.values()].sort((one, other) => (one.receiver.name < other.receiver.name ? -1 : 1));
}

/**
 * Returns null for each message to these hosts that may go now, and the time of its turn for the others, in
 * ISO 8601.
 */
export async function reserveReceivers(
  platform: Platform,
  key: MailboxKey,
  { hosts, now }: { hosts: readonly string[]; now: Date },
): Promise<(string | null)[]> {
  const asked = receiversOf(hosts);
  const turns: (string | null)[] = hosts.map(() => null);
  if (asked.length === 0) return turns;
  await platform.write(async (ctx) => {
    for (const { receiver, places } of asked) {
      const row = await lockReceiver(ctx.db, key, receiver.name);
      if (!row) continue;
      const limits = { ...NO_LIMITS, per_minute: receiver.per_minute };
      const { granted, next_at, counts } = reserve({ counts: row.counts, limits }, places.length, now);
      const late = places.slice(granted);
      const after = Math.max(next_at ?? now.getTime(), row.last_turn ? Date.parse(row.last_turn) : 0);
      const times = throttledSendTimes(after, receiver, late.length).map((at) => new Date(at).toISOString());
      for (const [index, place] of late.entries()) turns[place] = times[index] ?? null;
      await updateReceiver(ctx.db, { ...row, counts, last_turn: times.at(-1) ?? row.last_turn });
    }
  });
  return turns;
}

/** Does what `settleSends` does for a sending account, for messages to these hosts. */
export async function settleReceivers(
  platform: Platform,
  key: MailboxKey,
  { hosts, from, to }: { hosts: readonly { host: string; isGone: boolean }[]; from: Date; to: Date },
): Promise<void> {
  const granted = receiversOf(hosts.map(({ host }) => host));
  if (granted.length === 0) return;
  await platform.write(async (ctx) => {
    for (const { receiver, places } of granted) {
      const row = await lockReceiver(ctx.db, key, receiver.name);
      const gone = places.filter((place) => hosts[place]?.isGone).length;
      const spent = { granted: places.length, used: gone, from, to };
      if (row) await updateReceiver(ctx.db, { ...row, counts: settleReservation(row.counts, spent) });
    }
  });
}
