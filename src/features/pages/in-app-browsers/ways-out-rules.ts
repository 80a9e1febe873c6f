/* The dashboard shows these texts. */
import { type AppVersion, compareVersions } from "./app-version-rules.ts";
import {
  EXIT_METHODS,
  EXIT_PLATFORMS,
  type ExitMethod,
  type ExitPlatform,
  findInAppBrowser,
  IN_APP_BROWSERS,
  type InAppBrowser,
} from "./rules.ts";

/** What each method needs. One that belongs to an app does nothing in any other. */
const NEEDS: Readonly<Record<ExitMethod, { app?: string; system?: ExitPlatform }>> = {
  "x-safari": { system: "ios" },
  intent: { system: "android" },
  extbrowser: { app: "instagram" },
  "line-query": { app: "line" },
  kakao: { app: "kakaotalk" },
};

/** Returns the methods that can lead out of an app on a system. Everything else is refused. */
export function possibleWays(app: string, os: ExitPlatform): ExitMethod[] {
  return EXIT_METHODS.filter((method) => {
    const needs = NEEDS[method];
    return (needs.app ?? app) === app && (needs.system ?? os) === os;
  });
}

/** True if a method can lead out of an app on some system. */
export function isPossibleWay(app: string, way: string): boolean {
  return EXIT_PLATFORMS.some((os) => possibleWays(app, os).some((possible) => possible === way));
}

/** The apps that have a way out, in the order of the table. */
export const APPS_LEFT: readonly InAppBrowser[] = IN_APP_BROWSERS.filter(({ hasHelp }) => hasHelp);

export const WAY_LABELS: Readonly<Record<ExitMethod, string>> = {
  "x-safari": "Open in Safari (x-safari-https)",
  extbrowser: "Instagram’s own switch (extbrowser)",
  intent: "Open in the default browser (intent)",
  "line-query": "LINE’s own switch (openExternalBrowser)",
  kakao: "KakaoTalk’s own switch (openExternal)",
};

export const SYSTEM_LABELS: Readonly<Record<ExitPlatform, string>> = { ios: "iPhone", android: "Android" };

/** Versions of one app on one system that can have ways out of their own. */
export const VERSIONS_MAX = 10;

/** The days that figures can be added up over. */
export const FIGURE_DAYS = ["7", "30", "90"] as const;

/** With fewer attempts, a share says nothing. */
export const ATTEMPTS_TOLD_MIN = 20;

/** What staff have chosen for an app's versions from one on. */
export interface WaysOutRule {
  app: string;
  os: ExitPlatform;
  /** Null for all versions, those that don't say which they are included. */
  from: AppVersion | null;
  ways: readonly ExitMethod[];
}

/** Returns the share of attempts that worked. Visitors may leave on a later day than they tried. Null if too few tried. */
export function successOf({ tried, left }: { tried: number; left: number }): number | null {
  return tried < ATTEMPTS_TOLD_MIN ? null : Math.min(1, left / tried);
}

/** The rules of one app on one system, the newest version first. */
export type SortedRules = readonly WaysOutRule[];

export function sortRules(rules: readonly WaysOutRule[]): SortedRules {
  return rules.toSorted((one, other) => {
    if (one.from === null || other.from === null) return one.from === null ? 1 : -1;
    return compareVersions(other.from, one.from);
  });
}

/** Returns the ways out for a version. Those that don't say which they are follow the rule for all. */
export function waysFor(
  rules: SortedRules,
  { app, os, version }: { app: string; os: ExitPlatform; version: AppVersion | null },
): readonly ExitMethod[] {
  const rule = rules.find(
    ({ from }) => from === null || (version !== null && compareVersions(from, version) <= 0),
  );
  return rule?.ways ?? findInAppBrowser(app)?.ways[os] ?? [];
}
