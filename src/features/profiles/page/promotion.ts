import { cleanText } from "#src/lib/text.ts";
import { field, parsed } from "../rules.ts";

/** The colour options of spec §9; the last one is the default. */
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

/** Reads the banner of spec §3 from its column and `promotion_settings`, an object or its JSON; null without a text. */
export function readPromotion(text: string | null, settings: unknown): Promotion | null {
  const words = cleanText(text ?? "", PROMOTION_CHARS_MAX);
  if (words === "") return null;
  const read = parsed(settings);
  const ends = field(read, "ends_at");
  const moment = typeof ends === "string" ? new Date(ends) : undefined;
  const ends_at = moment && !Number.isNaN(moment.getTime()) ? moment.toISOString() : null;
  const deadline = oneOf(DEADLINES, field(read, "deadline"), "restart");
  return {
    text: words,
    color: oneOf(BANNER_COLORS, field(read, "backgroundColor"), "red-orange"),
    position: oneOf(BANNER_POSITIONS, field(read, "position"), "top"),
    // Without its moment a fixed deadline would never come.
    deadline: deadline === "fixed" && ends_at === null ? "restart" : deadline,
    minutes: readMinutes(field(read, "countdownDuration")),
    ends_at: deadline === "fixed" ? ends_at : null,
  };
}

function readMinutes(value: unknown): number {
  const minutes = Number(value);
  return Number.isFinite(minutes) && minutes > 0 && minutes <= COUNTDOWN_MINUTES_MAX
    ? minutes
    : COUNTDOWN_DEFAULT_MINUTES;
}

function oneOf<Choice extends string>(choices: readonly Choice[], value: unknown, otherwise: Choice): Choice {
  return choices.find((choice) => choice === value) ?? otherwise;
}

/** Time left as m:ss, or h:mm:ss from an hour on (spec §4). `ms` below zero reads 0:00. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
