import { startPostgres } from "#test/harness/postgres.ts";

/** Only loads what the real set-up loads: no server is needed to fail. */
export function setup(): () => void {
  return () => {
    throw new Error(`thrown by the tear-down, after ${startPostgres.name} could have been used`);
  };
}
