import type { Page } from "@playwright/test";
import { expect, expectAccessible, post, test } from "./instance.ts";

/** Moves the focus to a control by keyboard only. */
async function tabTo(page: Page, name: string | RegExp, role: "button" | "switch" | "textbox" | "combobox") {
  const control = page.getByRole("form").getByRole(role, { name });
  for (let step = 0; step < 40; step++) {
    if (await control.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} cannot be reached by keyboard.`);
}

test("an owner sets a link's options by keyboard, and sees what's wrong at the field", async ({
  page,
  creator,
}) => {
  await page.goto(`/dashboard/links?profile=${creator.profileId}`);
  await page.getByRole("button", { name: "Edit Tour dates" }).focus();
  await page.keyboard.press("Enter");
  const form = page.getByRole("form");
  await expect(form).toBeVisible();
  await form.getByRole("textbox", { name: "Title" }).focus();

  await tabTo(page, /^Audience/, "button");
  await page.keyboard.press("Enter");
  await tabTo(page, "Adult content", "switch");
  await page.keyboard.press("Space");
  await tabTo(page, /^A\/B test/, "button");
  await page.keyboard.press("Enter");
  await tabTo(page, "A/B test", "switch");
  await page.keyboard.press("Space");
  await tabTo(page, "URL A", "textbox");
  await expect(form.getByRole("textbox", { name: "URL A" })).toHaveValue("https://example.com/Tou");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Variant B URL is required for A/B testing")).toBeVisible();
  const second = form.getByRole("textbox", { name: "URL B" });
  await expect(second).toBeFocused();
  await page.keyboard.type("example.com/other");
  await page.keyboard.press("Tab");
  await expect(form.getByRole("slider")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(form.getByText("Split: A 51% · B 49%")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(form.getByText("Split: A 52% · B 48%")).toBeVisible();

  await form.getByRole("switch", { name: "Limit by location" }).focus();
  await page.keyboard.press("Space");
  const kept = form.getByRole("group", { name: /^Blocked/ });
  await kept.getByRole("combobox", { name: "Countries" }).focus();
  await page.keyboard.type("Portug");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await kept.getByRole("combobox", { name: "Cities" }).focus();
  await page.keyboard.type("Ghent,");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Done" }).focus();
  await page.keyboard.press("Enter");

  await expect(form).toBeHidden();
  const row = page.getByRole("listitem").filter({ hasText: "Tour dates" });
  for (const badge of ["18+", "A/B test", "Location"]) await expect(row.getByText(badge)).toBeVisible();
  const answer = await page.request.get(`/api/v1/profiles/${creator.profileId}/links`);
  expect((await answer.json()).items[0]).toMatchObject({
    show_adult_warning: true,
    is_ab_test: true,
    link_a: "https://example.com/Tou",
    link_b: "https://example.com/other",
    ab_split_ratio: 0.52,
    geo_restrictions: { blocked_countries: ["PT"], blocked_cities: ["Ghent"], allowed_countries: [] },
  });

  await page.getByRole("button", { name: "Edit Tour dates" }).click();
  await page.getByRole("button", { name: /^A\/B test/ }).click();
  await expect(page.getByText("Clicks so far: A 0 · B 0")).toBeVisible();
});

test("the server's messages appear at their fields too", async ({ page, creator }) => {
  await page.goto(`/dashboard/links?profile=${creator.profileId}`);
  await page.getByRole("button", { name: "Edit Tour dates" }).click();
  await page.getByRole("button", { name: /^Audience/ }).click();
  await page.getByRole("switch", { name: "Limit by location" }).press("Space");
  await page.getByRole("textbox", { name: "Backup URL" }).fill("javascript:alert(1)");
  await page.getByRole("button", { name: /^Audience/ }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("URL contains dangerous protocol or suspicious content")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Backup URL" })).toBeFocused();
});

test("a link with a schedule, an end, and a password says so, and asks its visitors", async ({
  page,
  creator,
}) => {
  await page.goto(`/dashboard/links?profile=${creator.profileId}`);
  await page.getByRole("button", { name: "Edit Tour dates" }).click();
  const form = page.getByRole("form", { name: "Edit link" });
  await form.getByRole("button", { name: /^Schedule/ }).click();
  await form.getByLabel("Visible from").fill("2026-01-01T10:00");
  await form.getByLabel("Expires after").fill("100");
  await form.getByLabel("After that, it leads to").fill("example.com/sold-out");
  await form.getByRole("button", { name: /^Protection/ }).click();
  await form.getByLabel("Link password").fill("open sesame");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Done" }).click();
  await expect(form).toBeHidden();
  const row = page.getByRole("listitem").filter({ hasText: "Tour dates" });
  for (const badge of ["Scheduled", "Locked"]) await expect(row.getByText(badge)).toBeVisible();

  const html = await (await page.request.get(`/${creator.username}`)).text();
  expect(html).not.toContain("example.com/Tou");
  await page.goto(`/${creator.username}`);
  const href = await page.getByRole("link", { name: "Tour dates" }).getAttribute("href");
  await page.goto(href ?? "");
  await page.getByLabel("Password").fill("close sesame");
  await page.getByRole("button", { name: "Open link" }).click();
  await expect(page.getByRole("alert")).toHaveText("That isn’t the password.");
  await expectAccessible(page);
  await page.getByLabel("Password").fill("open sesame");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "You arrived" })).toBeVisible();
});

test("a link gets a short name and UTM parameters, and its history takes them back", async ({
  page,
  creator,
}) => {
  const name = `tour-${creator.profileId.slice(-8)}`;
  const form = page.getByRole("form", { name: "Edit link" });
  const open = () => page.getByRole("button", { name: "Edit Tour dates" }).click();
  await page.goto(`/dashboard/links?profile=${creator.profileId}`);
  await open();
  await form.getByRole("button", { name: /^Short link/ }).click();
  const field = form.getByRole("textbox", { name: "Short name" });
  await field.fill("Dashboard");
  await expect(form.getByText("That short name is reserved. Try another one.")).toBeVisible();
  await field.fill(name.toUpperCase());
  await expect(form.getByText("is free.")).toBeVisible();
  await form.getByRole("button", { name: /^Tracking/ }).click();
  await form.getByRole("button", { name: "TikTok" }).click();
  await form.getByRole("textbox", { name: "Save these as a template" }).fill("Clips");
  await page.keyboard.press("Enter");
  await form.getByRole("textbox", { name: "Source" }).fill("");
  await form.getByRole("button", { name: "Clips", exact: true }).click();
  await expect(form.getByRole("textbox", { name: "Source" })).toHaveValue("tiktok");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Done" }).click();
  await expect(form).toBeHidden();

  await page.goto(`/go/${name}+`);
  await expect(page.getByText("https://example.com/Tou?utm_medium=social&utm_source=tiktok")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/dashboard/links?profile=${creator.profileId}`);
  await open();
  await form.getByRole("button", { name: /^History/ }).click();
  await expect(form.getByText(`Short name: ${name}`).first()).toBeVisible();
  await expectAccessible(page);
  await form
    .getByRole("button", { name: /^Restore/ })
    .last()
    .click();
  await expect(form).toBeHidden();
  const links = await page.request.get(`/api/v1/profiles/${creator.profileId}/links`);
  expect((await links.json()).items[0]).toMatchObject({ short_name: null, url: "https://example.com/Tou" });
});

test.describe("without JavaScript", () => {
  test("a visitor is asked for their age, continues and arrives, or goes back", async ({
    page,
    creator,
    browser,
    instance,
  }) => {
    const link = await post(page, `/api/v1/profiles/${creator.profileId}/links`, {
      title: "Backstage",
      url: "https://example.com/backstage",
      show_adult_warning: true,
    });
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({
        javaScriptEnabled: false,
        baseURL: instance.url,
        colorScheme,
      });
      const visitor = await context.newPage();
      await visitor.goto(`/${creator.username}`);
      const [opened] = await Promise.all([
        context.waitForEvent("page"),
        visitor.getByRole("link", { name: "Backstage" }).click(),
      ]);
      await expect(opened.getByRole("heading", { name: "Adult Content Warning" })).toBeVisible();
      await expect(opened.getByText("You must be 18 years or older to continue.")).toBeVisible();
      await opened.getByRole("link", { name: "Cancel" }).click();
      await expect(opened).toHaveURL(`/${creator.username}`);
      await opened.goto(`/go/${link.id}`);
      await opened.keyboard.press("Tab");
      await expect(opened.getByRole("link", { name: "I'm 18+ - Continue" })).toBeFocused();
      await opened.keyboard.press("Enter");
      await expect(opened.getByRole("heading", { name: "You arrived" })).toBeVisible();
      await context.close();
    }
    const answer = await page.request.get(`/api/v1/profiles/${creator.profileId}/links`);
    expect((await answer.json()).items[2].click_count).toBe(2);
  });
});

test("axe finds nothing on the pages before a link", async ({ page, creator, browser, instance }) => {
  const add = async (options: object) =>
    (
      await post(page, `/api/v1/profiles/${creator.profileId}/links`, {
        title: "Gated",
        url: "https://example.com/gated",
        ...options,
      })
    ).id;
  const closed = await add({ geo_restrictions: { on_unknown: "block" } });
  for (const colorScheme of ["light", "dark"] as const) {
    // In a separate context, because these pages are supposed to answer 403 and 404.
    const context = await browser.newContext({ baseURL: instance.url, colorScheme });
    const visitor = await context.newPage();
    for (const [path, heading] of [
      [closed, "Access Restricted"],
      ["none", "Link not found"],
    ]) {
      await visitor.goto(`/go/${path}`);
      await expect(visitor.getByRole("heading", { name: heading })).toBeVisible();
      await expectAccessible(visitor);
    }
    await context.close();
  }
});
