import { LOCALE } from "#src/kit/locale.ts";

const FORMAT = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short" });

/** When a message was sent, in words of the reader's own zone. */
export function sentAt(at: string): string {
  return FORMAT.format(new Date(at));
}
