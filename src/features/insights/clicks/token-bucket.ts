/*
 * Limits on stored events. Beyond one network's limits, its events are suspected: counted apart and left out
 * of the figures. Beyond the limits of a page or the whole instance, they're ordinary, but unlisted. Neither
 * leaves a row, so that nobody can fill the disk; nor do bots beyond their own budgets, who stay bots. Each
 * node holds this in memory, because it runs for every click. No IP address is ever stored.
 */
import { networkOf, widerNetworkOf } from "#src/lib/ip-address.ts";
import { memoizeLru } from "#src/lib/lru.ts";
import { BOT_RATES, PEOPLE_RATES, type Rate, type Rates } from "./rules.ts";

export interface Spender {
  address: string;
  profile_id: string;
  /** Bots have their own budgets, so that they don't use up those of people. */
  client: { is_bot: boolean };
}

/** The classification of an event. An event with a row has neither. */
export interface Verdict {
  is_suspected?: true;
  is_unlisted?: true;
}

export interface Budget {
  spend(spender: Spender): Verdict;
}

const LISTED: Verdict = {};
const UNLISTED: Verdict = { is_unlisted: true };
const SUSPECTED: Verdict = { is_unlisted: true, is_suspected: true };

/** Networks times pages. The least recently seen are dropped and start over. */
const BUCKETS_MAX = 50_000;
const NETWORKS_REMEMBERED = 2000;

/** Token buckets of the same size; each is stored as the time at which it will be full again. */
class TokenBuckets {
  readonly #msPerEvent: number;
  readonly #debtMsMax: number;
  readonly #bucketsMax: number;
  #recent = new Map<string, number>();
  #older = new Map<string, number>();

  constructor({ atOnce, perSecond }: Rate, bucketsMax: number) {
    this.#msPerEvent = 1000 / perSecond;
    this.#debtMsMax = atOnce * this.#msPerEvent;
    this.#bucketsMax = bucketsMax;
  }

  /** Returns the time when the bucket will be full after one more event; undefined if it has none left. */
  afterOne(key: string, time: number): number | undefined {
    const fullAt = Math.max(time, this.#recent.get(key) ?? this.#older.get(key) ?? 0) + this.#msPerEvent;
    return fullAt - time > this.#debtMsMax ? undefined : fullAt;
  }

  fill(key: string, fullAt: number): void {
    if (this.#recent.size >= this.#bucketsMax / 2) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, fullAt);
  }
}

function createPurse(rates: Rates, bucketsMax: number): (keys: readonly string[], time: number) => Verdict {
  const levels = [rates.networkOnPage, rates.network, rates.widerNetwork, rates.page, rates.instance].map(
    (rate) => new TokenBuckets(rate, bucketsMax),
  );
  const networks = 3;
  return (keys, time) => {
    const filled: number[] = [];
    for (const [index, level] of levels.entries()) {
      const fullAt = level.afterOne(keys[index] ?? "", time);
      // An event over the limit uses up nothing.
      if (fullAt === undefined) return index < networks ? SUSPECTED : UNLISTED;
      filled.push(fullAt);
    }
    for (const [index, level] of levels.entries()) level.fill(keys[index] ?? "", filled[index] ?? 0);
    return LISTED;
  };
}

export function createBudget(now: () => Date, bucketsMax = BUCKETS_MAX): Budget {
  const networks = memoizeLru(NETWORKS_REMEMBERED, (address) => [
    networkOf(address),
    widerNetworkOf(address),
  ]);
  const people = createPurse(PEOPLE_RATES, bucketsMax);
  const bots = createPurse(BOT_RATES, bucketsMax);
  return {
    spend({ address, profile_id, client }) {
      const [network = "", wider = ""] = networks(address);
      const keys = [`${profile_id} ${network}`, network, wider, profile_id, ""];
      const time = now().getTime();
      if (!client.is_bot) return people(keys, time);
      return bots(keys, time).is_unlisted ? UNLISTED : LISTED;
    },
  };
}
