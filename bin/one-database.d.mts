/** Test files, from the root. */
export const ONE_DATABASE: readonly string[];
