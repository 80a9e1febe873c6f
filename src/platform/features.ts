import { createHash } from "node:crypto";
import type { Logger } from "pino";
import * as z from "zod";
import {
  DEFAULT_RULES,
  type Feature,
  type FeatureRules,
  isFeature,
  PARENTS,
  type Verdict,
} from "#src/lib/feature-switches.ts";
import type { Database } from "./db/database.ts";
import type { Signals, SignalType } from "./signals.ts";
import { featureAccounts, featureSwitches } from "./tables.ts";

/** Announces that the tables of the feature switches have changed, so that every node reloads them. */
export const featuresChanged: SignalType<object> = { name: "features.changed", payload: z.object({}) };

const RETRY_MS = 1_000;
const WHOLE_SHARE = 100;

/** Tells whether an account has the larger plan. Asked only where a rule depends on it. */
type Plan = () => Promise<boolean>;

interface Rules extends FeatureRules {
  accounts: ReadonlyMap<string, boolean>;
}

/**
 * Which parts of the product are on for whom. In memory, as it's asked before every change and by many jobs; a signal or
 * a gap makes every node read the tables again. What isn't in them is on, and names that this version doesn't know mean
 * nothing. It's asked by the functions in `account-features.ts`, which know accounts' plans.
 */
export class Features {
  readonly #database: Database;
  readonly #log: Logger;
  #rules: ReadonlyMap<Feature, Rules> = new Map();
  #refreshing: Promise<void> = Promise.resolve();

  constructor({ database, log }: { database: Database; log: Logger }) {
    this.#database = database;
    this.#log = log;
  }

  /** False as long as everything is on for everyone. */
  get hasRules(): boolean {
    return this.#rules.size > 0;
  }

  /** Returns whether an account has it, and why. A part of another one is off with it, and otherwise has rules of its own. */
  async decide(feature: Feature, asked: { account: string; plan: Plan }): Promise<Verdict> {
    const parent = PARENTS[feature];
    const above = parent && (await this.decide(parent, asked));
    if (above && !above.isOn) return above;
    const rules = this.#rules.get(feature);
    if (!rules) return { feature, isOn: true, rule: "default" };
    const own = rules.accounts.get(asked.account);
    if (own !== undefined) return { feature, isOn: own, rule: "account" };
    if (rules.free !== null || rules.premium !== null) {
      const byPlan = (await asked.plan()) ? rules.premium : rules.free;
      if (byPlan !== null) return { feature, isOn: byPlan, rule: "plan" };
    }
    if (rules.share === WHOLE_SHARE) return { feature, isOn: true, rule: "default" };
    if (rules.share === 0) return { feature, isOn: false, rule: "everyone" };
    return { feature, isOn: placeOf(feature, asked.account) < rules.share, rule: "share" };
  }

  async load(): Promise<void> {
    const { orm } = this.#database;
    const switches = await orm.select().from(featureSwitches);
    const accounts = await orm
      .select({
        feature: featureAccounts.feature,
        account: featureAccounts.account,
        is_on: featureAccounts.is_on,
      })
      .from(featureAccounts);
    const single = Map.groupBy(accounts, ({ feature }) => feature);
    const rules = new Map<Feature, Rules>();
    for (const name of new Set([...switches.map(({ feature }) => feature), ...single.keys()])) {
      if (!isFeature(name)) continue;
      const { share, free, premium } = switches.find(({ feature }) => feature === name) ?? DEFAULT_RULES;
      const own = new Map((single.get(name) ?? []).map(({ account, is_on }) => [account, is_on]));
      const isDefault = share === WHOLE_SHARE && free === null && premium === null && own.size === 0;
      if (!isDefault) rules.set(name, { share, free, premium, accounts: own });
    }
    this.#rules = rules;
  }

  follow(signals: Signals): void {
    signals.on(featuresChanged, () => this.#refresh());
    signals.onGap(() => void this.#refresh());
  }

  /** In sequence, so that an older result never replaces a newer one. Retries until the database responds. */
  #refresh(): Promise<void> {
    this.#refreshing = this.#refreshing.then(async () => {
      try {
        await this.load();
      } catch (error) {
        this.#log.error({ err: error }, "reading the feature switches failed");
        setTimeout(() => void this.#refresh(), RETRY_MS).unref();
      }
    });
    return this.#refreshing;
  }
}

/**
 * An account's place among a hundred, which stays the same, so that a larger share only adds accounts. It's another for each
 * part of the product, so that it isn't always the same accounts that get everything first. The slice’s `store.ts` counts
 * with the same formula.
 */
export function placeOf(feature: Feature, account: string): number {
  return createHash("sha256").update(`${feature}:${account}`).digest().readUInt32BE(0) % WHOLE_SHARE;
}
