import { DEFAULT_THEME, type ThemeColors } from "#src/features/pages/profiles/rules.ts";

interface Preset {
  label: string;
  theme: Readonly<ThemeColors>;
}

function preset(
  label: string,
  colors: readonly [page: string, text: string, button: string, label: string],
): Preset {
  const [theme_color, text_color, button_color, button_text_color] = colors;
  return { label, theme: { theme_color, text_color, button_color, button_text_color } };
}

/** Color sets in which every pair is readable. */
export const PRESETS: readonly Preset[] = [
  { label: "Fanfare", theme: colorsOf(DEFAULT_THEME) },
  preset("Paper", ["#faf7f2", "#1c1917", "#1c1917", "#faf7f2"]),
  preset("Midnight", ["#0b1020", "#e6e9f5", "#fcbf34", "#1a1404"]),
  preset("Forest", ["#12372a", "#fbfada", "#adbc9f", "#0f2a20"]),
  preset("Coral", ["#fff1ec", "#4a1d12", "#c2412d", "#ffffff"]),
  preset("Ocean", ["#e7f5fb", "#0b3a53", "#0b6e99", "#ffffff"]),
  preset("Rose", ["#831843", "#fdf2f8", "#fbcfe8", "#500724"]),
  preset("Ink", ["#000000", "#ffffff", "#ffffff", "#000000"]),
  preset("Lime", ["#1a2e05", "#f7fee7", "#bef264", "#1a2e05"]),
];

export function colorsOf({
  theme_color,
  text_color,
  button_color,
  button_text_color,
}: Readonly<ThemeColors>): ThemeColors {
  return { theme_color, text_color, button_color, button_text_color };
}

export function hasColors(a: Readonly<ThemeColors>, b: Readonly<ThemeColors>): boolean {
  return (Object.keys(colorsOf(b)) as (keyof ThemeColors)[]).every(
    (name) => a[name].toLowerCase() === b[name].toLowerCase(),
  );
}
