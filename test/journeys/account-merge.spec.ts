import { becomeFounder, becomeSomebody, expect, expectAccessible, makeProfile, test } from "./instance.ts";

test("staff merge somebody’s other account into theirs, and see first what that does @phone", async ({
  page,
}) => {
  const target = await becomeSomebody(page, "Mira Keeps");
  const source = await becomeSomebody(page, "Mira Twice");
  const { username } = await makeProfile(page, "Mira");

  await becomeFounder(page);
  await page.goto(`/admin/users?q=${encodeURIComponent(target)}`);
  await page.getByRole("link", { name: "Mira Keeps" }).click();
  await page.getByRole("button", { name: "Merge another account…" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge another account into this one" });
  await expect(dialog.getByRole("searchbox", { name: "The other account" })).toBeFocused();
  await dialog.getByRole("searchbox", { name: "The other account" }).fill(source);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Mira Twice" }).click();
  await expect(dialog.getByRole("row", { name: "Profiles and their pages" })).toContainText("1");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(dialog.getByText("Say why.")).toBeVisible();
  await dialog.getByLabel("Why").fill("The same person, by phone");
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(page.getByText(/^Done · 1 of 1 pages moved/)).toBeVisible();
  await expect(page.getByText(`/${username}`)).toBeVisible();
  await expectAccessible(page);
  expect((await page.request.get(`/${username}`)).status()).toBe(200);
});
