import { isOwnPicture } from "#src/features/pages/media/rules.ts";
import { PROFILE_ERRORS, type Profile } from "#src/features/pages/profiles/contract.ts";
import type { OverlayColor } from "#src/features/pages/profiles/page/background.ts";
import { parseFacebookPixel, parseGoogleId } from "#src/features/pages/profiles/page/pixels.ts";
import {
  COUNTDOWN_MINUTES_MAX,
  type PromotionSettings,
  parseMoment,
} from "#src/features/pages/profiles/page/promotion.ts";
import { isBlank } from "#src/lib/text.ts";
import { checkUrl } from "#src/lib/url.ts";

const TEXTS = [
  "response_time",
  "customer_rescue_url",
  "background_image_url",
  "background_video_url",
  "promotion_text",
  "facebook_pixel_id",
  "google_analytics_id",
  "screensaver_link",
  "lead_capture_title",
  "lead_capture_description",
  "disclaimer_text",
  "button_text",
  "direct_link_url",
  "own_css",
] as const;
type TextName = (typeof TEXTS)[number];

const SWITCHES = [
  "show_online_indicator",
  "show_response_time",
  "show_location",
  "customer_rescue_enabled",
  "screensaver_enabled",
  "collect_without_download",
  "confirm_sign_ups",
  "tiktok_fallback_enabled",
  "direct_link_warning",
] as const;

/** Null stays null: `promotion_settings` decides then. */
const LEAD_SWITCHES = ["lead_capture_enabled", "collect_phone_enabled", "phone_required"] as const;
type LeadSwitchName = (typeof LEAD_SWITCHES)[number];

/** A page's settings in the editor: named as in the API, with empty text for null. */
export interface SettingsFormValues
  extends Record<TextName, string>,
    Record<(typeof SWITCHES)[number], boolean>,
    Record<LeadSwitchName, boolean | null> {
  overlay_color: OverlayColor | null;
  overlay_opacity: number | null;
  past_emails: number | null;
  promotion_settings: PromotionSettings;
  in_app_browsers: string[];
}

function pick<Source, Name extends keyof Source>(
  source: Source,
  names: readonly Name[],
): { [Key in Name]: Source[Key] } {
  return Object.fromEntries(names.map((name) => [name, source[name]])) as { [Key in Name]: Source[Key] };
}

export function settingsFormOf(profile: Profile): SettingsFormValues {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, profile[name] ?? ""]));
  return {
    ...(texts as Record<TextName, string>),
    ...pick(profile, SWITCHES),
    ...pick(profile, LEAD_SWITCHES),
    overlay_color: profile.overlay_color,
    overlay_opacity: profile.overlay_opacity,
    past_emails: profile.past_emails,
    promotion_settings: { ...(profile.promotion_settings as PromotionSettings) },
    in_app_browsers: [...profile.in_app_browsers],
  };
}

/** Converts the settings to their request: blank text clears a setting, blank minutes mean the default. */
export function settingsChangesOf(values: SettingsFormValues) {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, isBlank(values[name]) ? null : values[name]]));
  const { promotion_settings, in_app_browsers, overlay_color, overlay_opacity, past_emails } = values;
  const { countdownDuration } = promotion_settings;
  return {
    ...(texts as Record<TextName, string | null>),
    ...pick(values, SWITCHES),
    ...pick(values, LEAD_SWITCHES),
    overlay_color,
    overlay_opacity,
    past_emails,
    promotion_settings: {
      ...promotion_settings,
      countdownDuration: isBlank(countdownDuration) ? null : countdownDuration,
    },
    in_app_browsers,
  };
}

/** Returns the settings as the page would show them. */
export function settingsDraftOf(values: SettingsFormValues) {
  const changes = settingsChangesOf(values);
  return { ...changes, promotion_settings: values.promotion_settings };
}

/** True if a switch that's stored in two places is on: its column wins. */
export function isLeadOn(values: SettingsFormValues, name: LeadSwitchName): boolean {
  return (values[name] ?? values.promotion_settings[name]) === true;
}

/** True if signing up comes with a download, as opposed to just joining the list. */
export function hasDownload(values: SettingsFormValues): boolean {
  return values.screensaver_enabled || !values.collect_without_download;
}

const sentence = (code: keyof typeof PROFILE_ERRORS) => PROFILE_ERRORS[code].message;

export const SETTINGS_CHECKS = {
  customer_rescue_url: webAddressProblem,
  screensaver_link: webAddressProblem,
  direct_link_url: webAddressProblem,
  background_image_url: backgroundProblem,
  facebook_pixel_id: (value: string) =>
    isBlank(value) || parseFacebookPixel(value) ? null : sentence("FACEBOOK_PIXEL_INVALID"),
  google_analytics_id: (value: string) =>
    isBlank(value) || parseGoogleId(value) ? null : sentence("GOOGLE_ID_INVALID"),
  promotion_settings: {
    countdownDuration: (value: string, values: SettingsFormValues) =>
      values.promotion_settings.deadline === "fixed" ? null : minutesProblem(value),
    ends_at: (value: string | null, values: SettingsFormValues) =>
      values.promotion_settings.deadline === "fixed" && parseMoment(value) === null
        ? sentence("MOMENT_INVALID")
        : null,
  },
};

function minutesProblem(value: string): string | null {
  const minutes = Number(value);
  const isFine = Number.isInteger(minutes) && minutes >= 1 && minutes <= COUNTDOWN_MINUTES_MAX;
  return isBlank(value) || isFine ? null : sentence("MINUTES_INVALID");
}

function webAddressProblem(value: string): string | null {
  const checked = checkUrl(value);
  if (checked.ok) return /^https?:/.test(checked.url) ? null : sentence("URL_INVALID");
  if (checked.reason === "empty") return null;
  return sentence(checked.reason === "dangerous" ? "URL_DANGEROUS" : "URL_INVALID");
}

function backgroundProblem(value: string): string | null {
  if (isOwnPicture(value)) return null;
  // Only the server knows whether it may fetch from its own network.
  const checked = checkUrl(value, { allowLocal: true });
  if (checked.ok) return /^https?:/.test(checked.url) ? null : sentence("PICTURE_INVALID");
  if (checked.reason === "empty") return null;
  return sentence(checked.reason === "dangerous" ? "URL_DANGEROUS" : "PICTURE_INVALID");
}
