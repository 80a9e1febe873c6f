import { describe, expect, it } from "vitest";
import { deadlineOf } from "./countdown.ts";

function storageOf() {
  const kept = new Map<string, string>();
  return () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
}
const MINUTE = 60_000;

describe("the promotion's deadline", () => {
  it("§4 of kind 'restart' starts over on every load", () => {
    const storage = storageOf();
    const settings = { kind: "restart", minutes: 30, ends: undefined, promotion: undefined };
    expect(deadlineOf(settings, "k", { storage, now: 0 })).toBe(30 * MINUTE);
    expect(deadlineOf(settings, "k", { storage, now: MINUTE })).toBe(31 * MINUTE);
  });

  it("of kind 'visitor' stays the same for this visitor and page, until the next promotion", () => {
    const storage = storageOf();
    const settings = { kind: "visitor", minutes: 10, ends: undefined, promotion: "vinyl" };
    expect(deadlineOf(settings, "one", { storage, now: 0 })).toBe(10 * MINUTE);
    expect(deadlineOf(settings, "one", { storage, now: 99 * MINUTE })).toBe(10 * MINUTE);
    expect(deadlineOf(settings, "two", { storage, now: 5 * MINUTE })).toBe(15 * MINUTE);
    const next = { ...settings, promotion: "tour" };
    expect(deadlineOf(next, "one", { storage, now: 99 * MINUTE })).toBe(109 * MINUTE);
    expect(deadlineOf(next, "one", { storage, now: 105 * MINUTE })).toBe(109 * MINUTE);
  });

  it("of kind 'visitor' works where the browser stores nothing", () => {
    const storage = () => {
      throw new Error("SecurityError");
    };
    const settings = { kind: "visitor", minutes: 10, ends: undefined, promotion: "vinyl" };
    expect(deadlineOf(settings, "k", { storage, now: 0 })).toBe(10 * MINUTE);
  });

  it("of kind 'fixed' is that moment", () => {
    const settings = {
      kind: "fixed",
      minutes: Number.NaN,
      ends: "2026-01-01T00:00:00.000Z",
      promotion: undefined,
    };
    const now = 0;
    expect(deadlineOf(settings, "k", { storage: storageOf(), now })).toBe(Date.UTC(2026, 0, 1));
  });
});
