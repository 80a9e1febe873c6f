import { cpSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { PATHS } from "#src/lib/paths.ts";
import { becomeSomebody, expect, expectAccessible, makeProfile, post, test } from "./instance.ts";
import { addMailboxes, startMail } from "./mail-sender.ts";
import { tokenTo } from "./mails.ts";
import { startServer } from "./server.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

const sequences = (page: Page) => page.getByRole("list", { name: "Sequences" });
const card = (page: Page, number: number) => page.getByRole("region", { name: `Step ${number}: ` });
const saved = (page: Page) => expect(page.getByText("All changes saved")).toBeVisible();

/** A creator on a phone, with a page and an account to send from. */
async function startSender(browser: Browser) {
  const mail = await startMail();
  const dataFolder = await mkdtemp(join(tmpdir(), "fanfare-journeys-"));
  cpSync(process.env.FANFARE_FIRST_START ?? "", dataFolder, { recursive: true });
  const server = await startServer(dataFolder, {
    OUTBOUND_ALLOW: "loopback",
    PLAIN_MAIL_HOSTS: "127.0.0.1",
  });
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: "reduce", ...PHONE });
  const page = await context.newPage();
  const email = await becomeSomebody(page, "Mia");
  await post(page, "/api/auth/verify-email", { token: await tokenTo(dataFolder, email, /Confirm/) });
  const { profileId } = await makeProfile(page, "Mia");
  const form = {
    lead_capture_enabled: true,
    screensaver_enabled: true,
    screensaver_link: "https://files.example/pack.zip",
  };
  const answer = await page.request.patch(`/api/v1/profiles/${profileId}`, { data: form });
  expect(answer.ok(), await answer.text()).toBe(true);
  await addMailboxes(page, { dataFolder, port: mail.port, addresses: ["mia@mia.art"] });
  mail.received.length = 0;
  const stop = async () => {
    await context.close();
    await server.stop();
    mail.server.close();
    await rm(dataFolder, { recursive: true, force: true });
  };
  return { page, profileId, mail, stop };
}

async function startFrom(page: Page, name: RegExp): Promise<void> {
  await page.goto(PATHS.sequences);
  await page.getByRole("button", { name: "New sequence" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name }).click();
  await expect(page.getByRole("button", { name: "Add step at the end", exact: true })).toBeVisible();
}

test("on a phone, a creator publishes a ready-made welcome, and a new fan gets its first e-mail", async ({
  browser,
}) => {
  const { page, profileId, mail, stop } = await startSender(browser);
  await page.goto(PATHS.sequences);
  await expect(page.getByText("No sequences yet")).toBeVisible();
  await expectAccessible(page);
  await startFrom(page, /^Welcome in 3 e-mails/);
  await expect(card(page, 1)).toContainText("E-mail “Good to have you here”");
  await expect(card(page, 2)).toContainText("Wait 2 days, then until 9:00");
  await expectAccessible(page);

  await card(page, 1)
    .getByRole("button", { name: /^1 E-mail/ })
    .tap();
  await page.getByRole("textbox", { name: "Subject" }).fill("You’re in!");
  await saved(page);
  await page.getByRole("button", { name: "Settings", exact: true }).tap();
  await expect(page.getByRole("combobox", { name: "Send through" })).toHaveValue(/mia@mia.art/);
  await saved(page);
  await expect(page.getByText("Ready to publish")).toBeVisible();
  await page.getByRole("button", { name: "Try it" }).tap();
  const course = page.getByRole("list", { name: "What happens" });
  await expect(course.getByRole("listitem")).toHaveCount(5);
  await course.getByRole("button", { name: "Show e-mail" }).first().tap();
  await expect(course.frameLocator("iframe").getByText(/Thanks for signing up/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Publish", exact: true }).tap();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Each gets up to 3 e-mails.")).toBeVisible();
  await dialog.getByRole("button", { name: "Publish", exact: true }).tap();
  await expect(page.getByText("Published as it is here")).toBeVisible();

  const fan = { p_profile_id: profileId, p_name: "Ada", p_email: "ada@example.com" };
  await post(page, "/api/v1/rpc/insert_fan_lead", fan);
  await expect.poll(() => mail.received.join().includes("ada@example.com"), { timeout: 20_000 }).toBe(true);
  expect(mail.received.join()).toMatch(/Subject:.*You/);
  await page.getByRole("tab", { name: "People" }).tap();
  await expect(page.getByText("ada@example.com")).toBeVisible();
  await expect(page.getByRole("list", { name: "People" }).getByText(/^2\. Wait 2 days/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "More for ada@example.com" }).tap();
  await page.getByRole("menuitem", { name: "Skip the wait" }).tap();
  await expect(page.getByRole("list", { name: "People" }).getByText(/^4\. Wait 3 days/)).toBeVisible({
    timeout: 20_000,
  });
  await page.getByRole("tab", { name: "Figures" }).tap();
  await expect(page.getByText("Step by step")).toBeVisible();
  await expect(page.getByText(/1 sent · 0 opened/).first()).toBeVisible();
  await expectAccessible(page);

  // The same from the lead's side.
  await page.getByRole("tab", { name: "People" }).tap();
  await page
    .getByRole("link", { name: "ada@example.com" })
    .or(page.getByRole("link", { name: "Ada" }))
    .tap();
  const lead = page.getByRole("dialog", { name: "Ada" });
  await lead.getByRole("button", { name: "More for Welcome" }).tap();
  await page.getByRole("menuitem", { name: "Take out" }).tap();
  await page.getByRole("button", { name: "Take out" }).tap();
  await expect(lead.getByText("Left a sequence")).toBeVisible();
  await expect(lead.getByRole("heading", { name: "Sequences" })).toBeHidden();
  await stop();
});

test("by keyboard, steps are added, moved into a branch, removed, and all of it undone", async ({
  page,
  creator: _,
}) => {
  await startFrom(page, /^New sequence/);
  const choose = async (button: string, kind: string) => {
    await page.getByRole("button", { name: button, exact: true }).press("Enter");
    const item = page.getByRole("menuitem", { name: kind, exact: true });
    await item.press("Enter");
  };
  await choose("Add step at the end", "Yes or no");
  await choose("Add step at the end", "Wait");
  await expect(card(page, 2)).toContainText("Wait 1 day");
  await expect(card(page, 2).getByRole("button", { expanded: true })).toBeFocused();
  await page.getByRole("button", { name: "Move step 2 up", exact: true }).press("Enter");
  await expect(page.getByRole("list", { name: "No, step 1" }).getByText("Wait 1 day")).toBeVisible();
  await page.getByRole("button", { name: "Move step 2 up", exact: true }).press("Enter");
  await expect(page.getByRole("list", { name: "Yes, step 1" }).getByText("Wait 1 day")).toBeVisible();
  await page.getByRole("button", { name: "Remove step 1", exact: true }).press("Enter");
  await expect(card(page, 1)).toHaveCount(0);
  await page.locator("body").press("ControlOrMeta+z");
  await expect(page.getByRole("list", { name: "Yes, step 1" }).getByText("Wait 1 day")).toBeVisible();
  await page.locator("body").press("ControlOrMeta+z");
  await expect(page.getByRole("list", { name: "No, step 1" }).getByText("Wait 1 day")).toBeVisible();
  await page.locator("body").press("ControlOrMeta+Shift+z");
  await expect(page.getByRole("list", { name: "Yes, step 1" }).getByText("Wait 1 day")).toBeVisible();
  await expect(card(page, 1)).toContainText("Choose a condition.");
  await saved(page);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("list", { name: "Yes, step 1" }).getByText("Wait 1 day")).toBeVisible();
});

test("a sequence is exported as a file, deleted, and imported again", async ({ page, creator: _ }) => {
  await startFrom(page, /^Sunset/);
  const more = page.getByRole("button", { name: "More for Sunset" });
  await more.click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Export as a file" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("sunset.json");
  const file = await readFile(await download.path());
  await more.click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete sequence" }).click();
  await expect(page.getByText("No sequences yet")).toBeVisible();
  await page.getByRole("button", { name: "New sequence" }).click();
  const upload = page.locator("input[type=file]");
  await upload.setInputFiles({ name: "cat.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await expect(page.getByText("That isn’t a sequence that was exported here.")).toBeVisible();
  await upload.setInputFiles({ name: "sunset.json", mimeType: "application/json", buffer: file });
  await expect(page.getByRole("heading", { name: "Sunset", level: 1 })).toBeVisible();
  await expect(card(page, 3)).toContainText("Yes or no: Fans who opened");
  await page.getByRole("link", { name: "All sequences" }).click();
  await expect(sequences(page)).toContainText("2 e-mails");
});

test("on a canvas, steps are added, opened, moved and removed by keyboard, as in the list", async ({
  page,
  creator: _,
}) => {
  await startFrom(page, /^New sequence/);
  await page.getByText("Canvas", { exact: true }).click();
  const canvas = page.getByRole("region", { name: "Steps as a canvas" });
  const add = async (place: string, kind: string) => {
    await canvas.getByRole("button", { name: place, exact: true }).press("Enter");
    await page.getByRole("menuitem", { name: kind, exact: true }).press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };
  await add("Add step at the end", "Yes or no");
  await add("Add step at place 1", "Wait");
  await add("Add step at place 1 of way 1 of step 2", "End");
  await expect(canvas.getByText("3 · End")).toBeVisible();
  await canvas.getByRole("button", { name: /Wait 1 day/ }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Move down" }).press("Enter");
  await page.keyboard.press("Escape");
  await expect(canvas.getByText("2 · Wait")).toBeVisible();
  await expectAccessible(page);
  await page.locator("body").press("ControlOrMeta+z");
  await expect(canvas.getByText("1 · Wait")).toBeVisible();
  await saved(page);
  await page.getByText("List", { exact: true }).click();
  await expect(card(page, 1)).toContainText("Wait 1 day");
  await expect(page.getByRole("list", { name: "Yes, step 2" }).getByText("The end")).toBeVisible();
});
