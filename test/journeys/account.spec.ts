import { becomeSomebody, expect, expectAccessible, PASSWORD, test } from "./instance.ts";

test("a creator changes their name, password and e-mail address, and signs another device out", async ({
  page,
  browser,
  instance,
}) => {
  const email = await becomeSomebody(page, "Nora");
  const elsewhere = await browser.newContext({ baseURL: instance.url });
  await elsewhere.request.post("/api/auth/sign-in/email", { data: { email, password: PASSWORD } });
  await page.goto("/dashboard/settings");
  await expect(page).toHaveURL(/\/dashboard\/settings\/profile/);
  await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
  const devices = page.getByRole("region", { name: "Where you’re signed in" });
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);

  await page.getByLabel("Name", { exact: true }).fill("Nora Sings");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("All changes saved")).toBeVisible();

  await devices.getByRole("button", { name: /^Sign out/ }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  expect((await elsewhere.request.get("/api/v1/me")).status()).toBe(401);
  await elsewhere.close();

  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change password" });
  await dialog.getByLabel("Current password").fill("not this one");
  await dialog.getByLabel("New password", { exact: true }).fill(`${PASSWORD} again`);
  await dialog.getByLabel("Repeat the new password").fill(`${PASSWORD} again`);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(dialog.getByText("That password is wrong. Try again or reset it.")).toBeVisible();
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(devices.getByRole("listitem")).toHaveCount(1);

  await page.getByRole("button", { name: "Change e-mail address" }).click();
  const change = page.getByRole("dialog", { name: "Change e-mail address" });
  await change.getByLabel("New e-mail address").fill(`new-${email}`);
  await change.getByRole("button", { name: "Send links" }).click();
  await expect(page.getByText(`It’ll be new-${email} once`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel the change" }).click();
  await expect(page.getByText(`It’ll be new-${email} once`)).toHaveCount(0);
});
