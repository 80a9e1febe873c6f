import type { FontKey, LookSettings } from "#src/features/pages/profiles/theme-rules.ts";

/** The version of the packages that the fonts' files are from. It's in their URLs, which never change. */
export const FONTS_VERSION = "5.3.0";
export const FONTS_PATH = `/static/fonts/${FONTS_VERSION}/`;

/** The characters of each file of a font. A browser loads only the files whose characters are on the page. */
const RANGES = {
  latin:
    "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
  "latin-ext":
    "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
  vietnamese:
    "U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB",
  cyrillic: "U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116",
  greek: "U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF",
} as const;

type Subset = keyof typeof RANGES;

interface Font {
  label: string;
  /** The lightest and the boldest weight of its files. */
  weights: string;
  /** What is shown until it has loaded, and for what it has no letters for. */
  fallback: string;
  /** In the order of their faces: the last one that has a character is used. */
  subsets: readonly Subset[];
}

const SANS = "system-ui,-apple-system,sans-serif";
const SERIF = "Georgia,serif";
const LATIN = ["latin-ext", "latin"] as const;

/** All under the SIL Open Font License. */
export const PAGE_FONTS: Readonly<Record<Exclude<FontKey, "system">, Font>> = {
  inter: {
    label: "Inter",
    weights: "100 900",
    fallback: SANS,
    subsets: ["greek", "cyrillic", "vietnamese", ...LATIN],
  },
  outfit: { label: "Outfit", weights: "100 900", fallback: SANS, subsets: LATIN },
  montserrat: {
    label: "Montserrat",
    weights: "100 900",
    fallback: SANS,
    subsets: ["cyrillic", "vietnamese", ...LATIN],
  },
  "dm-sans": { label: "DM Sans", weights: "100 1000", fallback: SANS, subsets: LATIN },
  "space-grotesk": {
    label: "Space Grotesk",
    weights: "300 700",
    fallback: SANS,
    subsets: ["vietnamese", ...LATIN],
  },
  nunito: {
    label: "Nunito",
    weights: "200 1000",
    fallback: SANS,
    subsets: ["cyrillic", "vietnamese", ...LATIN],
  },
  "playfair-display": {
    label: "Playfair Display",
    weights: "400 900",
    fallback: SERIF,
    subsets: ["cyrillic", "vietnamese", ...LATIN],
  },
  lora: { label: "Lora", weights: "400 700", fallback: SERIF, subsets: ["cyrillic", "vietnamese", ...LATIN] },
  fraunces: { label: "Fraunces", weights: "100 900", fallback: SERIF, subsets: ["vietnamese", ...LATIN] },
  oswald: {
    label: "Oswald",
    weights: "200 700",
    fallback: SANS,
    subsets: ["cyrillic", "vietnamese", ...LATIN],
  },
  caveat: { label: "Caveat", weights: "400 700", fallback: "cursive", subsets: ["cyrillic", ...LATIN] },
  "jetbrains-mono": {
    label: "JetBrains Mono",
    weights: "100 800",
    fallback: "ui-monospace,monospace",
    subsets: ["greek", "cyrillic", "vietnamese", ...LATIN],
  },
};

export interface FontFile {
  family: string;
  weights: string;
  url: string;
  range: string;
}

type Fonts = Partial<Pick<LookSettings, "font" | "title_font">>;

/** Returns the font of text and that of titles; null means the visitor's own. */
export function fontsOf({ font = "system", title_font }: Fonts) {
  const find = (key: FontKey) => (key === "system" ? null : (PAGE_FONTS[key] ?? null));
  return { text: find(font), title: find(title_font ?? font) };
}

/** Returns the files that a page in these fonts may need; none for the visitor's own. */
export function fontFilesOf({ font = "system", title_font }: Fonts): FontFile[] {
  const keys = [...new Set([font, title_font ?? font])];
  return keys.flatMap((key) => {
    const one = key === "system" ? undefined : PAGE_FONTS[key];
    if (!one) return [];
    return one.subsets.map((subset) => ({
      family: one.label,
      weights: one.weights,
      url: `${FONTS_PATH}${key}-${subset}.woff2`,
      range: RANGES[subset],
    }));
  });
}

/** Returns the file inside the fonts' packages that a URL's last part stands for, if there's one. */
export function packagedFont(file: string): string | undefined {
  for (const [key, { subsets }] of Object.entries(PAGE_FONTS)) {
    const subset = subsets.find((one) => file === `${key}-${one}.woff2`);
    if (subset) return `@fontsource-variable/${key}/files/${key}-${subset}-wght-normal.woff2`;
  }
  return undefined;
}
