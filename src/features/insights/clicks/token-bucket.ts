/*
 * What visitors may leave behind. Beyond what one network may do, its events are suspected: counted apart and left out
 * of the figures. Beyond what a page or the whole instance takes in one by one, they're ordinary, but unlisted. Neither
 * leaves a row, so that nobody can fill the disk; nor do bots beyond their own budgets, who stay bots. Each node keeps
 * this in memory, because it runs for every click. No IP address is ever stored.
 */
import { networkOf, widerNetworkOf } from "#src/lib/ip-address.ts";
import { memoizeLru } from "#src/lib/lru.ts";
import { BOT_RATES, PEOPLE_RATES, type Rate, type Rates } from "./rules.ts";

export interface Spender {
  address: string;
  profile_id: string;
  /** Bots have budgets of their own, so that they use up nobody else's. */
  client: { is_bot: boolean };
}

/** How an event counts: both are left out for one that gets a row. */
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

/** Networks times pages. Those not seen for longest are forgotten and start over. */
const BUCKETS_MAX = 50_000;
const NETWORKS_REMEMBERED = 2000;

/** Token buckets of the same size; each is the moment at which it will be full again. */
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

  /** When the bucket will be full after one more event; undefined if it has none left. */
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
      // Whoever is refused uses up nothing.
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
