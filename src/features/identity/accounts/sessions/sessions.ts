/*
 * Sessions. Ending one requires no proof, because someone who sees a stranger's should be able to act fast.
 * Ending all others does, because a stranger would lock the owner out that way.
 */

import UAParser from "my-ua-parser";
import type * as z from "zod";
import { isPersonId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { LANGUAGES, type Language } from "#src/lib/language.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import type { GeoLocation } from "#src/platform/geo/geo.ts";
import { requireMember } from "../accounts.ts";
import { SESSION_ERRORS, type sessionSchema } from "../contract.ts";
import { sessionsEnded } from "../events.ts";
import { requireRecentSignIn } from "../reauthentication.ts";
import { sessionEnded } from "../signals.ts";
import { deleteSessions } from "../store.ts";
import { deleteOtherSessions, deleteSession, listSessionRows, type SessionRow } from "./session-store.ts";

const USER_AGENT_CHARS_MAX = 500;

/** Lists the person's own sessions in any account: this one first, then the others by last use. */
export async function listSessions(ctx: Ctx): Promise<{ items: z.input<typeof sessionSchema>[] }> {
  const { person, sessionId } = requireMember(ctx);
  const rows = await listSessionRows(ctx.db, { userId: person.id, now: ctx.now() });
  const items = rows.map((row) => toAnswer(row, sessionId));
  return { items: [...items.filter((one) => one.is_current), ...items.filter((one) => !one.is_current)] };
}

export async function endSession(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { person } = requireMember(ctx);
  await ctx.write(async (ctx) => {
    const isGone = isPersonId(id) && (await deleteSession(ctx.db, { userId: person.id, id }));
    if (!isGone) throw failure(SESSION_ERRORS, "SESSION_NOT_FOUND");
    await tellEnded(ctx, person.id, [id]);
  });
}

export async function endOtherSessions(ctx: Ctx): Promise<{ ended: number }> {
  const { person, sessionId } = requireMember(ctx);
  await requireRecentSignIn(ctx);
  return ctx.write(async (ctx) => {
    const ids = await deleteOtherSessions(ctx.db, { userId: person.id, id: sessionId });
    if (ids.length > 0) await tellEnded(ctx, person.id, ids);
    return { ended: ids.length };
  });
}

/** Lists where a person is signed in, for staff. */
export async function listSessionsOf({ db, now }: Platform, userId: string) {
  const rows = await listSessionRows(db, { userId, now: now() });
  return rows.map((row) => toAnswer(row, ""));
}

/** Ends all of a person's sessions, and returns how many there were. The caller announces why. */
export async function endAllSessions(ctx: Platform, userId: string): Promise<number> {
  const ended = await deleteSessions(ctx.db, userId);
  if (ended > 0) await ctx.invalidate(sessionEnded, { user_id: userId });
  return ended;
}

async function tellEnded(ctx: Ctx, userId: string, ids: string[]): Promise<void> {
  await ctx.announce(sessionsEnded, { account: userId, subject: userId, payload: { ids } });
  await ctx.invalidate(sessionEnded, { user_id: userId });
}

function toAnswer({ id, userAgent, country, city, createdAt, lastUsedAt }: SessionRow, current: string) {
  return {
    id,
    device: deviceLabel(userAgent),
    place: formatPlace({ country: country ?? "", city: city ?? "" }),
    country: country && isCountry(country) ? country : null,
    created_at: createdAt.toISOString(),
    last_used_at: (lastUsedAt ?? createdAt).toISOString(),
    is_current: id === current,
  };
}

/** Names the device behind a user agent the way people would: “Chrome on Windows”. */
export function deviceLabel(userAgent: string | null): string {
  const { browser, os } = UAParser((userAgent ?? "").slice(0, USER_AGENT_CHARS_MAX));
  const words = [browser.name, os.name].filter((name) => name !== undefined && name !== "");
  return words.length > 0 ? words.join(" on ") : "Unknown device";
}

/** True for a country code (ISO 3166-1 alpha-2) rather than `UNKNOWN`. */
function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code);
}

/** Formats a location: “Berlin, Germany”. Null if nothing is known. */
export function formatPlace(
  { country, city }: Pick<GeoLocation, "country" | "city">,
  language: Language = LANGUAGES[0],
): string | null {
  const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
  const name = isCountry(country) ? names.of(country) : undefined;
  return [city, name].filter((part) => part).join(", ") || null;
}
