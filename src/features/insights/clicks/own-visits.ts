/*
 * Visits by owners, which don't count: signed-in people look at their own pages and those of their teams.
 * This works only where the session's cookie is sent, which is at the dashboard's host; pages are the same
 * for everyone.
 */
import type { IncomingMessage } from "node:http";
import type { Auth } from "#src/features/identity/accounts/auth/auth.ts";
import { listMemberships } from "#src/features/identity/team/team.ts";
import { TtlCache } from "#src/lib/ttl-cache.ts";
import type { Platform } from "#src/platform/context.ts";
import { hasSessionCookie } from "#src/platform/http/request-facts.ts";

/** Returns the accounts whose pages don't count a request: those of the signed-in person. */
export type FindOwnAccounts = (request: IncomingMessage) => Promise<ReadonlySet<string>>;

const REMEMBERED_MS = 60_000;
const SESSIONS_REMEMBERED = 2000;
const NONE: ReadonlySet<string> = new Set();

export function ownAccounts(platform: Platform, auth: Pick<Auth, "findSession">): FindOwnAccounts {
  const memory = new TtlCache<ReadonlySet<string>>({
    entriesMax: SESSIONS_REMEMBERED,
    msFor: () => REMEMBERED_MS,
  });
  const find = async (cookie: string): Promise<ReadonlySet<string>> => {
    const signedIn = await auth.findSession(new Headers({ cookie }));
    if (!signedIn) return NONE;
    const memberships = await listMemberships(platform.db, signedIn.person.id);
    return new Set([signedIn.person.id, ...memberships.map(({ account }) => account)]);
  };
  return async ({ headers: { cookie } }) => {
    if (cookie === undefined || !hasSessionCookie(cookie)) return NONE;
    // An unreadable session must not make counting fail.
    return memory.get(cookie, platform.now(), () => find(cookie)).catch(() => NONE);
  };
}
