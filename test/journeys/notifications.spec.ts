import { becomeSomebody, expect, expectAccessible, makeProfile, post, test } from "./instance.ts";

test("a fan signs up, and the bell says so without a reload; reading and settings work", async ({
  page,
  browser,
}) => {
  await becomeSomebody(page, "Nora");
  const { profileId } = await makeProfile(page, "Nora Sings");
  await page.request.patch(`/api/v1/profiles/${profileId}`, {
    data: { lead_capture_enabled: true, collect_without_download: true },
  });
  await page.goto("/dashboard/profiles");
  const bell = page.getByRole("button", { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName("Notifications");

  const elsewhere = await browser.newContext({ baseURL: page.url() });
  const visitor = await elsewhere.newPage();
  const signUp = (p_name: string, p_email: string) =>
    post(visitor, "/api/v1/rpc/insert_fan_lead", { p_profile_id: profileId, p_name, p_email });
  await signUp("Zoe", "zoe@fans.example");
  await expect(bell).toHaveAccessibleName("Notifications, 1 unread");
  await bell.click();
  const drawer = page.getByRole("dialog", { name: "Notifications" });
  await expect(drawer.getByRole("link", { name: /Zoe signed up on Nora Sings/ })).toBeVisible();
  await expectAccessible(page);
  await signUp("Max", "max@fans.example");
  const both = drawer.getByRole("link", { name: /2 new fans on Nora Sings/ });
  await both.click();
  await expect(page.getByRole("heading", { level: 1, name: "Leads" })).toBeVisible();
  await expect(page.getByText("zoe@fans.example")).toBeVisible();
  await expect(bell).toHaveAccessibleName("Notifications");

  await bell.click();
  await drawer.getByRole("link", { name: "Notification settings" }).click();
  const fans = page.getByRole("group", { name: "New fans" });
  await fans.getByRole("switch", { name: "In the app" }).click();
  await expect(fans.getByRole("switch", { name: "In the app" })).not.toBeChecked();
  await page.reload();
  await expect(fans.getByRole("switch", { name: "In the app" })).not.toBeChecked();
  await expect(fans.getByRole("switch", { name: "E-mail" })).toBeChecked();
  await expect(page.getByRole("group", { name: "Your security" })).toContainText(
    "Always in the app and by e-mail",
  );
  await elsewhere.close();
});
