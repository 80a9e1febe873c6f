import { useSyncExternalStore } from "react";
import { type ExitSystem, findInAppBrowser } from "#src/features/pages/in-app-browsers/rules.ts";
import { type AudienceMember, NO_APP } from "#src/features/pages/links/page/access.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { localizeCountry } from "#src/kit/localize-label.ts";
import { currentZone } from "#src/kit/zone.ts";
import { momentIn } from "#src/lib/time-zones.ts";

export type SimulatedColors = "light" | "dark" | "forced";
export type SimulatedDevice = "iphone" | "android" | "tablet" | "desktop";

/** Whose visit the preview shows. */
export interface SimulatedVisitor {
  device: SimulatedDevice;
  colors: SimulatedColors;
  /** Null for an unknown place, from where everyone may open everything. */
  country: string | null;
  /** The key of an app, or `NO_APP`. */
  app: string;
  /** Null for an unknown one. */
  language: string | null;
  /** Date and time on the clock of whoever edits the page. Null for now. */
  wall: string | null;
}

export const ANYONE: SimulatedVisitor = {
  device: "iphone",
  colors: "light",
  country: null,
  app: NO_APP,
  language: null,
  wall: null,
};

interface DeviceFacts {
  /** What links' audiences call it. */
  audience: string;
  system: ExitSystem;
  /** The width of the page in CSS pixels. */
  pixels: number;
}

export const DEVICES: Readonly<Record<SimulatedDevice, DeviceFacts>> = {
  iphone: { audience: "mobile", system: "ios", pixels: 375 },
  android: { audience: "mobile", system: "android", pixels: 375 },
  tablet: { audience: "tablet", system: "ios", pixels: 820 },
  desktop: { audience: "desktop", system: "other", pixels: 1280 },
};

export const DEVICE_LABELS: Readonly<Record<SimulatedDevice, string>> = {
  iphone: "iPhone",
  android: "Android",
  tablet: "Tablet",
  desktop: "Computer",
};

export const COLORS_LABELS: Readonly<Record<SimulatedColors, string>> = {
  light: "Light",
  dark: "Dark",
  forced: "High contrast",
};

let current = ANYONE;
const followers = new Set<() => void>();

/** The same for all screens, so that it stays while one goes from the links to the design. */
export function simulate(changes: Partial<SimulatedVisitor>): void {
  const next = { ...current, ...changes };
  // No app has a browser of its own on computers.
  current = next.device === "desktop" ? { ...next, app: NO_APP } : next;
  for (const changed of followers) changed();
}

function follow(changed: () => void): () => void {
  followers.add(changed);
  return () => followers.delete(changed);
}

export function useSimulatedVisitor(): SimulatedVisitor {
  return useSyncExternalStore(follow, () => current);
}

/** Returns the moment of the visit (ms since 1970). */
export function momentOf({ wall }: SimulatedVisitor): number {
  return wall === null ? Date.now() : momentIn(currentZone(), wall).getTime();
}

export function memberOf({ device, app, language }: SimulatedVisitor): AudienceMember {
  return { device: DEVICES[device].audience, app, language: language ?? undefined };
}

const LANGUAGE_NAMES = new Intl.DisplayNames(LOCALE, { type: "language" });

/** Names what differs from anyone's visit. */
export function summaryOf(visitor: SimulatedVisitor): string[] {
  const { device, colors, country, app, language, wall } = visitor;
  return [
    device === ANYONE.device ? "" : DEVICE_LABELS[device],
    country === null ? "" : localizeCountry(country, country),
    app === NO_APP ? "" : (findInAppBrowser(app)?.label ?? app),
    language === null ? "" : (LANGUAGE_NAMES.of(language) ?? language),
    colors === ANYONE.colors ? "" : COLORS_LABELS[colors],
    wall === null ? "" : formatDateTime(new Date(momentOf(visitor)).toISOString()),
  ].filter((part) => part !== "");
}
