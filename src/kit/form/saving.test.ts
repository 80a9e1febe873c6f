import { expect, it } from "vitest";
import { isUnsaved, oneAtATime, typedSince } from "./saving.ts";

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

it("pressing the button again sends nothing until the answer is there", () => {
  const { begin, end } = oneAtATime();
  expect([begin(), begin(), begin()]).toEqual([true, false, false]);
  end();
  expect(begin()).toBe(true);
});
