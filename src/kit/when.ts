import { LOCALE } from "./locale.ts";

const MOMENT = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short" });

/** A moment in words, in the reader's own time zone. */
export function whenWords(at: string): string {
  return MOMENT.format(new Date(at));
}
