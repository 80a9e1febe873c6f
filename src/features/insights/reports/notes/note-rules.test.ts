// @project unit
import { expect, it } from "vitest";
import { pointOf } from "./note-rules.ts";

const days = ["2026-11-21", "2026-11-22", "2026-11-23"].map((day) => ({ at: `${day}T00:00:00.000Z`, day }));
const hours = [22, 23, 0, 1].map((hour) => {
  const day = hour < 2 ? "2026-11-23" : "2026-11-22";
  return { at: `${day}T${String(hour).padStart(2, "0")}:00:00.000Z`, day };
});
const weeks = ["2026-11-09", "2026-11-16"].map((day) => ({ at: `${day}T00:00:00.000Z`, day }));
const END = "2026-11-24T00:00:00.000Z";

it("a mark belongs to one point: its hour, its day’s first hour, its day, or its week", () => {
  const at = (mark: Parameters<typeof pointOf>[0], points: typeof days) => pointOf(mark, points, END)?.at;
  expect(at({ day: "2026-11-22", at: null }, days)).toBe(days[1]?.at);
  expect(at({ day: "2026-11-23", at: null }, hours)).toBe("2026-11-23T00:00:00.000Z");
  expect(at({ day: "2026-11-23", at: "2026-11-23T01:30:00.000Z" }, hours)).toBe("2026-11-23T01:00:00.000Z");
  expect(at({ day: "2026-11-14", at: null }, weeks)).toBe(weeks[0]?.at);
  expect(at({ day: "2026-11-20", at: null }, days)).toBeUndefined();
  expect(at({ day: "2026-11-24", at: END }, days)).toBeUndefined();
  expect(at({ day: "2026-11-20", at: "2026-11-20T10:00:00.000Z" }, days)).toBeUndefined();
});
