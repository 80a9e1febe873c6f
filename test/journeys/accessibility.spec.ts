import type { Locator } from "@playwright/test";
import { expect, post, test } from "./instance.ts";

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
});

test("an unknown page keeps the navigation", async ({ page, creator: _ }) => {
  await page.goto("/dashboard/nowhere");
  // The selected profile is added to the URL without leaving the page.
  await expect(page).toHaveURL(/\/dashboard\/nowhere\?profile=/);
  await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" }).filter({ visible: true })).toBeVisible();
});

test("a screen that breaks keeps the navigation", async ({ page, creator: _, browser, baseURL }) => {
  // In a separate context, because this error is expected on the console.
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ storageState, baseURL: baseURL ?? "" });
  const broken = await context.newPage();
  const body = "export const LeadsPage = () => { throw new Error('broken by the test'); };";
  await broken.route(/LeadsPage-[\w-]+\.js$/, (route) =>
    route.fulfill({ contentType: "text/javascript", body }),
  );
  await broken.goto("/dashboard/marketing/leads");
  await expect(broken.getByRole("heading", { level: 1, name: "Something went wrong" })).toBeVisible();
  await broken.getByRole("link", { name: "Profiles", exact: true }).click();
  await expect(broken.getByRole("heading", { level: 1, name: "Profiles" })).toBeVisible();
  await context.close();
});

test("navigating announces the new screen's heading", async ({ page, creator: _ }) => {
  await page.goto("/dashboard/profiles");
  await page.getByRole("link", { name: "Links", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Links" })).toBeFocused();
  await page.keyboard.press("Control+k");
  const search = page.getByRole("dialog").getByPlaceholder("Search or run a command");
  await search.fill("analyt");
  await expect(page.getByRole("dialog").getByText("Profiles", { exact: true })).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeFocused();
});

/** Opens a menu by keyboard and chooses an item, once the menu has moved the focus to its first one. */
async function choose(button: Locator, name: string): Promise<void> {
  await button.press("Enter");
  const menu = button.page().getByRole("menu");
  await expect(menu.locator(":focus")).toHaveCount(1);
  await menu.getByRole("menuitem", { name }).press("Enter");
}

test("deleted items come back with the next Tab or with Ctrl-Z, and the focus stays in the list", async ({
  page,
  creator,
}) => {
  await page.clock.install();
  await page.goto(`/dashboard/links?profile=${creator.profileId}`);
  const list = page.getByRole("list", { name: "Links" });
  const undo = page.getByRole("button", { name: "Undo" });
  const remove = async () => {
    await choose(page.getByRole("button", { name: "More for Tour dates" }), "Delete");
    await expect(undo).toBeVisible();
    await expect(list.getByRole("button", { name: /New single/ }).first()).toBeFocused();
  };
  await remove();
  await page.keyboard.press("Tab");
  await expect(undo).toBeFocused();
  await page.clock.fastForward("01:00");
  await expect(undo).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(list.getByRole("button", { name: /New single/ }).first()).toBeFocused();
  await undo.press("Enter");
  await expect(list.getByText("Tour dates")).toBeVisible();
  await expect(page.locator("body")).not.toBeFocused();
  await remove();
  await page.keyboard.press("Control+z");
  await expect(list.getByText("Tour dates")).toBeVisible();
  for (const title of ["Tour dates", "New single"]) {
    await choose(page.getByRole("button", { name: `More for ${title}` }), "Delete");
    await expect(list.getByText(title)).toBeHidden();
  }
  // The empty state's form has the focus, and nothing has been typed yet.
  await expect(page.getByRole("textbox", { name: "Title" })).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(list.getByText("New single")).toBeVisible();
});

test("anything that closes returns the focus to what opened it", async ({ page, creator }) => {
  await page.goto(`/dashboard/profiles?profile=${creator.profileId}`);
  const more = page.getByRole("button", { name: "More for Nora Sings" });
  for (const item of ["Share", "Duplicate", "Delete"]) {
    await choose(more, item);
    await expect(page.getByRole("dialog").locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(more).toBeFocused();
  }
  await choose(more, "Copy URL");
  await expect(more).toBeFocused();

  await page.goto(`/dashboard/profiles?edit=${creator.profileId}`);
  const bio = page.getByRole("textbox", { name: "Bio" });
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("");
  await bio.fill("Songs");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog").getByPlaceholder("Search or run a command")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(bio).toBeFocused();
  const analytics = page.getByRole("link", { name: "Analytics", exact: true });
  await analytics.press("Enter");
  await page.getByRole("button", { name: "Keep editing" }).press("Enter");
  await expect(analytics).toBeFocused();
});

test("the focus is never lost when something is saved, discarded, or canceled", async ({ page, creator }) => {
  await page.goto(`/dashboard/profiles?edit=${creator.profileId}`);
  const bio = page.getByRole("textbox", { name: "Bio" });
  await bio.fill("Songs");
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(bio).toHaveValue("");
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();

  await post(page, `/api/v1/profiles/${creator.profileId}/links`, { title: "Third", url: "example.com" });
  await page.goto(`/dashboard/links?profile=${creator.profileId}`);
  const add = page.getByRole("button", { name: "Add link" });
  await add.press("Enter");
  await page.getByRole("form").getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(add).toBeFocused();
  await add.press("Enter");
  await page.getByRole("form").getByRole("textbox").nth(0).fill("Fourth");
  await page.getByRole("form").getByRole("textbox").nth(1).fill("example.com/4");
  await page.getByRole("form").getByRole("button", { name: "Add link" }).press("Enter");
  await expect(page.getByRole("list", { name: "Links" }).getByText("Fourth")).toBeVisible();
  await expect(add).toBeFocused();
});

test("every dialog says what it is", async ({ page, creator }) => {
  await page.goto("/dashboard/profiles");
  await expect(page.getByRole("heading", { level: 1, name: "Profiles" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search or run a command" })).toBeVisible();

  await page.goto(`/dashboard/links?profile=${creator.profileId}&create=yes`);
  await page.getByRole("button", { name: "No icon" }).click();
  await expect(page.getByRole("dialog", { name: "Icon", exact: true })).toBeVisible();

  const period = "period=custom&from=2026-01-01&to=2026-01-31";
  await page.goto(`/dashboard/analytics?profile=${creator.profileId}&${period}`);
  const days = page.getByRole("button", { name: /^First and last day/ });
  await days.click();
  await expect(page.getByRole("dialog", { name: "First and last day" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.reload();
  await days.click();
  await expect(page.getByRole("dialog", { name: "First and last day" })).toBeVisible();

  const settings = { deadline: "fixed", ends_at: "2099-01-01T00:00:00Z" };
  const answer = await page.request.patch(`/api/v1/profiles/${creator.profileId}`, {
    data: { promotion_text: "20% off", promotion_settings: settings },
  });
  expect(answer.ok()).toBe(true);
  await page.goto(`/dashboard/profiles?edit=${creator.profileId}&tab=promotion`);
  await page.getByLabel("Ends").click();
  await expect(page.getByRole("dialog", { name: /^Ends/ })).toBeVisible();
});
