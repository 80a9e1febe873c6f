/*
 * How much one network may do on one page before its clicks and views count as suspected: stored, shown
 * separately, and left out of the figures. Each node keeps this in memory, because it runs for every click.
 * No IP address is ever stored.
 */
import { networkOf } from "#src/lib/address.ts";
import { remembering } from "#src/lib/memo.ts";
import { SUSPECT_EVENTS_AT_ONCE_MAX, SUSPECT_EVENTS_PER_SECOND_MAX } from "./rules.ts";

export interface Spender {
  address: string;
  profile_id: string;
  /** Bots are kept apart as bots and spend nothing. */
  client: { is_bot: boolean };
}

export interface Budget {
  /** Spends one event; true when the network has none left on this page. */
  isSuspected(spender: Spender): boolean;
}

const MS_PER_EVENT = 1000 / SUSPECT_EVENTS_PER_SECOND_MAX;
const DEBT_MS_MAX = SUSPECT_EVENTS_AT_ONCE_MAX * MS_PER_EVENT;
/** Networks times pages. Those not seen for longest are forgotten and start over. */
const BUCKETS_MAX = 50_000;
const NETWORKS_REMEMBERED = 2000;

/** A token bucket per network and page; a bucket is the moment at which it will be full again. */
export function createBudget(now: () => Date, bucketsMax = BUCKETS_MAX): Budget {
  const network = remembering(NETWORKS_REMEMBERED, networkOf);
  let recent = new Map<string, number>();
  let older = new Map<string, number>();
  return {
    isSuspected({ address, profile_id, client }) {
      if (client.is_bot) return false;
      const key = `${profile_id} ${network(address)}`;
      const time = now().getTime();
      const fullAt = Math.max(time, recent.get(key) ?? older.get(key) ?? 0) + MS_PER_EVENT;
      if (fullAt - time > DEBT_MS_MAX) return true;
      if (recent.size >= bucketsMax / 2) {
        older = recent;
        recent = new Map();
      }
      recent.set(key, fullAt);
      return false;
    },
  };
}
