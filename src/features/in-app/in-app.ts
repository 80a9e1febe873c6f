/*
 * Whether the ways out of apps' own browsers work: counted per page, app and way, with nothing about the visitor. The
 * table of apps and ways is in `rules.ts`; `public-page` shows the help. Profiles come later in the order and are handed
 * in.
 */
import { failure } from "#src/lib/errors.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx, Platform, Visit } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { EXIT_DAYS_MAX, EXIT_ERRORS } from "./contract.ts";
import { type ExitSystem, findInAppBrowser } from "./rules.ts";
import { addExit, deleteExitsBefore, sumExits } from "./store.ts";

/** More than a crowd behind one IP address would try, fewer than a script needs to skew the figures. */
const FROM_ADDRESS: Limit = { name: "in-app.exits", attempts: 120, seconds: 10 * 60 };

/** What this slice needs from profiles. Both throw `not found`. */
export interface Profiles {
  /** Requires that visitors can see the profile. */
  requireOpen(platform: Platform, id: string): Promise<unknown>;
  /** Requires that the profile belongs to the account. */
  requireOwn(ctx: Ctx, id: string): Promise<unknown>;
}

interface ExitInput {
  profile_id: string;
  app: string;
  os: ExitSystem;
  way: string;
  left: boolean;
}

export async function recordExit(
  visit: Visit & { profiles: Profiles },
  { profile_id, app, os, way, left }: ExitInput,
): Promise<{ counted: true }> {
  const ways = findInAppBrowser(app)?.ways;
  if (!ways || ![...ways.ios, ...ways.android].some((known) => known === way)) {
    throw failure(EXIT_ERRORS, "EXIT_UNKNOWN");
  }
  await visit.limits.count(FROM_ADDRESS, visit.request.address);
  await visit.profiles.requireOpen(visit, profile_id);
  const counts = left ? { tried: 0, left: 1 } : { tried: 1, left: 0 };
  await addExit(visit.db, { profile_id, day: dayOf(visit.now().toISOString()), app, os, way, ...counts });
  return { counted: true };
}

export async function listExits(
  ctx: Ctx & { profiles: Profiles },
  { id, days }: { id: string; days: number },
) {
  await ctx.profiles.requireOwn(ctx, id);
  // Today counts as one of them.
  const rows = await sumExits(ctx.db, { profileId: id, since: dayOf(addDays(ctx.now(), 1 - days)) });
  return { items: rows.map((row) => ({ ...row, label: findInAppBrowser(row.app)?.label ?? row.app })) };
}

/** Deletes counts too old to be shown. */
export async function purgeExits({ db, now }: Platform): Promise<void> {
  await deleteExitsBefore(db, dayOf(addDays(now(), -EXIT_DAYS_MAX)));
}

function dayOf(time: string): string {
  return time.slice(0, "2026-01-01".length);
}
