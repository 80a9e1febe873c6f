import { becomeSomebody, expect, expectAccessible, test } from "./instance.ts";

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
