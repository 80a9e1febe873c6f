// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { pictureForm } from "#test/harness/pictures.ts";
import { pageChanged } from "../signals.ts";

const DANGEROUS = "URL contains dangerous protocol or suspicious content";
const NOT_A_URL = "Enter a web URL such as https://example.com.";
const NOT_A_PICTURE = "Upload a picture, or enter the URL of one.";
const NOT_A_PIXEL = "A Facebook pixel ID is digits only, 50 at most.";
const NOT_AN_ID = "A measurement ID is G- followed by uppercase letters or digits, 50 characters at most.";
const NOT_MINUTES = "Enter whole minutes from 1 to 525,600 (one year).";
const NO_END = "Choose the date and time when the promotion ends.";
const NOT_AN_OPACITY = "The overlay’s strength must be a number from 0 to 1.";

const DEFAULT_PROMOTION = {
  countdownDuration: "30",
  backgroundColor: "red-orange",
  position: "top",
  deadline: "restart",
  ends_at: null,
};

let app: TestApp;
let owner: Client;
// biome-ignore lint/suspicious/noExplicitAny: the answer of the API, asserted and not trusted
let profile: any;
const changed: string[][] = [];

beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
  app.platform.signals.on(pageChanged, ({ usernames }) => {
    changed.push(usernames);
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  // Every test creates a profile, and there's a daily limit.
  await app.platform.db.execute(sql`delete from rate_limits`);
  await app.platform.db.execute(sql`delete from client_profiles where user_id = ${owner.id}`);
  profile = (await owner.api("POST", "/profiles", { name: `P ${randomUUID().slice(0, 8)}` })).body;
  changed.length = 0;
});

const patch = (changes: unknown) => owner.api("PATCH", `/profiles/${profile.id}`, changes);
const read = async () => (await owner.api("GET", `/profiles/${profile.id}`)).body;

/** Sets the column directly, as an import would. */
const store = (column: string, value: unknown) =>
  app.platform.db.execute(
    sql`update client_profiles set ${sql.identifier(column)} = ${value} where id = ${profile.id}`,
  );

describe("the settings of a page", () => {
  it("are all there from the start, off and empty, with the defaults of §9", () => {
    expect(profile).toMatchObject({
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
      promotion_settings: DEFAULT_PROMOTION,
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
      tiktok_fallback_enabled: false,
      in_app_browsers: [],
      direct_link_url: null,
      direct_link_warning: false,
    });
  });

  it.each([
    ["show_online_indicator", true, true],
    ["show_response_time", true, true],
    ["show_location", true, true],
    ["customer_rescue_enabled", true, true],
    ["screensaver_enabled", true, true],
    ["collect_without_download", true, true],
    ["confirm_sign_ups", true, true],
    ["past_emails", 10, 10],
    ["own_css", ".card { color: red }\n", ".card { color: red }\n"],
    ["tiktok_fallback_enabled", true, true],
    ["direct_link_warning", true, true],
    ["lead_capture_enabled", false, false],
    ["collect_phone_enabled", true, true],
    ["phone_required", true, true],
    ["response_time", "  a few\nhours <script>x</script>", "a few hours"],
    ["response_time", "é".repeat(80), "é".repeat(60)],
    ["promotion_text", `Sale ${"!".repeat(300)}`, `Sale ${"!".repeat(195)}`],
    ["lead_capture_title", "Free\tpack", "Free pack"],
    ["lead_capture_description", " Two\nlines ", "Two\nlines"],
    ["disclaimer_text", "x".repeat(2000), "x".repeat(1000)],
    ["button_text", "Get it onclick=evil()", "Get it"],
    ["customer_rescue_url", "Example.com", "https://example.com"],
    ["screensaver_link", "http://files.example.com/pack.zip", "http://files.example.com/pack.zip"],
    ["direct_link_url", "//example.com/x", "https://example.com/x"],
    ["overlay_color", "White", "white"],
    ["overlay_opacity", 0, 0],
    ["overlay_opacity", 0.299999, 0.3],
    ["facebook_pixel_id", " 1234567890 ", "1234567890"],
    ["google_analytics_id", " G-AB12 ", "G-AB12"],
    ["in_app_browsers", ["facebook", "instagram", "facebook"], ["instagram", "facebook"]],
  ])("keep %s %j and rerender the page", async (field, written, kept) => {
    const { status, body } = await patch({ [field]: written });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toEqual({ ...profile, [field]: kept, updated_at: body.updated_at });
    expect(await read()).toEqual(body);
    expect(changed).toEqual([[profile.username]]);
  });

  it.each([
    ["response_time", "an hour", null],
    ["promotion_text", "Sale", "\u200b"],
    ["lead_capture_title", "T", ""],
    ["lead_capture_description", "D", " "],
    ["disclaimer_text", "D", null],
    ["button_text", "B", ""],
    ["customer_rescue_url", "https://a.example", ""],
    ["screensaver_link", "https://a.example", null],
    ["direct_link_url", "https://a.example", " "],
    ["overlay_color", "black", null],
    ["overlay_opacity", 0.5, null],
    ["facebook_pixel_id", "1", ""],
    ["google_analytics_id", "G-1", null],
    ["lead_capture_enabled", true, null],
    ["collect_phone_enabled", true, null],
    ["phone_required", false, null],
  ])("are cleared: %s from %j by %j", async (field, written, blank) => {
    expect((await patch({ [field]: written })).body[field]).toBe(written);
    expect((await patch({ [field]: blank })).body[field]).toBeNull();
  });

  it.each([
    ["customer_rescue_url", "javascript:alert(1)", "URL_DANGEROUS", DANGEROUS],
    ["customer_rescue_url", "mailto:a@b.example", "URL_INVALID", NOT_A_URL],
    ["screensaver_link", "http://10.0.0.1/pack", "URL_DANGEROUS", DANGEROUS],
    ["screensaver_link", "pack", "URL_INVALID", NOT_A_URL],
    ["direct_link_url", "vbscript:x", "URL_DANGEROUS", DANGEROUS],
    ["direct_link_url", "tel:+4912345", "URL_INVALID", NOT_A_URL],
    ["background_image_url", "data:image/png;base64,AA", "URL_DANGEROUS", DANGEROUS],
    ["background_image_url", "mailto:a@b.example", "PICTURE_INVALID", NOT_A_PICTURE],
    ["background_image_url", `/media/${randomUUID()}.webp`, "PICTURE_INVALID", NOT_A_PICTURE],
    ["overlay_color", "red", "CHOICE_INVALID", "Choose one of these: white, black."],
    ["overlay_opacity", 1.01, "OPACITY_INVALID", NOT_AN_OPACITY],
    ["overlay_opacity", -0.1, "OPACITY_INVALID", NOT_AN_OPACITY],
    ["facebook_pixel_id", "12a", "FACEBOOK_PIXEL_INVALID", NOT_A_PIXEL],
    ["facebook_pixel_id", "1".repeat(51), "FACEBOOK_PIXEL_INVALID", NOT_A_PIXEL],
    ["google_analytics_id", "UA-1", "GOOGLE_ID_INVALID", NOT_AN_ID],
    ["google_analytics_id", "G-ab", "GOOGLE_ID_INVALID", NOT_AN_ID],
    ["google_analytics_id", `G-${"A".repeat(49)}`, "GOOGLE_ID_INVALID", NOT_AN_ID],
    [
      "in_app_browsers",
      ["instagram", "netscape"],
      "IN_APP_BROWSER_UNKNOWN",
      "We can’t help visitors leave this app.",
    ],
    [
      "in_app_browsers",
      ["tiktok"],
      "IN_APP_BROWSER_UNKNOWN",
      "TikTok has its own switch: tiktok_fallback_enabled.",
    ],
  ])("§5 refuse %s %j, and name the field", async (field, written, code, message) => {
    const { status, body } = await patch({ name: "Other", [field]: written });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code, message, data: { field } });
    expect(await read()).toEqual(profile);
    expect(changed).toEqual([]);
  });

  it.each([
    ["overlay_opacity", "half"],
    ["show_location", "yes"],
    ["in_app_browsers", [1]],
    ["promotion_text", "x".repeat(20_001)],
    ["promotion_settings", "top"],
  ])("refuse %s of the wrong type", async (field, written) => {
    const { status, body } = await patch({ [field]: written });
    expect([status, body.code]).toEqual([400, "BAD_REQUEST"]);
    expect(Object.keys(body.data.fields)[0]).toContain(field);
  });

  it("accept an uploaded picture as the background, and none again", async () => {
    const { url } = (await owner.api("POST", "/media", await pictureForm("background"))).body;
    expect((await patch({ background_image_url: url })).body.background_image_url).toBe(url);
    expect((await patch({ background_image_url: " " })).body.background_image_url).toBeNull();
  });

  it("that were imported with odd values block nothing, and go away when changed", async () => {
    await store("facebook_pixel_id", "pixel");
    await store("customer_rescue_url", "javascript:alert(1)");
    await store("overlay_color", "rebeccapurple");
    profile = await read();
    expect(profile).toMatchObject({ facebook_pixel_id: "pixel", overlay_color: "black" });
    const { facebook_pixel_id, customer_rescue_url, overlay_color } = profile;
    const whole = { facebook_pixel_id, customer_rescue_url, overlay_color, name: "Whole form" };
    expect(await patch(whole)).toMatchObject({ status: 200, body: { name: "Whole form" } });
    expect((await patch({ facebook_pixel_id: "pixels" })).status).toBe(400);
    expect((await patch({ customer_rescue_url: "" })).body.customer_rescue_url).toBeNull();
  });
});

describe("promotion_settings", () => {
  const settle = (promotion_settings: unknown) => patch({ promotion_settings });

  it("change one by one, keep what's left out and the lead form's keys, and return to their default with null", async () => {
    await store(
      "promotion_settings",
      sql`'{"position":"bottom","lead_capture_title":"Old","phone_required":true}'::jsonb`,
    );
    const first = await settle({ countdownDuration: "90", backgroundColor: "pink-purple" });
    expect(first.body.promotion_settings).toEqual({
      countdownDuration: "90",
      backgroundColor: "pink-purple",
      position: "bottom",
      deadline: "restart",
      ends_at: null,
      lead_capture_title: "Old",
      phone_required: true,
    });
    const second = await settle({ position: null, lead_capture_title: null, phone_required: null });
    expect(second.body.promotion_settings).toEqual({
      ...DEFAULT_PROMOTION,
      countdownDuration: "90",
      backgroundColor: "pink-purple",
    });
  });

  it("are read from JSON text, and become the defaults of §9 if unreadable", async () => {
    await store(
      "promotion_settings",
      JSON.stringify(JSON.stringify({ position: "floating", deadline: "never" })),
    );
    expect((await read()).promotion_settings).toEqual({ ...DEFAULT_PROMOTION, position: "floating" });
    await store("promotion_settings", JSON.stringify("{broken"));
    expect((await read()).promotion_settings).toEqual(DEFAULT_PROMOTION);
  });

  it("accept a fixed end in any time zone", async () => {
    const { body } = await settle({ deadline: "fixed", ends_at: "2027-01-01T00:00:00+01:00" });
    expect(body.promotion_settings).toMatchObject({ deadline: "fixed", ends_at: "2026-12-31T23:00:00.000Z" });
    const kept = await patch({ promotion_text: "Sale", promotion_settings: body.promotion_settings });
    expect(kept.body.promotion_settings).toEqual(body.promotion_settings);
  });

  it("clean the lead form's texts stored there", async () => {
    const { body } = await settle({ button_text: " Go <iframe>x</iframe>", disclaimer_text: " " });
    expect(body.promotion_settings).toEqual({ ...DEFAULT_PROMOTION, button_text: "Go" });
  });

  const COLORS = "Choose one of these: purple-blue, green-teal, yellow-orange, pink-purple, red-orange.";
  it.each([
    [{ countdownDuration: "0" }, "countdownDuration", "MINUTES_INVALID", NOT_MINUTES],
    [{ countdownDuration: "1.5" }, "countdownDuration", "MINUTES_INVALID", NOT_MINUTES],
    [{ countdownDuration: " " }, "countdownDuration", "MINUTES_INVALID", NOT_MINUTES],
    [{ countdownDuration: "525601" }, "countdownDuration", "MINUTES_INVALID", NOT_MINUTES],
    [{ backgroundColor: "red" }, "backgroundColor", "CHOICE_INVALID", COLORS],
    [{ position: "left" }, "position", "CHOICE_INVALID", "Choose one of these: top, bottom, floating."],
    [{ deadline: "" }, "deadline", "CHOICE_INVALID", "Choose one of these: restart, visitor, fixed."],
    [{ ends_at: "soon" }, "ends_at", "MOMENT_INVALID", NO_END],
    [{ ends_at: "5" }, "ends_at", "MOMENT_INVALID", NO_END],
    [{ deadline: "fixed" }, "ends_at", "MOMENT_INVALID", NO_END],
  ])("refuse %j", async (settings, field, code, message) => {
    const { status, body } = await settle(settings);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code, message, data: { field: `promotion_settings.${field}` } });
    expect(await read()).toEqual(profile);
  });

  it("minutes at both limits are fine", async () => {
    expect((await settle({ countdownDuration: "1" })).body.promotion_settings.countdownDuration).toBe("1");
    const year = await settle({ countdownDuration: "525600" });
    expect(year.body.promotion_settings.countdownDuration).toBe("525600");
  });
});

describe("button_style and button_shape", () => {
  it("are merged into the theme next to its colors", async () => {
    await patch({ theme_settings: { theme_color: "#123456" } });
    const { body } = await patch({ theme_settings: { button_style: "outline", button_shape: "pill" } });
    expect(body.theme_settings).toMatchObject({
      theme_color: "#123456",
      button_style: "outline",
      button_shape: "pill",
    });
  });

  it.each([
    ["button_style", "Choose one of these: filled, outline, soft, shadow."],
    ["button_shape", "Choose one of these: rounded, pill, square."],
    ["background_kind", "Choose one of these: color, gradient, pattern."],
    ["pattern", "Choose one of these: dots, grid, stripes, checks, waves."],
    ["avatar_shape", "Choose one of these: circle, rounded, square, none."],
    ["header_layout", "Choose one of these: centered, left, cover."],
    ["font", expect.stringMatching(/^Choose one of these: system, inter, .*, jetbrains-mono\.$/)],
    ["title_font", expect.stringMatching(/^Choose one of these: system, /)],
  ])("refuse an unknown %s", async (field, message) => {
    const { status, body } = await patch({ theme_settings: { [field]: "wobbly" } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "CHOICE_INVALID", message, data: { field } });
  });
});

describe("looks", () => {
  it("are kept part by part, and each is refused that no page could have", async () => {
    const look = {
      font: "lora",
      title_font: "oswald",
      background_kind: "gradient",
      background_colors: ["#AABBCC", "#fff"],
      background_angle: 45,
      avatar_shape: "none",
      header_layout: "cover",
    };
    const { body } = await patch({ theme_settings: look });
    const kept = { ...look, background_colors: ["#aabbcc", "#fff"] };
    expect(body.theme_settings).toMatchObject(kept);
    for (const [field, value, code] of [
      ["background_angle", 361, "ANGLE_INVALID"],
      ["background_angle", 4.5, "ANGLE_INVALID"],
      ["background_colors", ["red"], "COLOR_INVALID"],
      ["background_colors", ["#000", "#111", "#222"], "BACKGROUND_COLORS_MAX"],
    ]) {
      const refused = await patch({ theme_settings: { [field as string]: value } });
      expect([refused.status, refused.body]).toMatchObject([400, { code, data: { field } }]);
    }
    const { body: after } = await patch({ theme_settings: { title_font: null, background_colors: [] } });
    expect(after.theme_settings).toMatchObject({ ...kept, title_font: null, background_colors: [] });
  });
});

describe("two tabs", () => {
  it("with different settings: the later one gets the newer profile", async () => {
    const { updated_at } = profile;
    const first = await patch({ overlay_opacity: 0.7, updated_at });
    const second = await patch({ promotion_settings: { position: "bottom" }, updated_at });
    expect(second).toMatchObject({ status: 409, body: { code: "CHANGED_MEANWHILE", data: first.body } });
    const same = await patch({ overlay_opacity: 0.7, updated_at });
    expect(same).toMatchObject({ status: 200, body: first.body });
  });
});
