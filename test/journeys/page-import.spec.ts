import { cpSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PageServer, startPageServer } from "#test/harness/page-server.ts";
import { test as base, becomeSomebody, expect, expectAccessible } from "./instance.ts";
import { startServer } from "./server.ts";

/** An instance that may reach this machine, where the other service is. */
const test = base.extend<{ elsewhere: PageServer; home: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a destructured first parameter
  elsewhere: async ({}, use) => {
    const elsewhere = await startPageServer();
    await use(elsewhere);
    elsewhere.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a destructured first parameter
  home: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "fanfare-journeys-"));
    cpSync(process.env.FANFARE_FIRST_START ?? "", folder, { recursive: true });
    const server = await startServer(folder, { OUTBOUND_ALLOW: "127.0.0.1" });
    await use(server.url);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  },
  baseURL: ({ home }, use) => use(home),
});

test("someone pastes the address of their old page, sees what comes along, and has it here @phone", async ({
  page,
  elsewhere,
}) => {
  await becomeSomebody(page, "Ida");
  await page.goto("/dashboard/profiles");
  await page.getByRole("link", { name: "Import a page" }).click();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Address of your page" }).fill(`${elsewhere.origin}/linktree`);
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: "121 links found" })).toBeVisible();
  await expect(page.getByText("The page doesn’t say where it leads.", { exact: false })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Mia Moreno");
  // What the plan has room for is ticked.
  await expect(page.getByText("5 links of 121 chosen")).toBeVisible();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("figure", { name: "Preview of Mia Moreno" })).toContainText("Track 4");
  await page.keyboard.press("Escape");
  await page.getByRole("checkbox", { name: "Track 20" }).check();
  await expect(page.getByText("Untick 1.", { exact: false })).toBeVisible();
  await page.getByRole("checkbox", { name: "Track 20" }).uncheck();
  const start = page.getByRole("button", { name: "Import 5 links" });
  await start.click();
  await expect(page.getByText("Confirm that this page is yours.")).toBeVisible();
  await page.getByRole("checkbox", { name: "This page is mine" }).check();
  await expectAccessible(page);
  await start.click();

  await expect(page.getByRole("heading", { name: "5 links imported" })).toBeVisible();
  await page.getByRole("link", { name: "See your links" }).click();
  await expect(
    page.getByText("5 of 5 links").or(page.getByText("You can have up to 5 links")).first(),
  ).toBeVisible();
  await page.goto("/miamoreno");
  await expect(page.getByRole("heading", { name: "Mia Moreno" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Track 4" })).toBeVisible();
  await expect(page.getByText("Songs & stories")).toBeVisible();
});
