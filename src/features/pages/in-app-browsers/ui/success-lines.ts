import { compareVersions, parseAppVersion } from "../app-version-rules.ts";
import { EXIT_METHODS, EXIT_PLATFORMS } from "../rules.ts";
import type { WaysOutFigure } from "../ways-out-contract.ts";
import { APPS_LEFT, SYSTEM_LABELS, successOf, WAY_LABELS } from "../ways-out-rules.ts";

export interface SuccessLine extends Pick<WaysOutFigure, "version" | "tried" | "left"> {
  key: string;
  app: string;
  way: string;
  /** In percent. Null if too few tried. */
  share: number | null;
  /** True for the first line of an app on a system. */
  isFirst: boolean;
}

const APP_ORDER = new Map(APPS_LEFT.map(({ key }, place) => [key, place]));

/** Returns the figures in the order of the list of apps, the newest version first. */
export function successLines(figures: readonly WaysOutFigure[]): SuccessLine[] {
  const sorted = figures.toSorted(
    (one, other) =>
      (APP_ORDER.get(one.app) ?? APP_ORDER.size) - (APP_ORDER.get(other.app) ?? APP_ORDER.size) ||
      one.os.localeCompare(other.os) ||
      byVersion(one, other) ||
      other.tried - one.tried,
  );
  return sorted.map((figure, place) => {
    const { label, os, version, way, tried, left } = figure;
    const before = sorted[place - 1];
    const success = successOf(figure);
    const system = EXIT_PLATFORMS.find((known) => known === os);
    const method = EXIT_METHODS.find((known) => known === way);
    return {
      key: `${figure.app} ${os} ${version} ${way}`,
      app: system ? `${label}, ${SYSTEM_LABELS[system]}` : label,
      version,
      way: method ? WAY_LABELS[method] : way,
      tried,
      left,
      share: success === null ? null : Math.round(success * 100),
      isFirst: before?.app !== figure.app || before.os !== os,
    };
  });
}

/** The newest one first, and those that don't say which they are last. */
function byVersion({ version: one }: WaysOutFigure, { version: other }: WaysOutFigure): number {
  return compareVersions(parseAppVersion(other) ?? [-1, 0], parseAppVersion(one) ?? [-1, 0]);
}
