import type { Locator, Page } from "@playwright/test";
import { contrastRatio } from "#src/lib/colors.ts";
import { becomeSomebody, expect, expectAccessible, post, test } from "./instance.ts";
import { tokenTo } from "./mails.ts";

/** Of a field’s text, and of what stands in for it, with its background. */
async function contrastOf(field: Locator): Promise<number> {
  await expect(field).toHaveCSS("opacity", "1");
  const [ground = "", ...texts] = await field.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    return [backgroundColor, color, getComputedStyle(element, "::placeholder").color];
  });
  return Math.min(...texts.map((text) => contrastRatio(hexOf(text), hexOf(ground))));
}

const hexOf = (rgb: string) =>
  `#${(rgb.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;

/** A dark inbox’s background. */
const DARK = "rgb(24, 24, 27)";

/** On a desktop, in the dark, and without pictures. */
async function lookAtPreview(preview: Locator): Promise<void> {
  const frame = preview.locator("iframe");
  const shown = preview.frameLocator("iframe");
  await preview.getByText("Desktop", { exact: true }).click();
  await expect(frame).toHaveAttribute("data-device", "desktop");
  await expect(shown.locator("body")).not.toHaveCSS("background-color", DARK);
  await preview.getByRole("switch", { name: "Dark" }).press("Space");
  await expect(shown.locator("body")).toHaveCSS("background-color", DARK);
  await preview.getByRole("switch", { name: "Pictures" }).press("Space");
  const picture = shown.getByAltText(/^Ends /);
  await expect(picture).toHaveJSProperty("naturalWidth", 0);
  await preview.getByRole("switch", { name: "Pictures" }).press("Space");
  await expect(picture).toHaveJSProperty("naturalWidth", 960);
  await preview.getByText("Plain text", { exact: true }).click();
  await expect(preview.getByRole("textbox", { name: "Plain text" })).toHaveValue(/Win a signed print/);
}

async function keepAsSnippet(page: Page, block: Locator): Promise<void> {
  await block.getByRole("button", { name: /^More/ }).press("Enter");
  await page.getByRole("menuitem", { name: "Save as snippet…" }).press("Enter");
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Big news");
  await page.getByRole("button", { name: "Save snippet" }).press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  const add = page.getByRole("button", { name: "Add block" });
  await add.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Big news" })).toBeVisible();
  await expect(page.getByRole("menu").locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem")).toHaveCount(0);
  await expect(add).toBeFocused();
}

async function putIntoFolder(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Giveaway$/ }).press("Enter");
  await page.getByRole("menuitem", { name: "Move to folder…" }).press("Enter");
  await page.getByRole("dialog").getByLabel("Folder", { exact: true }).fill("Drops");
  await page.getByRole("button", { name: "Move template" }).press("Enter");
  const folders = page.getByRole("radiogroup", { name: "Folder" });
  await folders.getByText("Drops", { exact: true }).click();
  await expect(folders.getByRole("radio", { name: "Drops" })).toBeChecked();
  await expect(
    page.getByRole("list", { name: "Templates" }).getByRole("link", { name: /Drops/ }),
  ).toBeVisible();
}

test("a ready-made template becomes one’s own, checked and previewed, without a mouse", async ({
  page,
  creator: _,
}) => {
  await page.goto("/dashboard/marketing/templates");
  await page.getByRole("button", { name: "New template" }).press("Enter");
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Giveaway" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Giveaway" })).toBeVisible();
  const preview = page.getByRole("region", { name: "Preview" });
  const shown = preview.frameLocator("iframe");
  await expect(shown.getByText("Win [your prize]")).toBeVisible();
  const checks = preview.getByRole("list", { name: "Checks" });
  await expect(checks).toContainText("Enter your postal address");
  await expectAccessible(page);

  const blocks = page.getByRole("list", { name: "Blocks" });
  await blocks.getByRole("button", { name: /^Heading/ }).press("Enter");
  await page.getByLabel("Heading", { exact: true }).fill("Win a signed print");
  await expect(shown.getByText("Win a signed print")).toBeVisible();
  const text = blocks.getByRole("button", { name: /^Text It ends/ });
  await text.press("Enter");
  const editor = blocks.getByRole("textbox", { name: "Text" });
  await editor.press("ControlOrMeta+a");
  await blocks.getByRole("button", { name: "Bold" }).press("Enter");
  await editor.press("End");
  await editor.pressSequentially(" It ends {{ contact.oops }}");
  await expect(checks).toContainText("There’s no merge tag “contact.oops”");
  for (let at = 0; at < "{{ contact.oops }}".length; at++) await editor.press("Backspace");
  await editor.pressSequentially("on Friday.");
  await expect(shown.getByText("It ends on Friday.")).toBeVisible();

  const grip = blocks.getByRole("button", { name: "Move Button" });
  await grip.press("Space");
  await expect(grip).toHaveAttribute("aria-pressed", "true");
  // The arrow keys work only a moment after the drag was announced. At the end of the list they do nothing.
  await expect(async () => {
    await grip.press("ArrowUp");
    await expect(page.getByText("Button is over position 1 of 4.")).toBeAttached({ timeout: 1_000 });
  }).toPass();
  await grip.press("Space");
  await expect(blocks.getByRole("listitem").first()).toContainText("Button");

  await page.getByLabel("Postal address").fill("Main Street 1, Oslo");
  await page.getByRole("button", { name: "Save sender" }).press("Enter");
  await expect(shown.getByText("Main Street 1, Oslo")).toBeVisible();
  await page.getByRole("button", { name: "Add block" }).press("Enter");
  await page.getByRole("menuitem", { name: "Countdown" }).press("Enter");
  await blocks.getByRole("textbox", { name: "Afterwards" }).fill("The giveaway is over");
  const picture = shown.getByAltText(/^Ends .* at 11:59 PM/);
  await expect(picture).toHaveJSProperty("complete", true);
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(960);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach file" }).press("Enter");
  const pdf = { name: "Rules.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") };
  await (await chooser).setFiles(pdf);
  await expect(page.getByRole("button", { name: "Remove Rules.pdf" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Subject" }).press("ControlOrMeta+s");
  await expect(page.getByText("All changes saved")).toBeVisible();

  await preview.getByRole("combobox", { name: "As" }).click();
  await page.getByRole("option", { name: "No name" }).click();
  await expect(shown.getByText("Hi there,")).toBeVisible();
  await lookAtPreview(preview);
  await page.getByRole("button", { name: "Start from the generated text" }).press("Enter");
  const plain = page.getByRole("region", { name: "Plain text" }).getByRole("textbox");
  await expect(plain).toHaveValue(/Win a signed print[\s\S]*\{\{ unsubscribe_url \}\}/);
  await plain.fill("Win a print. {{ unsubscribe_url }}");
  await expect(preview.getByRole("textbox", { name: "Plain text" })).toHaveValue(/^Win a print\./);
  await page.getByRole("button", { name: "Use the generated text again" }).press("Enter");
  await expect(preview.getByRole("textbox", { name: "Plain text" })).toHaveValue(/Win a signed print/);
  await keepAsSnippet(page, blocks.getByRole("listitem").first());
  await page.getByRole("button", { name: "Versions" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Restore" }).press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(blocks.getByRole("button", { name: /^Heading Win \[your prize\]/ })).toBeVisible();
  await page.getByRole("link", { name: "All templates" }).press("Enter");
  await expect(page.getByRole("list", { name: "Templates" }).getByRole("link")).toHaveCount(1);
  await putIntoFolder(page);
  await expectAccessible(page);
});

test("two people: a template is locked while one edits it, and who’s taken over keeps what they typed", async ({
  page,
  instance,
  browser,
}) => {
  const owner = await becomeSomebody(page, "Olga");
  await post(page, "/api/auth/verify-email", { token: await tokenTo(instance.dataFolder, owner, /Confirm/) });
  const there = await browser.newContext({ baseURL: instance.url });
  const tab = await there.newPage();
  const member = await becomeSomebody(tab, "Mia");
  await post(page, "/api/v1/team/invitations", { email: member, role: "marketer" });
  await post(
    tab,
    `/api/v1/invitations/${await tokenTo(instance.dataFolder, member, /invited you/)}/accept`,
    {},
  );
  const { id } = await post(page, "/api/v1/templates", { name: "News", subject: "Hello" });
  const path = `/dashboard/marketing/templates/${id}`;
  await page.goto(path);
  const subject = page.getByRole("textbox", { name: "Subject" });
  await subject.fill("Hello from Olga");

  await tab.goto(path);
  await expect(tab.getByText("Olga is editing this")).toBeVisible();
  const theirs = tab.getByRole("textbox", { name: "Subject" });
  await expect(theirs).toBeDisabled();
  expect(await contrastOf(theirs)).toBeGreaterThanOrEqual(4.5);
  await expectAccessible(tab);
  await tab.getByRole("button", { name: "Take over editing" }).press("Enter");
  await expect(theirs).toBeEnabled();
  await theirs.fill("Hello from Mia");
  await tab.getByRole("button", { name: "Save", exact: true }).click();
  await expect(tab.getByText("All changes saved")).toBeVisible();

  // She hears of it by saving, or before, if that takes her longer than her screen's next question.
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click({ timeout: 10_000 }).catch(() => expect(save).toBeHidden());
  await expect(page.getByText("Mia took over")).toBeVisible();
  await expect(subject).toBeDisabled();
  await expect(subject).toHaveValue("Hello from Olga");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save as a copy" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "News (copy)" })).toBeVisible();
  await expect(subject).toHaveValue("Hello from Olga");
  await page.goto(path);
  await expect(subject).toHaveValue("Hello from Mia");
  await there.close();
});
