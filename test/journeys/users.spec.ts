import { becomeFounder, becomeSomebody, expect, expectAccessible, test } from "./instance.ts";

test("staff find an account, give it slots, and sign its owner out @phone", async ({ page }) => {
  const email = await becomeSomebody(page, "Wilhelmina Quist");

  await becomeFounder(page);
  await page.goto("/admin/users");
  await expect(page.getByRole("heading", { name: "Users", level: 1 })).toBeVisible();
  await page.getByRole("searchbox", { name: "Find an account" }).fill(email);
  await expect(page.getByText("1 account", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Wilhelmina Quist" }).click();
  await expect(page.getByRole("heading", { name: "Wilhelmina Quist", level: 1 })).toBeVisible();
  await expect(page.getByText("0 of 10 (10 base)")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Give more…" }).click();
  const dialog = page.getByRole("dialog", { name: "Give more" });
  await dialog.getByLabel("How many").fill("7");
  await dialog.getByLabel("Why").fill("Thanks for testing");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Give", exact: true }).click();
  await expect(page.getByText("0 of 17 (10 base + 7 granted)")).toBeVisible();
  await page.getByRole("button", { name: "Sign out everywhere…" }).click();
  const asked = page.getByRole("dialog", { name: "Sign them out everywhere?" });
  await asked.getByLabel("Why").fill("Lost phone");
  await asked.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText("Signed the owner out everywhere: Lost phone")).toBeVisible();
});
