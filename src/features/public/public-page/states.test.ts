// @project server-postgres
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { pictureForm } from "#test/harness/pictures.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const TIKTOK = `${IPHONE} Mobile/22B83 musical_ly_36.5.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en`;
const INSTAGRAM =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 Instagram 355.0.0.37.103 Android";
const SAFARI = `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`;

let app: TestApp;
let owner: Client;
beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
});
beforeEach(async () => {
  owner = await app.signUp();
});
afterAll(() => app?.close());

async function profileWith(name: string, settings: object) {
  const { body } = await owner.api("POST", "/profiles", { name });
  const answer = await owner.api("PATCH", `/profiles/${body.id}`, settings);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return body as { id: string; username: string };
}

/** The notice itself, not the hidden help in every page for apps that don't identify themselves. */
const isNotice = (body: string) => body.includes('<main class="notice" data-exits=');

const visit = (path: string, userAgent = SAFARI) =>
  app.visitor().call("GET", path, undefined, { "user-agent": userAgent });

function sqlOf(text: string, id: string) {
  return app.platform.database.run({ name: text.slice(0, 40), text }, [id]);
}

async function viewsOf(profile: { id: string }): Promise<number> {
  const day = 24 * 3600 * 1000;
  const [from, to] = [-day, day].map((ms) => new Date(app.clock.now().getTime() + ms).toISOString());
  const { body } = await owner.api("GET", `/profiles/${profile.id}/analytics?from=${from}&to=${to}&tz=UTC`);
  return body.totals.views;
}

describe("§2 in an app's browser", () => {
  it("shows TikTok's visitors the three steps while the fallback is on, and nobody else", async () => {
    const { id } = await profileWith("Tik", { tiktok_fallback_enabled: true });
    const { status, body, headers } = await visit("/tik", TIKTOK);
    expect(status).toBe(200);
    expect(isNotice(body)).toBe(true);
    for (const step of ["3 dots", "Open in Browser", "Safari", "Chrome"])
      expect(body).toContain(`<b>${step}</b>`);
    expect(body).toContain("press and hold");
    expect(body).toMatch(/href="x-safari-http:\/\/[^"]+\/tik\?out=1"/);
    expect(headers.get("vary")).toContain("User-Agent");
    expect(isNotice((await visit("/tik")).body)).toBe(false);
    await owner.api("PATCH", `/profiles/${id}`, { tiktok_fallback_enabled: false });
    expect(isNotice((await visit("/tik", TIKTOK)).body)).toBe(false);
  });

  it("doesn't hold anyone: the notice links to the page itself", async () => {
    await profileWith("Stay", { tiktok_fallback_enabled: true });
    const [, onward = ""] = /href="([^"]+)" data-stay/.exec((await visit("/stay", TIKTOK)).body) ?? [];
    const { body } = await visit(`/stay${onward}`, TIKTOK);
    expect(body).toContain("data-profile");
    expect(isNotice(body)).toBe(false);
  });

  it("shows it in other apps where the owner switched theirs on, with the ways out of their system", async () => {
    await profileWith("Insta", { in_app_browsers: ["instagram"] });
    const { body } = await visit("/insta", INSTAGRAM);
    expect(body).toContain("You’re in Instagram’s browser.");
    expect(body).toMatch(/href="intent:\/\/[^"]+\/insta\?out=1#Intent;scheme=http;/);
    expect(body).not.toContain("press and hold");
    expect(isNotice((await visit("/insta", TIKTOK)).body)).toBe(false);
  });

  it("the notice passes on campaign parameters, and nothing that could change where it leads", async () => {
    await profileWith("Tagged", { tiktok_fallback_enabled: true });
    const asked = "utm_source=tiktok&a=1%262&openExternalBrowser=1&out=1&x=%23Intent%3Bend%22%3E";
    const { body } = await visit(`/tagged?${asked}`, TIKTOK);
    const kept = "utm_source=tiktok&amp;a=1%262&amp;x=%23Intent%3Bend%22%3E";
    expect(body).toContain(`/tagged?${kept}&amp;out=1"`);
    expect(body).toContain(`href="?${kept}&amp;here=1" data-stay`);
    expect(body).toContain(`/tagged?${kept}"`);
    expect(body).not.toContain("openExternalBrowser");
    const plain = (await visit("/tagged", TIKTOK)).body;
    expect((await visit(`/tagged?a=${"x".repeat(3000)}`, TIKTOK)).body).toBe(plain);
  });

  it("the notice has its owner's colors and avatar, and points to that app's menu", async () => {
    const { id } = await profileWith("Looks", {
      theme_settings: { theme_color: "#123456", text_color: "#ffffff" },
      in_app_browsers: ["instagram", "facebook", "kakaotalk", "webview"],
      tiktok_fallback_enabled: true,
    });
    await sqlOf(
      "update client_profiles set profile_picture_url = '/media/0190aaaa-bbbb-7ccc-8ddd-000000000099.webp' where id = $1",
      id,
    );
    const tiktok = (await visit("/looks", TIKTOK)).body;
    expect(tiktok).toContain("--bg:#123456");
    expect(tiktok).toContain('src="/media/0190aaaa-bbbb-7ccc-8ddd-000000000099.webp"');
    expect(tiktok).toContain('data-corner="top-right"');
    const facebook = (await visit("/looks", `${IPHONE} Mobile/22G100 Safari/604.1 MetaIAB Facebook`)).body;
    expect(facebook).toContain('data-corner="bottom-right"');
    expect(facebook).toContain("<b>Open in external browser</b>");
    const kakao = (await visit("/looks", `${IPHONE} Mobile/15E148 KAKAOTALK 25.7.0`)).body;
    expect(kakao).toContain('href="kakaotalk://web/openExternal?url=');
    const unknown = (await visit("/looks", `${IPHONE} Mobile/15E148 SomeNewApp/3.1`)).body;
    expect(isNotice(unknown)).toBe(true);
    expect(unknown).not.toContain("<svg");
  });

  it("a direct link doesn't count people the notice has counted", async () => {
    const profile = await profileWith("Once", {
      tiktok_fallback_enabled: true,
      direct_link_url: "https://example.com/once",
    });
    expect((await visit("/once?here=1", TIKTOK)).status).toBe(302);
    expect((await visit("/once?out=1")).status).toBe(302);
    expect(await viewsOf(profile)).toBe(0);
    await visit("/once");
    expect(await viewsOf(profile)).toBe(1);
  });
});

describe("§2 a page with a direct link", () => {
  it("redirects right away if there's no warning, and counts the view", async () => {
    const profile = await profileWith("Direct", { direct_link_url: "example.com/shop?a=1" });
    const { status, headers } = await visit("/direct");
    expect(status).toBe(302);
    expect(headers.get("location")).toBe("https://example.com/shop?a=1");
    expect(headers.get("cache-control")).toBe("no-store");
    await visit("/direct");
    expect(await viewsOf(profile)).toBe(2);
  });

  it("warns first if the owner asks for it, and doesn't give the URL away before consent", async () => {
    await profileWith("Warned", { direct_link_url: "https://example.com/secret", direct_link_warning: true });
    const { status, body } = await visit("/warned");
    expect(status).toBe(200);
    expect(body).toContain("Adult Content");
    expect(body).toContain("This link may contain content that is not appropriate for all audiences.");
    expect(body).not.toContain("example.com/secret");
    const onward = await visit("/warned?continue=1");
    expect([onward.status, onward.headers.get("location")]).toEqual([302, "https://example.com/secret"]);
  });

  it("comes after the way out of an app", async () => {
    await profileWith("Both", { tiktok_fallback_enabled: true, direct_link_url: "https://example.com" });
    expect(isNotice((await visit("/both", TIKTOK)).body)).toBe(true);
    expect((await visit("/both?here=1", TIKTOK)).status).toBe(302);
  });

  it("redirects from the warning even inside an app", async () => {
    await profileWith("Stuck", {
      tiktok_fallback_enabled: true,
      direct_link_url: "https://example.com/on",
      direct_link_warning: true,
    });
    const { body } = await visit("/stuck?here=1", TIKTOK);
    const [, onward = ""] = /href="([^"]+)" data-continue/.exec(body) ?? [];
    expect((await visit(onward, TIKTOK)).headers.get("location")).toBe("https://example.com/on");
  });
});

describe("the page of an owner", () => {
  it("who is banned is unavailable, its links lead nowhere, and neither QR code nor contact card is available", async () => {
    const { id } = await profileWith("Banned", {});
    const link = (await owner.api("POST", `/profiles/${id}/links`, { title: "A", url: "example.com" })).body;
    await sqlOf("update users set banned = true where id = $1", owner.id);
    expect((await visit("/banned")).status).toBe(410);
    expect((await visit(`/go/${link.id}`)).status).toBe(404);
    expect((await visit("/banned/qr.svg")).status).toBe(410);
    expect((await app.visitor().api("GET", `/pages/${id}/visit`)).status).toBe(410);
  });

  it("who is gone is not found, even while some of their rows remain", async () => {
    await profileWith("Orphan", {});
    await sqlOf("delete from users where id = $1", owner.id);
    expect((await visit("/orphan")).status).toBe(404);
  });
});

describe("§4 the promotion banner", () => {
  it("is above everything else by default, with its countdown", async () => {
    await profileWith("Promo", {
      promotion_text: "20 % off",
      promotion_settings: { countdownDuration: "90" },
    });
    const { body } = await visit("/promo");
    expect(body).toMatch(/<aside class="banner"[^>]*data-countdown="restart" data-minutes="90"/);
    expect(body).toContain("1:30:00");
    expect(body.indexOf("20 % off")).toBeLessThan(body.indexOf("<main"));
  });

  it("with a fixed end disappears at that time, even from a cached page", async () => {
    const ends_at = new Date(app.clock.now().getTime() + 60_000).toISOString();
    const promotion_settings = { deadline: "fixed", ends_at };
    await profileWith("Ending", { promotion_text: "Only today", promotion_settings });
    expect((await visit("/ending")).body).toContain("Only today");
    app.clock.advance(61_000);
    expect((await visit("/ending")).body).not.toContain("Only today");
  });
});

describe("§2 the look of a page", () => {
  it("has its owner's picture under an overlay, 0.3 black by default", async () => {
    const { url } = (await owner.api("POST", "/media", await pictureForm("background"))).body;
    await profileWith("Backed", { background_image_url: url });
    const { body } = await visit("/backed");
    expect(body).toContain(`src="${url}"`);
    expect(body).toContain("--scrim:#0000004d");
  });

  it("says that its owner is there and how soon they answer", async () => {
    await profileWith("Badges", {
      show_online_indicator: true,
      show_response_time: true,
      response_time: "a few hours",
    });
    const { body } = await visit("/badges");
    expect(body).toContain("Online now");
    expect(body).toContain("Usually responds in a few hours");
  });

  it.each([
    ["a background that closes a tag", "background_image_url", '/x"><script>alert(1)</script>'],
    ["an overlay that is CSS", "overlay_color", "red}body{display:none"],
    ["a banner of script", "promotion_text", "</aside><script>alert(1)</script>"],
    ["settings that are no JSON", "promotion_settings", '"{broken"'],
    ["a theme that is CSS", "theme_settings", '{"theme_color":"red;}*{display:none"}'],
    ["a social list that is broken", "social_platforms", '"[{"'],
    ["a pixel that is script", "facebook_pixel_id", '1"><script>alert(1)</script>'],
  ])("survives %s in its row, and nothing runs", async (_, column, value) => {
    const { id, username } = await profileWith(`Odd ${column}`, { promotion_text: "Sale" });
    const isJson = /settings|social/.test(column);
    await app.platform.database.run(
      {
        name: `odd_${column}`,
        text: `update client_profiles set ${column} = $1${isJson ? "::jsonb" : ""} where id = $2`,
      },
      [isJson && column !== "theme_settings" ? JSON.stringify(value) : value, id],
    );
    const { status, body } = await visit(`/${username}`);
    expect(status).toBe(200);
    expect(body).toContain("Powered by");
    expect(body).not.toMatch(/<script>alert|}body{display|}\*{display/);
  });
});
