import { becomeFounder, becomeSomebody, expect, expectAccessible, makeProfile, test } from "./instance.ts";

const GROUPS = {
  Page: ["Profiles", "Links", "Analytics"],
  Audience: ["Leads", "Pipeline", "Segments"],
  "E-mail": [
    "Marketing",
    "Campaigns",
    "Sequences",
    "Automation",
    "Rules",
    "Templates",
    "Sending accounts",
    "A/B tests",
    "E-mail analytics",
    "Deliverability",
  ],
};
const PHONE = { width: 390, height: 844 };

test.beforeEach(async ({ page }) => {
  await becomeFounder(page);
  await makeProfile(page, "Nora Sings");
});

test("a phone’s bar has five screens, and all others are behind “More” in the same groups, by keyboard", async ({
  page,
}) => {
  await page.goto("/dashboard/marketing/templates");
  const main = page.getByRole("navigation", { name: "Main" });
  for (const [group, screens] of Object.entries(GROUPS))
    await expect(main.getByRole("list", { name: group }).getByRole("link")).toHaveText(screens);
  await page.setViewportSize(PHONE);
  await expect(main.getByRole("link")).toHaveText(["Profiles", "Links", "Analytics", "Leads", "Campaigns"]);
  await expect(main.locator("[aria-current]")).toHaveCount(0);
  const more = main.getByRole("button", { name: "More" });
  const sheet = page.getByRole("dialog", { name: "More" });
  await more.press("Enter");
  await expect(sheet.locator(":focus")).toHaveCount(1);
  await expectAccessible(page);
  for (const [group, screens] of Object.entries(GROUPS)) {
    await expect(sheet.getByRole("heading", { name: group, exact: true })).toBeVisible();
    await expect(sheet.getByRole("list", { name: group }).getByRole("link")).toHaveText(screens);
  }
  await expect(sheet.locator("[aria-current=page]")).toHaveText("Templates");
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(more).toBeFocused();
  await more.press("Enter");
  await sheet.getByRole("link", { name: "Pipeline" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Pipeline" })).toBeFocused();
  await expect(sheet).toBeHidden();
  await main.getByRole("link", { name: "Leads" }).click();
  await expect(main.locator("[aria-current=page]")).toHaveText("Leads");
});

test("while a screen still loads, only the entry that leads to it is current", async ({ page }) => {
  const isLooked = Promise.withResolvers<void>();
  await page.route(/\/OverviewPage-[\w-]+\.js/, async (route) => {
    await isLooked.promise;
    await route.continue();
  });
  await page.goto("/dashboard/profiles");
  const main = page.getByRole("navigation", { name: "Main" });
  await main.getByRole("link", { name: "Administration" }).click();
  await expect(main.locator("[aria-current=page]")).toHaveText("Overview");
  isLooked.resolve();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeFocused();
  await expect(main.locator("[aria-current=page]")).toHaveText("Overview");
});

test("staff’s screens have a navigation of their own, and a way back to the dashboard", async ({ page }) => {
  await page.goto("/dashboard/profiles");
  const main = page.getByRole("navigation", { name: "Main" });
  await main.getByRole("link", { name: "Administration" }).click();
  await expect(page).toHaveURL(/\/admin(\?|$)/);
  const of = (group: string) => main.getByRole("list", { name: group }).getByRole("link");
  await expect(of("At a glance")).toHaveText(["Overview"]);
  await expect(of("People")).toHaveText(["Users", "Requests for help", "Coupons", "Referral reviews"]);
  await expect(of("Content")).toHaveText(["All profiles", "All links", "Moderation", "First campaigns"]);
  await expect(of("Messages")).toHaveText(["E-mail", "Notifications"]);
  await expect(of("Instance")).toHaveText([
    "Page imports",
    "Security",
    "System",
    "Instance settings",
    "Prices",
    "Feature switches",
    "Ways out of apps",
    "Staff keys",
    "Banners",
    "Legal texts",
    "Audit log",
  ]);
  await expect(main.locator("[aria-current=page]")).toHaveText("Overview");
  await expect(main.getByRole("link", { name: "Profiles", exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /Switch profile/ })).toHaveCount(0);
  await of("Content").getByText("First campaigns").click();
  await expect(page.getByRole("heading", { level: 1, name: "First campaigns" })).toBeFocused();
  await expect(main.locator("[aria-current=page]")).toHaveText("First campaigns");
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await main.getByRole("button", { name: "More" }).click();
  const sheet = page.getByRole("dialog", { name: "More" });
  await expect(sheet.getByRole("link", { name: "Referral reviews" })).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole("link", { name: "Back to dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Profiles" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Links" })).toBeVisible();

  await becomeSomebody(page, "Ned");
  await page.goto("/dashboard/profiles");
  await main.getByRole("button", { name: "More" }).click();
  await expect(sheet.getByRole("link", { name: "Help" })).toBeVisible();
  await expect(sheet.getByRole("link", { name: "Administration" })).toHaveCount(0);
});

test("everything in the navigation can be reached in low windows, such as a phone’s in landscape", async ({
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto("/dashboard/profiles");
  const main = page.getByRole("navigation", { name: "Main" });
  for (const name of ["E-mail analytics", "Deliverability", "Help"]) {
    const link = main.getByRole("link", { name });
    await link.focus();
    await expect(link).toBeInViewport({ ratio: 1 });
  }
  const account = page.getByRole("button", { name: /^Account/ });
  await account.focus();
  await expect(account).toBeInViewport({ ratio: 1 });
  // A wide screen at 200%.
  await page.setViewportSize({ width: 640, height: 360 });
  await main.getByRole("button", { name: "More" }).click();
  const help = page.getByRole("dialog", { name: "More" }).getByRole("link", { name: "Help" });
  await help.focus();
  await expect(help).toBeInViewport({ ratio: 1 });
});

test("the menu of the account is the person’s own: settings, colors, language, and signing out", async ({
  page,
}) => {
  await becomeSomebody(page, "Nora");
  await page.goto("/dashboard/profiles");
  const button = page.getByRole("button", { name: /^Account/ });
  await button.click();
  const items = page.getByRole("menuitem");
  await expect(items).toHaveText([
    "Your settings",
    "Light",
    "Dark",
    "System",
    "English",
    "Español",
    "Sign out",
  ]);
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "Español" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Perfiles" })).toBeVisible();
  await page.getByRole("button", { name: /^Cuenta/ }).click();
  await page.getByRole("menuitem", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Profiles" })).toBeVisible();
  await button.click();
  await page.getByRole("menuitem", { name: "Your settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeFocused();
});
