import { AsyncLocalStorage } from "node:async_hooks";

const open = new AsyncLocalStorage<{ ended: boolean }>();

/**
 * Runs the work of a transaction. Until it's done, code that it calls may reach the database only through the
 * transaction.
 */
export async function trackTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { ended: false };
  try {
    return await open.run(transaction, work);
  } finally {
    transaction.ended = true;
  }
}

/**
 * Throws if a query bypasses an open transaction: on the embedded database it would wait forever for the only
 * connection, and on PostgreSQL it wouldn't see the transaction's changes.
 */
export function requireNoTransaction(): void {
  if (open.getStore()?.ended !== false) return;
  throw new Error("A transaction is open. Go on with the context that its `write` has passed on.");
}

/**
 * Throws if a transaction is open while another host is about to be called: hosts take as long as they like,
 * and on the embedded database every query would wait with them. All outgoing connections pass this check.
 */
export function requireNetworkAllowed(): void {
  if (open.getStore()?.ended !== false) return;
  throw new Error("A transaction is open, which can't wait for another host.");
}
