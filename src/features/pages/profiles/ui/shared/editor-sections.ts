import {
  IconAddressBook,
  IconAppWindow,
  IconAt,
  IconBrush,
  IconChartDots,
  IconExternalLink,
  IconLifebuoy,
  IconSpeakerphone,
  IconUser,
} from "@tabler/icons-react";
import { parseLeadForm } from "#src/features/pages/profiles/page/lead-form.ts";
import { isBlank } from "#src/lib/text.ts";
import type { ProfileFormValues } from "../editor/profile-form.ts";
import { settingsChangesOf } from "../editor/settings-form.ts";

export const SECTION_KEYS = [
  "page",
  "design",
  "promotion",
  "leads",
  "apps",
  "direct",
  "rescue",
  "tracking",
  "username",
] as const;
export type SectionKey = (typeof SECTION_KEYS)[number];

interface EditorSectionEntry {
  label: string;
  /** The words that people type in the palette to find it. */
  keywords: string;
  Icon: typeof IconUser;
  /** Its fields in the form, by the first part of their paths. */
  fields: readonly string[];
  /** For a section that can be on or off: whether visitors see it with these values. */
  isOn?: (values: ProfileFormValues) => boolean;
}

export const SECTIONS: Readonly<Record<SectionKey, EditorSectionEntry>> = {
  page: {
    label: "Page",
    keywords: "details name bio about text avatar profile picture photo image social icons",
    Icon: IconUser,
    fields: ["name", "display_name", "public_notes", "profile_picture_url", "socials", "past_emails"],
  },
  design: {
    label: "Design",
    keywords:
      "look theme style appearance customize colors colours buttons shape font background image video overlay badges online response time city dark light mode",
    Icon: IconBrush,
    fields: [
      ..."theme background_image_url background_video_url overlay_color overlay_opacity".split(" "),
      ..."show_online_indicator show_response_time response_time show_location".split(" "),
    ],
  },
  promotion: {
    label: "Promotion",
    keywords: "banner countdown timer sale offer discount deadline ends",
    Icon: IconSpeakerphone,
    fields: ["promotion_text", "promotion_settings"],
    isOn: ({ promotion_text, promotion_settings: { deadline, ends_at } }) =>
      !isBlank(promotion_text) && !(deadline === "fixed" && Date.parse(ends_at ?? "") <= Date.now()),
  },
  leads: {
    label: "Lead form",
    keywords:
      "lead form e-mail email capture collect sign up newsletter screensaver download phone consent disclaimer fans",
    Icon: IconAddressBook,
    fields: [
      ..."lead_capture_enabled lead_capture_title lead_capture_description disclaimer_text button_text".split(
        " ",
      ),
      ..."collect_phone_enabled phone_required screensaver_enabled screensaver_link".split(" "),
      ...["collect_without_download", "confirm_sign_ups"],
    ],
    isOn: (values) => parseLeadForm(settingsChangesOf(values)) !== null,
  },
  apps: {
    label: "Apps",
    keywords: "in-app browser tiktok instagram facebook open in browser escape",
    Icon: IconAppWindow,
    fields: ["tiktok_fallback_enabled", "in_app_browsers"],
    isOn: (values) => values.tiktok_fallback_enabled || values.in_app_browsers.length > 0,
  },
  direct: {
    label: "Direct link",
    keywords: "redirect forward adult content warning skip page",
    Icon: IconExternalLink,
    fields: ["direct_link_url", "direct_link_warning"],
    isOn: (values) => !isBlank(values.direct_link_url),
  },
  rescue: {
    label: "Rescue",
    keywords: "customer rescue second offer back out",
    Icon: IconLifebuoy,
    fields: ["customer_rescue_enabled", "customer_rescue_url"],
    isOn: (values) => values.customer_rescue_enabled && !isBlank(values.customer_rescue_url),
  },
  tracking: {
    label: "Tracking",
    keywords: "pixel facebook meta google analytics measurement ga4 retargeting ads css",
    Icon: IconChartDots,
    fields: ["facebook_pixel_id", "google_analytics_id", "own_css"],
    isOn: (values) => !isBlank(values.facebook_pixel_id + values.google_analytics_id),
  },
  username: {
    label: "Username",
    keywords: "rename url address handle slug notes change",
    Icon: IconAt,
    fields: ["username", "notes"],
  },
};

/** Returns the section with a field of the form. */
export function sectionOf(path: string): SectionKey {
  const [field = ""] = path.split(".");
  return SECTION_KEYS.find((key) => SECTIONS[key].fields.includes(field)) ?? "page";
}
