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
