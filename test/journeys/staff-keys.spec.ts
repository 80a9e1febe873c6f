import { becomeFounder, expect, expectAccessible, test } from "./instance.ts";

test("staff make a key by keyboard, a program uses it, the audit log tells, and it’s replaced and revoked", async ({
  page,
  request,
}) => {
  await becomeFounder(page);
  await page.goto("/admin/keys");
  await expect(page.getByRole("button", { name: "Create key" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create key" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Create staff key" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Alarm");
  await expectAccessible(page);
  await dialog.getByRole("checkbox", { name: "Block and allow, and resolve errors" }).press("Space");
  await dialog.getByRole("button", { name: "Create key" }).press("Enter");
  const key = await page
    .getByRole("dialog", { name: "Your new staff key" })
    .getByLabel("Staff key")
    .textContent();
  await page.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "Alarm" });
  await expect(row).toContainText("Security: write");
  const headers = { authorization: `Bearer ${key}` };
  const block = { kind: "user_agent", effect: "block", value: "BadBot/7", reason: "Alarm", ends_at: null };
  const use = (data: object) => request.post("/api/v1/admin/security/blocks", { data, headers });
  expect((await use(block)).status()).toBe(201);
  expect((await request.get("/api/v1/admin/security", { headers })).status()).toBe(403);
  await row.getByRole("button").click();
  await page.getByRole("menuitem", { name: "What it did" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
  await expect(page.getByText("Only what one staff key did")).toBeVisible();
  await expect(page.getByRole("main").getByText("through the key “Alarm”")).toHaveCount(1);
  await page.goBack();
  await row.getByRole("button").click();
  await page.getByRole("menuitem", { name: "Replace key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Replace key" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(row).toContainText("the old key works until");
  await row.getByRole("button").click();
  await page.getByRole("menuitem", { name: "Revoke key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("Keys that have ended (1)")).toBeVisible();
  expect((await use({ ...block, value: "BadBot/8" })).status()).toBe(401);
});
