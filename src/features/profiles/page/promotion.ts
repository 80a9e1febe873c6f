import { cleanText } from "#src/lib/text.ts";
import { field, oneOf, parsed } from "../rules.ts";

/** The color options of spec §9; the last one is the default. */
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

/** `restart`: anew on every load (spec §4). `visitor`: once for each visitor, kept in the browser. `fixed`: at a moment. */
export const DEADLINES = ["restart", "visitor", "fixed"] as const;
export type Deadline = (typeof DEADLINES)[number];

export const PROMOTION_CHARS_MAX = 200;
export const COUNTDOWN_DEFAULT_MINUTES = 30;
/** A year: longer ones are a mistake. */
export const COUNTDOWN_MINUTES_MAX = 525_600;

export interface Promotion {
  text: string;
  color: BannerColor;
  position: BannerPosition;
  deadline: Deadline;
  minutes: number;
  /** The moment of a `fixed` deadline, ISO 8601. */
  ends_at: string | null;
}

/** Keys of `promotion_settings` that say the same as a column of the lead form (spec §3). */
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
  /** Minutes. */
  countdownDuration: string;
  backgroundColor: BannerColor;
  position: BannerPosition;
  deadline: Deadline;
  ends_at: string | null;
}

/** Reads `promotion_settings` of spec §3, an object or its JSON; what is missing or unknown becomes the default. */
export function readPromotionSettings(value: unknown): PromotionSettings {
  const read = parsed(value);
  const settings: PromotionSettings = {
    countdownDuration: String(readMinutes(field(read, "countdownDuration"))),
    backgroundColor: oneOf(BANNER_COLORS, field(read, "backgroundColor"), "red-orange"),
    position: oneOf(BANNER_POSITIONS, field(read, "position"), "top"),
    deadline: oneOf(DEADLINES, field(read, "deadline"), "restart"),
    ends_at: readMoment(field(read, "ends_at")),
  };
  for (const name of LEAD_SWITCHES) {
    const written = field(read, name);
    if (typeof written === "boolean") settings[name] = written;
  }
  for (const name of LEAD_TEXTS) {
    const written = field(read, name);
    if (typeof written === "string") settings[name] = written;
  }
  return settings;
}

/** Reads the banner of spec §3 from its column and `promotion_settings`, an object or its JSON; null without a text. */
export function readPromotion(text: string | null, settings: unknown): Promotion | null {
  const words = cleanText(text ?? "", PROMOTION_CHARS_MAX);
  if (words === "") return null;
  const { countdownDuration, backgroundColor, position, deadline, ends_at } = readPromotionSettings(settings);
  return {
    text: words,
    color: backgroundColor,
    position,
    // Without its moment a fixed deadline would never come.
    deadline: deadline === "fixed" && ends_at === null ? "restart" : deadline,
    minutes: Number(countdownDuration),
    ends_at: deadline === "fixed" ? ends_at : null,
  };
}

/** A moment of ISO 8601 in UTC with milliseconds; null for what is none. */
export function readMoment(value: unknown): string | null {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d/.test(value)) return null;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

function readMinutes(value: unknown): number {
  const minutes = Number(value);
  return Number.isFinite(minutes) && minutes > 0 && minutes <= COUNTDOWN_MINUTES_MAX
    ? minutes
    : COUNTDOWN_DEFAULT_MINUTES;
}

/** Time left as m:ss, or h:mm:ss from an hour on (spec §4). `ms` below zero reads 0:00. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
