import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Tones } from "#src/features/pages/media/rules.ts";
import { LOOKS } from "#src/features/pages/profiles/looks-rules.ts";
import { DEFAULT_THEME } from "#src/features/pages/profiles/rules.ts";
import { contrastRatio, mix } from "#src/lib/colors.ts";
import type { StyleInputs } from "../page-view.ts";
import { pageCss } from "./page-css.ts";
import { hasDarkMode, paletteCss } from "./palette.ts";

const look = (theme: Partial<StyleInputs["theme"]>, scrim: StyleInputs["scrim"] = null): StyleInputs => ({
  theme: { ...DEFAULT_THEME, ...theme },
  scrim,
  banner: null,
  dialogs: { warns: false, asks: false, helps: false },
});
const PAPER = { theme_color: "#faf7f2", text_color: "#1c1917" };
const DIM = { darkest: "#05060a", lightest: "#28303c" };
const PALE = { darkest: "#c8d0d8", lightest: "#ffffff" };
const BUSY = { darkest: "#000000", lightest: "#ffffff" };
const over = (overlay: "white" | "black", tones: Tones | null, opacity = 0.3) => ({
  overlay,
  opacity,
  tones,
});

it("the default colors that owners see in the editor are those of the page", () => {
  const colors = "--bg:#ede5ff;.*--text:#2e1065;.*--button:#ffffff;--label:#2e1065";
  for (const always_own_colors of [false, true])
    expect(paletteCss(look({ always_own_colors }))).toMatch(new RegExp(`^:root,:host{${colors}`));
});

describe("text over a picture", () => {
  const inkOf = (one: StyleInputs) => /--text:(#[0-9a-f]{6})/.exec(paletteCss(one))?.[1];
  const scrimOf = (one: StyleInputs) => /--scrim:(#[0-9a-f]{8})/.exec(paletteCss(one))?.[1];

  it("is white on dark pictures and black on light ones, whatever the overlay, as long as that's readable", () => {
    expect(inkOf(look({}, over("black", DIM)))).toBe("#ffffff");
    expect(inkOf(look({}, over("white", DIM)))).toBe("#ffffff");
    expect(inkOf(look({}, over("white", PALE)))).toBe("#000000");
    expect(inkOf(look({}, over("black", PALE, 0)))).toBe("#000000");
  });

  it("has the owner's color where that is readable all over the picture, and nowhere else", () => {
    expect(inkOf(look({ text_color: "#ffe4ec" }, over("black", DIM)))).toBe("#ffe4ec");
    expect(inkOf(look({ text_color: "#331133" }, over("black", DIM)))).toBe("#ffffff");
    expect(inkOf(look({ text_color: "#331133" }, over("white", PALE)))).toBe("#331133");
  });

  it("keeps the overlay as the owner wants it unless no text would be readable, then makes it denser", () => {
    expect(scrimOf(look({}, over("black", DIM)))).toBe("#0000004d");
    for (const tones of [BUSY, null]) {
      expect(scrimOf(look({}, over("black", tones)))).toMatch(/^#0000008[a-f]|^#0000009/);
      expect(scrimOf(look({}, over("white", tones)))).toMatch(/^#ffffff[78]/);
    }
  });

  it("is readable on the darkest and the lightest color, whatever both and the overlay are", () => {
    const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);
    const opacity = fc.double({ min: 0, max: 1, noNaN: true });
    const overlay = fc.constantFrom("white" as const, "black" as const);
    fc.assert(
      fc.property(color, color, color, overlay, opacity, (darkest, lightest, text_color, cover, share) => {
        const one = look({ text_color }, over(cover, { darkest, lightest }, share));
        const ink = inkOf(one) ?? "";
        const scrim = scrimOf(one) ?? "";
        const density = Number.parseInt(scrim.slice(7), 16) / 255;
        for (const spot of [darkest, lightest])
          expect(contrastRatio(ink, mix(scrim.slice(0, 7), spot, density))).toBeGreaterThan(4.5);
      }),
    );
  });

  it("says in its own color what’s wrong in the form, because red isn’t readable on every picture", () => {
    expect(paletteCss(look({}, over("black", BUSY)))).toMatch(/--text:(#[0-9a-f]{6});.*--wrong:\1;/);
  });

  it("is on frosted cards rather than black ones, unless the owner chose a color for them", () => {
    const frosted = /\.card\{background:var\(--chip\)[^}]*backdrop-filter:blur/;
    expect(pageCss(look({}, over("black", BUSY)))).toMatch(frosted);
    expect(pageCss(look({ button_color: "#bef264", button_style: "outline" }, over("black", BUSY)))).toMatch(
      frosted,
    );
    expect(pageCss(look({ button_color: "#bef264" }, over("black", BUSY)))).not.toMatch(frosted);
    expect(paletteCss(look({ button_color: "#000000" }, over("black", BUSY)))).not.toMatch(
      /--(bg|chip):#000000/,
    );
  });
});

describe("a page in dark mode", () => {
  const left = { always_own_colors: false };

  it("is darker than in light mode if the owner chose no colors or leaves the choice to the visitor", () => {
    const shown = [look({}), look({ ...PAPER, ...left }), look({}, over("white", null))];
    for (const one of [...shown, look({ ...PAPER, ...left }, over("white", PALE))]) {
      expect(hasDarkMode(one)).toBe(true);
      expect(paletteCss(one)).toContain("data-scheme=dark");
    }
  });

  it("keeps the colors that the owner chose, and offers no choice", () => {
    const chosen = [PAPER, { button_color: "#bef264" }, { text_color: "#331133" }];
    for (const one of [...chosen, { always_own_colors: true }].map((theme) => look(theme))) {
      for (const page of [one, { ...one, scrim: over("white", PALE) }]) {
        expect(hasDarkMode(page)).toBe(false);
        expect(paletteCss(page)).not.toContain("dark){");
      }
    }
  });
});

describe("a gradient or pattern", () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);
  const partOf = (css: string, name: string) => new RegExp(`--${name}:([^;}]*)`).exec(css)?.[1] ?? "";
  const nightOf = (css: string) => css.slice(css.indexOf("{:root:not"));
  /** Text that is directly on the page. */
  const TEXTS = ["text", "soft", "muted", "bad"];

  function leastContrast(css: string): number {
    const stops = [...partOf(css, "wash").matchAll(/#[0-9a-f]{6}\b/g)].map(([stop]) => stop);
    const spots = stops.flatMap((stop, at) =>
      Array.from({ length: 21 }, (_, step) => mix(stop, stops[at + 1] ?? stop, step / 20)),
    );
    return Math.min(...TEXTS.flatMap((name) => spots.map((spot) => contrastRatio(partOf(css, name), spot))));
  }

  it("is readable all over, whatever its colors and the text's are, by day and by night", () => {
    fc.assert(
      fc.property(color, color, color, color, fc.boolean(), (first, second, third, text_color, isPattern) => {
        const theme = { theme_color: first, text_color, background_colors: [second, third] };
        const background_kind = isPattern ? ("pattern" as const) : ("gradient" as const);
        const one = look({ ...theme, background_kind, always_own_colors: false });
        expect(leastContrast(paletteCss(one))).toBeGreaterThanOrEqual(4.5);
        if (hasDarkMode(one)) expect(leastContrast(nightOf(paletteCss(one)))).toBeGreaterThanOrEqual(4.5);
      }),
      { examples: [["#000000", "#000000", "#000000", "#714dfc", false]] },
    );
  });

  it("stays as it was chosen where the text is readable, and is the owner's color choice in dark mode", () => {
    const theme = {
      ...PAPER,
      background_kind: "gradient" as const,
      background_colors: ["#ffe4d6", "#f3d9ff"],
    };
    expect(partOf(paletteCss(look({ ...theme, background_angle: 30 })), "wash")).toBe(
      "linear-gradient(30deg,#faf7f2,#ffe4d6,#f3d9ff)",
    );
    expect(hasDarkMode(look({ background_kind: "gradient", background_colors: ["#ffe4d6"] }))).toBe(false);
    expect(hasDarkMode(look({ ...theme, always_own_colors: false }))).toBe(true);
    expect(paletteCss(look({ background_kind: "gradient" }))).toBe(paletteCss(look({})));
  });

  it("and the fonts, picture and header of a look cost pages without them nothing", () => {
    const { always_own_colors: _, theme_color, text_color, button_color, button_text_color } = DEFAULT_THEME;
    const colors = { theme_color, text_color, button_color, button_text_color };
    expect(pageCss(look({}))).toBe(pageCss({ ...look({}), theme: colors }));
    expect(pageCss(look({}))).not.toMatch(/@font-face|conic-gradient|main::before/);
  });
});

describe("the looks", () => {
  it("are at least twenty, each with its own name, and keep their colors in dark mode", () => {
    expect(LOOKS.length).toBeGreaterThanOrEqual(20);
    for (const part of ["key", "label"] as const)
      expect(new Set(LOOKS.map((one) => one[part])).size).toBe(LOOKS.length);
    for (const { key, theme } of LOOKS) {
      expect([key, hasDarkMode(look(theme))]).toEqual([key, key === "fanfare"]);
      if (key !== "fanfare") expect(pageCss(look(theme))).not.toContain("prefers-color-scheme");
    }
  });

  it("have text that needs no repair", () => {
    for (const { key, theme } of LOOKS) {
      const css = paletteCss(look(theme));
      const { text_color, button_color, button_text_color, background_colors } = theme;
      expect([key, css]).toEqual([key, expect.stringContaining(`--text:${text_color};`)]);
      expect(css).toContain(`--button:${button_color};--label:${button_text_color};`);
      for (const color of background_colors)
        expect([key, css]).toEqual([key, expect.stringContaining(color)]);
    }
  });
});
