import { findInAppBrowser, IN_APP_BROWSERS } from "#src/features/pages/in-app-browsers/rules.ts";
import { parseColor } from "#src/lib/colors.ts";
import { failure } from "#src/lib/errors.ts";
import { isBlank } from "#src/lib/text.ts";
import { checkUrl } from "#src/lib/url.ts";
import { PROFILE_ERRORS } from "../contract.ts";
import { OVERLAY_COLORS, parseOverlayColor } from "../page/background.ts";
import { parseFacebookPixel, parseGoogleId } from "../page/pixels.ts";
import { parsePromotionSettings } from "../page/promotion.ts";
import {
  isScannable,
  parseQrDesign,
  QR_CAPTION_CHARS_MAX,
  QR_SHAPES,
  type QrDesign,
} from "../page/qr-design.ts";
import {
  type PageSettings,
  type PageSettingsInput,
  pageSettingsSchema,
  SETTING_CHARS_MAX,
} from "../page/settings.ts";
import { cleanLine, cleanOptional, parseIfJson } from "../rules.ts";
import type { ProfileRow } from "../store.ts";
import { mergePromotion } from "./promotion-changes.ts";

const SETTINGS = Object.keys(pageSettingsSchema.shape) as (keyof PageSettings)[];
const TIKTOK = "tiktok";

export function toPageSettings(row: ProfileRow): PageSettings {
  const columns = Object.fromEntries(SETTINGS.map((name) => [name, row[name]])) as unknown as PageSettings;
  return {
    ...columns,
    overlay_color: row.overlay_color === null ? null : parseOverlayColor(row.overlay_color),
    promotion_settings: parsePromotionSettings(row.promotion_settings),
    qr_design: parseQrDesign(parseIfJson(row.qr_design)),
    in_app_browsers: parseApps(row.in_app_browsers),
  };
}

function parseApps(value: unknown): string[] {
  const stored = parseIfJson(value);
  return Array.isArray(stored) ? stored.filter((key): key is string => typeof key === "string") : [];
}

/**
 * Returns the settings that `input` changes, sanitized and validated. Unchanged values aren't validated
 * again, so that an odd imported value doesn't block other changes.
 */
export function parsePageSettings(input: PageSettingsInput, current: PageSettings): Partial<PageSettings> {
  const changes: Partial<PageSettings> = {};
  for (const name of SETTINGS) {
    const written = input[name];
    if (written === undefined || JSON.stringify(written) === JSON.stringify(current[name])) continue;
    const value =
      name === "promotion_settings"
        ? mergePromotion(current.promotion_settings, input.promotion_settings ?? {})
        : name === "qr_design"
          ? readQrDesign(current.qr_design, input.qr_design ?? {})
          : READERS[name] === undefined
            ? written
            : READERS[name](written as never);
    Object.assign(changes, { [name]: value });
  }
  const { is_hidden, ...shown } = current.promotion_settings;
  if (is_hidden && changes.promotion_text !== undefined && input.promotion_settings?.is_hidden !== true)
    changes.promotion_settings ??= shown;
  return changes;
}

type Written<Name extends keyof PageSettings> = NonNullable<PageSettingsInput[Name]> | null;
type Readers = { [Name in keyof PageSettings]?: (written: Written<Name>) => PageSettings[Name] };

const READERS: Readers = {
  response_time: (text) => cleanLine(text, SETTING_CHARS_MAX.response_time),
  promotion_text: (text) => cleanLine(text, SETTING_CHARS_MAX.promotion_text),
  lead_capture_title: (text) => cleanLine(text, SETTING_CHARS_MAX.lead_capture_title),
  lead_capture_description: (text) => cleanOptional(text, SETTING_CHARS_MAX.lead_capture_description),
  disclaimer_text: (text) => cleanOptional(text, SETTING_CHARS_MAX.disclaimer_text),
  button_text: (text) => cleanLine(text, SETTING_CHARS_MAX.button_text),
  own_css: (css) => (css === null || isBlank(css) ? null : css.toWellFormed().replaceAll("\0", "")),
  customer_rescue_url: (url) => parseWebAddress("customer_rescue_url", url),
  screensaver_link: (url) => parseWebAddress("screensaver_link", url),
  direct_link_url: (url) => parseWebAddress("direct_link_url", url),
  overlay_color: parseOverlay,
  overlay_opacity: parseOpacity,
  facebook_pixel_id(id) {
    const read = parseFacebookPixel(id);
    return read ?? blankOr(id, "FACEBOOK_PIXEL_INVALID", "facebook_pixel_id");
  },
  google_analytics_id(id) {
    const read = parseGoogleId(id);
    return read ?? blankOr(id, "GOOGLE_ID_INVALID", "google_analytics_id");
  },
  in_app_browsers: parseAppChoice,
};

function blankOr(written: string | null, code: keyof typeof PROFILE_ERRORS, field: string): null {
  if (written === null || isBlank(written)) return null;
  throw failure(PROFILE_ERRORS, code, { data: { field } });
}

/** Browsers are redirected to it, so it must be http(s), not e-mail or phone. */
function parseWebAddress(field: keyof PageSettings, written: string | null): string | null {
  const checked = checkUrl(written ?? "");
  if (checked.ok && /^https?:/.test(checked.url)) return checked.url;
  if (!checked.ok && checked.reason === "empty") return null;
  const isDangerous = !checked.ok && checked.reason === "dangerous";
  throw failure(PROFILE_ERRORS, isDangerous ? "URL_DANGEROUS" : "URL_INVALID", { data: { field } });
}

function parseOverlay(written: string | null): PageSettings["overlay_color"] {
  if (written === null || isBlank(written)) return null;
  const color = OVERLAY_COLORS.find((choice) => choice === written.trim().toLowerCase());
  if (color) return color;
  const message = `Choose one of these: ${OVERLAY_COLORS.join(", ")}.`;
  throw failure(PROFILE_ERRORS, "CHOICE_INVALID", { message, data: { field: "overlay_color" } });
}

function parseOpacity(written: number | null): number | null {
  if (written === null) return null;
  if (written >= 0 && written <= 1) return Math.round(written * 100) / 100;
  throw failure(PROFILE_ERRORS, "OPACITY_INVALID", { data: { field: "overlay_opacity" } });
}

function readQrDesign(current: QrDesign, written: NonNullable<PageSettingsInput["qr_design"]>): QrDesign {
  const field = "qr_design";
  const [dark, light] = [written.dark ?? current.dark, written.light ?? current.light].map(parseColor);
  if (!dark || !light) throw failure(PROFILE_ERRORS, "COLOR_INVALID", { data: { field } });
  const shape = QR_SHAPES.find((known) => known === (written.shape ?? current.shape));
  if (!shape) {
    const message = `Choose one of these: ${QR_SHAPES.join(", ")}.`;
    throw failure(PROFILE_ERRORS, "CHOICE_INVALID", { message, data: { field } });
  }
  if (!isScannable({ dark, light })) throw failure(PROFILE_ERRORS, "QR_UNSCANNABLE", { data: { field } });
  const caption = cleanLine(written.caption ?? current.caption, QR_CAPTION_CHARS_MAX) ?? "";
  return { dark, light, shape, has_picture: written.has_picture ?? current.has_picture, caption };
}

/** Returns known apps, each once, in the order of their table. TikTok has a separate column (spec §3). */
function parseAppChoice(written: string[] | null): string[] {
  const chosen = new Set(written ?? []);
  for (const key of chosen) {
    if (key !== TIKTOK && findInAppBrowser(key)?.hasHelp === true) continue;
    const message = key === TIKTOK ? "TikTok has its own switch: tiktok_fallback_enabled." : undefined;
    throw failure(PROFILE_ERRORS, "IN_APP_BROWSER_UNKNOWN", {
      ...(message === undefined ? {} : { message }),
      data: { field: "in_app_browsers" },
    });
  }
  return IN_APP_BROWSERS.map(({ key }) => key).filter((key) => chosen.has(key));
}
