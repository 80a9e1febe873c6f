/*
 * Sessions. Ending one requires no proof, because someone who sees a stranger's should be able to act fast.
 * Ending all others does, because a stranger would lock the owner out that way.
 */
import type * as z from "zod";
import { isPersonId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import { SESSION_ERRORS, type sessionSchema } from "./contract.ts";
import { deviceLabel, formatPlace, isCountry } from "./device-label.ts";
import { sessionsEnded } from "./events.ts";
import { requireRecentSignIn } from "./reauthentication.ts";
import { requireMember } from "./require-actor.ts";
import { deleteOtherSessions, deleteSession, listSessionRows, type SessionRow } from "./session-store.ts";
import { sessionEnded } from "./signals.ts";

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
