/* The dashboard shows these texts. */
import { LANGUAGES, type Language } from "#src/lib/language.ts";

export const BANNER_TONES = ["info", "warning"] as const;
export type BannerTone = (typeof BANNER_TONES)[number];

export const BANNER_AUDIENCES = ["everyone", "free", "premium", "staff"] as const;
export type BannerAudience = (typeof BANNER_AUDIENCES)[number];

export const AUDIENCE_LABELS: Readonly<Record<BannerAudience, string>> = {
  everyone: "Everyone",
  free: "People on the free plan",
  premium: "People with premium",
  staff: "Staff",
};

export const BANNER_CHARS_MAX = 300;
export const BUTTON_CHARS_MAX = 40;
export const URL_CHARS_MAX = 2048;
/** More would be a wall of them, and nobody would read any. */
export const SHOWN_MAX = 3;
export const BANNERS_MAX = 100;

/** A text in each language; empty where there's none. Who reads another language gets the English one. */
export type BannerTexts = Record<Language, string>;

export const bannerTextIn = (texts: BannerTexts, language: Language): { text: string; language: Language } =>
  texts[language] === ""
    ? { text: texts[LANGUAGES[0]], language: LANGUAGES[0] }
    : { text: texts[language], language };

export interface BannerTimes {
  from_at: string | null;
  until_at: string | null;
}

export type BannerState = "waiting" | "shown" | "over";

export function bannerState({ from_at, until_at }: BannerTimes, now: Date): BannerState {
  if (until_at !== null && Date.parse(until_at) <= now.getTime()) return "over";
  return from_at !== null && Date.parse(from_at) > now.getTime() ? "waiting" : "shown";
}

export interface Reader {
  isStaff: boolean;
  hasPremium: boolean;
}

/** Staff see what everyone's told, and what only they are. */
export function isFor(audience: BannerAudience, { isStaff, hasPremium }: Reader): boolean {
  if (audience === "everyone") return true;
  if (audience === "staff") return isStaff;
  return hasPremium === (audience === "premium");
}
