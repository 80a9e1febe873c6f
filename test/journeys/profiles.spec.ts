import { becomeFounder, expect, expectAccessible, makeProfile, PASSWORD, post, test } from "./instance.ts";

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

test("a page starts from a starter, gives its theme away, and takes CSS of its own", {
  tag: "@phone",
}, async ({ page, creator }) => {
  await page.goto("/dashboard/profiles");
  await expect(page.getByRole("img", { name: "Views by day: 0, 0, 0, 0, 0, 0, 0." })).toBeVisible();
  await page.getByRole("button", { name: "New profile" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Ana Music");
  await dialog.getByRole("radio", { name: "Musician" }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create profile" }).click();
  await expect(page.getByRole("list", { name: "Links" })).toContainText("Listen to my new song");
  await page.getByRole("link", { name: "Design" }).click();
  await page.getByRole("textbox", { name: "Name of this look" }).fill("Summer tour");
  await page.getByRole("button", { name: "Save theme" }).click();
  const themes = page.getByRole("group", { name: "Your themes" });
  await expect(themes.getByRole("button", { name: "Summer tour", pressed: true })).toBeVisible();
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as a file" }).click();
  const path = await (await file).path();
  await page.goto(`/dashboard/profiles?edit=${creator.profileId}&tab=design`);
  await page.locator('input[type="file"][accept*="json"]').setInputFiles(path);
  await expect(themes.getByRole("button", { name: "Summer tour", pressed: true })).toBeVisible();
  await page.goto(`/dashboard/profiles?edit=${creator.profileId}&tab=advanced`);
  await page
    .getByRole("textbox", { name: "Style sheet" })
    .fill("h1 { letter-spacing: 3px }\nfooter { top: 0 }");
  await expect(page.getByText("Line 2: “footer” isn’t one of the page’s parts")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
  await expectAccessible(page);
  const html = await (await page.request.get(`/${creator.username}`)).text();
  expect(html).toContain("h1{letter-spacing:3px}");
  expect(html).toContain("Playfair Display");
});

test("the founder offers a theme to everyone, by keyboard, and a creator puts it on a page", async ({
  page,
  creator,
}) => {
  await becomeFounder(page);
  const { profileId } = await makeProfile(page, "House");
  await page.goto(`/dashboard/profiles?edit=${profileId}&tab=design`);
  await page.getByRole("group", { name: "Looks" }).getByRole("button", { name: "Novel" }).press("Enter");
  await page.getByRole("textbox", { name: "Name of this look" }).fill("House style");
  await page.keyboard.press("Enter");
  const more = page.getByRole("button", { name: "More for the theme House style" });
  await more.press("Enter");
  await page.getByRole("menuitem", { name: "Offer to everyone on this instance" }).press("Enter");
  const gallery = page.getByRole("group", { name: "From this instance" });
  await expect(gallery.getByRole("button", { name: "House style", pressed: true })).toBeVisible();
  await more.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Take back" })).toBeVisible();
  await expectAccessible(page);

  await post(page, "/api/auth/sign-in/email", { email: creator.email, password: PASSWORD });
  await page.goto(`/dashboard/profiles?edit=${creator.profileId}&tab=design`);
  await gallery.getByRole("button", { name: "House style", pressed: false }).press("Enter");
  await expect(gallery.getByRole("button", { name: "House style", pressed: true })).toBeVisible();
  await expect(gallery.getByRole("button", { name: /^Take back/ })).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
  await expectAccessible(page);
  expect(await (await page.request.get(`/${creator.username}`)).text()).toContain("#f6efe3");
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
