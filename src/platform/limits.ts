import { createHmac } from "node:crypto";
import { getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { inboxOf } from "#src/lib/email-address.ts";
import { Failure } from "#src/lib/errors.ts";
import { networkOf, siteOf } from "#src/lib/ip-address.ts";
import { lruSet } from "#src/lib/lru.ts";
import { type Database, type Db, runPrepared, type Statement } from "./db/database.ts";
import { rateLimits } from "./tables.ts";

const WORTH_IT_ROWS = 1000;

/** Makes the space of deleted rows reusable. A server does this on its own. */
async function vacuumAfterDelete(database: Database, table: PgTable, deletedRows: number): Promise<void> {
  if (database.kind !== "pglite" || deletedRows < WORTH_IT_ROWS) return;
  await database.script(`vacuum ${getTableName(table)}`);
}

/** The most attempts allowed within a number of seconds, counted under `name`. */
export interface Limit {
  name: string;
  attempts: number;
  seconds: number;
  /** Precedes the sentence about how long to wait. */
  sentence?: string;
  /**
   * Set for limits that many callers share. Once such a limit is used up, each process remembers it
   * (`requireLeft`).
   */
  isShared?: true;
}

/** The remaining attempts within a limit, and when it resets. */
export interface RemainingAttempts {
  attempts: number;
  seconds: number;
}

/** Stands in for the caller in limits of the whole instance. */
export const EVERYONE = "everyone";

/** Counts attempts in the database, so that all nodes share the count and a restart doesn't reset it. */
export class Limits {
  readonly #limiters = new Map<string, RateLimiterPostgres>();
  readonly #database: Database;
  readonly #secret: string;
  readonly #onRefusal: (limit: Limit, who: string) => void;
  #tidiedAt = Date.now();
  /** Shared limits that are used up, with the time when they reset. */
  readonly #usedUp = new Map<string, number>();

  constructor(database: Database, secret: string, onRefusal: (limit: Limit, who: string) => void = () => {}) {
    this.#database = database;
    this.#secret = secret;
    this.#onRefusal = onRefusal;
  }

  /** Deletes expired rows. A flood from enough networks could otherwise fill the disk within a night. */
  async tidy(): Promise<void> {
    this.#tidiedAt = Date.now();
    const [over] = await this.#database.run<{ rows: number }>(DELETE_OVER, [this.#tidiedAt - KEPT_MS]);
    await vacuumAfterDelete(this.#database, rateLimits, over?.rows ?? 0);
  }

  /**
   * Counts an attempt by `who`: an IP address, an e-mail address, an account, or several such words. Throws
   * 429 with `retry_after_s` after too many. IPv6 addresses in the same network count as one, and so do
   * e-mail addresses that lead to the same inbox. All networks of a site together have a few times as many.
   */
  async count(limit: Limit, who: string): Promise<RemainingAttempts> {
    const site = siteOf(who);
    if (site !== undefined) await this.#countOne(ofSite(limit), site);
    return this.#countOne(limit, who);
  }

  /**
   * Rejects attempts beyond a limit that's known to be used up, without counting them: during a flood from
   * ever more networks, not even its attempts leave rows.
   */
  requireLeft(limit: Limit, who: string): void {
    const left = (this.#usedUp.get(this.#keyOf(limit, who)) ?? 0) - Date.now();
    if (left > 0) throw this.#refuse(limit, who, left);
  }

  async #countOne(limit: Limit, who: string): Promise<RemainingAttempts> {
    // Triggered by use rather than by a timer, which would outlive the database.
    if (Date.now() - this.#tidiedAt > TIDIED_MS) void this.tidy().catch(() => undefined);
    try {
      const { remainingPoints, msBeforeNext } = await this.#limiter(limit).consume(this.#hashOf(who));
      return { attempts: remainingPoints, seconds: Math.ceil(msBeforeNext / 1000) };
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const { msBeforeNext } = error;
      if (limit.isShared)
        lruSet(this.#usedUp, [this.#keyOf(limit, who), Date.now() + msBeforeNext], USED_UP_MAX);
      throw this.#refuse(limit, who, msBeforeNext);
    }
  }

  /** Takes back an attempt that shouldn't have counted. */
  async uncount(limit: Limit, who: string): Promise<void> {
    const site = siteOf(who);
    if (site !== undefined) await this.#limiter(ofSite(limit)).reward(this.#hashOf(site));
    await this.#limiter(limit).reward(this.#hashOf(who));
  }

  /** Deletes the attempts of `who` after a success. */
  async reset(limit: Limit, who: string): Promise<void> {
    await this.#limiter(limit).delete(this.#hashOf(who));
  }

  #refuse(limit: Limit, who: string, ms: number): Failure {
    this.#onRefusal(limit, who);
    return refusal(limit, ms);
  }

  #keyOf({ name }: Limit, who: string): string {
    return `${name}:${this.#hashOf(who)}`;
  }

  /** IP and e-mail addresses are never stored, not even to count attempts. */
  #hashOf(who: string): string {
    const counted = who
      .split(" ")
      .map((word) => (word.includes("@") ? inboxOf(word) : networkOf(word)))
      .join(" ");
    return createHmac("sha256", this.#secret).update(counted).digest("base64url");
  }

  #limiter(limit: Limit): RateLimiterPostgres {
    const known = this.#limiters.get(limit.name);
    if (known) return known;
    const limiter = new RateLimiterPostgres({
      storeClient: clientOf(this.#database.orm),
      storeType: "client",
      tableName: "rate_limits",
      tableCreated: true,
      clearExpiredByTimeout: false,
      points: limit.attempts,
      duration: limit.seconds,
      keyPrefix: limit.name,
    });
    this.#limiters.set(limit.name, limiter);
    return limiter;
  }
}

const DELETE_OVER: Statement = {
  name: "delete_limits_over",
  text: "with over as (delete from rate_limits where expire < $1 returning 1) select count(*)::int as rows from over",
};
const TIDIED_MS = 5 * 60_000;
/** Allows for small differences between the nodes' clocks. */
const KEPT_MS = 60_000;

/** Mostly pages. Beyond this, the limits that were used up longest ago are looked up again. */
const USED_UP_MAX = 10_000;

function refusal({ sentence = "Too many attempts." }: Limit, ms: number): Failure {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const message = `${sentence} Try again in ${formatWait(seconds)}.`;
  return new Failure("TOO_MANY_REQUESTS", { status: 429, message }, { retry_after_s: seconds });
}

/** A company or a household may use many networks, and a flood uses thousands. */
const SITE_NETWORKS = 8;

const ofSite = (limit: Limit): Limit => ({
  ...limit,
  name: `${limit.name}.site`,
  attempts: limit.attempts * SITE_NETWORKS,
});

/** Adapts the database to the library's client, which only ever queries. */
function clientOf(db: Db) {
  return {
    async query({ values, ...statement }: Statement & { values: unknown[] }) {
      const rows = await runPrepared(db, statement, values);
      return { rows, rowCount: rows.length };
    },
  };
}

function formatWait(seconds: number): string {
  if (seconds < 90) return `${seconds} second${seconds === 1 ? "" : "s"}`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
