import { DEFAULT_THEME, type ThemeSettings } from "./rules.ts";
import { DEFAULT_LOOK, type LookSettings } from "./theme-rules.ts";

/** Everything about a look but its name. Who sees its colors in dark mode stays the owner's choice. */
export type LookTheme = Omit<ThemeSettings, "always_own_colors">;

export interface Look {
  key: string;
  label: string;
  theme: Readonly<LookTheme>;
}

type Colors = readonly [page: string, text: string, button: string, label: string];

interface Rest extends Partial<LookSettings> {
  buttons: readonly [style: ThemeSettings["button_style"], shape: ThemeSettings["button_shape"]];
}

function look(label: string, colors: Colors, { buttons: [style, shape], ...rest }: Rest): Look {
  const [theme_color, text_color, button_color, button_text_color] = colors;
  return {
    key: label.toLowerCase().replaceAll(" ", "-"),
    label,
    theme: {
      ...DEFAULT_LOOK,
      theme_color,
      text_color,
      button_color,
      button_text_color,
      button_style: style,
      button_shape: shape,
      ...rest,
    },
  };
}

const gradient = (background_angle: number, ...background_colors: string[]): Partial<LookSettings> => ({
  background_kind: "gradient",
  background_angle,
  background_colors,
});

const pattern = (name: LookSettings["pattern"], color: string): Partial<LookSettings> => ({
  background_kind: "pattern",
  pattern: name,
  background_colors: [color],
});

const { always_own_colors: _anyone, ...FANFARE } = DEFAULT_THEME;

/** The looks that come with the product. On each, all text is readable: `readability.spec.ts` measures it. */
export const LOOKS: readonly Look[] = [
  { key: "fanfare", label: "Fanfare", theme: FANFARE },
  look("Gallery", ["#ffffff", "#111111", "#111111", "#ffffff"], {
    buttons: ["filled", "square"],
    font: "inter",
    avatar_shape: "square",
    header_layout: "left",
  }),
  look("Novel", ["#f6efe3", "#2b2118", "#fffaf1", "#2b2118"], {
    buttons: ["filled", "rounded"],
    font: "lora",
    title_font: "playfair-display",
  }),
  look("Sunset", ["#ffd9a0", "#4a1027", "#fff6ee", "#4a1027"], {
    buttons: ["filled", "pill"],
    font: "outfit",
    ...gradient(165, "#ff9e8a", "#f68fb5"),
  }),
  look("Aurora", ["#0b1d3a", "#eafff7", "#d7fbe8", "#06281f"], {
    buttons: ["filled", "pill"],
    font: "space-grotesk",
    ...gradient(200, "#0e4a5c", "#116b52"),
  }),
  look("Neon", ["#0a0a12", "#f4f4ff", "#c6ff3d", "#121a00"], {
    buttons: ["filled", "square"],
    font: "jetbrains-mono",
    avatar_shape: "square",
    ...pattern("grid", "#1d1d33"),
  }),
  look("Candy", ["#ffe3ef", "#7a0f45", "#d6226f", "#ffffff"], {
    buttons: ["filled", "pill"],
    font: "nunito",
    ...pattern("dots", "#ffcadf"),
  }),
  look("Headline", ["#f4d03f", "#141414", "#141414", "#f4d03f"], {
    buttons: ["filled", "square"],
    font: "inter",
    title_font: "oswald",
    avatar_shape: "square",
    header_layout: "left",
  }),
  look("Postcard", ["#fdf8ee", "#23395b", "#ffffff", "#23395b"], {
    buttons: ["shadow", "rounded"],
    font: "nunito",
    title_font: "caveat",
    avatar_shape: "rounded",
    ...pattern("stripes", "#f6ecd9"),
  }),
  look("Botanist", ["#eef3e6", "#1f3a24", "#2f5d3a", "#ffffff"], {
    buttons: ["filled", "rounded"],
    font: "dm-sans",
    title_font: "fraunces",
    header_layout: "cover",
  }),
  look("Velvet", ["#3b0a24", "#ffeaf2", "#f7c6d9", "#3b0a24"], {
    buttons: ["soft", "rounded"],
    font: "lora",
    title_font: "playfair-display",
    ...gradient(180, "#6a1039"),
  }),
  look("Studio", ["#f3f4f6", "#16181d", "#ffffff", "#16181d"], {
    buttons: ["filled", "rounded"],
    font: "inter",
    avatar_shape: "rounded",
    header_layout: "left",
  }),
  look("Lagoon", ["#d8f6f4", "#053b45", "#04606e", "#ffffff"], {
    buttons: ["filled", "pill"],
    font: "montserrat",
    ...pattern("waves", "#cbf0ee"),
  }),
  look("Terracotta", ["#f7e4d8", "#54220f", "#a3431f", "#ffffff"], {
    buttons: ["filled", "rounded"],
    font: "dm-sans",
    title_font: "fraunces",
    avatar_shape: "rounded",
    header_layout: "cover",
  }),
  look("Arcade", ["#1a1040", "#fff7d6", "#ffd23f", "#1a1040"], {
    buttons: ["shadow", "square"],
    font: "space-grotesk",
    avatar_shape: "square",
    ...pattern("checks", "#21154f"),
  }),
  look("Manifesto", ["#ffffff", "#000000", "#ffffff", "#000000"], {
    buttons: ["shadow", "square"],
    font: "space-grotesk",
    title_font: "oswald",
    avatar_shape: "none",
  }),
  look("Lavender", ["#efe7ff", "#31135e", "#ffffff", "#31135e"], {
    buttons: ["filled", "pill"],
    font: "outfit",
    ...gradient(150, "#dcd5ff", "#fbe0f3"),
  }),
  look("Matchday", ["#0f3d2e", "#f3fff8", "#ffc93c", "#0f2e22"], {
    buttons: ["filled", "rounded"],
    font: "montserrat",
    title_font: "oswald",
    header_layout: "cover",
    ...pattern("stripes", "#124836"),
  }),
  look("Ember", ["#1b0f0b", "#fff1e6", "#ff7a3d", "#240d02"], {
    buttons: ["filled", "rounded"],
    font: "montserrat",
    ...gradient(0, "#3a1510", "#5c1d12"),
  }),
  look("Blueprint", ["#123a7a", "#eaf2ff", "#eaf2ff", "#123a7a"], {
    buttons: ["outline", "square"],
    font: "jetbrains-mono",
    avatar_shape: "square",
    header_layout: "left",
    ...pattern("grid", "#1d4a92"),
  }),
  look("Riso", ["#fff7ec", "#1c2a8c", "#ff5a4f", "#1a0503"], {
    buttons: ["shadow", "rounded"],
    font: "dm-sans",
    avatar_shape: "rounded",
    ...pattern("dots", "#ffe1d0"),
  }),
  look("Silver", ["#f5f7fa", "#1d2733", "#1d2733", "#f5f7fa"], {
    buttons: ["outline", "pill"],
    font: "outfit",
    ...gradient(160, "#dfe5ec", "#eef1f5"),
  }),
  look("Couture", ["#0d0d0d", "#f5efe6", "#f5efe6", "#0d0d0d"], {
    buttons: ["outline", "square"],
    font: "lora",
    title_font: "playfair-display",
    avatar_shape: "none",
  }),
  look("Bubblegum", ["#c9f0ff", "#3d1466", "#ffffff", "#3d1466"], {
    buttons: ["shadow", "pill"],
    font: "nunito",
    ...gradient(135, "#e9d4ff", "#ffd0ec"),
  }),
];

/** True if a theme is this look as it comes. */
export function hasLook(theme: ThemeSettings, { theme: wanted }: Look): boolean {
  return (Object.keys(wanted) as (keyof LookTheme)[]).every(
    (name) => JSON.stringify(theme[name]) === JSON.stringify(wanted[name]),
  );
}
