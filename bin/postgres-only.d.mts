/** Test files, from the root. */
export const POSTGRES_ONLY: readonly string[];
