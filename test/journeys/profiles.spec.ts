import { expect, expectAccessible, test } from "./instance.ts";

/** The page, its code, styles, and font, and what loads later: toasts, dragging, the preview. */
const REQUESTS_MAX = 12;

test("a profile is deactivated, can't be selected, and is activated again", { tag: "@phone" }, async ({
  page,
  creator,
}) => {
  await page.goto("/dashboard/profiles");
  await page.getByRole("button", { name: "More for Nora Sings" }).click();
  await page.getByRole("menuitem", { name: "Deactivate" }).click();
  await expect(page.getByText('Profile "Nora Sings" has been deactivated.')).toBeVisible();
  expect((await page.request.get(`/${creator.username}`)).status()).toBe(410);
  await page.getByRole("button", { name: "More for Nora Sings" }).click();
  await page.getByRole("menuitem", { name: "Activate" }).click();
  await expect(page.getByText('Profile "Nora Sings" has been activated.')).toBeVisible();
  expect((await page.request.get(`/${creator.username}`)).status()).toBe(200);
});

test("the page's words and colors are edited and are on the page at once", async ({ page, creator }) => {
  await page.goto(`/dashboard/profiles?edit=${creator.profileId}`);
  await page.getByRole("textbox", { name: "Bio" }).fill("Songs & stories, نورا تغني");
  await expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
  await expectAccessible(page);
  expect(await (await page.request.get(`/${creator.username}`)).text()).toContain(
    "Songs &amp; stories, نورا تغني",
  );
});

test("everything is a keystroke away in the palette", async ({ page, creator }) => {
  await page.goto(`/dashboard/profiles?profile=${creator.profileId}`);
  await expect(page.getByRole("button", { name: "More for Nora Sings" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Control+k");
  const search = page
    .getByRole("dialog")
    .getByRole("textbox")
    .or(page.getByRole("dialog").getByRole("searchbox"));
  await expect(search).toBeFocused();
  await search.fill("analyt");
  await expect(page.getByRole("dialog").getByText("Profiles", { exact: true })).toBeHidden();
  await expect(
    page
      .getByRole("dialog")
      .getByText(/Analytics/)
      .first(),
  ).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/analytics/);
});

test("the palette opens even from a text field", async ({ page, creator: _ }) => {
  await page.goto("/dashboard/analytics");
  await page.getByRole("combobox", { name: "Period" }).press("Control+k");
  await expect(page.getByRole("dialog").getByPlaceholder("Search or run a command")).toBeFocused();
});

test("Links and Profiles arrive with their data, in few files", async ({ page, creator }) => {
  for (const [screen, card] of [
    [`links?profile=${creator.profileId}`, "ul[aria-label=Links] li button[id^=edit]"],
    ["profiles", "main ul li a[aria-label^=Edit]"],
  ] as const) {
    // Anything requested after the first card is there can wait.
    await page.addInitScript((card) => {
      const watch = new MutationObserver(() => {
        if (!document.querySelector(card)) return;
        watch.disconnect();
        const asked = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
        Object.assign(window, { asked });
      });
      watch.observe(document, { childList: true, subtree: true });
    }, card);
    await page.goto(`/dashboard/${screen}`);
    const asked = await page.waitForFunction(() => (window as { asked?: string[] }).asked);
    const paths = (await asked.jsonValue()) ?? [];
    expect(paths.filter((path) => path.startsWith("/api/"))).toEqual([]);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.length).toBeLessThanOrEqual(REQUESTS_MAX);
  }
});
