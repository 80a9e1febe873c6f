import { describe, expect, it } from "vitest";
import { addDays, formatDay, isSameTime, isTimeZone, nextVersion } from "./time.ts";

const NOON = "2026-03-29T12:00:00.000Z";

it("days are 24 hours, even when the clocks change", () => {
  expect(addDays(NOON, 30)).toBe("2026-04-28T12:00:00.000Z");
  expect(addDays(new Date(NOON), -1)).toBe("2026-03-28T12:00:00.000Z");
});

describe("the next version of a row", () => {
  it("is now, or at least a millisecond after the last one", () => {
    expect(nextVersion(NOON, new Date("2026-03-29T12:00:01Z"))).toBe("2026-03-29T12:00:01.000Z");
    expect(nextVersion(NOON, new Date(NOON))).toBe("2026-03-29T12:00:00.001Z");
    expect(nextVersion(NOON, new Date("2020-01-01T00:00:00Z"))).toBe("2026-03-29T12:00:00.001Z");
  });
});

it("a day is written in the reader's language, and in American English if they have none", () => {
  expect(formatDay(NOON)).toBe("March 29, 2026");
  expect(formatDay(NOON, null)).toBe("March 29, 2026");
  expect(formatDay(NOON, "en")).toBe("March 29, 2026");
  expect(formatDay(NOON, "es")).toBe("29 de marzo de 2026");
});

it("a moment can be written in several ways, and nonsense is never one", () => {
  expect(isSameTime(NOON, "2026-03-29T14:00:00+02:00")).toBe(true);
  expect(isSameTime(NOON, "2026-03-29T12:00:00.001Z")).toBe(false);
  expect(isSameTime("x", "x")).toBe(false);
});

it("a time zone is one that people and databases know by the same name", () => {
  for (const name of [
    "Europe/Berlin",
    "america/new_york",
    "Asia/Calcutta",
    "UTC",
    "GB",
    "EST5EDT",
    "Etc/GMT+5",
  ])
    expect(isTimeZone(name), name).toBe(true);
  // In a file of British fans, BST is London's time. To Node it's Dhaka's, and to PostgreSQL IST is Israel's.
  for (const name of [
    "BST",
    "IST",
    "CST",
    "AET",
    "bst",
    "US/Pacific-New",
    "SystemV/PST8PDT",
    "+05:30",
    "Mars/Base",
  ])
    expect(isTimeZone(name), name).toBe(false);
});
