import { AsyncLocalStorage } from "node:async_hooks";

const open = new AsyncLocalStorage<{ ended: boolean }>();

/** Runs the work of a transaction. Until it's done, what it calls may reach the database only through it. */
export async function trackTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { ended: false };
  try {
    return await open.run(transaction, work);
  } finally {
    transaction.ended = true;
  }
}

/**
 * Refuses to go around an open transaction: that would wait forever for the embedded database's only connection, and
 * wouldn't see what the transaction has changed on PostgreSQL.
 */
export function requireNoTransaction(): void {
  if (open.getStore()?.ended !== false) return;
  throw new Error("A transaction is open. Go on with the context that its `write` has passed on.");
}

/**
 * Refuses to ask other hosts while a transaction is open: they take as long as they like, and on the embedded database
 * everyone would wait with it. Every way out of the process goes through here first.
 */
export function requireNetworkAllowed(): void {
  if (open.getStore()?.ended !== false) return;
  throw new Error("A transaction is open, which can't wait for another host.");
}
