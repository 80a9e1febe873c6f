/*
 * Exits from in-app browsers: attempts and successes, counted per page, app, and method, with nothing about
 * the visitor. `rules.ts` has the table of apps and methods. `public-page` shows the help and knows who owns
 * the page.
 */
import type { InferContractRouterInputs } from "@orpc/contract";
import { failure } from "#src/lib/errors.ts";
import { addDays } from "#src/lib/time.ts";
import type { Platform, VisitorCtx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { EXIT_DAYS_MAX, EXIT_ERRORS, type inAppContract } from "./contract.ts";
import { findInAppBrowser } from "./rules.ts";
import { deleteExitsBefore, deleteExitsOf, listExitSums, upsertExit } from "./store.ts";

/** More than a crowd behind one IP address would try, fewer than a script needs to skew the figures. */
const FROM_ADDRESS: Limit = { name: "in-app.exits", attempts: 120, seconds: 10 * 60 };

export type Exit = InferContractRouterInputs<typeof inAppContract>["recordExit"];

/** Counts an attempt or exit on a page. The caller has to make sure that visitors can see the page. */
export async function recordInAppExit(
  visit: VisitorCtx,
  { profile_id, app, os, way, left }: Exit,
): Promise<{ counted: true }> {
  const ways = findInAppBrowser(app)?.ways;
  if (!ways || ![...ways.ios, ...ways.android].some((known) => known === way)) {
    throw failure(EXIT_ERRORS, "EXIT_UNKNOWN");
  }
  await visit.limits.count(FROM_ADDRESS, visit.request.address);
  const counts = left ? { tried: 0, left: 1 } : { tried: 1, left: 0 };
  await upsertExit(visit.db, { profile_id, day: dayOf(visit.now().toISOString()), app, os, way, ...counts });
  return { counted: true };
}

export async function listInAppExits({ db, now }: Platform, { id, days }: { id: string; days: number }) {
  // Today counts as one of the days.
  const rows = await listExitSums(db, { profileId: id, since: dayOf(addDays(now(), 1 - days)) });
  return { items: rows.map((row) => ({ ...row, label: findInAppBrowser(row.app)?.label ?? row.app })) };
}

export async function purgeExitsOf({ db }: Platform, { subject }: { subject: string }): Promise<void> {
  await deleteExitsOf(db, subject);
}

export async function purgeExits({ db, now }: Platform): Promise<void> {
  await deleteExitsBefore(db, dayOf(addDays(now(), -EXIT_DAYS_MAX)));
}

function dayOf(time: string): string {
  return time.slice(0, "2026-01-01".length);
}
