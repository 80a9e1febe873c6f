import { expect, it } from "vitest";
import { nextRun } from "../rules.ts";
import { backupName, isBackupLate, namesToDelete } from "./backup-rules.ts";

const NOW = new Date("2026-11-28T12:00:00Z");

it("only the oldest of our own files are deleted", () => {
  const at = (day: number) => backupName(new Date(Date.UTC(2026, 10, day)));
  const names = [at(3), "notes.txt", at(1), "mine.backup", at(2), `${at(1)}.1a2b.partial`];
  expect(namesToDelete(names, 2)).toEqual([at(1)]);
  expect(namesToDelete(names, 5)).toEqual([]);
});

it("a nightly backup is late after a day, and one on request after a week", () => {
  const endedAt = "2026-11-27T09:00:00Z";
  expect(isBackupLate({ endedAt, isNightly: true, now: NOW })).toBe(true);
  expect(isBackupLate({ endedAt, isNightly: false, now: NOW })).toBe(false);
  expect(isBackupLate({ endedAt: undefined, isNightly: false, now: NOW })).toBe(true);
});

it.each([
  ["*/15 * * * *", "2026-11-28T12:15:00.000Z"],
  ["7 * * * *", "2026-11-28T12:07:00.000Z"],
  ["33 4 * * *", "2026-11-29T04:33:00.000Z"],
  ["0 9 * * 1", "2026-11-30T09:00:00.000Z"],
  ["0 0 1 1 *", "2027-01-01T00:00:00.000Z"],
  ["0,30 6-8 * * *", "2026-11-29T06:00:00.000Z"],
  ["0 0 31 2 *", undefined],
])("%s comes next at %s", (cron, next) => {
  expect(nextRun(cron, NOW)).toBe(next);
});
