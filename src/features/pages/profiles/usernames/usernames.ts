import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { PROFILE_ERRORS } from "../contract.ts";
import {
  nextFreeUsername,
  numberedUsername,
  RESERVED_USERNAMES,
  reservedUntil,
  USERNAME_PATTERN,
  usernameFromName,
} from "../rules.ts";
import { findProfile, type ProfileRow } from "../store.ts";
import {
  deleteOldUsername,
  listTakenUsernames,
  lockUsernames,
  updateTrashedUsername,
  upsertOldUsername,
} from "./username-store.ts";

const PROBED_FIRST = 16;
const DAY_S = 86_400;
const RENAMES: Limit = {
  name: "profile-rename",
  attempts: 10,
  seconds: DAY_S,
  sentence: "You can change usernames 10 times a day.",
};

/** Chooses a new profile's name. Nobody else can take it before the transaction ends. */
export async function chooseUsername(ctx: Ctx, name: string): Promise<string> {
  await lockUsernames(ctx.db);
  const { username } = await suggestUsername(ctx, { name });
  await updateTrashedUsername(ctx.db, username);
  return username;
}

/** Returns the username that a profile with this name would get now, and whether it's a second choice. */
export async function suggestUsername(
  ctx: Ctx,
  { name }: { name: string },
): Promise<{ username: string; is_taken: boolean }> {
  const base = usernameFromName(name, () => fourDigits(ctx.newId()));
  const now = ctx.now().toISOString();
  const taken = new Set<string>();
  // Probes the index in growing steps, because thousands may share a name.
  for (let from = 0, size = PROBED_FIRST; ; from += size, size *= 4) {
    const names = Array.from({ length: size }, (_, index) => numberedUsername(base, from + index));
    const found = await listTakenUsernames(ctx.db, { names, now });
    for (const username of found) taken.add(username);
    if (names.some((candidate) => !taken.has(candidate) && !RESERVED_USERNAMES.has(candidate))) {
      const username = nextFreeUsername(base, taken);
      return { username, is_taken: username !== base };
    }
  }
}

function fourDigits(id: string): string {
  return String(Number.parseInt(id.slice(-8), 16) % 10_000).padStart(4, "0");
}

/** Rejects names that nobody can have. */
export function requireValidUsername(username: string): void {
  if (!USERNAME_PATTERN.test(username)) throw failure(PROFILE_ERRORS, "USERNAME_INVALID");
  if (RESERVED_USERNAMES.has(username)) throw failure(PROFILE_ERRORS, "USERNAME_RESERVED");
}

/** Counts a rename before its transaction begins. Trying a taken name, or the current one, costs nothing. */
export async function countRename(
  ctx: Ctx,
  { id, username }: { id: string; username: string },
): Promise<void> {
  const row = isId(id) ? await findProfile(ctx.db, { account: ctx.account, id }) : undefined;
  if (!row || row.username === username) return;
  const now = ctx.now().toISOString();
  const taken = await listTakenUsernames(ctx.db, { names: [username], now, except: id });
  if (taken.length === 0) await ctx.limits.count(RENAMES, ctx.account);
}

/**
 * Gives the profile `username`. Its current name redirects to it and stays reserved for a while. Returns the
 * other columns to write along with the new name.
 */
export async function assignUsername(
  ctx: Ctx,
  { row, username }: { row: ProfileRow; username: string },
): Promise<{ username_since: string }> {
  await lockUsernames(ctx.db);
  const now = ctx.now();
  const taken = await listTakenUsernames(ctx.db, {
    names: [username],
    now: now.toISOString(),
    except: row.id,
  });
  if (taken.length > 0) throw failure(PROFILE_ERRORS, "USERNAME_TAKEN");
  await updateTrashedUsername(ctx.db, username);
  await deleteOldUsername(ctx.db, username);
  await upsertOldUsername(ctx.db, {
    username: row.username,
    profile_id: row.id,
    kept_until: reservedUntil(new Date(row.username_since ?? row.created_at), now).toISOString(),
  });
  return { username_since: now.toISOString() };
}
