import { randomUUID } from "node:crypto";
import { becomeFounder, becomeSomebody, expect, expectAccessible, PIXEL, post, test } from "./instance.ts";

/** The other journeys share the instance. */
test.afterEach(async ({ page }) => {
  await becomeFounder(page);
  const names =
    "instance_name logo brand_color accent_color backups_kept landing_stats referral_review mails_per_minute";
  const values = Object.fromEntries(names.split(" ").map((name) => [name, null]));
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

  await form.getByRole("textbox", { name: "Main color" }).fill("#ffd000");
  await expect(form.getByText(/Text is hard to read with this color/)).toBeVisible();
  const name = form.getByLabel("Name", { exact: true });
  await name.fill("Encore & Co");
  await name.press("Enter");
  await expect(form.getByText(/White text is hard to read on this color/)).toBeVisible();
  await expect(form.getByRole("textbox", { name: "Main color" })).toBeFocused();

  await form.getByRole("textbox", { name: "Main color" }).fill("#0a6640");
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

test("a setting is found, changed with its own control, taken back, and looked up @phone", async ({
  page,
}) => {
  await becomeFounder(page);
  await page.goto("/admin/settings");
  const form = page.getByRole("form", { name: "Settings" });
  const search = page.getByRole("searchbox", { name: "Search settings" });
  await search.fill("zebra");
  await expect(form.getByText("No setting has these words.")).toBeVisible();
  await search.fill("backups keep");
  const kept = form.getByRole("textbox", { name: "Backups to keep" });
  await expect(kept).toHaveValue("7 kept");
  await expect(form.getByRole("textbox")).toHaveCount(1);
  await kept.fill("21");
  await search.press("Enter");
  await search.fill("");
  await expect(form.getByText("Unsaved changes")).toBeVisible();
  await form.getByRole("checkbox", { name: "E-mails a minute for everyone: No limit" }).uncheck();
  await form.getByRole("switch", { name: "Hold flagged referrals" }).check();
  await form.getByRole("combobox", { name: "Figures on the home page" }).selectOption("Your own texts");
  await form.getByRole("combobox", { name: "Your own texts" }).fill("300 creators");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved. It’s live everywhere.")).toBeVisible();
  await expect(form.getByText("All changes saved")).toBeVisible();
  const read = async () => {
    const { items } = await (await page.request.get("/api/v1/settings")).json();
    return Object.fromEntries(items.map(({ name, value }: Record<string, string>) => [name, value]));
  };
  const changed = {
    backups_kept: "21",
    landing_stats: "300 creators",
    referral_review: "on",
    mails_per_minute: "1",
  };
  expect(await read()).toMatchObject(changed);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  const before = {
    backups_kept: "7",
    landing_stats: "promised",
    referral_review: "off",
    mails_per_minute: "off",
  };
  await expect.poll(read).toMatchObject(before);
  await expect(kept).toHaveValue("7 kept");

  await form.getByRole("button", { name: "Changes: Backups to keep" }).click();
  const dialog = page.getByRole("dialog", { name: "Changes of “Backups to keep”" });
  await expect(dialog.getByRole("listitem").first()).toContainText("Before: 21 kept");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Use again: 21 kept" }).first().click();
  await expect(kept).toHaveValue("21 kept");
  await form.getByRole("button", { name: "Use the default: Backups to keep" }).click();
  await expect(form.getByText("All changes saved")).toBeVisible();
});

test("who edits the settings at the same time as somebody else sees what they changed", async ({ page }) => {
  await becomeFounder(page);
  const other = await page.context().newPage();
  for (const tab of [page, other]) await tab.goto("/admin/settings");
  const form = page.getByRole("form", { name: "Settings" });
  const theirs = other.getByRole("form", { name: "Settings" });
  await form.getByLabel("Name", { exact: true }).fill("Mine");
  await form.getByRole("textbox", { name: "Backups to keep" }).fill("9");
  await theirs.getByLabel("Name", { exact: true }).fill("Theirs");
  await theirs.getByRole("button", { name: "Save" }).click();
  await expect(theirs.getByText("All changes saved")).toBeVisible();

  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText(/ changed “Name” to “Theirs” meanwhile\./)).toBeVisible();
  await form.getByRole("button", { name: "Use theirs" }).click();
  await expect(form.getByLabel("Name", { exact: true })).toHaveValue("Theirs");
  await expect(form.getByRole("textbox", { name: "Backups to keep" })).toHaveValue("9 kept");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("All changes saved")).toBeVisible();

  await theirs.getByLabel("Name", { exact: true }).fill("Theirs again");
  await theirs.getByRole("button", { name: "Save" }).click();
  await expect(theirs.getByText("All changes saved")).toBeVisible();
  await form.getByLabel("Name", { exact: true }).fill("Mine again");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByRole("button", { name: "Keep mine" }).click();
  await expect(form.getByText("All changes saved")).toBeVisible();
  await expect(page).toHaveTitle("Instance settings · Mine again");
});

test("nobody else has the settings", async ({ page }) => {
  await becomeSomebody(page, "Ned");
  expect((await page.request.get("/admin/settings")).status()).toBe(404);
});
