import { expect, expectAccessible, test } from "./instance.ts";

test("an account is closed by its owner's own hand, and kept after all when they sign in again @phone", async ({
  page,
  creator,
}) => {
  await page.goto("/dashboard/settings/delete-account");
  await expect(page.getByText("Profiles and their pages: 1")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: /Type .* to confirm/ }).fill(creator.email);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByRole("heading", { name: "Your account will be deleted" })).toBeVisible();
  expect((await page.request.get(`/${creator.username}`)).status()).toBe(410);

  // Wherever they go, this is all there is.
  await page.goto("/dashboard/analytics");
  await expect(page.getByRole("button", { name: "Keep my account" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Keep my account" }).click();
  await expect(page).toHaveURL(/\/dashboard\/profiles/);
  await expect(page.getByText("Your account is back, with everything in it.")).toBeVisible();
  expect((await page.request.get(`/${creator.username}`)).status()).toBe(200);
});
