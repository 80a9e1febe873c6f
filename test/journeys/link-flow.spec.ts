import { expect, expectAccessible } from "./instance.ts";
import { AGENTS, expectClicks, makePage, test, visitorOf } from "./visitor.ts";

const ADULT = { title: "After dark", url: "https://example.com/dark", show_adult_warning: true };
const WARNING =
  "This link contains adult content that may not be suitable for all audiences. You must be 18 years or older to continue.";

test("§4 a link opens in a new tab and counts once, and the page stays", async ({ page, creator }) => {
  await makePage(creator, { links: [{ title: "Tour", url: "https://example.com/tour" }] });
  await page.goto(`/${creator.username}`);
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Tour" }).press("Enter");
  const tab = await opened;
  await expect(tab).toHaveURL("https://example.com/tour");
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  expect(new URL(page.url()).pathname).toBe(`/${creator.username}`);
  await expectClicks(creator, { Tour: 1 });
});

test("a Ctrl-click opens a background tab, as browsers do, and counts", async ({
  page,
  creator,
  outside,
}) => {
  await makePage(creator, { links: [{ title: "Tour", url: "https://example.com/behind" }] });
  await page.goto(`/${creator.username}`);
  await page.getByRole("link", { name: "Tour" }).click({ modifiers: ["Control"] });
  // We can't check the tab itself: in headless Chromium, background tabs may be gone too soon.
  await expect.poll(() => outside.asked).toContain("example.com/behind");
  expect(new URL(page.url()).pathname).toBe(`/${creator.username}`);
  await expect(page.getByRole("link", { name: "Tour" })).toHaveAttribute("href", /^\/go\//);
  await expectClicks(creator, { Tour: 1 });
});

test("§2 the adult warning keeps the focus, closes with Escape or a click outside, and lets adults through", async ({
  page,
  creator,
}) => {
  await makePage(creator, { links: [ADULT] });
  await page.goto(`/${creator.username}`);
  const card = page.getByRole("link", { name: "After dark" });
  const dialog = page.getByRole("dialog", { name: "Adult Content Warning" });

  await card.press("Enter");
  await expect(dialog).toContainText(WARNING);
  for (let steps = 0; steps < 5; steps++) {
    const isInside = await dialog.evaluate(
      (it) => it.contains(document.activeElement) || !document.hasFocus(),
    );
    expect(isInside).toBe(true);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(card).toBeFocused();

  await card.press("Enter");
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();

  await card.press("Enter");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(card).toBeFocused();
  expect(page.context().pages()).toHaveLength(1);

  // Opened again before the browser has told that it was closed.
  await card.press("Enter");
  await card.evaluate((link: HTMLElement) => {
    document.querySelector<HTMLElement>("#adult form button")?.click();
    link.click();
  });
  await expect(dialog).toBeVisible();
  const opened = page.waitForEvent("popup");
  await dialog.getByRole("button", { name: "I'm 18+ - Continue" }).press("Enter");
  await expect(await opened).toHaveURL("https://example.com/dark");
  await expect(dialog).toBeHidden();
  await expectClicks(creator, { "After dark": 1 });
});

test("§4 customer rescue: the page moves on 1.5 s after a click, or at once if the warning is canceled", async ({
  page,
  creator,
}) => {
  await makePage(creator, {
    links: [{ title: "Tour", url: "https://example.com/tour" }, ADULT],
    settings: { customer_rescue_enabled: true, customer_rescue_url: "https://example.com/rescue" },
  });
  await page.goto(`/${creator.username}`);
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Tour" }).click();
  await expect(await opened).toHaveURL("https://example.com/tour");
  await expect(page).toHaveURL("https://example.com/rescue");
  await expectClicks(creator, { Tour: 1 });

  await page.goto(`/${creator.username}`);
  await page.getByRole("link", { name: "After dark" }).click();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("https://example.com/rescue");
  await expectClicks(creator, { "After dark": 0 });
});

test("§4 an A/B test opens the visitor's variant, and the click says which", async ({ page, creator }) => {
  const test = { title: "Merch", url: "https://example.com/", is_ab_test: true, ab_split_ratio: 0 };
  const variants = { link_a: "https://example.com/a", link_b: "https://example.com/b" };
  await makePage(creator, { links: [{ ...test, ...variants }] });
  const answered = page.waitForResponse(/\/visit$/);
  await page.goto(`/${creator.username}`);
  await answered;
  const sent = page.waitForRequest("**/api/v1/clicks");
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Merch" }).click();
  await expect(await opened).toHaveURL("https://example.com/b");
  expect((await sent).postDataJSON().events).toMatchObject([{ variant: "b" }]);
  await expectClicks(creator, { Merch: 1 });
});

test("§4 an A/B test gives a visitor the same variant in six tabs, by middle click, and without JavaScript", async ({
  page,
  creator,
  browser,
  baseURL,
  outside,
}) => {
  const variants = { link_a: "https://example.com/six-a", link_b: "https://example.com/six-b" };
  const merch = { title: "Merch", url: "https://example.com/", is_ab_test: true, ...variants };
  const [id] = await makePage(creator, { links: [merch] });
  const asked = () => outside.asked.filter((address) => address.startsWith("example.com/six-"));

  for (let tab = 0; tab < 6; tab++) {
    const visitor = await page.context().newPage();
    const answered = visitor.waitForResponse(/\/visit$/);
    await visitor.goto(`/${creator.username}`);
    await answered;
    const opened = visitor.waitForEvent("popup");
    await visitor.getByRole("link", { name: "Merch" }).click();
    await (await opened).waitForURL("https://example.com/six-*");
  }
  await page.goto(`/${creator.username}`);
  await page.getByRole("link", { name: "Merch" }).click({ button: "middle" });
  await expect.poll(asked).toHaveLength(7);

  const userAgent = await page.evaluate(() => navigator.userAgent);
  const scriptless = await visitorOf(browser, baseURL, { userAgent, javaScriptEnabled: false });
  await scriptless.page.goto(`/go/${id}`);
  await scriptless.page.context().close();
  await expect.poll(asked).toHaveLength(8);
  expect(new Set(asked()).size, asked().join(" ")).toBe(1);
  await expectClicks(creator, { Merch: 8 });
});

test("§8 visitors blocked by their place are told so, and sent to the backup URL if there is one", async ({
  page,
  creator,
}) => {
  const blocked = { url: "https://example.com/secret", geo_restrictions: { on_unknown: "block" } };
  await makePage(creator, {
    links: [
      { ...blocked, title: "Closed" },
      { ...blocked, title: "Moved", geo_blocked_fallback_url: "https://example.com/else" },
    ],
  });
  const answered = page.waitForResponse(/\/visit$/);
  await page.goto(`/${creator.username}`);
  expect(await page.content()).not.toContain("secret");
  expect(await (await answered).text()).not.toContain("secret");

  await page.getByRole("link", { name: "Closed" }).press("Enter");
  const toast = page.locator(".toast:not([inert])");
  await expect(toast).toContainText("Access Restricted");
  await expect(toast).toHaveCSS("background-color", "rgb(179, 38, 30)");
  await expect(toast).toContainText("This link is not available in your region.");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Dismiss" }).press("Enter");
  await expect(toast).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Closed" })).toBeFocused();

  await page.getByRole("link", { name: "Moved" }).press("Enter");
  await expect(toast).toContainText("Redirecting to alternative content.");
  await expect(page).toHaveURL("https://example.com/else");
  await expectClicks(creator, { Closed: 0, Moved: 0 });
});

test("§4 if no tab can open, the page itself goes there", async ({ page, creator }) => {
  await makePage(creator, { links: [{ title: "Tour", url: "https://example.com/tour" }] });
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto(`/${creator.username}`);
  await page.getByRole("link", { name: "Tour" }).click();
  await expect(page).toHaveURL("https://example.com/tour");
  await expectClicks(creator, { Tour: 1 });
});

test("without the verdict the server decides, and counts once", async ({ page, creator }) => {
  await makePage(creator, { links: [ADULT] });
  await page.route(/\/visit$/, (route) => route.fulfill({ status: 204 }));
  await page.goto(`/${creator.username}`);
  await page.getByRole("link", { name: "After dark" }).click();
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "I'm 18+ - Continue" }).click();
  await expect(await opened).toHaveURL("https://example.com/dark");
  await expectClicks(creator, { "After dark": 1 });
});

test("§4 a link that the server refused never leads to the rescue URL, however late the verdict", async ({
  page,
  creator,
}) => {
  await makePage(creator, {
    links: [
      { title: "Closed", url: "https://example.com/secret", geo_restrictions: { on_unknown: "block" } },
    ],
    settings: { customer_rescue_enabled: true, customer_rescue_url: "https://example.com/rescue" },
  });
  const { promise: isRefused, resolve: refused } = Promise.withResolvers<void>();
  await page.route(/\/visit$/, async (route) => {
    await isRefused;
    await route.continue();
  });
  await page.clock.install();
  await page.goto(`/${creator.username}`);
  const verdict = page.waitForResponse(/\/visit$/);
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Closed" }).click();
  await expect((await opened).getByText("not available in your region")).toBeVisible();
  refused();
  await (await verdict).finished();
  const left: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) left.push(request.url());
  });
  await page.clock.runFor(5_000);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(page.getByRole("link", { name: "Closed" })).toBeVisible();
  expect(left).toEqual([]);
});

test("§7 a click made offline is counted when the network is back", async ({ creator, browser, baseURL }) => {
  await makePage(creator, { links: [{ title: "Tour", url: "https://example.com/tour" }] });
  const options = { userAgent: AGENTS.desktop, serviceWorkers: "allow" } as const;
  const visitor = await visitorOf(browser, baseURL, options);
  await visitor.page.goto(`/${creator.username}`);
  await visitor.page.context().setOffline(true);
  const failed = visitor.page.waitForEvent("requestfailed", (request) => request.url().endsWith("/clicks"));
  await visitor.page.getByRole("link", { name: "Tour" }).click();
  await failed;
  await visitor.page.context().setOffline(false);
  await expectClicks(creator, { Tour: 1 });
  await visitor.page.context().close();
});

const VIDEO = { title: "Video", url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ" };

for (const agent of ["androidChrome", "iphoneInstagram"] as const) {
  test(`${agent} tries the app first and falls back to the web URL`, async ({
    creator,
    browser,
    baseURL,
  }) => {
    await makePage(creator, { links: [VIDEO] });
    const visitor = await visitorOf(browser, baseURL, { userAgent: AGENTS[agent] });
    await visitor.page.goto(`/${creator.username}`);
    await visitor.page.getByRole("link", { name: "Video" }).click();
    await expect(visitor.page).toHaveURL(VIDEO.url);
    expect(visitor.page.context().pages()).toHaveLength(1);
    await expectClicks(creator, { Video: 1 });
    await visitor.page.context().close();
  });
}

test("a URL that depends on the visitor opens its app too", async ({ creator, browser, baseURL }) => {
  const variants = { is_ab_test: true, link_a: VIDEO.url, link_b: VIDEO.url };
  await makePage(creator, { links: [{ ...VIDEO, ...variants }] });
  const visitor = await visitorOf(browser, baseURL, { userAgent: AGENTS.androidChrome });
  const answered = visitor.page.waitForResponse(/\/visit$/);
  await visitor.page.goto(`/${creator.username}`);
  expect((await (await answered).json()).ways).toMatchObject({
    [(await visitor.page.locator("[data-link]").getAttribute("data-link")) ?? ""]: {
      app: { android: "com.google.android.youtube" },
    },
  });
  await visitor.page.getByRole("link", { name: "Video" }).click();
  // In this tab: the intent was tried, and the app isn't installed.
  await expect(visitor.page).toHaveURL(VIDEO.url);
  expect(visitor.page.context().pages()).toHaveLength(1);
  await expectClicks(creator, { Video: 1 });
  await visitor.page.context().close();
});

for (const agent of ["iphoneSafari", "desktop"] as const) {
  test(`${agent} opens the web URL of an app's link in a new tab`, async ({ creator, browser, baseURL }) => {
    await makePage(creator, { links: [VIDEO] });
    const visitor = await visitorOf(browser, baseURL, { userAgent: AGENTS[agent] });
    await visitor.page.goto(`/${creator.username}`);
    const opened = visitor.page.waitForEvent("popup");
    await visitor.page.getByRole("link", { name: "Video" }).click();
    await expect(await opened).toHaveURL(VIDEO.url);
    await expectClicks(creator, { Video: 1 });
    await visitor.page.context().close();
  });
}
