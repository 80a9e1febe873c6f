import { isColor } from "#src/lib/colors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { DEFAULT_LOOK, hasSurface, type LookSettings, parseLook } from "./theme-rules.ts";

export const RESTORE_DAYS = 30;
/** An old username redirects to its profile and is reserved for this long. */
export const OLD_USERNAME_DAYS = 90;
const HOUR_MS = 3_600_000;

/**
 * Returns the end of a username's reservation after a profile gives it up `now`, having had it since `since`:
 * 90 days, or if that was less than a day, only as long as it was in use, but at least an hour. This keeps
 * people from collecting names by trying them on.
 */
export function reservedUntil(since: Date, now: Date): Date {
  const used = now.getTime() - since.getTime();
  const kept = used < DAY_MS ? Math.max(used, HOUR_MS) : OLD_USERNAME_DAYS * DAY_MS;
  return new Date(now.getTime() + kept);
}

export interface UsernameReservation {
  created_at: string;
  username_since: string | null;
  deleted_at: string | null;
}

const heldSince = ({ username_since, created_at }: UsernameReservation) =>
  new Date(username_since ?? created_at);

/** True if others may have the name of a profile in the trash, because the profile only tried it on. */
export function isReservationOver(holding: UsernameReservation, now: Date): boolean {
  const { deleted_at } = holding;
  if (deleted_at === null || !wasHeldBriefly(holding, now)) return false;
  return reservedUntil(heldSince(holding), new Date(deleted_at)) <= now;
}

/**
 * True if a profile that existed until its deletion, or else until `end`, had its name for less than a day.
 */
export function wasHeldBriefly(holding: UsernameReservation, end: Date): boolean {
  const until = holding.deleted_at === null ? end : new Date(holding.deleted_at);
  return until.getTime() - heldSince(holding).getTime() < DAY_MS;
}

/** Separates a released name from the id of the profile that had it. No URL has this character. */
const TAKEN_FROM = "~";

export const displacedUsername = (username: string, id: string) => username + TAKEN_FROM + id;

/** Returns a profile's username before others took it from the trash. */
export function originalUsername(username: string): string {
  return username.split(TAKEN_FROM)[0] ?? "";
}

export const USERNAME_CHARS_MAX = 30;
export const USERNAME_PATTERN = /^[a-z0-9]{1,30}$/;

/**
 * First segments of the product's own paths (spec §2), and names that could pass for the product or its
 * files.
 */
export const RESERVED_USERNAMES: ReadonlySet<string> = new Set([
  ..."auth forgot-password reset-password accept-invitation dashboard help admin".split(" "),
  ..."privacy-policy terms-and-conditions cookie-policy".split(" "),
  ..."api go u assets media www static health metrics".split(" "),
  ..."robots.txt favicon.ico manifest.json sw.js advanced-sw.js".split(" "),
]);

/** Platforms with their own mark, in the order of spec §9. All others get a globe. */
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
 * Returns the username derived from a profile's name (spec §5): lowercased, only letters and digits, at most
 * 30 characters. Names in other scripts are transliterated (NFKD) or else become `user` plus `random4()`,
 * four digits. The result may be reserved or taken: see `nextFreeUsername`.
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

/** Returns `base` with a number appended, or `base` itself for 0. At most 30 characters. */
export function numberedUsername(base: string, number: number): string {
  const digits = number === 0 ? "" : String(number);
  return base.slice(0, USERNAME_CHARS_MAX - digits.length) + digits;
}

/**
 * Returns `base`, or `base` with the smallest number that makes it neither taken nor reserved. At most 30
 * characters.
 */
export function nextFreeUsername(base: string, taken: ReadonlySet<string>): string {
  let number = 0;
  let candidate = numberedUsername(base, number);
  while (taken.has(candidate) || RESERVED_USERNAMES.has(candidate))
    candidate = numberedUsername(base, ++number);
  return candidate;
}

interface Selectable {
  id: string;
  status: string;
  is_active: boolean | null;
  draft_of?: string | null;
}

/** True for what the dashboard can work on: active pages, and drafts, though they're off. */
export function isSelectable({ status, draft_of }: Pick<Selectable, "status" | "draft_of">): boolean {
  return status === "active" || Boolean(draft_of);
}

/**
 * Picks the profile that the dashboard works on (spec §4): the selected one while it's active or a draft, else the
 * first active one, preferring one flagged `is_active`.
 */
export function chooseSelected<Profile extends Selectable>(
  profiles: readonly Profile[],
  selectedId: string | null | undefined,
): Profile | undefined {
  const active = profiles.filter((profile) => profile.status === "active");
  return (
    profiles.find((profile) => profile.id === selectedId && isSelectable(profile)) ??
    active.find((profile) => profile.is_active === true) ??
    active[0]
  );
}

/** Parses a value that may have been stored as JSON text. Undefined for text that isn't JSON. */
export function parseIfJson(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Returns `value[name]` of any stored value, or undefined if it doesn't exist. */
export function propertyOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** The styles of a page's link buttons. The first one is the default. */
export const BUTTON_STYLES = ["filled", "outline", "soft", "shadow"] as const;
export const BUTTON_SHAPES = ["rounded", "pill", "square"] as const;

export interface ThemeColors {
  theme_color: string;
  text_color: string;
  button_color: string;
  button_text_color: string;
}

export interface ThemeSettings extends ThemeColors, LookSettings {
  button_style: (typeof BUTTON_STYLES)[number];
  button_shape: (typeof BUTTON_SHAPES)[number];
  /** True if visitors in dark mode get these colors too; null means as soon as a color is chosen. */
  always_own_colors: boolean | null;
}

/**
 * White cards on the purple gradient of spec §2, in its light variant. The color of §9 is for the lead form's
 * button.
 */
export const DEFAULT_THEME: Readonly<ThemeSettings> = {
  theme_color: "#ede5ff",
  text_color: "#2e1065",
  button_color: "#ffffff",
  button_text_color: "#2e1065",
  button_style: "filled",
  button_shape: "rounded",
  always_own_colors: null,
  ...DEFAULT_LOOK,
};

const THEME_COLORS = ["theme_color", "text_color", "button_color", "button_text_color"] as const;

/**
 * True if visitors in dark mode see the page in its light colors. Chosen colors apply unless the owner
 * decides otherwise.
 */
export function overridesDarkMode(
  theme: ThemeColors & Partial<LookSettings> & { always_own_colors?: boolean | null },
): boolean {
  return (
    theme.always_own_colors ??
    (hasSurface(theme) ||
      THEME_COLORS.some((name) => isColor(theme[name]) && theme[name].toLowerCase() !== DEFAULT_THEME[name]))
  );
}

/** Returns `value` if it's one of `choices`, otherwise `otherwise`. */
export function oneOf<Choice extends string>(
  choices: readonly Choice[],
  value: unknown,
  otherwise: Choice,
): Choice {
  return choices.find((choice) => choice === value) ?? otherwise;
}

/**
 * Parses `theme_settings`, an object or its JSON. Anything that isn't a plain hex color or a known choice
 * becomes the default.
 */
export function parseThemeSettings(value: unknown): ThemeSettings {
  const read = parseIfJson(value);
  const color = (name: keyof ThemeColors) => {
    const written = propertyOf(read, name);
    return isColor(written) ? written.toLowerCase() : DEFAULT_THEME[name];
  };
  const isAlways = propertyOf(read, "always_own_colors");
  return {
    theme_color: color("theme_color"),
    text_color: color("text_color"),
    button_color: color("button_color"),
    button_text_color: color("button_text_color"),
    button_style: oneOf(BUTTON_STYLES, propertyOf(read, "button_style"), "filled"),
    button_shape: oneOf(BUTTON_SHAPES, propertyOf(read, "button_shape"), "rounded"),
    always_own_colors: typeof isAlways === "boolean" ? isAlways : null,
    ...parseLook((name) => propertyOf(read, name)),
  };
}

/** Sanitizes text to one line, or null if it has nothing visible. */
export function cleanLine(raw: string | null | undefined, max: number): string | null {
  return cleanOptional(raw?.replace(/\s+/g, " "), max);
}

/** Sanitizes text of several lines, or null if it has nothing visible. */
export function cleanOptional(raw: string | null | undefined, max?: number): string | null {
  const text = cleanText(raw ?? "", max);
  return isBlank(text) ? null : text;
}
