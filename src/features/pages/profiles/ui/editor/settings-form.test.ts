import { describe, expect, it } from "vitest";
import { parsePromotionSettings } from "#src/features/pages/profiles/page/promotion.ts";
import { pageSettingsSchema } from "#src/features/pages/profiles/page/settings.ts";
import { chooseZone } from "#src/kit/zone.ts";
import { fromPickerTime, toPickerTime } from "../page-settings/picker-time.ts";
import { SECTION_KEYS, SECTIONS, sectionOf } from "../shared/editor-sections.ts";
import type { ProfileFormValues } from "./profile-form.ts";
import { isLeadOn, SETTINGS_CHECKS, type SettingsFormValues, settingsChangesOf } from "./settings-form.ts";

function formWith(changes: Partial<SettingsFormValues>): SettingsFormValues {
  return {
    show_online_indicator: false,
    show_response_time: false,
    response_time: "",
    show_location: false,
    customer_rescue_enabled: false,
    customer_rescue_url: "",
    background_image_url: "",
    background_video_url: "",
    overlay_color: null,
    overlay_opacity: null,
    promotion_text: "",
    promotion_settings: parsePromotionSettings(null),
    facebook_pixel_id: "",
    google_analytics_id: "",
    screensaver_enabled: false,
    screensaver_link: "",
    lead_capture_enabled: null,
    lead_capture_title: "",
    lead_capture_description: "",
    collect_phone_enabled: null,
    phone_required: null,
    disclaimer_text: "",
    button_text: "",
    collect_without_download: false,
    confirm_sign_ups: false,
    past_emails: null,
    tiktok_fallback_enabled: false,
    in_app_browsers: [],
    direct_link_url: "",
    own_css: "",
    direct_link_warning: false,
    ...changes,
  };
}

/** Codes have their design where they are. */
const SETTINGS = Object.keys(pageSettingsSchema.shape)
  .filter((name) => name !== "qr_design")
  .sort();

describe("the settings' part of the form", () => {
  it("sends every setting of the contract", () => {
    const sent = Object.keys(settingsChangesOf(formWith({}))).sort();
    expect(sent).toEqual(SETTINGS);
  });

  it("sends blank texts as null, blank minutes as the default, and null as null", () => {
    const promotion_settings = { ...parsePromotionSettings(null), countdownDuration: " " };
    const values = formWith({ button_text: " ", promotion_settings, lead_capture_enabled: null });
    expect(settingsChangesOf(values)).toMatchObject({
      button_text: null,
      promotion_settings: { countdownDuration: null },
      lead_capture_enabled: null,
    });
  });

  it("reads a switch from promotion_settings if its column is null; otherwise the column wins", () => {
    const promotion_settings = parsePromotionSettings({ lead_capture_enabled: true });
    expect(isLeadOn(formWith({ promotion_settings }), "lead_capture_enabled")).toBe(true);
    const off = formWith({ promotion_settings, lead_capture_enabled: false });
    expect(isLeadOn(off, "lead_capture_enabled")).toBe(false);
    expect(isLeadOn(formWith({}), "lead_capture_enabled")).toBe(false);
  });

  it("says what's wrong before it's sent", () => {
    const notWeb = "Enter a web URL such as https://example.com.";
    const danger = "URL contains dangerous protocol or suspicious content";
    for (const name of ["customer_rescue_url", "screensaver_link", "direct_link_url"] as const) {
      const said = ["", "example.com", "mailto:a@b.example", "nothing", "javascript:x", "10.0.0.7"].map(
        SETTINGS_CHECKS[name],
      );
      expect(said).toEqual([null, null, notWeb, notWeb, danger, danger]);
    }
    const own = "/media/0190aaaa-bbbb-7ccc-8ddd-000000000001.webp";
    const background = ["", own, "http://a.example/b", "http://10.0.0.7/b", "mailto:a@b.example", "data:x"];
    const notPicture = "Upload a picture, or enter the URL of one.";
    expect(background.map(SETTINGS_CHECKS.background_image_url)).toEqual([
      null,
      null,
      null,
      null,
      notPicture,
      danger,
    ]);
    expect(SETTINGS_CHECKS.facebook_pixel_id("")).toBeNull();
    expect(SETTINGS_CHECKS.facebook_pixel_id("x1")).toContain("digits only");
    expect(SETTINGS_CHECKS.google_analytics_id("G-A1")).toBeNull();
    expect(SETTINGS_CHECKS.google_analytics_id("g-a1")).toContain("G- followed by");
  });

  it("asks for minutes only where they matter, and for an end only if it's fixed", () => {
    const { countdownDuration, ends_at } = SETTINGS_CHECKS.promotion_settings;
    const values = (deadline: string) =>
      formWith({ promotion_settings: parsePromotionSettings({ deadline }) });
    expect(countdownDuration("0", values("restart"))).toContain("whole minutes");
    expect(["", "1", "525600"].map((text) => countdownDuration(text, values("visitor")))).toEqual([
      null,
      null,
      null,
    ]);
    expect(countdownDuration("0", values("fixed"))).toBeNull();
    expect(ends_at(null, values("fixed"))).toContain("date and time");
    expect(ends_at("2030-01-01T00:00:00.000Z", values("fixed"))).toBeNull();
    expect(ends_at(null, values("restart"))).toBeNull();
  });
});

describe("the dot of a section", () => {
  const isOn = (key: "leads" | "promotion", changes: Partial<SettingsFormValues>) =>
    SECTIONS[key].isOn?.(formWith(changes) as ProfileFormValues);

  it("§5 says that visitors see the lead form, which a download without a URL hides", () => {
    const download = { lead_capture_enabled: true, screensaver_enabled: true };
    expect(isOn("leads", download)).toBe(false);
    expect(isOn("leads", { ...download, screensaver_link: "not a URL" })).toBe(false);
    expect(isOn("leads", { ...download, screensaver_link: "example.com/pack.zip" })).toBe(true);
    expect(isOn("leads", { lead_capture_enabled: true, collect_without_download: true })).toBe(true);
    expect(isOn("leads", { collect_without_download: true })).toBe(false);
  });

  it("goes out when a promotion with a fixed end is over", () => {
    const promotion = (ends_at: string) => ({
      promotion_text: "Sale",
      promotion_settings: parsePromotionSettings({ deadline: "fixed", ends_at }),
    });
    expect(isOn("promotion", promotion("2020-01-01T00:00:00.000Z"))).toBe(false);
    expect(isOn("promotion", promotion("2120-01-01T00:00:00.000Z"))).toBe(true);
    expect(isOn("promotion", { promotion_text: "Sale" })).toBe(true);
    expect(isOn("promotion", {})).toBe(false);
  });
});

describe("the sections", () => {
  it("contain every field of the form once", () => {
    const fields = SECTION_KEYS.flatMap((key) => SECTIONS[key].fields);
    expect(new Set(fields).size).toBe(fields.length);
    const words = ["name", "display_name", "public_notes", "profile_picture_url", "socials", "theme"];
    const all = [...words, "username", "notes", ...SETTINGS];
    expect([...fields].sort()).toEqual(all.sort());
  });

  it("are found by a field's path", () => {
    expect(sectionOf("promotion_settings.ends_at")).toBe("promotion");
    expect(sectionOf("socials.2.url")).toBe("page");
    expect(sectionOf("theme.text_color")).toBe("design");
  });
});

describe("a moment in a picker", () => {
  it("is in the zone that its reader chose, and comes back as the same moment", () => {
    const moment = "2027-03-28T01:30:15.000Z";
    for (const [zone, shown] of [
      ["Asia/Kathmandu", "2027-03-28 07:15:15"],
      ["America/New_York", "2027-03-27 21:30:15"],
    ] as const) {
      chooseZone(zone);
      expect(toPickerTime(moment)).toBe(shown);
      expect(fromPickerTime(toPickerTime(moment))).toBe(moment);
    }
    chooseZone(undefined);
    expect([toPickerTime(null), toPickerTime("x"), fromPickerTime(null), fromPickerTime("x")]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
