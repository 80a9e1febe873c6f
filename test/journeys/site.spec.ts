import { expect, expectAccessible, test } from "./instance.ts";
import { forceWideLetters, overflowProblems } from "./overflow.ts";

// In dark mode, and whether they fit, is checked by `every-screen.spec.ts`.
test("every kind of page on the site is accessible in the light scheme", async ({ page }) => {
  for (const path of ["/", "/help", "/help?q=qr", "/help/analytics", "/privacy-policy", "/cookie-policy"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expectAccessible(page);
  }
});

test("the API viewer loads only from here, passes axe, fits, and finds an endpoint by any of its words", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await forceWideLetters(page);
  const asked = new Set<string>();
  page.on("request", (request) => asked.add(new URL(request.url()).host));
  await page.goto("/api/v1/docs");
  const search = page.getByRole("textbox", { name: "Search endpoints" });
  await expect(search).toBeVisible();
  await expect(page.getByRole("button", { name: /GET.*\/me\b/ }).first()).toBeVisible();
  expect(await overflowProblems(page, () => expectAccessible(page))).toEqual([]);
  await search.fill("removal of a LINK");
  await expect(page.getByRole("button", { name: /POST.*restore/ })).toHaveCount(1);
  await expect(page.getByRole("button", { name: /GET.*\/me\b/ })).toHaveCount(0);
  await page.getByRole("button", { name: /POST.*restore/ }).click();
  await expect(
    page.getByText("team members whose role has links.edit, and API keys with the scope links.edit."),
  ).toBeVisible();
  expect([...asked]).toEqual([new URL(page.url()).host]);
});

test("the API can be read without JavaScript", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto("/api/v1/docs");
  await expect(page.getByRole("heading", { name: "Undo the removal of a link" })).toBeVisible();
  await expect(page.getByText("404 LINK_NOT_FOUND Link not found").first()).toBeVisible();
  await context.close();
});

for (const tag of ["@desktop", "@phone"]) {
  test(`§2 the landing page leads in, shows a real page, and nothing on it moves while it loads ${tag}`, {
    tag,
  }, async ({ page }) => {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    const foreign: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(new URL(page.url()).origin) && page.url().startsWith("http"))
        foreign.push(request.url());
    });
    await page.goto("/", { waitUntil: "networkidle" });
    await expect(page.getByText("10 free profiles").first()).toBeVisible();
    await expect(page.getByRole("link", { name: "Watch Demo" })).toHaveAttribute("target", "_blank");
    await expect(page.locator(".screen").getByText("The Last Lighthouse")).toBeVisible();
    const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.001);
    expect(foreign).toEqual([]);

    const ground = () =>
      page.locator(".screen .page").evaluate((element) => getComputedStyle(element).backgroundColor);
    const before = await ground();
    await page.getByRole("radio", { name: "Fjord" }).check();
    expect(await ground()).not.toBe(before);

    await page.getByRole("link", { name: "Get Started Free" }).first().click();
    await expect(page).toHaveURL(/\/auth\?mode=sign-up$/);
  });
}

test("§9 the slider shows the exact total, by keyboard too", async ({ page }) => {
  await page.goto("/#pricing");
  const slider = page.getByRole("slider", { name: "Units of premium" });
  const total = page.locator("[data-total]");
  await expect(total).toHaveText("$65.00");
  await slider.focus();
  await page.keyboard.press("Home");
  await expect(total).toHaveText("$3.00");
  await expect(slider).toHaveAttribute("aria-valuetext", "1 unit, $3.00");
  for (let press = 0; press < 10; press++) await page.keyboard.press("ArrowRight");
  await expect(total).toHaveText("$30.25");
  await expect(page.getByRole("row", { name: "11–25 $2.75" })).toHaveClass("now");
  const exact = page.getByRole("spinbutton", { name: "Exact number of units" });
  await exact.fill("25");
  await expect(total).toHaveText("$65.00");
  await expect(page.getByText("25 would be $68.75. 26 cost less, so you get 26.")).toBeVisible();
  await exact.fill("5000");
  await expect(total).toHaveText("$10,000.00");
  await expect(page.getByText("for 5,000 units at $2.00, 125,000 links")).toBeVisible();
  await exact.fill("");
  await exact.blur();
  await expect(exact).toHaveValue("1");
  await expectAccessible(page);
});

test("§4 a referral is remembered and leaves the URL, on the landing page and at sign-in", async ({
  page,
  context,
}) => {
  const kept = () =>
    page.evaluate(() =>
      [localStorage, sessionStorage].map((store) => JSON.parse(store.getItem("fanfare.referral") ?? "{}")),
    );
  await page.goto("/?ref=NORA10&utm_source=mail#pricing");
  expect((await kept()).map(({ referralCode }) => referralCode)).toEqual(["NORA10", "NORA10"]);
  await expect(page).toHaveURL(/\/\?utm_source=mail#pricing$/);
  expect((await kept())[0].originalUrl).toContain("?ref=NORA10&utm_source=mail#pricing");
  const cookie = async () => (await context.cookies()).find(({ name }) => name === "fanfare.referral");
  expect((await cookie())?.value).toBe("NORA10");

  await page.goto("/auth?utm_ref=MIA22&next=%2Fdashboard%2Flinks");
  await expect(page).toHaveURL(/\/auth\?next=%2Fdashboard%2Flinks$/);
  expect((await kept())[0].referralCode).toBe("MIA22");
  expect((await cookie())?.value).toBe("MIA22");
});

test("the help answers as you type, and each article has a URL", async ({ page }) => {
  await page.goto("/help");
  const field = page.getByRole("searchbox", { name: "Search help" });
  await field.pressSequentially("count");
  await field.fill("countdown");
  await expect(page.getByText("“countdown”")).toBeVisible();
  await expect(page).toHaveURL(/\/help\?q=countdown$/);
  await expectAccessible(page);
  await field.fill("zebra giraffe");
  await expect(page.getByText("No matches.")).toBeVisible();
  await field.fill("");
  await expect(page.getByRole("heading", { name: "First steps" })).toBeVisible();
  await field.fill("tiktok");
  await field.press("Enter");
  await page.getByRole("link", { name: /Get visitors out of in-app browsers/ }).click();
  await expect(page).toHaveURL(/\/help\/in-app-browsers$/);
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Help" }).click();
  await expect(page.getByRole("heading", { name: "How can we help?" })).toBeVisible();
});

test("everything is there without JavaScript", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  const page = await context.newPage();
  await page.goto("/?ref=NORA10");
  await expect(page.locator(".screen").getByText("The Last Lighthouse")).toBeVisible();
  await expect(page.getByRole("row", { name: "101+ $2.00" })).toBeVisible();
  await expect(page.getByRole("slider")).toBeHidden();
  expect((await context.cookies()).map(({ value }) => value)).toEqual(["NORA10"]);
  await page.getByRole("navigation", { name: "Footer" }).getByRole("link", { name: "Help" }).click();
  const field = page.getByRole("searchbox", { name: "Search help" });
  await field.fill("vcard");
  await field.press("Enter");
  await expect(page.getByText("2 articles for “vcard”")).toBeVisible();
  await page.getByRole("link", { name: /contact card/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Share your page: QR code, contact card, previews",
  );
  await context.close();
});

test("an error in the browser reaches the server, once", async ({ page }) => {
  await page.goto("/help");
  const reports: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/v1/client-errors")) reports.push(request.postData() ?? "");
  });
  const answered = page.waitForResponse((response) => response.url().endsWith("/api/v1/client-errors"));
  await page.evaluate(() => {
    const error = new Error("made by the test");
    for (let round = 0; round < 3; round++) dispatchEvent(new ErrorEvent("error", { error }));
  });
  const answer = await answered;
  expect(answer.status()).toBe(202);
  expect(answer.headers()["x-request-id"]).toBeTruthy();
  await page.goto("/privacy-policy");
  expect(reports.map((report) => JSON.parse(report).message)).toEqual(["Error: made by the test"]);
});
