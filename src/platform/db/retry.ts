/**
 * Returns PostgreSQL's error code (SQLSTATE), also when wrapped in the error that names the query. Empty for
 * other errors.
 */
export function sqlStateOf(error: unknown): string {
  const { code, cause } = Object(error) as { code?: unknown; cause?: { code?: unknown } };
  return String(cause?.code ?? code ?? "");
}

const ATTEMPTS_MAX = 5;
/** Deadlock and serialization failure: two transactions conflicted, and one was rolled back. */
const CLASHES = new Set(["40P01", "40001"]);

/** Runs a whole transaction, and again after a conflict with another one. */
export async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !CLASHES.has(sqlStateOf(error))) throw error;
    }
  }
}
