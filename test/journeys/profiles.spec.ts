import { expect, expectAccessible, test } from "./instance.ts";

/** The page, its code, styles and font, and what comes later: toasts, dragging, the preview. */
const REQUESTS_MAX = 12;

test("a profile is deactivated, cannot be selected, and is activated again", { tag: "@phone" }, async ({
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

test("the page's words and colours are edited and are on the page at once", async ({ page, creator }) => {
  await page.goto(`/dashboard/profiles?edit=${creator.profileId}`);
  await page.getByRole("textbox", { name: "Bio" }).fill("Songs & stories, نورا تغني");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("All changes saved")).toBeVisible();
  await expectAccessible(page);
  expect(await (await page.request.get(`/${creator.username}`)).text()).toContain(
    "Songs &amp; stories, نورا تغني",
  );
});

test("everything is a keystroke away in the palette", async ({ page, creator }) => {
  await page.goto(`/dashboard/profiles?profile=${creator.profileId}`);
  await expect(page.getByRole("button", { name: "More for Nora Sings" })).toBeVisible();
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

test("the palette opens from within a field too", async ({ page, creator: _ }) => {
  await page.goto("/dashboard/analytics");
  await page.getByRole("radio", { name: "7 days" }).press("Control+k");
  await expect(page.getByRole("dialog").getByPlaceholder("Search or run a command")).toBeFocused();
});

test("Links and Profiles come with their data, in few files", async ({ page, creator }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  for (const [screen, first] of [
    [`links?profile=${creator.profileId}`, page.getByRole("button", { name: /^Edit Tour dates/ })],
    ["profiles", page.getByRole("link", { name: "Edit Nora Sings" })],
  ] as const) {
    asked.length = 0;
    await page.goto(`/dashboard/${screen}`);
    await expect(first).toBeVisible();
    expect(asked.filter((path) => path.startsWith("/api/"))).toEqual([]);
    expect(asked.length).toBeLessThanOrEqual(REQUESTS_MAX);
  }
});

for (const scheme of ["light", "dark"] as const) {
  test(`every screen passes axe in the ${scheme} scheme`, {
    tag: scheme === "light" ? "@phone" : [],
  }, async ({ page, creator }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    for (const path of [
      "/dashboard/profiles",
      "/dashboard/links",
      "/dashboard/analytics",
      `/${creator.username}`,
      "/nobodyhere",
    ]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await expectAccessible(page);
    }
  });
}
