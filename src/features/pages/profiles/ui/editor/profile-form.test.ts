import { describe, expect, it } from "vitest";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { parsePromotionSettings } from "#src/features/pages/profiles/page/promotion.ts";
import { PLAIN_QR } from "#src/features/pages/profiles/page/qr-design.ts";
import { DEFAULT_THEME } from "#src/features/pages/profiles/rules.ts";
import {
  changesOf,
  draftOf,
  fieldOf,
  formOf,
  PROFILE_FORM_CHECKS,
  resolvedSocialUrl,
} from "./profile-form.ts";

const profile: Profile = {
  id: "1",
  user_id: "u",
  name: "Mara",
  username: "mara",
  display_name: null,
  status: "active",
  is_active: true,
  profile_picture_url: null,
  notes: null,
  public_notes: null,
  theme_settings: { ...DEFAULT_THEME },
  social_platforms: [
    { platform: "instagram", url: "https://instagram.com/mara" },
    { platform: "website", url: "https://example.com" },
  ],
  show_online_indicator: false,
  show_response_time: false,
  response_time: null,
  show_location: false,
  customer_rescue_enabled: false,
  customer_rescue_url: null,
  background_image_url: null,
  background_video_url: null,
  overlay_color: null,
  overlay_opacity: null,
  promotion_text: null,
  promotion_settings: parsePromotionSettings({ position: "bottom", button_text: "Old" }),
  facebook_pixel_id: null,
  google_analytics_id: null,
  screensaver_enabled: false,
  screensaver_link: null,
  lead_capture_enabled: null,
  lead_capture_title: null,
  lead_capture_description: null,
  collect_phone_enabled: null,
  phone_required: null,
  disclaimer_text: null,
  button_text: null,
  collect_without_download: false,
  confirm_sign_ups: false,
  past_emails: null,
  own_css: null,
  qr_design: PLAIN_QR,
  tiktok_fallback_enabled: false,
  in_app_browsers: ["line"],
  direct_link_url: null,
  direct_link_warning: false,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  deleted_at: null,
  restorable_until: null,
  link_count: 0,
  domain: null,
  draft_of: null,
  staff_hidden: null,
  staff_adult: null,
};

const refusal = (code: string, data?: unknown) => ({ code, status: 400, message: "", data });

describe("the form of a profile", () => {
  it("sends back what it was given if nothing was typed", () => {
    const { id, user_id, status, is_active, link_count, created_at, updated_at, deleted_at, ...rest } =
      profile;
    const { restorable_until, domain, draft_of, qr_design, staff_hidden, staff_adult, ...typed } = rest;
    expect(changesOf(formOf(profile))).toEqual({ ...typed, display_name: "", public_notes: "", notes: "" });
  });

  it("previews social profiles with https in front, and hides those without a usable URL", () => {
    const values = formOf(profile);
    values.socials = [
      { key: "a", platform: "x", url: "x.com/mara" },
      { key: "b", platform: "tiktok", url: "" },
      { key: "c", platform: "discord", url: "javascript:alert(1)" },
      { key: "d", platform: "telegram", url: "@mara" },
    ];
    expect(draftOf(profile, values).social_platforms).toEqual([
      { platform: "x", url: "https://x.com/mara" },
      { platform: "telegram", url: "https://t.me/mara" },
    ]);
  });

  it("says where a username leads, and nothing about a URL that's already whole", () => {
    expect(resolvedSocialUrl({ platform: "tiktok", url: "@mara" })).toBe("https://tiktok.com/@mara");
    expect(resolvedSocialUrl({ platform: "tiktok", url: "https://tiktok.com/@mara" })).toBeUndefined();
    expect(resolvedSocialUrl({ platform: "discord", url: "mara" })).toBeUndefined();
  });

  it("knows which field a refusal is about", () => {
    const values = formOf(profile);
    expect(fieldOf(refusal("USERNAME_TAKEN"), values)).toBe("username");
    expect(fieldOf(refusal("COLOR_INVALID", { field: "text_color" }), values)).toBe("theme.text_color");
    expect(fieldOf(refusal("URL_DANGEROUS", { platform: "website" }), values)).toBe("socials.1.url");
    expect(fieldOf(refusal("SOCIAL_INVALID", { platform: "instagram" }), values)).toBe("socials.0.url");
    expect(fieldOf(refusal("PROFILE_LIMIT"), values)).toBeUndefined();
    expect(fieldOf(refusal("URL_DANGEROUS", { field: "direct_link_url" }), values)).toBe("direct_link_url");
    expect(fieldOf(refusal("CHOICE_INVALID", { field: "button_style" }), values)).toBe("theme.button_style");
    const promotion = { field: "promotion_settings.ends_at" };
    expect(fieldOf(refusal("MOMENT_INVALID", promotion), values)).toBe("promotion_settings.ends_at");
  });

  it("says what's wrong before it's sent", () => {
    expect(PROFILE_FORM_CHECKS.name("  ")).toBe("Give your profile a name.");
    expect(PROFILE_FORM_CHECKS.username("admin")).toBe("That username is reserved. Try another one.");
    expect(PROFILE_FORM_CHECKS.username("mara")).toBeNull();
    const said = (platform: string, url: string) => {
      const values = { ...formOf(profile), socials: [{ key: "a", platform, url }] };
      return PROFILE_FORM_CHECKS.socials.url(url, values, "socials.0.url");
    };
    expect(["", "@mara", "mara"].map((url) => said("x", url))).toEqual([null, null, null]);
    expect(said("x", "data:text/html,x")).toBe("URL contains dangerous protocol or suspicious content");
    expect(said("x", "my name")).toBe("Enter your username there, or the URL of your profile.");
    expect(said("discord", "@mara")).toBe("Enter a web URL such as https://example.com.");
    expect(said("whatsapp", "@mara")).toBe(
      "Enter your number with its country code, such as +1 555 123 4567.",
    );
  });
});
