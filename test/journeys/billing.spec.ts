import { becomeSomebody, expect, expectAccessible, makeProfile, test } from "./instance.ts";

test("somebody buys premium in the sandbox, changes it, and cancels after one offer @phone", async ({
  page,
}) => {
  await becomeSomebody(page, "Paula");
  await makeProfile(page, "Paid page");
  await page.goto("/dashboard/settings/billing");
  const plan = page.getByRole("region", { name: "Free plan" });
  await expect(plan).toBeVisible();
  await expect(page.getByText("Sandbox: no money moves.")).toBeVisible();
  await page.getByRole("textbox", { name: "Units", exact: true }).fill("25");
  await expect(page.getByText("$65.00 a month")).toBeVisible();
  await expect(
    page.getByText("25 units would cost $68.75, but 26 cost only $65.00. So you get 26."),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue to payment" }).click();

  await expect(page.getByRole("heading", { name: "Sandbox", level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pay $65.00 with no money" }).click();
  await expect(page.getByRole("region", { name: "Premium: 26 units" })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("25 × 26 units of premium")).toBeVisible();
  await expect(page.getByText("SANDBOX-0001")).toBeVisible();

  await page.getByRole("textbox", { name: "Units", exact: true }).fill("40");
  await expect(page.getByText(/Due today: \$\d+\.\d\d/)).toBeVisible();
  await page.getByRole("button", { name: "Change to 40 units" }).click();
  await expect(page.getByRole("region", { name: "Premium: 40 units" })).toBeVisible();
  await page.getByRole("switch", { name: /Remove “Powered by/ }).click();
  await expect(page.getByText("Saved. Your pages already show it.")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Cancel premium" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel premium" });
  await dialog.getByLabel("It costs too much").check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("button", { name: "Take 20% off" })).toBeVisible();
  await dialog.getByRole("button", { name: "No thanks, cancel" }).click();
  await expect(page.getByText(/^You canceled\. You have premium until/)).toBeVisible();
  await page.getByRole("button", { name: "Keep premium" }).click();
  await expect(page.getByText(/^Your plan renews on/)).toBeVisible();
});
