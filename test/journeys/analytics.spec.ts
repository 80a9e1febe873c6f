import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { type Creator, expect, expectAccessible, test } from "./instance.ts";
import { AGENTS, visitorOf } from "./visitor.ts";

/** Views and clicks as strangers' browsers send them, all from one IP address. */
async function visit(page: Page, profileId: string, { views = 1, clicks = 0, from = "8.8.8.8" } = {}) {
  // Without the page's own cookie, since its owner's visits don't count.
  const headers = { "user-agent": AGENTS.iphoneInstagram, "x-forwarded-for": from, cookie: "" };
  const session_id = "s";
  for (let view = 0; view < views; view++) {
    const data = {
      id: randomUUID(),
      profile_id: profileId,
      session_id,
      referrer: "https://l.instagram.com/",
    };
    expect((await page.request.post("/api/v1/views", { headers, data })).status()).toBe(202);
  }
  const { items } = await (await page.request.get(`/api/v1/profiles/${profileId}/links`)).json();
  for (let sent = 0; sent < clicks; sent += 100) {
    const events = Array.from({ length: Math.min(100, clicks - sent) }, () => ({
      id: randomUUID(),
      link_id: items[0].id,
      session_id,
    }));
    expect((await page.request.post("/api/v1/clicks", { headers, data: { events } })).status()).toBe(202);
  }
}

/** A stranger’s visit that is one of those that are measured, until they leave. */
async function measureVisit(browser: Browser, baseURL: string | undefined, creator: Creator) {
  const { page } = await visitorOf(browser, baseURL, { userAgent: AGENTS.desktop });
  await page.addInitScript(() => {
    Math.random = () => 0;
  });
  await page.goto(`/${creator.username}`);
  await page.evaluate(
    () =>
      new Promise((seen) => {
        new PerformanceObserver(seen).observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  const path = `/api/v1/profiles/${creator.profileId}/analytics/vitals`;
  const samples = async () => {
    const { items } = await (await creator.request.get(path)).json();
    return items.map((item: { samples: number }) => item.samples);
  };
  await expect.poll(samples).toEqual([1, 0, 1]);
  await page.context().close();
}

/** All that may pass from a visit to its place on the screen. */
const LIVE_MS_MAX = 2_000;
const STEP_MS = 50;

const analytics = (profileId: string, search = "") => `/dashboard/analytics?profile=${profileId}${search}`;
const JANUARY = "&period=custom&from=2026-01-01&to=2026-01-31";

test("§10 figures have names that people know, and the day in progress is marked", async ({
  page,
  creator,
  browser,
  baseURL,
}) => {
  await visit(page, creator.profileId, { views: 2, clicks: 1 });
  await page.goto(analytics(creator.profileId));
  const sources = page.getByRole("region", { name: "Sources" });
  await expect(sources.getByText("Instagram", { exact: true })).toBeVisible();
  // Where exactly they came from is beside the name.
  await expect(sources.getByText("l.instagram.com")).toBeVisible();
  await expect(page.getByText("Dashed: today, so far")).toBeVisible();
  await page.getByRole("button", { name: "Table" }).click();
  const rows = page.getByRole("region", { name: "Figures over time" }).getByRole("row");
  await expect(rows.nth(1)).toContainText(", so far");
  await expect(rows.nth(2)).not.toContainText("so far");

  // What a figure means is said on focus, and everything else about the visit has a card.
  await page.getByRole("button", { name: "What “Views” means" }).press("Tab");
  await expect(page.getByRole("tooltip")).toContainText("Different people who opened your page.");
  const funnel = page.getByRole("region", { name: "From a view to an order" });
  await expect(funnel.getByRole("listitem").nth(1)).toContainText("100% of the step before");
  await expect(page.getByRole("region", { name: "Time to the first click" })).toContainText("Instagram");
  await expect(page.getByRole("region", { name: "Returning fans" })).toBeVisible();
  const now = page.getByRole("region", { name: "Right now" });
  await now.getByRole("button", { name: "Watch" }).press("Enter");
  const last = now.getByRole("region", { name: "Last 5 minutes" });
  await expect(last).toContainText("2 views, 1 click");
  await visit(page, creator.profileId);
  await expect(last).toContainText("3 views, 1 click");

  // How fast the page is, strangers’ own browsers say.
  await measureVisit(browser, baseURL, creator);
  await page.reload();
  await expect(page.getByRole("region", { name: "Speed for visitors" })).toContainText("of 1 visit");
  await expectAccessible(page);
});

test("§10 any row is a filter for the whole screen, which the address holds, and a view keeps", async ({
  page,
  creator,
}) => {
  await visit(page, creator.profileId, { views: 2, clicks: 1 });
  const data = { id: randomUUID(), profile_id: creator.profileId, session_id: "d" };
  const headers = { "user-agent": AGENTS.desktop, "x-forwarded-for": "8.8.4.4", cookie: "" };
  expect((await page.request.post("/api/v1/views", { headers, data })).status()).toBe(202);
  await page.goto(analytics(creator.profileId));
  const views = page.getByRole("region", { name: "Views", exact: true });
  await expect(views).toContainText("3");
  await page.getByRole("button", { name: /^Instagram .*Show only this/ }).press("Enter");
  await expect(page).toHaveURL(/filter=referrer%3Dinstagram\.com/);
  await expect(views).toContainText("2");
  const chips = page.getByRole("list", { name: "Filters" });
  await expect(chips).toContainText("Referrer is Instagram");
  await expectAccessible(page);
  await chips.getByRole("button", { name: /Leave that out/ }).click();
  await expect(chips).toContainText("Referrer is not Instagram");
  await expect(views).toContainText("1");

  await page.getByRole("button", { name: "Views", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Views" });
  await dialog.getByRole("textbox", { name: "Name of this view" }).fill("Not Instagram");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.keyboard.press("Escape");
  await chips.getByRole("button", { name: "Remove the filter: Referrer" }).click();
  await expect(views).toContainText("3");
  await page.goBack();
  await expect(chips).toContainText("Referrer is not Instagram");
  await page.goForward();
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await dialog.getByRole("button", { name: "Not Instagram", exact: true }).click();
  await expect(views).toContainText("1");
});

test("§10 a period without visits is distinguished from a page without any", async ({ page, creator }) => {
  await page.goto(analytics(creator.profileId, JANUARY));
  await expect(page.getByText("No visits yet")).toBeVisible();
  await visit(page, creator.profileId);
  await page.reload();
  await expect(page.getByText("No visits in this period")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show all time" }).click();
  await expect(page.getByRole("region", { name: "Views", exact: true })).toContainText("1");
});

test("§10 what one network sends beyond its budget is mentioned, and included on request", async ({
  page,
  creator,
}) => {
  await visit(page, creator.profileId, { views: 1, clicks: 3500, from: "203.0.178.9" });
  await page.goto(analytics(creator.profileId));
  const note = page.getByRole("alert").filter({ hasText: "suspicious" });
  await expect(note).toContainText(/\d+ clicks look suspicious/);
  await expectAccessible(page);
  const clicks = page.getByRole("region", { name: "Clicks", exact: true });
  await expect(clicks).not.toContainText("3,500");
  await note.getByRole("button", { name: "Include" }).click();
  await expect(clicks).toContainText("3,500");
  await note.getByRole("button", { name: "Leave out" }).click();
  await expect(clicks).not.toContainText("3,500");
});

test("§10 goals, notes, and reports are beside the figures, for the keyboard, too", async ({
  page,
  creator,
}) => {
  await visit(page, creator.profileId, { views: 3, clicks: 2 });
  await page.goto(analytics(creator.profileId));
  await page.getByRole("button", { name: "Set a goal" }).press("Enter");
  const goal = page.getByRole("dialog", { name: "Set a goal" });
  await goal.getByRole("textbox", { name: "How many" }).fill("4");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Goals" })).toContainText("2 of 4");

  await page.getByRole("button", { name: "Add a note" }).press("Enter");
  await page.getByRole("textbox", { name: "What happened" }).fill("Posted the video");
  await page.getByRole("button", { name: "Add note" }).press("Enter");
  const happened = page.getByRole("region", { name: "What happened" });
  await expect(happened).toContainText("Posted the video");
  await expect(page.locator(".recharts-reference-line").first()).toBeAttached();
  await happened.getByRole("switch", { name: "Show on the chart" }).press("Space");
  await expect(page.locator(".recharts-reference-line")).toHaveCount(0);

  await page.getByRole("button", { name: "Reports", exact: true }).press("Enter");
  const reports = page.getByRole("dialog", { name: "Reports" });
  await reports.getByText("Every Monday").click();
  await expect(reports).toContainText("The next one:");
  await reports.getByRole("button", { name: "Send me one now" }).click();
  await expect(reports.getByRole("alert")).toContainText("nothing to report yet");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Reports", exact: true })).toBeFocused();
  await happened.getByRole("button", { name: "Delete the note “Posted the video”" }).press("Enter");
  await expect(happened).not.toContainText("Posted the video");
});

test.describe("in a German browser", () => {
  test.use({ locale: "de-DE", timezoneId: "Asia/Tokyo" });

  test("§10 dates, numbers, and weeks follow one locale, and the CSV the owner’s clock", async ({
    page,
    creator,
  }) => {
    await visit(page, creator.profileId, { clicks: 1200 });
    await page.goto(analytics(creator.profileId));
    await expect(page.getByRole("region", { name: "Clicks", exact: true })).toContainText("1.200");
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Search or run a command").fill("export clicks");
    await page.getByRole("dialog").getByText("Export analytics").click();
    const csv = page.getByRole("menuitem", { name: "Over time" });
    await expect(csv).toHaveAttribute("href", /tz=Asia%2FTokyo/);
    const file = await (await page.request.get((await csv.getAttribute("href")) ?? "")).text();
    const today = await page.evaluate(() => new Intl.DateTimeFormat("sv-SE").format());
    expect(file.trim().split("\r\n").at(-1)).toBe(`${today},1,1,1200`);

    await page.goto(analytics(creator.profileId, JANUARY));
    await expect(page.getByText("No visits in this period")).toBeVisible();
    await page.getByRole("button", { name: /First and last day: 01\.01\.2026/ }).click();
    const january = page.getByRole("button", { name: "Januar 2026" });
    await expect(january.first()).toBeVisible();
    await expect(page.getByRole("columnheader").first()).toHaveText("Mo");
  });
});

test("§10 an outline stands in for loading figures, and the chart and the calendar load when needed", async ({
  page,
  creator,
}) => {
  await visit(page, creator.profileId, { clicks: 1 });
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
  const { promise: isLooked, resolve: look } = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/.*\/analytics\?/, async (route) => {
    await isLooked;
    await route.continue();
  });
  await page.goto(analytics(creator.profileId));
  const outline = page.locator("[aria-busy=true]");
  await expect(outline).toBeVisible();
  expect(scripts.filter((path) => /TrendChart|CustomPeriod/.test(path))).toEqual([]);
  look();
  await expect(page.getByRole("heading", { name: "Over time" })).toBeVisible();
  await expect(page.locator(".recharts-surface").first()).toBeVisible();
  expect(scripts.filter((path) => path.includes("CustomPeriod"))).toEqual([]);
});

test("§10 a visit is pushed to its owner’s screen: no poll is needed, and it takes less than two seconds", async ({
  page,
  creator,
}) => {
  await visit(page, creator.profileId);
  await page.clock.install();
  await page.goto(analytics(creator.profileId));
  const views = page.getByRole("region", { name: "Views", exact: true });
  await expect(views).toContainText("1");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  // The pause after the last reading ends. From then on, time stands still, and no poll is ever due.
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + LIVE_MS_MAX);
  const asked = page.waitForRequest(/\/analytics\?/);
  await visit(page, creator.profileId);
  await (await asked).response();
  let passed = 0;
  await expect(async () => {
    passed += STEP_MS;
    await page.clock.runFor(STEP_MS);
    expect(await views.textContent()).toContain("2");
  }).toPass();
  expect(passed).toBeLessThan(LIVE_MS_MAX);
});
