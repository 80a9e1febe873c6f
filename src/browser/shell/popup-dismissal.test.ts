import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { findDismissal, saveDismissal } from "./popup-dismissal.ts";

const NOW = Date.parse("2026-01-01T12:00:00Z");
const closing = { person: "mia", never: false, at: NOW, isSaved: false };
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

it("§9 a popup closed for now stays closed for three days, for the person who closed it", () => {
  saveDismissal(closing);
  expect(findDismissal("mia", NOW + 3 * DAY_MS - 1)).toEqual(closing);
  expect(findDismissal("mia", NOW + 3 * DAY_MS)).toBeUndefined();
  expect(findDismissal("zoe", NOW)).toBeUndefined();
});

it("§4 a popup that someone doesn't want to see again stays closed", () => {
  saveDismissal({ ...closing, never: true });
  expect(findDismissal("mia", NOW + 1000 * DAY_MS)?.never).toBe(true);
});

it("nothing is remembered by a browser that keeps nothing, or keeps nonsense", () => {
  expect(findDismissal("mia", NOW)).toBeUndefined();
  for (const nonsense of ["{", "5", "[]", '"x"']) {
    kept.set("fanfare.referral-popup", nonsense);
    expect(findDismissal("mia", NOW)).toBeUndefined();
  }
  vi.stubGlobal("localStorage", undefined);
  expect(() => saveDismissal(closing)).not.toThrow();
  expect(findDismissal("mia", NOW)).toBeUndefined();
});
