import { expect, it, vi } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { hasDismissedOffer, recordOfferDismissed } from "./offer-dismissal.ts";

it("a no to premium is remembered for seven days", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  const now = Date.parse("2026-11-22T12:00:00Z");
  expect(hasDismissedOffer(now)).toBe(false);
  recordOfferDismissed(now);
  expect(hasDismissedOffer(now + 7 * DAY_MS - 1)).toBe(true);
  expect(hasDismissedOffer(now + 7 * DAY_MS)).toBe(false);
  vi.unstubAllGlobals();
});

it("somebody whose browser stores nothing is simply asked again", () => {
  expect(hasDismissedOffer()).toBe(false);
  expect(() => recordOfferDismissed()).not.toThrow();
});
