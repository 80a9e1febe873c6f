import { expect, it } from "vitest";
import { autosavedValues, isNewer, isUnsaved, oneAtATime, typedSince } from "./form-state.ts";

it("leaving a changed form is asked about, unless it's a dialog or saved already", () => {
  const changed = { isDirty: true, isDone: false };
  expect((["stays", "closes", "dialog"] as const).map((kind) => isUnsaved(kind, changed))).toEqual([
    true,
    true,
    false,
  ]);
  expect(isUnsaved("closes", { isDirty: true, isDone: true })).toBe(false);
  expect(isUnsaved("stays", { isDirty: false, isDone: false })).toBe(false);
});

it("what's typed while it's being saved stays, and what only looks different doesn't count", () => {
  const sentOf = ({ name }: { name: string }) => ({ name: name.trim() });
  const since = (name: string) => typedSince({ name: "Mia" }, { typed: { name }, sentOf });
  expect(since(" Mia ")).toBeUndefined();
  expect(since("Mia Noor")).toEqual({ name: "Mia Noor" });
});

it("only what was changed since counts as newer, however its time is written", () => {
  const at = (updated_at: string) => ({ updated_at });
  const own = at("2026-01-01T12:00:00.000Z");
  expect(isNewer(at("2026-01-01T12:00:00.001Z"), own)).toBe(true);
  for (const other of ["2026-01-01T12:00:00Z", "2026-01-01T13:00:00+01:00", "2025-12-31T23:00:00Z", ""])
    expect(isNewer(at(other), own)).toBe(false);
});

it("pressing the button again sends nothing until the answer is there", () => {
  const { begin, end } = oneAtATime();
  expect([begin(), begin(), begin()]).toEqual([true, false, false]);
  end();
  expect(begin()).toBe(true);
});

it("a form that saves itself keeps what was typed to the letter, and takes what others changed", () => {
  const before = { subject: "", html: "", name: "A" };
  const typed = { ...before, subject: "Hi " };
  const row = { subject: "Hi", html: "", name: "B" };
  expect(autosavedValues(row, { before, typed, now: { ...typed, subject: "Hi the", html: "x" } })).toEqual({
    saved: { subject: "Hi ", html: "", name: "B" },
    shown: { subject: "Hi the", html: "x", name: "B" },
  });
});
