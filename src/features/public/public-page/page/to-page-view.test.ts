import { describe, expect, it } from "vitest";
import { type PageSource, toPageView } from "./to-page-view.ts";

const SOURCE: PageSource = {
  id: "0190aaaa-bbbb-7ccc-8ddd-00000000000a",
  username: "mia",
  name: "Mia",
  display_name: null,
  public_notes: null,
  profile_picture_url: null,
  theme_settings: null,
  social_platforms: null,
  show_online_indicator: false,
  show_response_time: false,
  response_time: null,
  show_location: false,
  customer_rescue_enabled: false,
  customer_rescue_url: null,
  background_image_url: null,
  overlay_color: null,
  overlay_opacity: null,
  promotion_text: null,
  promotion_settings: null,
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
  tiktok_fallback_enabled: false,
  in_app_browsers: [],
  direct_link_url: null,
  direct_link_warning: true,
};

describe("a video behind a page", () => {
  const path = "/media/0190aaaa-bbbb-7ccc-8ddd-000000000099";
  const picture = { background_image_url: `${path}.webp` };
  const backgroundOf = (columns: object) => toPageView({ ...SOURCE, ...columns }, []).background;

  it("stands on a picture, and text on it is readable whatever a frame shows", () => {
    const background_tones = { darkest: "#101010", lightest: "#202020", focus: "10% 20%" };
    const moving = { ...picture, background_tones, background_video_url: `${path}.mp4` };
    expect(backgroundOf(moving)).toMatchObject({
      url: picture.background_image_url,
      video: `${path}.mp4`,
      tones: { darkest: "#000000", lightest: "#ffffff", focus: "10% 20%" },
    });
    expect(backgroundOf({ ...moving, background_tones: null })?.tones).toBeNull();
    expect(backgroundOf({ ...moving, background_video_url: null })).toMatchObject({
      tones: background_tones,
    });
  });

  it("is none without a picture, or if it isn't a video of ours", () => {
    expect(backgroundOf({ background_video_url: `${path}.webm` })).toBeNull();
    for (const background_video_url of [`${path}.webp`, "https://film.example/x.mp4", '/x"><video>', ""])
      expect(backgroundOf({ ...picture, background_video_url })).not.toHaveProperty("video");
  });
});

describe("§5 a page's pixels", () => {
  it.each([
    ["<script>", "g-lowercase"],
    ["1".repeat(51), `G-${"A".repeat(49)}`],
  ])("are skipped if the stored id is invalid, and named for the console: %s, %s", (facebook, google) => {
    const view = toPageView({ ...SOURCE, facebook_pixel_id: facebook, google_analytics_id: google }, []);
    expect(view).toMatchObject({ facebook_pixel_id: null, google_analytics_id: null });
    expect(view.invalid_pixels).toEqual(["Facebook pixel ID", "Analytics ID"]);
  });

  it("are neither loaded nor named if nothing is stored, and kept if they're valid", () => {
    expect(toPageView({ ...SOURCE, facebook_pixel_id: " " }, []).invalid_pixels).toEqual([]);
    const ids = { facebook_pixel_id: "123", google_analytics_id: "G-ABC1" };
    expect(toPageView({ ...SOURCE, ...ids }, [])).toMatchObject({ ...ids, invalid_pixels: [] });
  });
});
