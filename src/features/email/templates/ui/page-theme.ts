import { DEFAULT_THEME, type Theme } from "#src/features/email/templates/rules.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";

const CORNERS = { rounded: 12, pill: 24, square: 0 };

/** Takes an e-mail's colors from a page. Its text stays on white, since inboxes change other backgrounds. */
export function themeFromPage({ theme_settings }: Pick<Profile, "theme_settings">): Theme {
  const { theme_color, button_color, button_text_color, button_shape } = theme_settings;
  return {
    ...DEFAULT_THEME,
    background: hex(theme_color, DEFAULT_THEME.background),
    accent: hex(button_color, DEFAULT_THEME.accent),
    accent_text: hex(button_text_color, DEFAULT_THEME.accent_text),
    radius: CORNERS[button_shape],
  };
}

const hex = (color: string, fallback: string) => (/^#[0-9a-f]{6}$/i.test(color) ? color : fallback);
