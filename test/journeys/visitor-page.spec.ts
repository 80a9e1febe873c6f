import { expect, expectAccessible, uploadPicture } from "./instance.ts";
import { AGENTS, FROM_AMERICA, makePage, test, visitorOf } from "./visitor.ts";

const DIRECT = { direct_link_url: "https://example.com/direct", direct_link_warning: true };

test("§2 the direct link warns, closes with Escape, a click outside, or Cancel, and moves on after 1.5 s", async ({
  page,
  creator,
}) => {
  await makePage(creator, { settings: DIRECT });
  await page.goto(`/${creator.username}`);
  const dialog = page.getByRole("dialog", { name: "Adult Content" });
  await expect(dialog).toContainText(
    "This link may contain content that is not appropriate for all audiences.",
  );
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  const card = page.getByRole("link", { name: "Continue to the link" });
  await card.press("Enter");
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
  await expect(card).toBeFocused();

  await card.press("Enter");
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(dialog).toBeHidden();

  await card.press("Enter");
  await dialog.getByRole("link", { name: "Continue" }).press("Enter");
  await expect(dialog).toContainText("Redirecting...");
  await expect(page).toHaveURL("https://example.com/direct");
});

test("the direct link works without JavaScript", async ({ creator, browser, baseURL }) => {
  await makePage(creator, { settings: DIRECT });
  const visitor = await visitorOf(browser, baseURL, { javaScriptEnabled: false });
  await visitor.page.goto(`/${creator.username}`);
  await visitor.page
    .getByRole("dialog", { name: "Adult Content" })
    .getByRole("link", { name: "Continue" })
    .click();
  await expect(visitor.page).toHaveURL("https://example.com/direct");
  await visitor.page.context().close();
});

test("§2 inside TikTok the page says how to leave, and attempts are counted", async ({
  creator,
  browser,
  baseURL,
}) => {
  await makePage(creator, { settings: { tiktok_fallback_enabled: true } });
  const visitor = await visitorOf(browser, baseURL, { userAgent: AGENTS.iphoneTikTok });
  await visitor.page.goto(`/${creator.username}`);
  await expect(visitor.page.getByRole("heading", { name: "Open in Browser" })).toBeVisible();
  await visitor.page.getByRole("link", { name: "Continue here" }).click();
  await expect(visitor.page.getByText("No links available")).toBeVisible();
  await visitor.page.goBack();
  await visitor.page.getByRole("link", { name: "Open in Safari" }).click();
  await expect
    .poll(async () => (await creator.request.get(`/api/v1/profiles/${creator.profileId}/exits`)).json())
    .toMatchObject({ items: [{ app: "tiktok", os: "ios", way: "x-safari", tried: 1, left: 0 }] });
  await visitor.page.context().close();
});

test("the notice counts one view, whether its visitor stays or leaves the app, and keeps the query", async ({
  creator,
  browser,
  baseURL,
}) => {
  await makePage(creator, { settings: { tiktok_fallback_enabled: true } });
  const sent: string[] = [];
  const visitor = await visitorOf(browser, baseURL, { userAgent: AGENTS.iphoneTikTok });
  const outside = await visitorOf(browser, baseURL, { userAgent: AGENTS.iphoneSafari });
  for (const { page: tab } of [visitor, outside]) {
    tab.on("request", (request) => request.url().endsWith("/views") && sent.push(request.url()));
  }
  const counted = visitor.page.waitForResponse(/\/views$/);
  await visitor.page.goto(`/${creator.username}?utm_source=tiktok`);
  await counted;
  const way = await visitor.page.getByRole("link", { name: "Open in Safari" }).getAttribute("href");
  await visitor.page.getByRole("link", { name: "Continue here" }).click();
  await expect(visitor.page).toHaveURL(/\?utm_source=tiktok&here=1$/);
  await expect(visitor.page.getByText("No links available")).toBeVisible();
  await visitor.page.context().close();

  await outside.page.goto((way ?? "").replace("x-safari-", ""));
  await expect(outside.page).toHaveURL(/\/\w+\?utm_source=tiktok$/);
  await expect(outside.page.getByText("No links available")).toBeVisible();
  await outside.page.context().close();
  expect(sent).toHaveLength(1);
});

test("a visitor whom LINE keeps in the app doesn't count as having left", async ({
  creator,
  browser,
  baseURL,
}) => {
  await makePage(creator, { settings: { in_app_browsers: ["line"] } });
  const visitor = await visitorOf(browser, baseURL, { userAgent: AGENTS.iphoneLine });
  await visitor.page.goto(`/${creator.username}`);
  await visitor.page.getByRole("link", { name: "Open in your browser" }).click();
  await expect(visitor.page).toHaveURL(/openExternalBrowser=1$/);
  await expect(visitor.page.getByRole("heading", { name: "Open in Browser" })).toBeVisible();
  const exits = async () => (await creator.request.get(`/api/v1/profiles/${creator.profileId}/exits`)).json();
  await expect.poll(exits).toMatchObject({ items: [{ app: "line", way: "line-query", tried: 1, left: 0 }] });
  await visitor.page.context().close();
});

test("§9 TikTok is also recognized by its bridge, and visitors who stay aren't asked again", async ({
  creator,
  browser,
  baseURL,
}) => {
  await makePage(creator, { settings: { tiktok_fallback_enabled: true } });
  const visitor = await visitorOf(browser, baseURL, { userAgent: AGENTS.iphoneSafari });
  await visitor.page.addInitScript(() => Object.assign(window, { ToutiaoJSBridge: {} }));
  await visitor.page.goto(`/${creator.username}`);
  const help = visitor.page.getByRole("dialog", { name: "Open in Browser" });
  await expect(help).toBeVisible();
  await visitor.page.emulateMedia({ reducedMotion: "reduce" });
  await expectAccessible(visitor.page);
  await help.getByRole("link", { name: "Continue here" }).click();
  await expect(help).toBeHidden();
  await visitor.page.reload();
  await expect(visitor.page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(help).toBeHidden();
  await visitor.page.context().close();
});

test("§4 the countdown runs down, and the banner disappears at zero and is back on the next load", async ({
  page,
  creator,
}) => {
  await makePage(creator, {
    settings: { promotion_text: "Half price", promotion_settings: { countdownDuration: "61" } },
  });
  await page.clock.install();
  await page.goto(`/${creator.username}`);
  const clock = page.getByRole("timer");
  await expect(clock).toHaveText("1:01:00");
  await page.clock.runFor(61_000);
  await expect(clock).toHaveText("59:59");
  await page.clock.runFor(60 * 60_000);
  await expect(page.getByText("Half price")).toBeHidden();
  await page.reload();
  await expect(page.getByText("Half price")).toBeVisible();
});

test("a countdown per visitor ends once, and doesn't flash up again", async ({ page, creator }) => {
  const promotion_settings = { countdownDuration: "10", deadline: "visitor" };
  await makePage(creator, { settings: { promotion_text: "Only once", promotion_settings } });
  await page.clock.install();
  await page.goto(`/${creator.username}`);
  await expect(page.getByRole("timer")).toHaveText(/^(?:10:00|9:\d\d)$/);
  await page.clock.runFor(60_000);
  await page.reload();
  await expect(page.getByRole("timer")).toHaveText(/^[89]:\d\d$/);
  await page.clock.runFor(10 * 60_000);
  await expect(page.getByText("Only once")).toBeHidden();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-ended", "");
  await expect(page.getByText("Only once")).toBeHidden();

  await makePage(creator, { settings: { promotion_text: "The next one" } });
  await page.reload();
  await expect(page.getByText("The next one")).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText(/^(10:00|9:\d\d)$/);
});

test("a floating banner doesn't cover the end of the page", async ({ page, creator }) => {
  await page.setViewportSize({ width: 320, height: 560 });
  for (const position of ["floating", "bottom"]) {
    const promotion_settings = { position, countdownDuration: "90" };
    const promotion_text = "A promotion with as many words as its owner could think of. ".repeat(3).trim();
    await makePage(creator, { settings: { promotion_text, promotion_settings } });
    await page.goto(`/${creator.username}`);
    const banner = page.getByRole("complementary", { name: "Promotion" });
    await expect(banner).toBeInViewport();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const footer = page.getByRole("contentinfo");
    await expect(footer).toBeInViewport();
    const [end, start] = [await footer.boundingBox(), await banner.boundingBox()];
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(start?.y ?? 0);
  }
});

test("§2 light and dark follow the system until the visitor chooses, and the choice stays", async ({
  page,
  creator,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`/${creator.username}`);
  const root = page.locator("html");
  await expect(root).toHaveAttribute("data-scheme", "dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expect(root).toHaveAttribute("data-scheme", "light");
  const toggle = page.getByRole("button", { name: "Dark mode", pressed: false });
  await toggle.press("Enter");
  await expect(root).toHaveAttribute("data-scheme", "dark");
  await expect(page.getByRole("button", { name: "Dark mode", pressed: true })).toBeVisible();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.emulateMedia({ colorScheme: "light" });
  await page.reload();
  await expect(root).toHaveAttribute("data-scheme", "dark");
});

const PIXELS = { facebook_pixel_id: "123456", google_analytics_id: "G-ABC123" };

test("nothing is requested from anyone else before consent, and nothing after a no", async ({
  creator,
  browser,
  baseURL,
}) => {
  await makePage(creator, { settings: PIXELS });
  const visitor = await visitorOf(browser, baseURL);
  await visitor.page.goto(`/${creator.username}`);
  const banner = visitor.page.getByRole("region", { name: "Privacy" });
  await expect(banner).toContainText("Facebook and Google");
  await expectAccessible(visitor.page);
  await visitor.page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(visitor.page);
  await banner.getByRole("button", { name: "Decline" }).press("Enter");
  await expect(banner).toBeHidden();
  const answered = visitor.page.waitForResponse(/\/visit$/);
  await visitor.page.reload();
  await answered;
  await expect(banner).toBeHidden();
  expect(visitor.outside).toEqual([]);

  await visitor.page.getByRole("button", { name: "Privacy choices" }).click();
  await banner.getByRole("button", { name: "Accept" }).click();
  await expect.poll(() => visitor.outside.length).toBeGreaterThanOrEqual(2);
  expect(visitor.outside.join(" ")).toMatch(/connect\.facebook\.net.*fbevents\.js/);
  expect(visitor.outside.join(" ")).toContain("googletagmanager.com/gtag/js?id=G-ABC123");
  await visitor.page.context().close();
});

test("pixels load at once where nobody has to be asked, unless the browser asks for privacy", async ({
  creator,
  browser,
  baseURL,
}) => {
  await makePage(creator, { settings: { ...PIXELS, show_location: true } });
  const visitor = await visitorOf(browser, baseURL, { extraHTTPHeaders: FROM_AMERICA });
  await visitor.page.goto(`/${creator.username}`);
  await expect.poll(() => visitor.outside.length).toBeGreaterThanOrEqual(2);
  await expect(visitor.page.getByRole("region", { name: "Privacy" })).toBeHidden();
  await expect(visitor.page.getByText(/^Visiting from /)).toBeVisible();
  await visitor.page.context().close();

  const wary = await visitorOf(browser, baseURL, { extraHTTPHeaders: FROM_AMERICA });
  await wary.page.addInitScript(() => Object.assign(navigator, { globalPrivacyControl: true }));
  await wary.page.goto(`/${creator.username}`);
  await expect(wary.page.getByRole("region", { name: "Privacy" })).toBeVisible();
  expect(wary.outside).toEqual([]);
  await wary.page.context().close();
});

test("§2 a picture that doesn't load says so, and the page still works", async ({
  creator,
  browser,
  baseURL,
}) => {
  const icon = await uploadPicture(creator, "icon");
  await makePage(creator, {
    settings: { profile_picture_url: icon },
    links: [{ title: "Tour", url: "https://example.com/tour", icon, show_icon: true }],
  });
  const visitor = await visitorOf(browser, baseURL);
  await visitor.page.route("**/media/**", (route) =>
    route.fulfill({ body: "broken", contentType: "image/webp" }),
  );
  await visitor.page.goto(`/${creator.username}`);
  await expect(visitor.page.locator("[lang=en]:not(html)", { hasText: "Failed to load image" })).toHaveCount(
    1,
  );
  await expect(visitor.page.getByText("NS", { exact: true })).toBeVisible();
  await expect(visitor.page.getByRole("link", { name: /Tour/ })).toBeVisible();
  await visitor.page.context().close();
});
