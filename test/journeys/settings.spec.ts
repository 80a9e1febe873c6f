import { randomUUID } from "node:crypto";
import { becomeFounder, becomeSomebody, expect, expectAccessible, PIXEL, post, test } from "./instance.ts";

/** The other journeys share the instance. */
test.afterEach(async ({ page }) => {
  await becomeFounder(page);
  const values = { instance_name: null, logo: null, brand_color: null, accent_color: null };
  expect((await page.request.patch("/api/v1/settings", { data: { values } })).ok()).toBe(true);
});

test("the founder gives the instance a name, a logo, and colors, by keyboard, and everyone sees them @phone", async ({
  page,
}) => {
  await becomeFounder(page);
  const { username } = await post(page, "/api/v1/profiles", { name: `Mia ${randomUUID().slice(0, 6)}` });

  await page.goto("/dashboard/profiles");
  const main = page.getByRole("navigation", { name: "Main" });
  const more = main.getByRole("button", { name: "More" });
  const isPhone = await more.isVisible();
  if (isPhone) await more.click();
  await page.getByRole("link", { name: "Administration" }).click();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  if (isPhone) await more.click();
  await page.getByRole("link", { name: "Instance settings" }).click();
  const form = page.getByRole("form", { name: "Settings" });
  await expect(form).toBeVisible();
  await expectAccessible(page);

  await form.getByLabel("Main color").fill("#ffd000");
  await expect(form.getByText(/Text is hard to read with this color/)).toBeVisible();
  const name = form.getByLabel("Name", { exact: true });
  await name.fill("Encore & Co");
  await name.press("Enter");
  await expect(form.getByText(/White text is hard to read on this color/)).toBeVisible();
  await expect(form.getByLabel("Main color")).toBeFocused();

  await form.getByLabel("Main color").fill("#0a6640");
  const logo = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from(PIXEL, "base64") };
  await form.locator('input[type="file"]').setInputFiles(logo);
  await expect(form.getByRole("img", { name: "Your logo" })).toBeVisible();
  await name.press("Enter");
  await expect(page.getByText("Saved. It’s live everywhere.")).toBeVisible();
  await expect(page).toHaveTitle("Instance settings · Encore & Co");
  await expect(form.getByText("All changes saved")).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/${username}`);
  await expect(page.getByText("Powered by Encore & Co")).toBeVisible();
  await page.goto("/");
  await expect(page.locator(".brand img.logo")).toBeVisible();
  await expectAccessible(page);
  const document = await (await page.request.get("/dashboard/profiles")).text();
  expect(document).toContain("<title>Encore &#38; Co</title>");
  for (const path of ["profiles", "links", "analytics", "marketing/leads", "nowhere"]) {
    await page.goto(`/dashboard/${path}`);
    await expect(page).toHaveTitle(/ · Encore & Co$/);
  }
});

test("nobody else has the settings", async ({ page }) => {
  await becomeSomebody(page, "Ned");
  expect((await page.request.get("/admin/settings")).status()).toBe(404);
});
