import { DAY_MS } from "#src/lib/time.ts";

/** How long a deleted profile can be brought back. */
export const RESTORE_DAYS = 30;
/** How long an old username leads to the profile that had it, and nobody else can take it. */
export const OLD_USERNAME_DAYS = 90;
const HOUR_MS = 3_600_000;

/**
 * Until when a username is kept that a profile has had since `since` and gives up `now`: 90 days, or for less than a day
 * only as long as it was in use, and at least an hour. Nobody collects names by trying them on.
 */
export function keptUntil(since: Date, now: Date): Date {
  const used = now.getTime() - since.getTime();
  const kept = used < DAY_MS ? Math.max(used, HOUR_MS) : OLD_USERNAME_DAYS * DAY_MS;
  return new Date(now.getTime() + kept);
}

export const USERNAME_CHARS_MAX = 30;
export const USERNAME_PATTERN = /^[a-z0-9]{1,30}$/;

/** First segments of paths that are the product's own (spec §2), and names that stand for the product or its files. */
export const RESERVED_USERNAMES: ReadonlySet<string> = new Set([
  ..."auth forgot-password reset-password accept-invitation dashboard help admin".split(" "),
  ..."privacy-policy terms-and-conditions cookie-policy".split(" "),
  ..."api go assets media www static health metrics".split(" "),
  ..."robots.txt favicon.ico manifest.json sw.js advanced-sw.js".split(" "),
]);

/** The platforms with a mark of their own, in the order of spec §9; every other one gets a globe. */
export const SOCIAL_PLATFORMS = [
  "facebook",
  "instagram",
  "twitter",
  "x",
  "linkedin",
  "youtube",
  "tiktok",
  "snapchat",
  "pinterest",
  "whatsapp",
  "telegram",
  "discord",
  "spotify",
] as const;

/**
 * The username that a profile's name asks for (spec §5): lowercased, everything but letters and digits dropped, at most
 * 30 characters. A name in another script is transliterated (NFKD), and failing that it is `user` and `random4()`, four
 * digits. It may be reserved or taken: see `nextFreeUsername`.
 */
export function usernameFromName(name: string, random4: () => string): string {
  const derived = lettersAndDigits(name) || lettersAndDigits(name.normalize("NFKD"));
  return derived || `user${random4()}`;
}

function lettersAndDigits(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "")
    .slice(0, USERNAME_CHARS_MAX);
}

/** `base` with a number appended, itself for 0; at most 30 characters. */
export function numberedUsername(base: string, number: number): string {
  const digits = number === 0 ? "" : String(number);
  return base.slice(0, USERNAME_CHARS_MAX - digits.length) + digits;
}

/** `base` itself, or with the smallest number appended that is neither taken nor reserved; at most 30 characters. */
export function nextFreeUsername(base: string, taken: ReadonlySet<string>): string {
  let number = 0;
  let candidate = numberedUsername(base, number);
  while (taken.has(candidate) || RESERVED_USERNAMES.has(candidate))
    candidate = numberedUsername(base, ++number);
  return candidate;
}

/** The refusal of spec §5 with the number of slots that the account really has. */
export function profileLimitMessage(limit: number): string {
  return `Profile creation limit reached. You can have up to ${limit} active profiles.`;
}

interface Selectable {
  id: string;
  status: string;
  is_active: boolean | null;
}

/**
 * Which profile the dashboard works on (spec §4): the selected one while it is active, else the first active one,
 * preferring one flagged `is_active`; none when no profile is active.
 */
export function chooseSelected<Profile extends Selectable>(
  profiles: readonly Profile[],
  selectedId: string | null | undefined,
): Profile | undefined {
  const active = profiles.filter((profile) => profile.status === "active");
  return (
    active.find((profile) => profile.id === selectedId) ??
    active.find((profile) => profile.is_active === true) ??
    active[0]
  );
}

/** A value that may have been stored as JSON text; undefined for text that is none. */
export function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** `value[name]` of whatever was stored; undefined where there is no such thing. */
export function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** How a page's link buttons look; the first one is the default. */
export const BUTTON_STYLES = ["filled", "outline", "soft", "shadow"] as const;
export const BUTTON_SHAPES = ["rounded", "pill", "square"] as const;

export interface ThemeColors {
  theme_color: string;
  text_color: string;
  button_color: string;
  button_text_color: string;
}

export interface ThemeSettings extends ThemeColors {
  button_style: (typeof BUTTON_STYLES)[number];
  button_shape: (typeof BUTTON_SHAPES)[number];
  /** Visitors in dark mode get these colors too. */
  always_own_colors: boolean;
}

/** White cards stand out on the default purple background of spec §2; the color of §9 is the lead form's button. */
export const DEFAULT_THEME: Readonly<ThemeSettings> = {
  theme_color: "#6d28d9",
  text_color: "#ffffff",
  button_color: "#ffffff",
  button_text_color: "#2e1065",
  button_style: "filled",
  button_shape: "rounded",
  always_own_colors: false,
};

/** True for `#rgb` and `#rrggbb`, the only colors that reach a style sheet. */
export function isColor(value: unknown): value is string {
  return typeof value === "string" && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value);
}

/** `value` when it is one of `choices`, else `otherwise`. */
export function oneOf<Choice extends string>(
  choices: readonly Choice[],
  value: unknown,
  otherwise: Choice,
): Choice {
  return choices.find((choice) => choice === value) ?? otherwise;
}

/** Reads `theme_settings`, an object or its JSON; whatever is no plain hex color and no known choice becomes the default. */
export function readThemeSettings(value: unknown): ThemeSettings {
  const read = parsed(value);
  const color = (name: keyof ThemeColors) => {
    const written = field(read, name);
    return isColor(written) ? written.toLowerCase() : DEFAULT_THEME[name];
  };
  return {
    theme_color: color("theme_color"),
    text_color: color("text_color"),
    button_color: color("button_color"),
    button_text_color: color("button_text_color"),
    button_style: oneOf(BUTTON_STYLES, field(read, "button_style"), "filled"),
    button_shape: oneOf(BUTTON_SHAPES, field(read, "button_shape"), "rounded"),
    always_own_colors: field(read, "always_own_colors") === true,
  };
}

/** Contrast of two hex colors as WCAG 2 defines it, from 1 to 21; text wants at least 4.5. */
export function contrastRatio(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance (WCAG 2), 0 to 1. */
function luminance(color: string): number {
  const digits = color.length === 4 ? color.replace(/[0-9a-f]/gi, "$&$&") : color;
  const channel = (at: number) => {
    const value = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
