/** The program's path, or undefined if there's none. */
export function findCaddy(): Promise<string | undefined>;
