import { cleanText } from "#src/lib/text.ts";
import { oneOf, parseIfJson, propertyOf } from "../rules.ts";

/** The color choices of spec §9. The last one is the default. */
export const BANNER_COLORS = [
  "purple-blue",
  "green-teal",
  "yellow-orange",
  "pink-purple",
  "red-orange",
] as const;
export type BannerColor = (typeof BANNER_COLORS)[number];

export const BANNER_POSITIONS = ["top", "bottom", "floating"] as const;
export type BannerPosition = (typeof BANNER_POSITIONS)[number];

/**
 * `restart`: starts over on every load (spec §4). `visitor`: once per visitor, stored in the browser.
 * `fixed`: at a moment.
 */
export const DEADLINES = ["restart", "visitor", "fixed"] as const;
export type Deadline = (typeof DEADLINES)[number];

export const PROMOTION_CHARS_MAX = 200;
export const COUNTDOWN_DEFAULT_MINUTES = 30;
/** A year. Anything longer is a mistake. */
export const COUNTDOWN_MINUTES_MAX = 525_600;

export interface Promotion {
  text: string;
  color: BannerColor;
  position: BannerPosition;
  deadline: Deadline;
  minutes: number;
  /** The end of a `fixed` deadline, in ISO 8601. */
  ends_at: string | null;
}

/** Keys of `promotion_settings` that duplicate a column of the lead form (spec §3). */
export const LEAD_SWITCHES = ["lead_capture_enabled", "collect_phone_enabled", "phone_required"] as const;
export const LEAD_TEXTS = [
  "lead_capture_title",
  "lead_capture_description",
  "disclaimer_text",
  "button_text",
] as const;

export interface PromotionSettings
  extends Partial<Record<(typeof LEAD_SWITCHES)[number], boolean>>,
    Partial<Record<(typeof LEAD_TEXTS)[number], string>> {
  /** In minutes. */
  countdownDuration: string;
  backgroundColor: BannerColor;
  position: BannerPosition;
  deadline: Deadline;
  ends_at: string | null;
  /** Set by rules. Whatever a person changes about the banner shows it again. */
  is_hidden?: boolean;
}

/**
 * Parses `promotion_settings` of spec §3, an object or its JSON. Missing or unknown values become the
 * default.
 */
export function parsePromotionSettings(value: unknown): PromotionSettings {
  const read = parseIfJson(value);
  const settings: PromotionSettings = {
    countdownDuration: String(parseMinutes(propertyOf(read, "countdownDuration"))),
    backgroundColor: oneOf(BANNER_COLORS, propertyOf(read, "backgroundColor"), "red-orange"),
    position: oneOf(BANNER_POSITIONS, propertyOf(read, "position"), "top"),
    deadline: oneOf(DEADLINES, propertyOf(read, "deadline"), "restart"),
    ends_at: parseMoment(propertyOf(read, "ends_at")),
  };
  if (propertyOf(read, "is_hidden") === true) settings.is_hidden = true;
  for (const name of LEAD_SWITCHES) {
    const written = propertyOf(read, name);
    if (typeof written === "boolean") settings[name] = written;
  }
  for (const name of LEAD_TEXTS) {
    const written = propertyOf(read, name);
    if (typeof written === "string") settings[name] = written;
  }
  return settings;
}

/**
 * Parses the banner of spec §3 from its column and `promotion_settings`, an object or its JSON. Null without
 * a text.
 */
export function parsePromotion(text: string | null, settings: unknown): Promotion | null {
  const words = cleanText(text ?? "", PROMOTION_CHARS_MAX);
  if (words === "") return null;
  const { countdownDuration, backgroundColor, position, deadline, ends_at, is_hidden } =
    parsePromotionSettings(settings);
  if (is_hidden) return null;
  return {
    text: words,
    color: backgroundColor,
    position,
    // A fixed deadline without a moment would never come.
    deadline: deadline === "fixed" && ends_at === null ? "restart" : deadline,
    minutes: Number(countdownDuration),
    ends_at: deadline === "fixed" ? ends_at : null,
  };
}

/** Returns an ISO 8601 moment in UTC with milliseconds, or null for anything else. */
export function parseMoment(value: unknown): string | null {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d/.test(value)) return null;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

function parseMinutes(value: unknown): number {
  const minutes = Number(value);
  return Number.isFinite(minutes) && minutes > 0 && minutes <= COUNTDOWN_MINUTES_MAX
    ? minutes
    : COUNTDOWN_DEFAULT_MINUTES;
}

/** Formats the time left as m:ss, or h:mm:ss from one hour up (spec §4). Negative `ms` reads 0:00. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
