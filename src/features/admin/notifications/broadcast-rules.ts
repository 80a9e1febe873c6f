import type { Language } from "#src/lib/language.ts";
import { HOUR_MS, MINUTE_MS } from "#src/lib/time.ts";
import type { Version, Versions } from "./contract.ts";
import { LATE_HOURS } from "./rules.ts";

export const isEmpty = ({ title, text }: Version) => title === "" && text === "";
export const isWhole = ({ title, text }: Version) => title !== "" && text !== "";

/** What nobody wrote in a language is read in English. */
export function versionIn(versions: Versions, language: Language): Version {
  const version = versions[language];
  return isWhole(version) ? version : versions.en;
}

/** The first clocks that show a time are 14 hours ahead of UTC, and the last ones 12 hours behind it. */
const AHEAD_MS = 14 * HOUR_MS;
const BEHIND_MS = 12 * HOUR_MS;

const inUtc = (wall: string) => Date.parse(`${wall}Z`);
export const firstMoment = (wall: string) => new Date(inUtc(wall) - AHEAD_MS);

/** True once every clock on Earth shows the time, or a later one. */
export const isOverEverywhere = (wall: string | null, now: Date) =>
  wall === null || now.getTime() >= inUtc(wall) + BEHIND_MS;

interface Timing {
  due_at: string | null;
  last_batch_at: string | null;
}

/** True if nothing ran for so long after it was due, or since its last part, that it may surprise people by now. */
export function isLate({ due_at, last_batch_at }: Timing, now: Date): boolean {
  const times = [due_at, last_batch_at].flatMap((time) => (time === null ? [] : [Date.parse(time)]));
  return times.length > 0 && now.getTime() - Math.max(...times) > LATE_HOURS * HOUR_MS;
}

/** Time zones differ from UTC by quarters of an hour. */
const STEP_MS = 15 * MINUTE_MS;
export const nextStep = (now: Date) => new Date((Math.floor(now.getTime() / STEP_MS) + 1) * STEP_MS);
