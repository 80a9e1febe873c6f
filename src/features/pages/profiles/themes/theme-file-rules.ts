/* The dashboard shows these texts. */
import type { LookTheme } from "../looks-rules.ts";
import { DEFAULT_THEME, parseThemeSettings } from "../rules.ts";

export const THEMES_MAX = 100;
/** Everyone scrolls through them, on phones, too. */
export const GALLERY_MAX = 40;
export const THEME_NAME_CHARS_MAX = 60;
/** Many times what a theme takes. */
export const THEME_FILE_BYTES_MAX = 64 * 1024;

const THEME_FORMAT = "fanfare-theme";
const THEME_VERSION = 1;

const { always_own_colors: _, ...DEFAULT_LOOK_THEME } = DEFAULT_THEME;

/** A theme without what belongs to a page. */
export function lookOf(theme: unknown): LookTheme {
  const { always_own_colors: _, ...look } = parseThemeSettings(theme);
  return look;
}

/** Returns the content of a theme's file. */
export function themeFile(name: string, theme: LookTheme): string {
  const written = { format: THEME_FORMAT, version: THEME_VERSION, name, theme: lookOf(theme) };
  return `${JSON.stringify(written, null, 2)}\n`;
}

export type ThemeReading = { ok: true; name: string; theme: LookTheme } | { ok: false; problem: string };

/**
 * Reads a theme's file. What isn't part of a theme, or can't be, is refused by its name: a page mustn't look
 * different from what its file says. What's left out is as on a new page.
 */
export function readThemeFile(text: string): ThemeReading {
  const file = parsed(text);
  if (!isRecord(file) || file.format !== THEME_FORMAT || !isRecord(file.theme))
    return refused("This isn’t a theme’s file. Export one from the Design tab of a page.");
  if (file.version !== THEME_VERSION)
    return refused("This theme is from a newer version of Fanfare. Update this one first.");
  const stranger = [
    ...Object.keys(file).filter((name) => !["format", "version", "name", "theme"].includes(name)),
    ...Object.keys(file.theme).filter((name) => !Object.hasOwn(DEFAULT_LOOK_THEME, name)),
  ].find(() => true);
  if (stranger !== undefined) {
    return /picture|image|url/i.test(stranger)
      ? refused(
          `Pictures don’t come with a theme: take out “${stranger}”, and upload the picture to the page.`,
        )
      : refused(`“${stranger}” isn’t part of a theme. Take it out of the file.`);
  }
  const theme = lookOf(file.theme);
  for (const [name, written] of Object.entries(file.theme)) {
    const read = theme[name as keyof LookTheme];
    if (JSON.stringify(read) !== JSON.stringify(written).toLowerCase())
      return refused(`A theme’s “${name}” can’t be ${JSON.stringify(written).slice(0, 60)}.`);
  }
  const name = typeof file.name === "string" ? file.name.trim().slice(0, THEME_NAME_CHARS_MAX) : "";
  return { ok: true, name, theme };
}

const refused = (problem: string): ThemeReading => ({ ok: false, problem });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
