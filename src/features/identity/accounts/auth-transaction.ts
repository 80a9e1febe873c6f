import { AsyncLocalStorage } from "node:async_hooks";
import type { Platform } from "#src/platform/context.ts";
import type { Db } from "#src/platform/db/database.ts";

const open = new AsyncLocalStorage<Platform>();

/**
 * Returns the context for writes that belong to better-auth's current work: the open transaction of `change`,
 * if there is one.
 */
export function currentContext(platform: Platform): Platform {
  return open.getStore() ?? platform;
}

/** Runs `work` in one transaction with better-auth's writes and with our events and jobs about them. */
export function inTransaction<T>(platform: Platform, work: (ctx: Platform) => Promise<T>): Promise<T> {
  return currentContext(platform).write((ctx) => open.run(ctx, () => work(ctx)));
}

/** Creates the database for better-auth, once: each query goes to the transaction that's open at the time. */
export function transactionalDb(platform: Platform): Db {
  return new Proxy(platform.db, {
    get(_, name) {
      const { db } = currentContext(platform);
      const value: unknown = Reflect.get(db, name);
      return typeof value === "function" ? value.bind(db) : value;
    },
  });
}
