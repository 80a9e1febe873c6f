import { LOCALE } from "#src/kit/locale.ts";

/** A wall time has no zone: it’s shown as it was chosen. */
const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeZone: "UTC" });
const TIME = new Intl.DateTimeFormat(LOCALE, { dateStyle: "full", timeStyle: "short", timeZone: "UTC" });

export const formatWallDay = (day: string) => DAY.format(new Date(`${day}T00:00Z`));
/** With the day of the week, which is what many of them go by. */
export const formatWallTime = (wall: string) => TIME.format(new Date(`${wall}Z`));
