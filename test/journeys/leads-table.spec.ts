import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, post, test } from "./instance.ts";

/** More than fit on one page of the list. */
const LEADS = 52;

/** The owner adds them. Sign-ups send e-mail, too. */
async function addLeads(page: Page, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    const name = `Fan ${String(n).padStart(String(count).length, "0")}`;
    await post(page, "/api/v1/contacts", { name, email: `fan${n}@example.com` });
  }
}

const row = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });
const isSelected = (page: Page, words: string) =>
  expect(page.getByRole("region", { name: "Selection" }).getByRole("status")).toHaveText(words);

/** The names in the exported file of selected leads. */
async function exported(page: Page): Promise<string[]> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export selection" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^leads-.*\.csv$/);
  const lines = readFileSync(await file.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  return lines.slice(1).map((line) => line.split(",", 1)[0] ?? "");
}

test("leads are selected by keyboard, all at once, deleted after confirming the count, and restored", async ({
  page,
  creator: _,
}) => {
  await addLeads(page, LEADS);
  await page.goto("/dashboard/marketing/leads");
  await expect(page.getByText("52 leads", { exact: true })).toBeVisible();
  await row(page, "Fan 52").focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await isSelected(page, "3 leads selected");
  await expect(row(page, "Fan 50")).toBeFocused();
  await expect(row(page, "Fan 50")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Space");
  await isSelected(page, "2 leads selected");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Selection" })).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Fan 50" })).toBeVisible();
  await page.keyboard.press("Escape");

  // By mouse, a range with Shift; then everything, loaded or not, except one.
  await page.getByRole("checkbox", { name: "Select Fan 52" }).click();
  await page.getByRole("checkbox", { name: "Select Fan 49" }).click({ modifiers: ["Shift"] });
  await isSelected(page, "4 leads selected");
  expect(await exported(page)).toHaveLength(4);
  await page.getByRole("button", { name: "Select all 52 leads" }).click();
  await page.getByRole("checkbox", { name: "Select Fan 51" }).click();
  await isSelected(page, "51 leads selected");
  const names = await exported(page);
  expect(names).toHaveLength(51);
  expect(names).not.toContain("Fan 51");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Delete 51 leads?" });
  await expect(dialog).toContainText("You can undo this right afterwards.");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("51 leads deleted")).toBeVisible();
  // It stays while it has the focus.
  await page.getByRole("button", { name: "Undo" }).focus();
  await expect(page.getByText("1 lead", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("51 leads restored.")).toBeVisible();
  await expect(page.getByText("52 leads", { exact: true })).toBeVisible();
});

test("columns, their order, and sorting persist, and a view is saved under a name with its search", async ({
  page,
  creator: _,
}) => {
  await addLeads(page, 12);
  await page.goto("/dashboard/marketing/leads");
  const headings = () => page.getByRole("columnheader").allInnerTexts();
  await page.getByRole("button", { name: "Name" }).click();
  await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
  await expect(page.getByRole("row").nth(1)).toContainText("Fan 01");
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("checkbox", { name: "Phone" }).uncheck();
  await page.getByRole("button", { name: "Move When up" }).click();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(page.getByRole("row").nth(1)).toContainText("Fan 01");
  const shown = ["Name", "E-mail", "Source", "Tags", "When", "Country", "Score"];
  expect((await headings()).filter(Boolean)).toEqual(shown);

  const search = page.getByLabel("Search by name, e-mail, or phone");
  await search.fill("fan1@");
  await expect(page.getByText("1 lead found")).toBeVisible();
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByLabel("Name of this view").fill("The first");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("checkbox", { name: "Phone" }).check();
  await page.keyboard.press("Escape");
  await search.fill("");
  await expect(page.getByText("12 leads", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("button", { name: "The first", exact: true }).click();
  await expect(page.getByText("1 lead found")).toBeVisible();
  await expect(search).toHaveValue("fan1@");
  await expect(page.getByRole("columnheader", { name: "Phone" })).toBeHidden();

  // Another device has them, too.
  const kept = async () => (await page.request.get("/api/v1/me/table-views/leads")).json();
  const current = { columns: ["name", "email", "source", "tags", "when", "country", "score"] };
  await expect.poll(kept).toMatchObject({ views: { current, saved: [{ name: "The first" }] } });
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.getByRole("button", { name: "View", exact: true }).click();
  await expect(page.getByRole("button", { name: "The first", exact: true })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Phone" })).not.toBeChecked();
});

test("on a phone, leads are cards that can be selected, deleted, and restored by touch", {
  tag: "@phone",
}, async ({ page, creator: _ }) => {
  await addLeads(page, 3);
  await page.goto("/dashboard/marketing/leads");
  const list = page.getByRole("list", { name: "Leads" });
  await expect(list.getByRole("listitem")).toHaveCount(3);
  const sorting = page.getByLabel("Sort by");
  await expect(sorting).toHaveValue("created_at desc");
  await expect(list.getByRole("listitem").first()).toContainText("Fan 3");
  await sorting.selectOption("Name, A to Z");
  await expect(list.getByRole("listitem").first()).toContainText("Fan 1");
  await page.reload();
  await expect(list.getByRole("listitem").first()).toContainText("Fan 1");
  await sorting.selectOption("Newest first");
  await expect(list.getByRole("listitem").first()).toContainText("Fan 3");
  await page.getByRole("checkbox", { name: "Select Fan 2" }).check();
  await isSelected(page, "1 lead selected");
  await expectAccessible(page);
  const box = await page.getByRole("region", { name: "Selection" }).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog", { name: "Delete 1 lead?" }).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Undo" }).focus();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(3);
});

test("an export that can't reach the server says so, and runs once however often it's clicked", async ({
  page,
  creator: _,
}) => {
  await addLeads(page, 2);
  await page.goto("/dashboard/marketing/leads");
  await page.getByRole("checkbox", { name: "Select Fan 1" }).check();
  const EXPORT = "**/api/v1/contacts/export";
  await page.route(EXPORT, (route) => route.abort("internetdisconnected"), { times: 1 });
  const button = page.getByRole("button", { name: "Export selection" });
  await button.click();
  await expect(page.getByText("The export didn’t work: the server can’t be reached.")).toBeVisible();
  let asked = 0;
  let answer = () => {};
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(EXPORT, async (route) => {
    asked++;
    await isAsked;
    await route.continue();
  });
  const download = page.waitForEvent("download");
  await button.dblclick();
  await button.press("Enter");
  await expect(button).toHaveAttribute("data-loading");
  answer();
  expect((await download).suggestedFilename()).toMatch(/^leads-.*\.csv$/);
  expect(asked).toBe(1);
  await isSelected(page, "1 lead selected");
});

test("a long list has only the visible rows in the document, and loses neither the focus nor the selection", async ({
  page,
  creator: _,
}) => {
  const count = 103;
  await addLeads(page, count);
  await page.goto("/dashboard/marketing/leads");
  const rows = page.locator("tbody [data-index]");
  for (const loaded of [50, 100]) {
    await expect(rows).toHaveCount(loaded);
    await page.getByRole("button", { name: "Show more" }).click();
  }
  await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
  await expect.poll(() => rows.count()).toBeLessThan(80);
  const grid = page.getByRole("grid", { name: "Leads" });
  await expect(grid).toHaveAttribute("aria-rowcount", String(count + 1));
  await page.evaluate(() => scrollTo(0, 0));
  await row(page, "Fan 103").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("End");
  await expect(row(page, "Fan 001")).toBeFocused();
  await expect(row(page, "Fan 001")).toBeInViewport();
  await expect(row(page, "Fan 001")).toHaveAttribute("aria-rowindex", String(count + 1));
  await expectAccessible(page);
  await page.keyboard.press("Space");
  await isSelected(page, "2 leads selected");
  await page.evaluate(() => scrollTo(0, 0));
  await expect(row(page, "Fan 103")).toBeInViewport();
  await expect(row(page, "Fan 103")).toHaveAttribute("aria-selected", "true");
  await expect(row(page, "Fan 001")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(row(page, "Fan 002")).toBeFocused();
  await expect(row(page, "Fan 002")).toBeInViewport();
  await page.keyboard.press("Control+a");
  await isSelected(page, "103 leads selected");

  await page.setViewportSize({ width: 390, height: 844 });
  const list = page.getByRole("list", { name: "Leads" });
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  const middle = list.locator("[data-index]").nth(5);
  await expect(middle).toHaveAttribute("aria-setsize", String(count));
  await expect.poll(() => list.locator("[data-index]").count()).toBeLessThan(60);
  // At once, because which one is the sixth changes until all heights are known.
  const [place, text] = await middle.evaluate((lead) => [lead.ariaPosInSet, lead.textContent]);
  expect(text).toContain(`Fan ${String(count + 1 - Number(place)).padStart(3, "0")}`);
});
