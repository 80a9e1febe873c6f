import { expect, expectAccessible, test } from "./instance.ts";

test("a menu whose code is still loading opens on the first key press, and returns the focus", async ({
  page,
  creator,
}) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/assets/soon-*.js", async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto(`/dashboard/links?profile=${creator.profileId}`);
  const button = page.getByRole("button", { name: /^More for/ }).first();
  await expect(button).toHaveAttribute("aria-haspopup", "menu");
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await button.press("Enter");
  arrive();
  await expect(page.getByRole("menuitem", { name: "Edit" })).toBeVisible();
  await expect(button).toHaveAttribute("aria-expanded", "true");
  const menu = page.getByRole("menu");
  expect(await button.getAttribute("aria-controls")).toBe(await menu.getAttribute("id"));
  await page.keyboard.press("ArrowDown");
  await expect(menu.locator(":focus")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute("aria-expanded", "false");
});

test("a button's hint appears on hover and on keyboard focus, and describes it", async ({
  page,
  creator,
}) => {
  const hints = page.waitForResponse("**/assets/soon-*.js");
  await page.goto(`/dashboard/links?profile=${creator.profileId}`);
  await hints;
  const share = page.getByRole("button", { name: "Share page" });
  const hint = page.getByRole("tooltip");
  await expect(async () => {
    await page.mouse.move(0, 0);
    await share.hover();
    await expect(hint).toHaveText("Share page", { timeout: 1000 });
  }).toPass();
  await expect(share).toHaveAccessibleDescription("Share page");
  await expectAccessible(page);
  await page.mouse.move(0, 0);
  await expect(hint).toHaveCount(0);
  await page.getByRole("button", { name: "Copy URL" }).focus();
  await page.keyboard.press("Tab");
  await expect(share).toBeFocused();
  await expect(hint).toHaveText("Share page");
  await page.keyboard.press("Escape");
  await expect(hint).toHaveCount(0);
});

test("a slow screen's progress bar disappears once the screen is there, even if the bar itself loaded late", async ({
  page,
  creator: _,
}) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/LeadsPage-[\w-]+\.js$/, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto("/dashboard/profiles");
  await page.getByRole("link", { name: "Leads", exact: true }).first().click();
  const bar = page.locator("#navigation-progress");
  await expect(bar).toBeAttached();
  arrive();
  await expect(page.getByText("No leads yet")).toBeVisible();
  await expect(bar).not.toHaveAttribute("data-mounted");
  await page.reload();
  await expect(bar).toBeAttached();
  await expect(bar).not.toHaveAttribute("data-mounted");
});
