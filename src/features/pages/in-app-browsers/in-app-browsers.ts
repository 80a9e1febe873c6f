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
import { formatAppVersion } from "./app-version-rules.ts";
import { EXIT_DAYS_MAX, EXIT_ERRORS, type inAppContract } from "./contract.ts";
import { appVersionOf, findInAppBrowser, inAppBrowserOf } from "./rules.ts";
import { deleteExitsBefore, deleteExitsOf, listExitSums, upsertExit } from "./store.ts";
import { waysOutOf } from "./ways-out-memory.ts";
import { APPS_LEFT, isPossibleWay } from "./ways-out-rules.ts";
import { deleteVersionExitsBefore, upsertVersionExit } from "./ways-out-store.ts";

/** More than a crowd behind one IP address would try, fewer than a script needs to skew the figures. */
const FROM_ADDRESS: Limit = { name: "in-app.exits", attempts: 120, seconds: 10 * 60 };

export type Exit = InferContractRouterInputs<typeof inAppContract>["recordExit"];

/** Counts an attempt or exit on a page. The caller has to make sure that visitors can see the page. */
export async function recordInAppExit(
  visit: VisitorCtx,
  { profile_id, app, os, way, left }: Exit,
): Promise<{ counted: true }> {
  const browser = findInAppBrowser(app);
  if (!browser?.hasHelp || !isPossibleWay(app, way)) throw failure(EXIT_ERRORS, "EXIT_UNKNOWN");
  await visit.limits.count(FROM_ADDRESS, visit.request.address);
  const counts = left ? { tried: 0, left: 1 } : { tried: 1, left: 0 };
  const row = { day: dayOf(visit.now().toISOString()), app, os, way, ...counts };
  const version = versionOf(visit.request.userAgent, app);
  await visit.write(async ({ db }) => {
    await upsertExit(db, { profile_id, ...row });
    await upsertVersionExit(db, { version, ...row });
  });
  return { counted: true };
}

/** Empty if the app doesn't say it, or says that it's another app: some versions of TikTok are known only by their bridge. */
function versionOf(userAgent: string, app: string): string {
  return inAppBrowserOf(userAgent)?.key === app ? formatAppVersion(appVersionOf(userAgent)) : "";
}

/** Returns the ways out that visitors of apps are offered now, unless they have a version with its own. */
export async function listInAppWays(platform: Platform) {
  const waysOut = waysOutOf(platform);
  await waysOut.ready();
  const items = APPS_LEFT.map(({ key: app }) => ({
    app,
    ios: [...waysOut.find({ app, os: "ios", version: null })],
    android: [...waysOut.find({ app, os: "android", version: null })],
  }));
  return { items };
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
  const day = dayOf(addDays(now(), -EXIT_DAYS_MAX));
  await deleteExitsBefore(db, day);
  await deleteVersionExitsBefore(db, day);
}

function dayOf(time: string): string {
  return time.slice(0, "2026-01-01".length);
}
