import { becomeSomebody, expect, expectAccessible, PASSWORD, test } from "./instance.ts";

test("someone chooses a region, and dates follow it at once and after", async ({ page }) => {
  await becomeSomebody(page, "Greta");
  await page.goto("/dashboard/settings/profile");
  const devices = page.getByRole("region", { name: "Where you’re signed in" });
  await expect(devices.getByText(/[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M/)).toBeVisible();

  const region = page.getByRole("combobox", { name: "Region" });
  await region.fill("germ");
  await page.getByRole("option", { name: "Germany" }).click();
  await expectAccessible(page);
  await page.getByRole("form", { name: "About you" }).getByRole("button", { name: "Save" }).click();
  await expect(devices.getByText(/\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d/)).toBeVisible();
  await expect(region).toHaveValue("Germany");

  await page.goto("/dashboard/settings/activity");
  await expect(page.getByText(/\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d/).first()).toBeVisible();
});

test("someone chooses a language, and the dashboard is in it at once and wherever they sign in", async ({
  page,
  browser,
}) => {
  const email = await becomeSomebody(page, "Sofía");
  await page.goto("/dashboard/settings/profile");
  await page.getByRole("combobox", { name: "Language" }).click();
  await page.getByRole("option", { name: "Español" }).click();
  await page.getByRole("form", { name: "About you" }).getByRole("button", { name: "Save" }).click();
  const html = page.locator("html");
  await expect(html).toHaveAttribute("lang", "es");
  await expect(page.getByText(/\d{1,2} [a-z]{3,4} \d{4}, \d{1,2}:\d\d/).first()).toBeVisible();
  await expectAccessible(page);

  const elsewhere = await browser.newPage({ baseURL: new URL(page.url()).origin });
  const documents: string[] = [];
  elsewhere.on("request", (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  await elsewhere.goto("/auth?next=%2Fdashboard%2Fsettings%2Factivity");
  await elsewhere.getByRole("textbox", { name: "E-mail" }).fill(email);
  await elsewhere.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await elsewhere.getByRole("textbox", { name: "Password" }).press("Enter");
  await expect(elsewhere.locator("html")).toHaveAttribute("lang", "es");
  await expect(elsewhere.getByText(/\d{1,2} [a-z]{3,4} \d{4}, \d{1,2}:\d\d/).first()).toBeVisible();
  // Once, and no screen after that loads a document again.
  await elsewhere.locator('a[href^="/dashboard/settings/profile"]').first().click();
  await expect(elsewhere.getByRole("combobox").first()).toBeVisible();
  expect(documents).toEqual(["/auth", "/dashboard/settings/activity"]);
  await elsewhere.close();
});
