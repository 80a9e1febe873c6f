import { randomFillSync, randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { ascendingIds } from "#src/lib/ids.ts";
import { Blocks } from "./blocks.ts";
import type { Platform } from "./context.ts";
import { type Secrets, Vault } from "./crypto/vault.ts";
import { type Database, savepoint } from "./db/database.ts";
import { retryOnConflict } from "./db/retry.ts";
import { trackTransaction } from "./db/transaction-guard.ts";
import type { Dns } from "./dns/dns.ts";
import { Egress } from "./egress.ts";
import { writeEvent } from "./events/events.ts";
import { Features } from "./features.ts";
import type { Geo } from "./geo/geo.ts";
import type { ProxyWatch } from "./geo/proxy-watch.ts";
import type { GmailClient } from "./gmail.ts";
import { Incidents } from "./incidents.ts";
import type { Installation } from "./installation.ts";
import type { Jobs } from "./jobs/jobs.ts";
import { Limits } from "./limits.ts";
import type { Mail } from "./mail/mail.ts";
import type { ObjectStore } from "./objects/object-store.ts";
import type { SafeFetch } from "./outbound/safe-fetch.ts";
import type { Push } from "./push/push.ts";
import type { Settings } from "./settings.ts";
import { type Signal, Signals } from "./signals.ts";
import type { StripeAccess } from "./stripe.ts";

export interface PlatformParts {
  database: Database;
  /** Used to hash rate limit keys in the database, and to encrypt secrets. */
  secrets: Secrets;
  jobs: Jobs;
  geo: Geo;
  proxies: ProxyWatch;
  outbound: SafeFetch;
  dns: Dns;
  mail: Mail;
  log: Logger;
  settings: Settings;
  stripe?: StripeAccess | undefined;
  gmail?: GmailClient | undefined;
  push?: Push | undefined;
  objects?: ObjectStore | undefined;
  instance: Platform["instance"];
  installation: Installation;
  now?: () => Date;
}

type GuardParts = Pick<Platform, "database" | "signals" | "proxies" | "log" | "now"> & { secret: string };

/** What's asked and told at the doors. */
function guardsOf({ database, signals, proxies, log, now, secret }: GuardParts) {
  const blocks = new Blocks({ database, log, isProxy: (address) => proxies.trusts(address) });
  blocks.follow(signals);
  const features = new Features({ database, log });
  features.follow(signals);
  const incidents = new Incidents(now);
  const limits = new Limits(database, secret, ({ name }, who) => incidents.noteLimit(name, who));
  return { blocks, features, incidents, limits };
}

function signalsFor({
  database,
  settings,
  log,
}: Pick<PlatformParts, "database" | "settings" | "log">): Signals {
  const signals = new Signals(database, randomUUID(), log);
  settings.follow(signals);
  return signals;
}

/** Builds the base context of all verbs. */
export function createPlatform({
  database,
  secrets,
  jobs,
  geo,
  proxies,
  outbound,
  dns,
  mail,
  log,
  settings,
  stripe,
  gmail,
  push,
  objects,
  instance,
  installation,
  now = () => new Date(),
}: PlatformParts): Platform {
  const signals = signalsFor({ database, settings, log });
  const guards = { database, signals, proxies, log, now, secret: secrets[0] };
  const { limits, blocks, features, incidents } = guardsOf(guards);
  return {
    actor: { type: "system", job: "process" },
    db: database.orm,
    database,
    signals,
    geo,
    proxies,
    outbound,
    dns,
    mail,
    jobs,
    egress: new Egress(),
    log,
    settings,
    stripe,
    gmail,
    push,
    objects,
    instance,
    installation,
    now,
    limits,
    blocks,
    features,
    incidents,
    vault: new Vault(secrets),
    abortSignal: new AbortController().signal,
    progress: async () => {},
    newId: ascendingIds(() => now().getTime(), randomFillSync),
    async write<C extends Platform, T>(this: C, work: (ctx: C) => Promise<T>): Promise<T> {
      let stale: Signal[] = [];
      const run = () => {
        stale = [];
        return transact({ ctx: this, jobs, stale }, (ctx) =>
          trackTransaction(async () => {
            const done = await work(ctx);
            await signals.send(ctx.db, stale);
            return done;
          }),
        );
      };
      const value = await retryOnConflict(run);
      await signals.deliver(stale);
      return value;
    },
    announce(event, news) {
      return this.write((ctx) => ctx.announce(event, news as never));
    },
    invalidate(signal, payload) {
      return this.write((ctx) => ctx.invalidate(signal, payload));
    },
    enqueue(job, data, options) {
      return this.write((ctx) => ctx.enqueue(job, data, options));
    },
  };
}

interface Transaction<C> {
  /** The context it starts from: the database, or the transaction it joins. */
  ctx: C;
  jobs: Jobs;
  /** Collects the signals to send on commit. */
  stale: Signal[];
}

/** Runs `work` in a transaction or, if one is already open, in a savepoint of it. */
function transact<C extends Platform, T>(
  { ctx, jobs, stale }: Transaction<C>,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  return savepoint(ctx.db, (db) =>
    work({
      ...ctx,
      db,
      async announce(event, news) {
        await jobs.react(this, event.name, await writeEvent(this, event, news));
      },
      async invalidate(signal, payload) {
        stale.push({ name: signal.name, payload });
      },
      enqueue: (job, data, options) => jobs.enqueue(db, [{ job, data, ...options }], ctx.now()),
      async write<D extends Platform, U>(this: D, nested: (ctx: D) => Promise<U>): Promise<U> {
        const within: Signal[] = [];
        const value = await transact({ ctx: this, jobs, stale: within }, nested);
        stale.push(...within);
        return value;
      },
    }),
  );
}
