import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { PATHS } from "#src/lib/paths.ts";
import { expect, expectAccessible, post, test } from "./instance.ts";

const PHONE = { width: 390, height: 844 };

const rules = (page: Page) => page.getByRole("list", { name: "Rules" });
const action = (page: Page, number: number) => page.getByRole("region", { name: `Action ${number}: ` });
const saved = (page: Page) => expect(page.getByText("All changes saved")).toBeVisible();

async function startFrom(page: Page, name: RegExp): Promise<void> {
  await page.goto(PATHS.rules);
  await page.getByRole("button", { name: "New rule" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name }).click();
  await expect(page.getByRole("heading", { name: "When", exact: true })).toBeVisible();
}

test("on a phone, a creator turns on a ready-made rule, a sign-up starts it, and its history says so", async ({
  page,
  creator: { profileId },
}) => {
  await page.setViewportSize(PHONE);
  const form = {
    lead_capture_enabled: true,
    screensaver_enabled: true,
    screensaver_link: "https://files.example/pack.zip",
  };
  const answer = await page.request.patch(`/api/v1/profiles/${profileId}`, { data: form });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.goto(PATHS.automation);
  await expect(page.getByText("Nothing runs by itself yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "New rule" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: /^Thank buyers/ })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^Sort in new leads/ }).click();
  await expect(action(page, 1)).toContainText("Make Nora their owner");
  await expect(page.getByText("Ready to turn on")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Try it" }).click();
  await expect(dialog.getByText("It would run.")).toBeVisible();
  await expect(dialog.getByRole("list", { name: "What happens" }).getByRole("listitem")).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Turn on", exact: true }).click();
  await expect(dialog.getByText("It wouldn’t have run in the last 30 days.")).toBeVisible();
  await dialog.getByRole("button", { name: "Turn on", exact: true }).click();
  await expect(page.getByText("On, as it is here")).toBeVisible();

  const fan = { p_profile_id: profileId, p_name: "Ada", p_email: "ada@example.com" };
  await post(page, "/api/v1/rpc/insert_fan_lead", fan);
  await page.getByRole("tab", { name: "History" }).click();
  const run = page.getByRole("list", { name: "Runs" }).getByRole("listitem").first();
  await expect(run).toContainText("ada@example.com");
  await expect(run).toContainText("Done");
  await run.getByRole("button", { name: "Details" }).click();
  await expect(run.getByRole("list", { name: "Actions" }).getByRole("listitem")).toHaveCount(1);
  await expectAccessible(page);

  await page.goto(PATHS.rules);
  await expect(rules(page)).toContainText("When someone joins your list, then make Nora their owner.");
  await expect(rules(page)).toContainText("1 run in 24 hours");
  await page.getByRole("switch", { name: "“Sort in new leads” is on" }).press("Space");
  await expect(rules(page)).toContainText("Off");
  await expectAccessible(page);
  await page.goto(PATHS.automation);
  await expect(page.getByRole("list", { name: "What runs by itself" })).toContainText("Sort in new leads");
  await expectAccessible(page);
});

test("by keyboard, a rule gets what starts it and actions, which are moved, removed, and come back", async ({
  page,
  creator: _,
}) => {
  await startFrom(page, /^New rule/);
  const choose = async (button: string, item: string) => {
    await page.getByRole("button", { name: button, exact: true }).press("Enter");
    await page.getByRole("menuitem", { name: item, exact: true }).press("Enter");
  };
  await choose("Choose what starts it", "Someone buys something");
  await page.getByRole("button", { name: "Add a test of what happened" }).press("Enter");
  await expect(page.getByRole("group", { name: "Test 1" })).toBeVisible();
  await choose("Add action", "Wait");
  await expect(action(page, 1).getByRole("button", { expanded: true })).toBeFocused();
  await choose("Add action", "Suppress");
  await page.getByRole("button", { name: "Move action 2 up" }).press("Enter");
  await expect(action(page, 1)).toContainText("Suppress their address");
  await page.getByRole("button", { name: "Drag action 1" }).press("Space");
  await expect(page.getByText(/^Suppress (?:picked up at|is over) position 1 of 2\.$/)).toBeAttached();
  // The key does nothing until the rows' places are known.
  await expect(async () => {
    await page.keyboard.press("ArrowDown");
    await expect(page.getByText("Suppress is over position 2 of 2.")).toBeAttached({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press("Space");
  await expect(action(page, 1)).toContainText("Wait 1 day");
  await page.getByRole("button", { name: "Remove action 1" }).press("Enter");
  await expect(action(page, 2)).toHaveCount(0);
  await page.locator("body").press("ControlOrMeta+z");
  await expect(action(page, 1)).toContainText("Wait 1 day");
  await page.locator("body").press("ControlOrMeta+z");
  await expect(action(page, 1)).toContainText("Suppress their address");
  await page.locator("body").press("ControlOrMeta+Shift+z");
  await expect(action(page, 1)).toContainText("Wait 1 day");
  await saved(page);
  await expectAccessible(page);
  await page.reload();
  await expect(action(page, 2)).toContainText("Suppress their address");
});

test("two people’s changes to a rule are put together, unless they’re to the same part", async ({
  page,
  creator: _,
}) => {
  await startFrom(page, /^Big order/);
  await saved(page);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const path = `/api/v1/rules/${id}`;
  const elsewhere = async (part: object) => {
    const { draft } = await (await page.request.get(path)).json();
    const answer = await page.request.patch(path, { data: { draft: { ...draft, ...part } } });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await elsewhere({ budget: 7 });
  await page.getByRole("button", { name: "Remove action 2" }).click();
  await expect(page.getByText("Runs up to 7 times a day")).toBeVisible();
  await saved(page);
  await elsewhere({ actions: [] });
  await page.getByRole("button", { name: "Add action" }).click();
  await page.getByRole("menuitem", { name: "Suppress", exact: true }).click();
  await expect(page.getByText("Two versions")).toBeVisible();
  await page.getByRole("button", { name: "Keep mine" }).click();
  await saved(page);
  await expect(action(page, 2)).toContainText("Suppress their address");
});

test("a rule is exported as a file, deleted, and imported again", async ({ page, creator: _ }) => {
  await startFrom(page, /^Marked as spam/);
  await page.getByRole("button", { name: "More for Marked as spam" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Export as a file" }).click(),
  ]);
  const file = await readFile(await download.path(), "utf8");
  expect(JSON.parse(file)).toMatchObject({ kind: "fanfare-rule", name: "Marked as spam" });
  await page.getByRole("button", { name: "More for Marked as spam" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete rule" }).click();
  await expect(page.getByText("No rules yet")).toBeVisible();
  await page.getByRole("button", { name: "New rule" }).click();
  const choose = page.locator("input[type=file]");
  const kind = { mimeType: "application/json" };
  await choose.setInputFiles({ name: "x.json", buffer: Buffer.from("{}"), ...kind });
  await expect(page.getByText("That isn’t a rule that was exported here.")).toBeVisible();
  await choose.setInputFiles({ name: "rule.json", buffer: Buffer.from(file), ...kind });
  await expect(action(page, 1)).toContainText("Suppress their address");
  await expect(action(page, 2)).toContainText("Tell your team: Someone marked an e-mail as spam");
});
