export const DAY_MS = 24 * 60 * 60 * 1000;

/** The ISO time `days` after `time` (before it when negative). */
export function addDays(time: Date | string, days: number): string {
  return new Date(new Date(time).getTime() + days * DAY_MS).toISOString();
}

/** The ISO time of a row's next change: now, but always later than the last one, so that no two versions look alike. */
export function nextVersion(last: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(last) + 1)).toISOString();
}

/** True when both texts name the same moment. */
export function isSameTime(a: string, b: string): boolean {
  return Date.parse(a) === Date.parse(b);
}
