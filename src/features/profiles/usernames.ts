import { failure } from "#src/lib/errors.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Db } from "#src/platform/db/database.ts";
import { PROFILE_ERRORS } from "./contract.ts";
import {
  nextFreeUsername,
  numberedUsername,
  OLD_USERNAME_DAYS,
  RESERVED_USERNAMES,
  USERNAME_PATTERN,
  usernameFromName,
} from "./rules.ts";
import {
  deleteOldUsername,
  keepOldUsername,
  listTakenUsernames,
  lockUsernames,
  type ProfileRow,
} from "./store.ts";

const PROBED_FIRST = 16;

/** The name that a new profile gets; nobody else can take it before the transaction ends. */
export async function chooseUsername(ctx: Ctx, db: Db, name: string): Promise<string> {
  await lockUsernames(db);
  const base = usernameFromName(name, () => fourDigits(ctx.newId()));
  const now = ctx.now().toISOString();
  const taken = new Set<string>();
  // Probed by the index in growing steps: thousands may have the same name.
  for (let from = 0, size = PROBED_FIRST; ; from += size, size *= 4) {
    const names = Array.from({ length: size }, (_, index) => numberedUsername(base, from + index));
    const found = await listTakenUsernames(db, { names, now });
    for (const username of found) taken.add(username);
    if (names.some((candidate) => !taken.has(candidate) && !RESERVED_USERNAMES.has(candidate))) {
      return nextFreeUsername(base, taken);
    }
  }
}

function fourDigits(id: string): string {
  return String(Number.parseInt(id.slice(-8), 16) % 10_000).padStart(4, "0");
}

/** Refuses what nobody can be called. */
export function requirePossibleUsername(username: string): void {
  if (!USERNAME_PATTERN.test(username)) throw failure(PROFILE_ERRORS, "USERNAME_INVALID");
  if (RESERVED_USERNAMES.has(username)) throw failure(PROFILE_ERRORS, "USERNAME_RESERVED");
}

/** Takes `username` for the profile; its present name leads to it for a while and stays out of others' reach. */
export async function takeUsername(
  ctx: Ctx,
  db: Db,
  { row, username }: { row: ProfileRow; username: string },
): Promise<void> {
  await lockUsernames(db);
  const now = ctx.now();
  const taken = await listTakenUsernames(db, { names: [username], now: now.toISOString(), except: row.id });
  if (taken.length > 0) throw failure(PROFILE_ERRORS, "USERNAME_TAKEN");
  await deleteOldUsername(db, username);
  await keepOldUsername(db, {
    username: row.username,
    profile_id: row.id,
    kept_until: addDays(now, OLD_USERNAME_DAYS),
  });
}
