import * as z from "zod";
import { OVERLAY_COLORS } from "./background.ts";
import { BANNER_COLORS, BANNER_POSITIONS, DEADLINES, PROMOTION_CHARS_MAX } from "./promotion.ts";
import { QR_SHAPES } from "./qr-design.ts";

/** Longer input is rejected before any work is done with it. The text gate of spec §5 truncates the rest. */
const TEXT_INPUT_CHARS_MAX = 20_000;
const ADDRESS_INPUT_CHARS_MAX = 4096;
const APPS_INPUT_MAX = 50;

export const PAST_EMAILS_MAX = 10;
export const PAST_EMAILS_DEFAULT = 3;
const pastEmails = z.number().int().min(1).max(PAST_EMAILS_MAX).nullable();

/** Length limits of the page's own texts, in UTF-16 units. */
export const SETTING_CHARS_MAX = {
  response_time: 60,
  promotion_text: PROMOTION_CHARS_MAX,
  lead_capture_title: 100,
  lead_capture_description: 500,
  disclaimer_text: 1000,
  button_text: 60,
} as const;

export const textInput = z.string().max(TEXT_INPUT_CHARS_MAX, "This text is too long.");
const address = z.string().max(ADDRESS_INPUT_CHARS_MAX, "This URL is too long.").nullish();

const switches = {
  show_online_indicator: z.boolean(),
  show_response_time: z.boolean(),
  show_location: z.boolean(),
  customer_rescue_enabled: z.boolean(),
  screensaver_enabled: z.boolean(),
  collect_without_download: z.boolean(),
  confirm_sign_ups: z.boolean(),
  tiktok_fallback_enabled: z.boolean(),
  direct_link_warning: z.boolean(),
};

/** Null means that `promotion_settings` decides (spec §3 stores these settings in two places). */
const leadSwitches = {
  lead_capture_enabled: z.boolean().nullable(),
  collect_phone_enabled: z.boolean().nullable(),
  phone_required: z.boolean().nullable(),
};

/** `promotion_settings` of spec §3. It keeps the lead form's keys, but its columns win. */
export const promotionSettingsSchema = z.object({
  /** In minutes. */
  countdownDuration: z.string(),
  backgroundColor: z.enum(BANNER_COLORS),
  position: z.enum(BANNER_POSITIONS),
  deadline: z.enum(DEADLINES),
  /** The end of a `fixed` deadline. */
  ends_at: z.string().nullable(),
  /** True while a rule hides the banner. Whatever else is changed about it shows it again. */
  is_hidden: z.boolean().optional(),
  lead_capture_enabled: z.boolean().optional(),
  lead_capture_title: z.string().optional(),
  lead_capture_description: z.string().optional(),
  collect_phone_enabled: z.boolean().optional(),
  phone_required: z.boolean().optional(),
  disclaimer_text: z.string().optional(),
  button_text: z.string().optional(),
});

/** All settings of a profile's page besides its texts and its theme (spec §3). */
export const pageSettingsSchema = z.object({
  ...switches,
  ...leadSwitches,
  response_time: z.string().nullable(),
  customer_rescue_url: z.string().nullable(),
  background_image_url: z.string().nullable(),
  /** Pages without a background picture don't show it. */
  background_video_url: z.string().nullable(),
  overlay_color: z.enum(OVERLAY_COLORS).nullable(),
  /** 0 to 1. */
  overlay_opacity: z.number().nullable(),
  promotion_text: z.string().nullable(),
  promotion_settings: promotionSettingsSchema,
  facebook_pixel_id: z.string().nullable(),
  google_analytics_id: z.string().nullable(),
  screensaver_link: z.string().nullable(),
  lead_capture_title: z.string().nullable(),
  lead_capture_description: z.string().nullable(),
  disclaimer_text: z.string().nullable(),
  button_text: z.string().nullable(),
  /** The page’s own style sheet as it was typed. Pages get what’s allowed of it. */
  own_css: z.string().nullable(),
  /** Keys of the in-app browsers whose visitors see the exit, besides `tiktok_fallback_enabled`. */
  in_app_browsers: z.array(z.string()),
  direct_link_url: z.string().nullable(),
  /** The number of archived e-mails that the page lists; null for none. */
  past_emails: pastEmails,
  qr_design: z.object({
    dark: z.string(),
    light: z.string(),
    shape: z.enum(QR_SHAPES),
    has_picture: z.boolean(),
    caption: z.string(),
  }),
});
export type PageSettings = z.output<typeof pageSettingsSchema>;

/** Absent fields stay. Null and blank clear them. */
export const updatePageSettingsSchema = z.object({
  ...z.object(switches).partial().shape,
  ...z.object(leadSwitches).partial().shape,
  response_time: textInput.nullish(),
  customer_rescue_url: address,
  background_image_url: address,
  background_video_url: address,
  overlay_color: z.string().max(100).nullish(),
  overlay_opacity: z.number().nullish(),
  promotion_text: textInput.nullish(),
  promotion_settings: z
    .object({
      countdownDuration: z.string().max(100).nullable(),
      backgroundColor: z.string().max(100).nullable(),
      position: z.string().max(100).nullable(),
      deadline: z.string().max(100).nullable(),
      ends_at: z.string().max(100).nullable(),
      is_hidden: z.boolean().nullable(),
      lead_capture_enabled: z.boolean().nullable(),
      lead_capture_title: textInput.nullable(),
      lead_capture_description: textInput.nullable(),
      collect_phone_enabled: z.boolean().nullable(),
      phone_required: z.boolean().nullable(),
      disclaimer_text: textInput.nullable(),
      button_text: textInput.nullable(),
    })
    .partial()
    .optional(),
  facebook_pixel_id: textInput.nullish(),
  google_analytics_id: textInput.nullish(),
  screensaver_link: address,
  lead_capture_title: textInput.nullish(),
  lead_capture_description: textInput.nullish(),
  disclaimer_text: textInput.nullish(),
  button_text: textInput.nullish(),
  own_css: textInput.nullish(),
  in_app_browsers: z.array(z.string().max(100)).max(APPS_INPUT_MAX).optional(),
  direct_link_url: address,
  past_emails: pastEmails.optional(),
  /** Absent parts stay. */
  qr_design: z
    .object({
      dark: z.string().max(100),
      light: z.string().max(100),
      shape: z.string().max(100),
      has_picture: z.boolean(),
      caption: textInput,
    })
    .partial()
    .optional(),
});
export type PageSettingsInput = z.output<typeof updatePageSettingsSchema>;
