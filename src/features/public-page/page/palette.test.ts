import { describe, expect, it } from "vitest";
import { DEFAULT_THEME } from "#src/features/profiles/rules.ts";
import type { PageLook } from "./page-view.ts";
import { hasNight, paletteCss } from "./palette.ts";

const look = (theme: Partial<PageLook["theme"]>, veil: PageLook["veil"] = null): PageLook => ({
  theme: { ...DEFAULT_THEME, ...theme },
  veil,
  banner: null,
  dialogs: { warns: false, asks: false, helps: false },
});
const PAPER = { theme_color: "#faf7f2", text_color: "#1c1917" };
const PICTURE = { overlay: "white", opacity: 0.3 } as const;

it("the default colors that owners see in the editor are those of the page", () => {
  const colors = "--bg:#ede5ff;.*--text:#2e1065;.*--button:#ffffff;--label:#2e1065";
  for (const always_own_colors of [false, true])
    expect(paletteCss(look({ always_own_colors }))).toMatch(new RegExp(`^:root,:host{${colors}`));
});

it("text over a picture is white or black until the owner chooses a color", () => {
  expect(paletteCss(look({}, { overlay: "black", opacity: 0.3 }))).toMatch(/^[^\n]*--text:#ffffff/);
  expect(paletteCss(look({}, PICTURE))).toMatch(/^[^\n]*--text:#000000/);
  expect(paletteCss(look({ text_color: "#331133" }, PICTURE))).toMatch(/^[^\n]*--text:#331133/);
});

describe("a page in dark mode", () => {
  it("is darker than in light mode if the owner leaves the choice to the visitor", () => {
    for (const one of [look({}), look(PAPER), look(PAPER, PICTURE)]) {
      expect(hasNight(one)).toBe(true);
      expect(paletteCss(one)).toContain("data-scheme=dark");
    }
  });

  it("keeps the owner's colors if the owner says so, and offers no choice", () => {
    for (const one of [{}, PAPER].map((theme) => look({ ...theme, always_own_colors: true }))) {
      for (const page of [one, { ...one, veil: PICTURE }]) {
        expect(hasNight(page)).toBe(false);
        expect(paletteCss(page)).not.toContain("dark){");
      }
    }
  });
});
