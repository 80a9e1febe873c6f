/*
 * Staff's choice of ways out of apps. What they don't choose is built in (`rules.ts`). Visitors' requests are answered
 * from `ways-out-memory.ts`; here the table is listed and changed, and every node follows within a second.
 */
import type { InferContractRouterInputs } from "@orpc/contract";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { addDays } from "#src/lib/time.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import {
  type AppVersion,
  compareVersions,
  formatAppVersion,
  parseAppVersion,
  saysVersion,
} from "./app-version-rules.ts";
import { waysOutChosen } from "./events.ts";
import {
  EXIT_METHODS,
  EXIT_PLATFORMS,
  type ExitMethod,
  type ExitPlatform,
  findInAppBrowser,
} from "./rules.ts";
import { waysOutChanged } from "./signals.ts";
import {
  WAYS_OUT_ERRORS,
  type WaysOutChange,
  type WaysOutRow,
  type waysOutContract,
} from "./ways-out-contract.ts";
import { APPS_LEFT, possibleWays, VERSIONS_MAX, type WaysOutRule } from "./ways-out-rules.ts";
import {
  deleteWaysOut,
  listChoices,
  listLatestChoices,
  listVersionExits,
  listWaysOutRules,
  lockWaysOut,
  upsertWaysOut,
} from "./ways-out-store.ts";

type Inputs = InferContractRouterInputs<typeof waysOutContract>;

/** The version that stands for all of them. */
const ALL: AppVersion = [0, 0];

const subjectOf = (app: string, os: ExitPlatform) => `${app} ${os}`;

export async function listWaysOut({ db }: StaffCtx): Promise<{ items: WaysOutRow[] }> {
  const rules = await listWaysOutRules(db);
  const choices = await listLatestChoices(db);
  const latest = new Map(choices.map((row) => [`${row.subject} ${row.from_version}`, row]));
  const subjects = new Set(choices.map(({ subject }) => subject));
  const items = APPS_LEFT.flatMap(({ key, label, ways }) =>
    EXIT_PLATFORMS.flatMap((os) => {
      const own = rules.filter((rule) => rule.app === key && rule.os === os);
      const base = own.find(({ from }) => from === null);
      const versions = own
        .filter(({ from }) => from !== null)
        .sort((one, other) => compareVersions(one.from ?? ALL, other.from ?? ALL));
      return [base ?? { from: null, ways: ways[os] }, ...versions].map((rule): WaysOutRow => {
        const from_version = formatAppVersion(rule.from);
        const row = latest.get(`${subjectOf(key, os)} ${from_version}`);
        return {
          app: key,
          label,
          os,
          from_version,
          ways: [...rule.ways],
          default: rule.from === null ? [...ways[os]] : null,
          is_changed: rule.from !== null || base !== undefined,
          has_changes: subjects.has(subjectOf(key, os)),
          changed: row ? { at: row.at, by: row.by } : null,
        };
      });
    }),
  );
  return { items };
}

/** Stores what staff have chosen, unless somebody else has chosen something since they looked. */
export async function updateWaysOut(
  ctx: StaffCtx,
  input: Inputs["update"],
): Promise<{ items: WaysOutRow[] }> {
  const { app, os, seen } = input;
  const browser = requireApp(app);
  const from = versionIn(app, input.from_version ?? "");
  const key = { app, os, from };
  if (input.ways) requirePossible(key, input.ways);
  // Who chooses what's built in has gone back to it, also when that changes in a later version.
  const ways = from === null && isSame(input.ways, browser.ways[os]) ? null : input.ways;
  await ctx.write(async (ctx) => {
    await lockWaysOut(ctx.db);
    const rules = (await listWaysOutRules(ctx.db)).filter((rule) => rule.app === app && rule.os === os);
    const current = rules.find((rule) => formatAppVersion(rule.from) === formatAppVersion(from));
    const shown = current?.ways ?? (from ? null : browser.ways[os]);
    if (seen !== undefined && !isSame(seen, shown)) throw failure(WAYS_OUT_ERRORS, "WAYS_CHANGED_MEANWHILE");
    const before = current ? [...current.ways] : null;
    if (isSame(before, ways)) return;
    const isNewVersion = from !== null && !current;
    if (isNewVersion && rules.filter((rule) => rule.from !== null).length >= VERSIONS_MAX)
      throw failure(WAYS_OUT_ERRORS, "VERSION_LIMIT");
    if (ways) await upsertWaysOut(ctx.db, { ...key, ways }, ctx.now().toISOString());
    else await deleteWaysOut(ctx.db, key);
    await ctx.announce(waysOutChosen, {
      account: INSTANCE,
      subject: subjectOf(app, os),
      payload: { app: browser.label, os, from_version: formatAppVersion(from), before, after: ways },
    });
    await ctx.invalidate(waysOutChanged, {});
  });
  return listWaysOut(ctx);
}

function requireApp(app: string) {
  const browser = findInAppBrowser(app);
  if (!browser?.hasHelp) throw failure(WAYS_OUT_ERRORS, "APP_NOT_FOUND");
  return browser;
}

function versionIn(app: string, text: string): AppVersion | null {
  if (text === "") return null;
  const version = parseAppVersion(text);
  // Version 0.0 would be the row for all versions.
  if (!version || (version[0] === 0 && version[1] === 0)) throw failure(WAYS_OUT_ERRORS, "VERSION_INVALID");
  if (!saysVersion(app)) throw failure(WAYS_OUT_ERRORS, "VERSION_UNKNOWN");
  return version;
}

function requirePossible({ app, os }: Pick<WaysOutRule, "app" | "os">, ways: readonly ExitMethod[]): void {
  const possible = possibleWays(app, os);
  if (!ways.every((way) => possible.includes(way))) throw failure(WAYS_OUT_ERRORS, "WAY_IMPOSSIBLE");
  if (new Set(ways).size !== ways.length) throw failure(WAYS_OUT_ERRORS, "WAY_TWICE");
}

function isSame(one: readonly string[] | null, other: readonly string[] | null): boolean {
  return one === null || other === null ? one === other : one.join() === other.join();
}

const CHANGES_LISTED = 50;

export async function listWaysOutChanges({ db }: StaffCtx, { app, os }: Inputs["listChanges"]) {
  requireApp(app);
  const rows = await listChoices(db, { subject: subjectOf(app, os), rows: CHANGES_LISTED });
  const items = rows.map(({ id, at, by, from_version, payload: { before, after } }): WaysOutChange => {
    return { id, at, by, from_version, before: knownWays(before), after: knownWays(after) };
  });
  return { items };
}

/** Events may be from a version that had other ways. */
function knownWays(ways: readonly string[] | null | undefined): ExitMethod[] | null {
  return ways
    ? EXIT_METHODS.filter((way) => ways.includes(way)).sort((a, b) => ways.indexOf(a) - ways.indexOf(b))
    : null;
}

export async function listWaysOutFigures({ db, now }: StaffCtx, { days = "30" }: Inputs["figures"]) {
  // Today counts as one of the days.
  const since = addDays(now(), 1 - Number(days)).slice(0, "2026-01-01".length);
  const rows = await listVersionExits(db, { since });
  const items = rows.map((row) => ({ ...row, label: findInAppBrowser(row.app)?.label ?? row.app }));
  return { items };
}
