import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { newId } from "#src/kit/new-id.ts";
import { NEW_PROFILE } from "../shared/new-profile.ts";
import { fittingChanges } from "./kept-values.ts";
import { formOf } from "./profile-form.ts";

const KEY = "fanfare.unsaved";
const CHANGES = { updated_at: "2026-01-01T00:00:00.000Z", was: { name: "Mia" }, values: { name: "Mia M" } };
let kept: Map<string, string>;
let charsMax = 10_000;

function storage() {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
    setItem(key: string, value: string) {
      if (value.length > charsMax) throw new DOMException("", "QuotaExceededError");
      kept.set(key, value);
    },
  };
}

/** In a tab of its own. */
async function load() {
  vi.resetModules();
  kept.set("fanfare.tab", newId());
  return import("./local-changes.ts");
}

beforeEach(() => {
  kept = new Map();
  charsMax = 10_000;
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("sessionStorage", storage());
});
afterEach(() => vi.unstubAllGlobals());

it.each(["{", "5", "[]", '"x"', '{"mia p":"abc"}', '{"mia p":{"tab":"abc"}}'])(
  "what's typed is kept in a browser whose storage has %s in its place",
  async (nonsense) => {
    kept.set(KEY, nonsense);
    const { localChanges, keepLocally, closedTabs, takeChangesOf } = await load();
    expect(localChanges("mia p")).toBeNull();
    for (const closed of await closedTabs("mia p")) takeChangesOf("mia p", closed);
    expect(keepLocally("mia p", CHANGES)).toBe(true);
    expect(localChanges("mia p")).toEqual(CHANGES);
    expect(keepLocally("mia p", null)).toBe(true);
    expect(localChanges("mia p")).toBeNull();
  },
);

it.each([
  { ...CHANGES, updated_at: "soon" },
  { ...CHANGES, updated_at: undefined },
  { ...CHANGES, was: "x" },
  { ...CHANGES, values: [] },
])("a damaged copy counts as none: %j", async (damaged) => {
  const { localChanges } = await load();
  kept.set(KEY, JSON.stringify({ "mia p": { [kept.get("fanfare.tab") ?? ""]: damaged } }));
  expect(localChanges("mia p")).toBeNull();
});

it("nobody is told that something is kept that has no room, and nobody else finds it", async () => {
  const { localChanges, keepLocally } = await load();
  expect(keepLocally("mia p", CHANGES)).toBe(true);
  charsMax = 10;
  expect(keepLocally("mia p", { ...CHANGES, values: { name: "Mia Miller" } })).toBe(false);
  expect(localChanges("mia p")).toEqual(CHANGES);
  expect(localChanges("zoe p")).toBeNull();
  vi.stubGlobal("localStorage", undefined);
  expect(keepLocally("mia p", CHANGES)).toBe(false);
});

it("the form takes what it can show, and what was saved of that", () => {
  const form = { ...formOf(NEW_PROFILE), name: "Mia" };
  const theme = { ...form.theme, font: 5 };
  const values = {
    name: "Mia M",
    notes: null,
    public_notes: 5,
    theme,
    socials: [{ platform: 1 }],
    gone: "x",
  };
  const was = { name: "Mia", notes: null, theme_settings: {}, gone: null };
  expect(fittingChanges({ values, was }, form)).toEqual({ values: { name: "Mia M" }, was: { name: "Mia" } });
  const { font: _, ...older } = form.theme;
  const some = {
    theme: { ...older, theme_color: "#000000" },
    socials: [{ platform: "x", url: "u", key: "k" }],
    past_emails: 3,
  };
  expect(fittingChanges({ values: some, was: {} }, form).values).toEqual({
    ...some,
    theme: { ...form.theme, theme_color: "#000000" },
  });
});
