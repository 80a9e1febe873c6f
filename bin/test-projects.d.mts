/** The Vitest project that a test file names in its first line. */
export function projectNamedIn(file: string): string | undefined;
