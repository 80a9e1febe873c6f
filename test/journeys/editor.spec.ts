import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, post, test, withoutPreloadedData } from "./instance.ts";

const saved = (page: Page) => expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
const bio = (page: Page) => page.getByRole("textbox", { name: "Bio" });

/** Resolves once the page's own requests fail, which may be later than `setOffline`. */
async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  const isAnswered = () =>
    page.evaluate(() =>
      fetch("/health/live").then(
        () => true,
        () => false,
      ),
    );
  await expect.poll(isAnswered).toBe(false);
}

test("editing a profile selects it, and the switcher stays in the editor and on its tab", {
  tag: "@phone",
}, async ({ page, creator }) => {
  const other = await post(page, "/api/v1/profiles", { name: "Mia Paints" });
  await page.goto(`/dashboard/profiles?profile=${creator.profileId}&edit=${other.id}&tab=design`);
  const switcher = page.getByRole("button", { name: /Switch profile/ });
  await expect(switcher).toContainText("Mia Paints");
  await expect(page.getByRole("tab", { name: "Design" })).toHaveAttribute("aria-selected", "true");
  await switcher.click();
  await page.getByRole("menuitem", { name: /Nora Sings/ }).click();
  await expect(page).toHaveURL(new RegExp(`edit=${creator.profileId}`));
  await expect(page.getByRole("form", { name: "Edit Nora Sings" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Design" })).toHaveAttribute("aria-selected", "true");
  await expect(switcher).toContainText("Nora Sings");
});

test("the open tab is in the URL, and changing tabs keeps what was typed", async ({ page, creator }) => {
  await page.goto(`/dashboard/profiles?edit=${creator.profileId}`);
  await bio(page).fill("Songs");
  await page.getByRole("tab", { name: "Grow" }).click();
  await expect(page).toHaveURL(/tab=grow/);
  await page.getByRole("tab", { name: "Page" }).click();
  await expect(page).not.toHaveURL(/tab=/);
  await expect(bio(page)).toHaveValue("Songs");
  await saved(page);
  await page.getByRole("tab", { name: "Advanced" }).click();
  await page.reload();
  await expect(page.getByLabel("Facebook pixel ID")).toBeVisible();
});

test("the editor leads to the page, to sharing, and to the links, and the links lead to the design", async ({
  page,
  creator,
}) => {
  await page.goto(`/dashboard/profiles?edit=${creator.profileId}`);
  await expect(page.getByRole("link", { name: "View page" })).toHaveAttribute(
    "href",
    new RegExp(`/${creator.username}$`),
  );
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Share Nora Sings" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("main").getByRole("link", { name: "Links" }).click();
  await expect(page).toHaveURL(/\/dashboard\/links/);
  await page.getByRole("link", { name: "Design" }).click();
  await expect(page.getByRole("tab", { name: "Design" })).toHaveAttribute("aria-selected", "true");
});

test("from 1024 pixels on, the preview is next to the form, light or dark, unless the colors are the owner's alone", async ({
  page,
  creator,
}) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.goto(`/dashboard/profiles?edit=${creator.profileId}&tab=design`);
  const preview = page.getByRole("figure", { name: "Preview of Nora Sings" });
  await expect(preview).toBeVisible();
  const form = await page.getByRole("form", { name: "Edit Nora Sings" }).boundingBox();
  const phone = await preview.boundingBox();
  expect(phone?.x).toBeGreaterThanOrEqual((form?.x ?? 0) + (form?.width ?? 0));
  const ground = () =>
    preview.evaluate((figure) => {
      const host = [...figure.querySelectorAll("div")].find(({ shadowRoot }) => shadowRoot);
      return host ? getComputedStyle(host).getPropertyValue("--bg") : "";
    });
  const day = await ground();
  await page.getByRole("button", { name: /^As seen by/ }).click();
  await page.getByRole("radiogroup", { name: "Preview in" }).getByText("Dark").click();
  await expect.poll(ground).not.toBe(day);
  await expectAccessible(page);
  await page.getByRole("switch", { name: "Always use my colors" }).check();
  await expect.poll(ground).toBe(day);
  await page.getByRole("button", { name: "Reset" }).click();
  await saved(page);
  const html = await (await page.request.get(`/${creator.username}`)).text();
  expect(html).not.toContain("data-scheme-toggle");
  expect(html).not.toContain("prefers-color-scheme:dark){");

  const look = (name: string) =>
    page.getByRole("group", { name: "Looks" }).getByRole("button", { name, exact: true });
  await look("Velvet").click();
  await expect(look("Velvet")).toHaveAttribute("aria-pressed", "true");
  await expect.poll(ground).not.toBe(day);
  await saved(page);
  expect(await (await page.request.get(`/${creator.username}`)).text()).toContain("Playfair Display");
  await look("Velvet").press("Control+z");
  await expect(look("Fanfare")).toHaveAttribute("aria-pressed", "true");
  await expect.poll(ground).toBe(day);
});

test("the preview shows what a chosen visitor gets, and an earlier version comes back and goes again", async ({
  page,
  creator,
}) => {
  const link = { title: "Not in France", url: "https://a.example" };
  const restrictions = { geo_restrictions: { blocked_countries: ["FR"] } };
  await post(page, `/api/v1/profiles/${creator.profileId}/links`, { ...link, ...restrictions });
  const settings = { tiktok_fallback_enabled: true, show_location: true };
  await page.request.patch(`/api/v1/profiles/${creator.profileId}`, { data: settings });
  await page.goto(`/dashboard/profiles?edit=${creator.profileId}`);
  const phone = page.getByRole("main").getByRole("figure", { name: "Preview of Nora Sings" });
  await page.getByRole("button", { name: "As seen by anyone, now" }).click();
  await page.getByRole("combobox", { name: "Country" }).fill("Franc");
  await page.getByRole("option", { name: "France", exact: true }).click();
  await expect(phone).toContainText("Visiting from France");
  await expect(page.getByText("Isn’t available in their region.")).toBeVisible();
  await page.getByRole("combobox", { name: "App" }).click();
  await page.getByRole("option", { name: "TikTok", exact: true }).click();
  await expect(phone).toContainText("You’re in TikTok’s browser.");
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(phone).toContainText("Not in France");

  await page.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  await history.getByRole("button", { name: "Keep a version now" }).click();
  await expect(history.getByRole("button", { name: /First version/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await bio(page).fill("A mistake");
  await saved(page);
  await page.getByRole("button", { name: "History" }).click();
  await expect(history.getByRole("figure")).toContainText("Not in France");
  await expectAccessible(page);
  await history.getByRole("button", { name: "Restore this version" }).click();
  await expect(history.getByRole("button", { name: /Texts changed/ })).toHaveCount(2);
  expect(await (await page.request.get(`/${creator.username}`)).text()).not.toContain("A mistake");
  await page.getByRole("status").getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Your page is as it was before")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(bio(page)).toHaveValue("A mistake");
  expect(await (await page.request.get(`/${creator.username}`)).text()).toContain("A mistake");
});

test("a draft is worked on beside the page, planned, taken off the plan, and published", async ({
  page,
  creator,
}) => {
  const visitors = async () => (await page.request.get(`/${creator.username}`)).text();
  await page.goto(`/dashboard/profiles?edit=${creator.profileId}`);
  await page.getByRole("button", { name: "Work on a draft" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Nora Sings (draft)" })).toBeVisible();
  await bio(page).fill("Launch day");
  await saved(page);
  await page.getByRole("main").getByRole("link", { name: "Links", exact: true }).click();
  await page.getByRole("textbox", { name: /Addresses/ }).fill("https://launch.example");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list").getByText("launch.example").first()).toBeVisible();
  await page.getByRole("link", { name: "Publish it in its editor" }).click();

  await page.getByRole("button", { name: "Publish…" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish the draft of “Nora Sings”" });
  await expect(dialog.getByText("Links added: 1 · Texts changed")).toBeVisible();
  await dialog.getByRole("radio", { name: "At a date and time" }).check();
  await dialog.getByRole("checkbox", { name: "Take it back later" }).check();
  await expect(dialog.getByRole("status")).toContainText(/Live from .* until /);
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(page.getByText(/This draft goes live on .*, and what it changes goes back/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Open page" }).click();
  await page.getByRole("button", { name: "Don’t publish" }).click();
  await expect(page.getByText("There’s a draft of this page that isn’t published.")).toBeVisible();
  expect(await visitors()).not.toContain("Launch day");

  await page.getByRole("button", { name: "Open draft" }).click();
  await page.getByRole("button", { name: "Publish…" }).click();
  await dialog.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("The draft is live")).toBeVisible();
  expect(await visitors()).toContain("launch.example");
  await page.getByRole("status").getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Your page is as it was before")).toBeVisible();
  expect(await visitors()).not.toContain("Launch day");
});

test("what couldn't be saved without a network is saved when it's back", async ({
  page,
  context,
  creator,
}) => {
  await page.goto(`/dashboard/profiles?edit=${creator.profileId}`);
  await bio(page).fill("Written on a train");
  await goOffline(page);
  await expect(page.getByText("Not saved yet: you’re offline")).toBeVisible();
  await bio(page).fill("Written on a train, and changed in a tunnel");
  await context.setOffline(false);
  await saved(page);
  expect(await (await page.request.get(`/${creator.username}`)).text()).toContain("changed in a tunnel");

  await page.goto(`/dashboard/links?profile=${creator.profileId}&create=yes`);
  await page.getByRole("textbox", { name: "Title" }).fill("Train songs");
  await page.getByRole("textbox", { name: "URL" }).fill("example.com/train");
  await goOffline(page);
  await page.getByRole("form").getByRole("button", { name: "Add link" }).click();
  await expect(page.getByText("The server can’t be reached. Keep this page open")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("list", { name: "Links" }).getByText("Train songs")).toBeVisible();
});

test("what's typed saves itself, survives a reload without a network, is undone by keyboard, and merges with another tab's", {
  tag: "@phone",
}, async ({ page, context, creator }) => {
  await page.goto(`/dashboard/profiles?edit=${creator.profileId}`);
  await bio(page).fill("First words");
  await saved(page);
  expect(await (await page.request.get(`/${creator.username}`)).text()).toContain("First words");

  const other = await context.newPage();
  await other.goto(`/dashboard/profiles?edit=${creator.profileId}`);
  await other.getByLabel("Display name").fill("Nora of two tabs");
  await saved(other);
  await other.close();
  await bio(page).fill("Second words");
  await saved(page);
  await expect(page.getByText("Two versions")).toBeHidden();
  await expect(page.getByLabel("Display name")).toHaveValue("Nora of two tabs");

  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Control+z");
  await expect(bio(page)).toHaveValue("First words");
  await page.keyboard.press("Control+Shift+z");
  await expect(bio(page)).toHaveValue("Second words");
  await page.keyboard.press("Control+z");
  await saved(page);
  const html = await (await page.request.get(`/${creator.username}`)).text();
  expect(html).toContain("First words");
  expect(html).toContain("Nora of two tabs");

  await page.route("**/api/v1/profiles/*", (route) =>
    route.request().method() === "PATCH" ? route.abort("internetdisconnected") : route.continue(),
  );
  await bio(page).fill("Typed before the reload");
  await expect(page.getByText("Not saved yet: the server can’t be reached")).toBeVisible();
  await page.reload();
  await expect(bio(page)).toHaveValue("Typed before the reload");
  const second = await context.newPage();
  await second.route("**/api/v1/profiles/*", (route) =>
    route.request().method() === "PATCH" ? route.abort("internetdisconnected") : route.continue(),
  );
  await second.goto(`/dashboard/profiles?edit=${creator.profileId}`);
  await second.getByLabel("Display name").fill("Nora of a closed tab");
  await expect(second.getByText("Not saved yet: the server can’t be reached")).toBeVisible();
  await second.close({ runBeforeUnload: false });
  await page.reload();
  await expect(bio(page)).toHaveValue("Typed before the reload");
  await page.unroute("**/api/v1/profiles/*");
  await expect(page.getByLabel("Display name")).toHaveValue("Nora of a closed tab");
  await saved(page);
  const both = await (await page.request.get(`/${creator.username}`)).text();
  expect(both).toContain("Typed before the reload");
  expect(both).toContain("Nora of a closed tab");
});

test("nothing typed during a slow save is lost, and a new username is said to wait", async ({
  page,
  creator,
}) => {
  await page.goto(`/dashboard/profiles?edit=${creator.profileId}`);
  const begun = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  await page.route(
    "**/api/v1/profiles/*",
    async (route) => {
      begun.resolve();
      await goesOn.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await bio(page).pressSequentially("Written before");
  await begun.promise;
  await bio(page).pressSequentially(", and while it was on its way");
  await page.getByLabel("Display name").fill("Nora meanwhile");
  goesOn.resolve();
  await saved(page);
  await expect(bio(page)).toHaveValue("Written before, and while it was on its way");
  const html = await (await page.request.get(`/${creator.username}`)).text();
  expect(html).toContain("Written before, and while it was on its way");
  expect(html).toContain("Nora meanwhile");
  await page.getByRole("textbox", { name: "Username" }).fill("noraelsewhere");
  await expect(page.getByText("Saved, except for the new username")).toBeVisible();
  await page.getByRole("button", { name: "Keep /" }).click();
  await saved(page);
});

test("what the network kept from a screen loads when it's back, and what was typed stays", async ({
  page,
  creator,
}) => {
  const missing = /\/assets\/ProfilePagePreview-|\/health\/live/;
  await page.route(missing, (route) => route.abort("internetdisconnected"));
  const refused = page.waitForRequest("**/health/live");
  await page.goto(`/dashboard/profiles?edit=${creator.profileId}`);
  await refused;
  await bio(page).fill("Written on a train");
  await page.unroute(missing);
  await expect(page.getByRole("figure", { name: "Preview of Nora Sings" })).toContainText("Tour dates");
  await expect(bio(page)).toHaveValue("Written on a train");
});

test("a form without a download doesn't mention screensavers", async ({ page, creator }) => {
  await page.goto(`/dashboard/profiles?edit=${creator.profileId}&tab=leads`);
  await page.getByRole("switch", { name: "Show the form" }).check();
  await expect(page.getByLabel("Title")).toHaveAttribute("placeholder", "Free Screensaver Pack");
  await page.getByText("Nothing to download").click();
  await expect(page.getByLabel("Title")).toHaveAttribute("placeholder", "Stay in touch");
  await saved(page);
  const html = await (await page.request.get(`/${creator.username}`)).text();
  expect(html).toContain("Stay in touch");
  expect(html).not.toContain("Free Screensaver");
});

test("no URL can be copied before it's known where pages are, and then it's theirs", async ({
  page,
  creator,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await withoutPreloadedData(page);
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route("**/api/v1/instance", async (route) => {
    asked.resolve();
    await answered.promise;
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), pages_url: "https://pages.example" } });
  });
  await page.goto(`/dashboard/links?profile=${creator.profileId}`);
  await asked.promise;
  await expect(page.getByRole("button", { name: "Copy URL" })).toBeHidden();
  answered.resolve();
  await page.getByRole("button", { name: "Copy URL" }).click();
  await expect(page.getByText("Page URL copied to clipboard")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`https://pages.example/${creator.username}`);
});

/** Less than a line of text. */
const SHIFT_PX_MAX = 16;

/** Where something begins and how wide it is, in px. */
async function placeOf(shown: Locator): Promise<number[]> {
  const box = await shown.boundingBox();
  if (!box) throw new Error(`${shown} isn't shown.`);
  return [box.x, box.y, box.width];
}

const placesOf = (...shown: Locator[]) => Promise.all(shown.map(placeOf));

/** People look for the same things in the same places. */
function expectNear(places: number[][], placeholders: number[][]): void {
  const shifts = places.map((place, index) =>
    place.map((px, side) => Math.abs(px - (placeholders[index]?.[side] ?? 0))),
  );
  expect(Math.max(...shifts.flat()), JSON.stringify(shifts)).toBeLessThanOrEqual(SHIFT_PX_MAX);
}

test("the placeholder of a loading screen has its shape", async ({ page, creator }) => {
  await withoutPreloadedData(page);
  const answered = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/profiles\?*$/, async (route) => {
    await answered.promise;
    // The screen that asked may be gone.
    await route.continue().catch(() => undefined);
  });
  await page.goto(`/dashboard/profiles?edit=${creator.profileId}`);
  const editor = page.getByRole("status", { name: "Loading profile" });
  await expect(editor).toBeVisible();
  const bones = editor.locator(".mantine-Skeleton-root");
  const phone = page.locator("aside").filter({ visible: true }).last();
  // After the way back, the title, its actions, and five tabs comes the form.
  const editorBones = await placesOf(bones.nth(3), bones.nth(7), bones.nth(8), phone);
  await page.goto(`/dashboard/links?profile=${creator.profileId}`);
  const rows = page.getByRole("status", { name: "Loading links" });
  await expect(rows).toBeVisible();
  const linkBones = await placesOf(rows.locator(".mantine-Skeleton-root").nth(1), phone); // below the adder
  answered.resolve();
  const list = page.getByRole("list", { name: "Links" });
  await expect(list).toBeVisible();
  expectNear(await placesOf(list.getByRole("listitem").first(), phone), linkBones);
  await page.goto(`/dashboard/profiles?edit=${creator.profileId}`);
  const form = page.getByRole("form", { name: /^Edit/ });
  await expect(form).toBeVisible();
  const tabs = page.getByRole("tab");
  expectNear(await placesOf(tabs.first(), tabs.last(), form.locator("section").first(), phone), editorBones);
});

test("a full profile says why no more links fit", async ({ page, creator }) => {
  for (const title of ["Three", "Four", "Five"])
    await post(page, `/api/v1/profiles/${creator.profileId}/links`, { title, url: "example.com" });
  await page.goto(`/dashboard/links?profile=${creator.profileId}`);
  await page.getByRole("button", { name: /^Search/ }).click();
  const palette = page.getByRole("dialog");
  await palette.getByPlaceholder("Search or run a command").fill("add link");
  const reason = "Link limit reached. You can have up to 5 links on this profile.";
  await expect(palette.getByText(reason)).toBeVisible();
  await page.keyboard.press("Enter");
  const offer = page.getByRole("dialog", { name: "More room with premium" });
  await expect(offer).toBeVisible();
  await expectAccessible(page);
  await offer.getByRole("button", { name: "Not now" }).click();
  await expect(offer).toHaveCount(0);
  await expect(page.getByRole("alert").filter({ hasText: reason })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "See premium" })).toBeVisible();
  await expect(offer).toHaveCount(0);
});

test("the palette finds another profile's links and help articles, even on phones", {
  tag: "@phone",
}, async ({ page, creator }) => {
  const other = await post(page, "/api/v1/profiles", { name: "Mia Paints" });
  await post(page, `/api/v1/profiles/${other.id}/links`, { title: "Gallery", url: "example.com/gallery" });
  await page.goto(`/dashboard/profiles?profile=${creator.profileId}`);
  await page.getByRole("button", { name: /^Search/ }).click();
  const palette = page.getByRole("dialog");
  const field = palette.getByPlaceholder("Search or run a command");
  await field.fill("in-app browser");
  await expect(palette.getByText(/browser/i).first()).toBeVisible();
  await field.fill("galler");
  await palette
    .getByRole("option", { name: /Gallery/ })
    .or(palette.getByRole("button", { name: /Gallery/ }))
    .first()
    .click();
  await expect(page.getByRole("form", { name: "Edit link" }).getByLabel("Title")).toHaveValue("Gallery");
  await expect(page.getByRole("button", { name: /Switch profile/ })).toContainText("Mia Paints");

  await page.keyboard.press("Control+k");
  await field.fill("new newsletter");
  await palette.getByText("New campaign").click();
  await expect(page.getByRole("heading", { name: "New campaign", level: 1 })).toBeVisible();
  await expect(page).not.toHaveURL(/open=/);
});
