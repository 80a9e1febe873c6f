import { startPostgres } from "#test/harness/postgres.ts";

/** Loads only what the real setup loads, because failing needs no server. */
export function setup(): () => void {
  return () => {
    throw new Error(`thrown by the tear-down, after ${startPostgres.name} could have been used`);
  };
}
