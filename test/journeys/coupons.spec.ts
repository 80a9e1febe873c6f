import { becomeFounder, becomeSomebody, expect, expectAccessible, test } from "./instance.ts";

test("staff make a coupon, somebody buys premium with it, and it's used up @phone", async ({ page }) => {
  await becomeFounder(page);
  await page.goto("/admin/coupons");
  await expect(page.getByText("No coupons yet")).toBeVisible();
  await page.getByRole("button", { name: "Create coupon" }).click();
  const dialog = page.getByRole("dialog", { name: "Create coupon" });
  const code = `J${Date.now()}`;
  await dialog.getByLabel("Code").fill(code);
  await dialog.getByLabel("How many can use it").fill("1");
  await expectAccessible(page);
  await dialog.getByLabel("Code").press("Enter");
  await expect(page.getByText(`${code} is ready to use`)).toBeVisible();
  await expect(page.getByText("20% off the first month")).toBeVisible();
  await expectAccessible(page);

  await becomeSomebody(page, "Cora");
  await page.goto("/dashboard/settings/billing");
  await page.getByRole("textbox", { name: "Units", exact: true }).fill("10");
  const field = page.getByRole("textbox", { name: "Coupon code" });
  await field.fill("nonsense");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("We don’t know that code. Check how it’s spelled.")).toBeVisible();
  await field.fill(code.toLowerCase());
  await field.press("Enter");
  await expect(page.getByRole("button", { name: "Remove coupon" })).toBeFocused();
  await expect(page.getByText(/^Due today: \$24\.00\. Next invoice: \$30\.00 on/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByRole("button", { name: "Pay $24.00 with no money" }).click();
  await expect(page.getByRole("region", { name: "Premium: 10 units" })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("$6.00 off")).toBeVisible();

  await becomeFounder(page);
  await page.goto("/admin/coupons");
  await expect(page.getByText("Used 1 of 1")).toBeVisible();
  await page.getByRole("button", { name: `End ${code}` }).click();
  await page.getByRole("button", { name: "End coupon" }).click();
  await expect(page.getByText(`${code} has ended`)).toBeVisible();
});
