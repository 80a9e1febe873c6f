import type { CDPSession, Locator, Page } from "@playwright/test";
import { expect, test, withoutPreloadedData } from "./instance.ts";

const LINKS = 200;
const KEYS = "abcdefghij";

/**
 * A link’s form takes about 11,000, a profile’s 30,000. When typing rerendered the list, the rest of the form or
 * every card of the preview, it took 80,000 to 1,800,000.
 */
const CALLS_PER_KEY_MAX = { link: 40_000, profile: 60_000 };

/** The list of an account without limits: the server's response, repeated many times. */
async function lengthenList(page: Page, profileId: string): Promise<void> {
  await page.route(`**/api/v1/profiles/${profileId}/links`, async (route) => {
    const answer = await route.fetch();
    const { items } = await answer.json();
    const many = Array.from({ length: LINKS }, (_, index) => ({
      ...items[index % items.length],
      id: `01900000-0000-7000-8000-${String(index).padStart(12, "0")}`,
      title: `Link ${index}`,
    }));
    await route.fulfill({ json: { items: many, limit: LINKS + 1 } });
  });
}

/**
 * How many function calls it takes until the typed text is in the preview. Unlike time, this doesn't depend
 * on the machine.
 */
async function callsOnce(cdp: CDPSession, field: Locator, preview: Locator): Promise<number> {
  await field.pressSequentially("x");
  await expect(preview).toContainText(await field.inputValue());
  await cdp.send("Profiler.takePreciseCoverage");
  await field.pressSequentially(KEYS);
  await expect(preview).toContainText(await field.inputValue());
  const { result } = await cdp.send("Profiler.takePreciseCoverage");
  const ours = result.filter(({ url }) => url.includes("/assets/"));
  const counts = ours.flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0]?.count ?? 0));
  return counts.reduce((sum, count) => sum + count, 0) / KEYS.length;
}

/**
 * The least of three: on a busy machine, something that loads late rerenders the screen once while keys are pressed.
 * Whatever a keystroke costs, it costs each time.
 */
async function callsPerKey(cdp: CDPSession, field: Locator, preview: Locator): Promise<number> {
  const found: number[] = [];
  for (let round = 0; round < 3; round++) found.push(await callsOnce(cdp, field, preview));
  return Math.min(...found);
}

test("a keystroke costs the same with 200 links: only the field and its place in the preview rerender", async ({
  page,
  creator,
}) => {
  await withoutPreloadedData(page);
  await lengthenList(page, creator.profileId);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Profiler.enable");
  await cdp.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

  await page.goto(`/dashboard/links?profile=${creator.profileId}`);
  const preview = page.getByRole("figure", { name: /preview/i });
  await expect(preview.getByText("Link 199")).toBeAttached();
  await page.getByRole("button", { name: "Add link" }).click();
  const title = page.getByRole("form").getByRole("textbox", { name: "Title" });
  expect(await callsPerKey(cdp, title, preview)).toBeLessThan(CALLS_PER_KEY_MAX.link);

  await page.goto(`/dashboard/profiles?edit=${creator.profileId}`);
  await expect(preview.getByText("Link 199")).toBeAttached();
  const bio = page.getByRole("form").getByRole("textbox", { name: "Bio" });
  expect(await callsPerKey(cdp, bio, preview)).toBeLessThan(CALLS_PER_KEY_MAX.profile);
});
