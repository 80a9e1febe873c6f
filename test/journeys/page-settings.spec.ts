import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, expectAccessible, test, uploadPicture } from "./instance.ts";

const TABS = ["Page", "Design", "Grow", "Apps & warnings", "Advanced"];
/** An edit is on the page within two seconds of being saved. */
const SHOWN_WITHIN = { timeout: 2000 };

const openEditor = (page: Page, profileId: string) => page.goto(`/dashboard/profiles?edit=${profileId}`);
const openSection = (page: Page, name: string) => page.getByRole("tab", { name }).click();

async function save(page: Page) {
  await expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
}

const turnOn = (page: Page, name: string) => page.getByRole("switch", { name }).check();

test("what the owner sets is in the preview at once and on the page within two seconds", async ({
  page,
  creator,
}) => {
  await openEditor(page, creator.profileId);
  await openSection(page, "Design");
  const content = await sharp({ create: { width: 60, height: 90, channels: 3, background: "#0a5" } })
    .png()
    .toBuffer();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Choose picture" }).click(),
  ]);
  await chooser.setFiles({ name: "b.png", mimeType: "image/png", buffer: content });
  await page.getByText("White", { exact: true }).click();
  await page.getByRole("radio", { name: "Outline" }).click();
  await page.getByRole("radio", { name: "Pill" }).click();
  await turnOn(page, "Online");
  await turnOn(page, "Response time");
  await page.getByLabel("Usually responds in").fill("a few hours");

  await openSection(page, "Grow");
  await page.getByLabel("Text", { exact: true }).fill("20% off the vinyl");
  await page.getByRole("radio", { name: "Green and teal" }).click();
  await page.getByText("Bottom", { exact: true }).click();
  await page.getByLabel("Minutes").fill("90");

  await turnOn(page, "Show the form");
  await page.getByLabel("Download URL").fill("example.com/pack.zip");
  await page.getByLabel("Title").fill("The demo tapes");
  await page.getByText("Optional", { exact: true }).click();
  await save(page);

  const visitor = await page.context().newPage();
  await visitor.goto(`/${creator.username}`);
  const banner = visitor.getByRole("complementary", { name: "Promotion" });
  await expect(banner).toContainText("20% off the vinyl", SHOWN_WITHIN);
  await expect(banner).toContainText("1:2");
  await expect(visitor.getByText("Usually responds in a few hours")).toBeVisible();
  await expect(visitor.locator(".backdrop img")).toHaveAttribute("src", /^\/media\/[0-9a-f-]+\.webp$/);
  await expect(visitor.getByText("The demo tapes")).toBeVisible();
  await expectAccessible(visitor);
});

test("a picture is chosen again, cut by keyboard, keeps its focus, and is deleted once it's used nowhere", async ({
  page,
  creator,
}) => {
  const half = { create: { width: 60, height: 40, channels: 3 as const, background: "#00f" } };
  const buffer = await sharp({ create: { width: 120, height: 40, channels: 3, background: "#f00" } })
    .composite([{ input: half, gravity: "east" }])
    .png()
    .toBuffer();
  await openEditor(page, creator.profileId);
  const field = page.getByRole("tabpanel");
  const file = { name: "Two halves.png", mimeType: "image/png", buffer };
  await field.locator('input[type="file"]').first().setInputFiles(file);
  await field.getByRole("button", { name: "Crop", exact: true }).click();
  const part = page.getByRole("group", { name: /^The part that’s kept/ });
  await part.focus();
  for (let n = 0; n < 8; n++) await page.keyboard.press("Control+ArrowRight");
  await page.getByRole("button", { name: "Keep this part" }).click();
  const visitor = await page.context().newPage();
  const blueOfFace = async () => {
    await visitor.goto(`/${creator.username}`);
    const face = visitor.locator("main img").first();
    if ((await face.count()) === 0) return 0;
    const content = await (await page.request.get((await face.getAttribute("src")) ?? "")).body();
    return (await sharp(content).resize(1, 1).removeAlpha().raw().toBuffer())[2];
  };
  await expect.poll(blueOfFace).toBeGreaterThan(230);

  await field.getByRole("button", { name: "Your pictures" }).click();
  const dialog = page.getByRole("dialog", { name: "Your pictures" });
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Two halves" }).last().press("Enter");
  await dialog.getByLabel("Description").fill("Red and blue");
  await dialog.getByRole("button", { name: "Save description" }).click();
  await expect(dialog.getByText("It’s used nowhere.")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete picture" }).click();
  await page
    .getByRole("dialog", { name: "Delete this picture?" })
    .getByRole("button", { name: "Delete picture" })
    .click();
  await expect(dialog.getByRole("listitem")).toHaveCount(1);
  await dialog.getByRole("button", { name: "Two halves" }).click();
  await expect(dialog.getByText("Picture of the profile")).toBeVisible();
  await page.keyboard.press("Escape");

  await openSection(page, "Design");
  await field.locator('input[type="file"][accept*="jpeg"]').first().setInputFiles(file);
  await field.getByRole("button", { name: "Focus", exact: true }).click();
  await page.getByRole("slider", { name: "From left to right" }).press("End");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Set focus" }).click();
  const positionOfBackground = async () => {
    await visitor.reload();
    const behind = visitor.locator(".backdrop img");
    return (await behind.count()) && behind.evaluate((picture) => getComputedStyle(picture).objectPosition);
  };
  await expect.poll(positionOfBackground).toBe("100% 50%");
});

test("a mistake is reported at its field, whichever section it's in", async ({ page, creator }) => {
  await openEditor(page, creator.profileId);
  await openSection(page, "Advanced");
  const pixel = page.getByLabel("Facebook pixel ID");
  await pixel.fill("my pixel");
  await openSection(page, "Page");
  await expect(page.getByRole("tab", { name: "Advanced has an error" })).toBeVisible();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByRole("tab", { name: "Advanced has an error" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await expect(pixel).toBeFocused();
  await expect(pixel).toHaveAccessibleDescription("A Facebook pixel ID is digits only, 50 at most.");
  await pixel.fill("1234567890");
  await save(page);
  await expect(page.getByRole("tab", { name: "Advanced on" })).toBeVisible();
});

test("the sections can be used by keyboard alone", async ({ page, creator }) => {
  await openEditor(page, creator.profileId);
  await page.getByRole("tab", { name: "Page" }).focus();
  for (const key of ["ArrowRight", "ArrowRight", "Tab"]) await page.keyboard.press(key);
  await expect(page.getByRole("tab", { name: "Grow" })).toHaveAttribute("aria-selected", "true");
  await page.getByLabel("Text", { exact: true }).focus();
  await page.keyboard.type("Typed");
  await page.keyboard.press("Control+s");
  await save(page);
});

test("a fixed end is picked in the owner's own time zone", async ({ page, creator }) => {
  await openEditor(page, creator.profileId);
  await openSection(page, "Grow");
  await page.getByLabel("Text", { exact: true }).fill("Until the tour");
  await page.getByText("Until a date").click();
  const refusal = page.getByText("Choose the date and time when the promotion ends.");
  await page.getByLabel("Ends").click();
  const opened = page.getByRole("dialog");
  await expect(opened).toBeVisible();
  // In the moment after it opens, the picker doesn't hear the key yet.
  await expect(async () => {
    if (await opened.isVisible()) await page.keyboard.press("Escape");
    await expect(opened).toBeHidden({ timeout: 1000 });
  }).toPass();
  await page.getByLabel("Text", { exact: true }).focus();
  await expect(refusal).toBeVisible();
  await page.getByLabel("Ends").click();
  const picker = page.getByRole("dialog");
  await expect(picker.getByLabel("AM or PM")).toHaveValue("PM");
  await expectAccessible(page);
  // Every month has a 28th, but today's may be over.
  await picker.getByRole("button", { name: "Next month" }).click();
  await picker.getByRole("button", { name: /\b28\b/ }).click();
  await page.keyboard.press("Escape");
  await save(page);
  await expect(page.getByLabel("Ends")).toContainText("11:59 PM");
});

test("every section passes axe in the light scheme", async ({ page, creator }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const settings = {
    promotion_text: "Sale",
    lead_capture_enabled: true,
    screensaver_enabled: true,
    direct_link_url: "example.com",
    customer_rescue_enabled: true,
    show_response_time: true,
    background_image_url: await uploadPicture(page, "background"),
  };
  const path = `/api/v1/profiles/${creator.profileId}`;
  expect((await page.request.patch(path, { data: settings })).ok()).toBe(true);
  await openEditor(page, creator.profileId);
  for (const section of TABS) {
    await openSection(page, section);
    await expect(page.getByRole("tabpanel")).toBeVisible();
    await expectAccessible(page);
  }
});

test("on a phone the sections are one row that shows the open one, in every language @phone", async ({
  browser,
  creator,
  instance,
  page,
}) => {
  const storageState = await page.context().storageState();
  for (const locale of ["en-US", "es-ES"]) {
    const context = await browser.newContext({
      baseURL: instance.url,
      storageState,
      locale,
      viewport: { width: 390, height: 844 },
    });
    const phone = await context.newPage();
    await phone.goto(`/dashboard/profiles?edit=${creator.profileId}&tab=tracking`);
    const open = phone.locator("[role=tab][aria-selected=true]");
    await expect(open).toBeInViewport({ ratio: 1 });
    const tabs = phone.getByRole("tab");
    const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    await open.focus();
    for (const [key, next] of [
      ["ArrowRight", tabs.first()],
      ["ArrowLeft", tabs.last()],
    ] as const) {
      await phone.keyboard.press(key);
      await expect(next).toHaveAttribute("aria-selected", "true");
      await expect(next).toBeInViewport({ ratio: 1 });
    }
    await context.close();
  }
});

test("the bar for saving covers neither the field being typed into nor its error @phone", async ({
  page,
  creator,
}) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 640 });
    await page.goto(`/dashboard/profiles?edit=${creator.profileId}&tab=tracking`);
    // What's above the fields has arrived.
    await expect(page.getByRole("button", { name: "Work on a draft" })).toBeEnabled();
    const field = page.getByLabel("Google measurement ID");
    await field.evaluate((input) => {
      input.focus();
      scrollBy(0, input.getBoundingClientRect().bottom - innerHeight + 80);
    });
    await field.pressSequentially("wrong");
    await field.press("Enter");
    const error = page.getByText(/^A measurement ID is G-/);
    await expect(error).toBeVisible();
    const bar = page.getByRole("button", { name: "Undo" });
    const top = async () => (await bar.boundingBox())?.y ?? 0;
    await expect.poll(async () => bottomOf(await error.boundingBox()) < (await top())).toBe(true);
    expect(bottomOf(await field.boundingBox())).toBeLessThan(await top());
  }
});

function bottomOf(box: { y: number; height: number } | null): number {
  return box ? box.y + box.height : Number.POSITIVE_INFINITY;
}
