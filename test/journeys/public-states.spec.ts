import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, PASSWORD, post, test } from "./instance.ts";
import { visitorOf } from "./visitor.ts";

const TIKTOK =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 musical_ly_36.5.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en";
const LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen".repeat(8);

async function patch(page: Page, path: string, data: unknown) {
  const answer = await page.request.patch(path, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function profileWith(page: Page, name: string, settings: object) {
  const { id, username } = await post(page, "/api/v1/profiles", { name });
  await patch(page, `/api/v1/profiles/${id}`, settings);
  return { id, username } as { id: string; username: string };
}

/** A page with everything switched on and texts that no designer would choose. */
async function everything(page: Page) {
  const { id, username } = await profileWith(page, "Everything", {
    display_name: "מאיה 🎉 Moreno",
    public_notes: `${LONG.slice(0, 200)} and a second sentence.`,
    show_online_indicator: true,
    show_response_time: true,
    response_time: "a few hours",
    show_location: true,
    promotion_text: "20 % off the new vinyl",
    lead_capture_enabled: true,
    screensaver_enabled: true,
    screensaver_link: "https://example.com/pack.zip",
    collect_phone_enabled: true,
    social_platforms: ["instagram", "tiktok", "mastodon"].map((platform) => ({
      platform,
      url: `https://${platform}.example/mia`,
    })),
  });
  const links: string[] = [];
  for (const link of [
    { title: LONG, url: "https://example.com/long", description: LONG },
    { title: "Only for adults", url: "https://example.com/adult", show_adult_warning: true },
    { title: "مرحبا بالعالم", url: "https://example.com/rtl", icon: "spotify", show_icon: true },
  ]) {
    links.push((await post(page, `/api/v1/profiles/${id}/links`, link)).id);
  }
  return { username, adult: links[1] ?? "" };
}

/** Nothing sticks out: anything wider than the screen could only be read by scrolling back and forth. */
async function expectToFit(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    window.innerWidth,
  ]);
  expect(content, page.url()).toBeLessThanOrEqual(screen ?? 0);
}

const LOOKS = [
  { look: "in the light", width: 1280, media: { colorScheme: "light" } },
  // 320 px is also 1280 px at a zoom of 400%.
  { look: "in the dark at 320 px", width: 320, media: { colorScheme: "dark" } },
  { look: "in forced colors", width: 1280, media: { forcedColors: "active" } },
] as const;

for (const { look, width, media } of LOOKS) {
  test(`every state that a visitor may see passes axe ${look}`, async ({ page, creator }) => {
    await page.setViewportSize({ width, height: 640 });
    await page.emulateMedia({ ...media, reducedMotion: "reduce" });
    const { username, adult } = await everything(page);
    const direct = await profileWith(page, "Direct", {
      direct_link_url: "https://example.com/direct",
      direct_link_warning: true,
    });
    await profileWith(page, "Clip", { tiktok_fallback_enabled: true });
    const off = await profileWith(page, "Off", {});
    await page.request.put(`/api/v1/profiles/${off.id}/status`, { data: { status: "inactive" } });
    for (const path of [
      `/${username}`,
      `/${creator.username}`,
      `/${direct.username}`,
      `/go/${adult}`,
      "/help/report",
      "/help/request",
    ]) {
      await page.goto(path);
      await expect(page.getByRole("heading").first()).toBeVisible();
      await expectAccessible(page);
      await expectToFit(page);
    }
    await page.goto(`/${username}`);
    await page.getByRole("link", { name: "Only for adults" }).click();
    await expect(page.getByRole("dialog", { name: "Adult Content Warning" })).toBeVisible();
    await expectAccessible(page);
  });

  test(`the notices pass axe ${look}`, async ({ page, creator: _ }) => {
    await page.setViewportSize({ width, height: 640 });
    await page.emulateMedia({ ...media, reducedMotion: "reduce" });
    const { username } = await profileWith(page, "Clip", { tiktok_fallback_enabled: true });
    await page.route(`**/${username}*`, async (route) => {
      const headers = { ...(await route.request().allHeaders()), "user-agent": TIKTOK };
      await route.continue({ headers });
    });
    await page.goto(`/${username}`);
    await expect(page.getByRole("heading", { name: "Open in Browser" })).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await page.getByRole("link", { name: "Continue here" }).click();
    await expect(page.getByRole("heading", { name: "Clip" })).toBeVisible();
    await page.goto("/nobodyhere");
    await expectAccessible(page);
    await expectToFit(page);
  });
}

test("a visitor who claims a free name gets it with their first profile, even after leaving", async ({
  creator: _,
  browser,
  baseURL,
}) => {
  const { page } = await visitorOf(browser, baseURL);
  await page.goto("/freename7");
  await page.getByRole("link", { name: "Claim this name" }).click();
  await expect(page.getByText("“freename7” is waiting for you.")).toBeVisible();
  await page.getByLabel("Name").fill("Nora");
  await page.getByLabel("E-mail").fill(`${randomUUID()}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("freename7");
  // As if following the link in the e-mail that confirms the address.
  await page.goto("/auth/callback");
  await page.getByRole("link", { name: "Go to your dashboard" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("freename7");
  await expect(page.getByText(/freename7 is free\./)).toBeVisible();
  await page.getByRole("button", { name: "Publish page" }).click();
  await expect(page).toHaveURL(/\/dashboard\/links/);
  expect((await page.request.get("/freename7")).status()).toBe(200);
  await page.goto("/dashboard/profiles");
  await expect(page.getByRole("heading", { name: "Profiles" })).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.context().close();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("links, the warning, the form, and the notices work", async ({ page, creator: _ }) => {
    const { username } = await everything(page);
    await page.goto(`/${username}`);
    await expect(page.getByText("20 % off the new vinyl")).toBeVisible();
    await page.getByRole("button", { name: "Share this page" }).click();
    await expect(page.getByRole("link", { name: "Save contact" })).toBeVisible();
    await page.keyboard.press("Escape");
    const opening = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "Only for adults" }).click();
    const tab = await opening;
    await expect(tab.getByRole("heading", { name: "Adult Content Warning" })).toBeVisible();
    await tab.getByRole("link", { name: "I'm 18+ - Continue" }).click();
    await expect(tab.getByRole("heading", { name: "You arrived" })).toBeVisible();
    await page.getByLabel("Name").fill("Zoë");
    await page.getByLabel("E-mail").fill("zoe@example.com");
    await page.getByRole("button", { name: "Get Free Screensaver" }).click();
    await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Download Screensaver Now" })).toHaveAttribute(
      "href",
      "https://example.com/pack.zip",
    );
  });
});
