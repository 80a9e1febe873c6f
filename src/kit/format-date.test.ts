import { afterEach, expect, it } from "vitest";
import { formatDateTime, formatUpcoming, formatZonedDateTime } from "./format-date.ts";
import { chooseZone, currentZone } from "./zone.ts";

afterEach(() => chooseZone(undefined));

const AT = "2026-05-04T04:40:00Z";
/** Some versions put a narrow space before AM. */
const plain = (text: string) => text.replace(/\s/g, " ");

it("times are in the zone that somebody chose, else in their device's, and name it where they're asked about", () => {
  const device = currentZone();
  chooseZone("Europe/Madrid");
  expect(plain(formatDateTime(AT))).toBe("May 4, 2026, 6:40 AM");
  expect(plain(formatZonedDateTime(AT))).toBe("May 4, 2026, 6:40 AM (Europe/Madrid)");
  chooseZone("America/New_York");
  expect(plain(formatDateTime(AT))).toBe("May 4, 2026, 12:40 AM");
  chooseZone(null);
  expect(currentZone()).toBe(device);
});

it.each([
  ["2026-05-03T10:00:00Z", "tomorrow, 6:40 AM"],
  ["2026-05-03T22:30:00Z", "today, 6:40 AM"],
  ["2026-05-01T10:00:00Z", "May 4, 2026, 6:40 AM"],
])("a moment ahead, at %s, is %s", (now, words) => {
  chooseZone("Europe/Madrid");
  expect(plain(formatUpcoming(AT, new Date(now)))).toBe(words);
});
