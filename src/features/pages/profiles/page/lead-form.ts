import { isBlank } from "#src/lib/text.ts";
import { checkUrl } from "#src/lib/url.ts";
import { parseIfJson, propertyOf } from "../rules.ts";

/** The lead form's default texts (spec §9). */
export const LEAD_FORM_TEXTS = {
  title: "Free Screensaver Pack",
  description: "Get our collection of high-quality screensavers delivered straight to your inbox.",
  button: "Get Free Screensaver",
  disclaimer: "By signing up you agree to receive occasional updates. You can unsubscribe at any time.",
} as const;

/** The defaults without a download, so that nobody is promised a screensaver. */
export const LIST_FORM_TEXTS = {
  title: "Stay in touch",
  description: "Leave your e-mail address and be the first to know what’s new.",
  button: "Sign up",
  disclaimer: LEAD_FORM_TEXTS.disclaimer,
} as const;

export interface LeadForm {
  title: string;
  description: string;
  button: string;
  disclaimer: string;
  phone: "hidden" | "optional" | "required";
  /** The download, or null if the owner only collects addresses. */
  download: string | null;
  /** Set if people get e-mail only after they've used the link in a first one. */
  confirms: boolean;
}

/** What a sign-up form somewhere on the page says instead; blank for the profile's own text. */
export interface OwnFormTexts {
  title: string;
  description: string;
  button: string;
}

/**
 * Returns the form of a page with a place for one (a sign-up block): the profile's, or one without a
 * download if that's off.
 */
export function parsePlacedForm(columns: LeadColumns, own: OwnFormTexts | undefined): LeadForm | null {
  const form =
    parseLeadForm(columns) ??
    (own &&
      parseLeadForm({
        ...columns,
        screensaver_enabled: false,
        collect_without_download: true,
        lead_capture_enabled: true,
      }));
  if (!form || !own) return form ?? null;
  const written = Object.entries(own).filter(([, text]) => !isBlank(text));
  return { ...form, ...Object.fromEntries(written) };
}

export interface LeadColumns {
  screensaver_enabled: boolean;
  screensaver_link: string | null;
  collect_without_download: boolean;
  confirm_sign_ups: boolean;
  lead_capture_enabled: boolean | null;
  lead_capture_title: string | null;
  lead_capture_description: string | null;
  collect_phone_enabled: boolean | null;
  phone_required: boolean | null;
  disclaimer_text: string | null;
  button_text: string | null;
  promotion_settings: unknown;
}

/**
 * Returns the lead form, or null if it isn't shown. It needs `screensaver_enabled`, lead capture, and
 * `screensaver_link` (spec §5), or just lead capture if the owner collects without a download. A column wins
 * over `promotion_settings`, which counts where the column is null.
 */
export function parseLeadForm(columns: LeadColumns): LeadForm | null {
  const settings = parseIfJson(columns.promotion_settings);
  const isOn = (name: "lead_capture_enabled" | "collect_phone_enabled" | "phone_required") =>
    (columns[name] ?? propertyOf(settings, name)) === true;
  const text = (
    name: "lead_capture_title" | "lead_capture_description" | "disclaimer_text" | "button_text",
    otherwise: string,
  ) => {
    const written = columns[name] ?? propertyOf(settings, name);
    return typeof written === "string" && !isBlank(written) ? written : otherwise;
  };
  const link = checkUrl(columns.screensaver_link ?? "");
  const download = columns.screensaver_enabled && link.ok ? link.url : null;
  if (!isOn("lead_capture_enabled") || (download === null && !columns.collect_without_download)) return null;
  const texts = download === null ? LIST_FORM_TEXTS : LEAD_FORM_TEXTS;
  return {
    title: text("lead_capture_title", texts.title),
    description: text("lead_capture_description", texts.description),
    button: text("button_text", texts.button),
    disclaimer: text("disclaimer_text", texts.disclaimer),
    phone: !isOn("collect_phone_enabled") ? "hidden" : isOn("phone_required") ? "required" : "optional",
    download,
    confirms: columns.confirm_sign_ups,
  };
}
