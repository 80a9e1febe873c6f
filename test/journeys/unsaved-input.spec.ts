import { expect, PASSWORD, test } from "./instance.ts";

const CAMPAIGNS = "/dashboard/marketing/campaigns";
const LEADS = "/dashboard/marketing/leads";

test("Escape and the cross ask before they throw away what was typed, and close what wasn't touched", async ({
  page,
  creator,
}) => {
  expect(creator.profileId).toBeTruthy();
  await page.goto(LEADS);
  const open = page.getByRole("button", { name: "Add lead" }).first();
  const name = page.getByRole("dialog").getByRole("textbox", { name: "E-mail" });
  await open.click();
  await expect(name).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(name).toBeHidden();

  await open.click();
  await name.fill("Spring");
  await page.keyboard.press("Escape");
  const discard = page.getByRole("button", { name: "Discard" });
  await expect(discard).toBeFocused();
  // It closes the question, and not the dialog below it, too.
  await page.keyboard.press("Escape");
  await expect(discard).toBeHidden();
  await expect(name).toHaveValue("Spring");
  await name.focus();
  await page.keyboard.press("Escape");
  await expect(discard).toBeFocused();
  // Nor does it when nothing has the focus, as happens between two dialogs.
  await discard.blur();
  await page.keyboard.press("Escape");
  await expect(discard).toBeHidden();
  await expect(name).toHaveValue("Spring");
  await name.blur();
  await page.keyboard.press("Escape");
  await expect(discard).toBeFocused();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(name).toHaveValue("Spring");
  await page.getByRole("dialog", { name: "Add lead" }).getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(name).toHaveValue("Spring");
  await page.keyboard.press("Escape");
  await discard.press("Enter");
  await expect(name).toBeHidden();
});

test("Escape asks although the code that asks came after the screen's dialogs", async ({ page, creator }) => {
  expect(creator.profileId).toBeTruthy();
  // As on a slow phone, which isn't idle before it has drawn the screen.
  await page.addInitScript(() => {
    const waiting: IdleRequestCallback[] = [];
    window.requestIdleCallback = (run) => waiting.push(run);
    window.cancelIdleCallback = () => undefined;
    addEventListener("idle-at-last", () => {
      for (const run of waiting) run({ didTimeout: false, timeRemaining: () => 0 });
    });
  });
  await page.goto(LEADS);
  await page.getByRole("button", { name: "Add lead" }).first().click();
  const name = page.getByRole("dialog").getByRole("textbox", { name: "E-mail" });
  await expect(name).toBeFocused();
  await page.evaluate(() => dispatchEvent(new Event("idle-at-last")));
  await expect(page.locator("#navigation-progress")).toBeAttached();
  await name.fill("Spring");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Discard" })).toBeFocused();
  await expect(name).toHaveValue("Spring");
});

test("a session that ends in an open form asks to sign in right there and keeps the text", async ({
  page: own,
  creator,
  browser,
  baseURL,
}) => {
  // In a separate context, because the refused calls are on the console.
  const storageState = await own.context().storageState();
  const context = await browser.newContext({ ...(baseURL && { baseURL }), storageState });
  const page = await context.newPage();
  await page.goto(CAMPAIGNS);
  await page.getByRole("button", { name: "New campaign" }).first().click();
  const subject = page.getByRole("textbox", { name: "Subject" });
  // Whatever the screen asks for at first has been answered, so that nothing leads to signing in before she types.
  await expect(page.getByText("Choose a sending account.")).toBeVisible();
  await expect(page.frameLocator("iframe").getByText("Unsubscribe")).toBeVisible();
  await context.clearCookies();
  // It saves itself.
  await subject.fill("Spring");
  const dialog = page.getByRole("dialog", { name: "You’ve been signed out" });
  await expect(dialog).toContainText(creator.email);
  await expect(dialog.locator("input[autocomplete=username]")).toHaveValue(creator.email);
  await dialog.getByRole("textbox", { name: "Password" }).fill("wrong");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert").first()).not.toBeEmpty();
  await dialog.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  // What was sent has arrived.
  await expect(page.getByRole("heading", { name: "Spring", level: 1 })).toBeVisible();
  await expect(subject).toHaveValue("Spring");
  await context.close();
});

test("the pipeline scrolls by keyboard, and a short column takes a card dropped below its last one", async ({
  page,
  creator,
}) => {
  expect(creator.profileId).toBeTruthy();
  await page.goto("/dashboard/marketing/leads/board");
  await page.getByRole("button", { name: "Start with five stages" }).click();
  const board = page.getByRole("region", { name: "Stages" });
  await expect(board).toBeVisible();
  const { stages } = await (await page.request.get("/api/v1/pipeline")).json();
  const data = { email: "ann@example.com", name: "Ann" };
  const { id } = await (await page.request.post("/api/v1/contacts", { data })).json();
  await page.request.put(`/api/v1/contacts/${id}/pipeline`, { data: { stage_id: stages[0].id } });
  await page.reload();
  const from = await page.getByRole("button", { name: /^Ann/ }).boundingBox();
  const to = await page.getByRole("region", { name: stages[1].name, exact: true }).boundingBox();
  if (!from || !to) throw new Error("Both are on the screen.");
  expect(to.height).toBeGreaterThan(300);
  await page.mouse.move(from.x + 20, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + to.height - 10, { steps: 8 });
  await page.mouse.up();
  const there = page.getByRole("region", { name: stages[1].name, exact: true });
  await expect(there.getByRole("button", { name: /^Ann/ })).toBeVisible();

  await page.setViewportSize({ width: 800, height: 600 });
  await board.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => board.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
});

test("where people force their own colors, what is on, chosen, and current still looks it", async ({
  page,
  creator,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`/dashboard/links?profile=${creator.profileId}`);
  const toggle = page.getByRole("switch").first();
  const track = toggle.locator("xpath=following-sibling::*[1]");
  const backgroundOf = () => track.evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect(toggle).toBeChecked();
  const on = await backgroundOf();
  await toggle.press("Space");
  await expect(toggle).not.toBeChecked();
  await expect.poll(backgroundOf).not.toBe(on);
  const current = page.locator("nav [aria-current=page]").first();
  await expect(current).toHaveCSS("outline-style", "solid");
});
