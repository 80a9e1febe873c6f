import { expect, expectAccessible, test } from "./instance.ts";

test.beforeEach(async ({ page, creator }) => {
  await page.goto(`/dashboard/links?profile=${creator.profileId}`);
  await expect(page.getByRole("list", { name: "Links" })).toBeVisible();
});

async function publicTitles(page: import("@playwright/test").Page, username: string): Promise<string[]> {
  const html = await (await page.request.get(`/${username}`)).text();
  return ["Tour dates", "New single"]
    .filter((title) => html.includes(title))
    .sort((a, b) => html.indexOf(a) - html.indexOf(b));
}

test("links are reordered by keyboard alone", async ({ page, creator }) => {
  expect(await publicTitles(page, creator.username)).toEqual(["Tour dates", "New single"]);
  const handle = page.getByRole("button", { name: "Move Tour dates" });
  // The code for it loads after the list.
  await expect(handle).toHaveAttribute("aria-roledescription", "sortable");
  await handle.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Tour dates is over position 1 of 2.")).toBeAttached();
  // The arrow keys work only a moment after the drag was announced. At the end of the list they do nothing.
  await expect(async () => {
    await page.keyboard.press("ArrowDown");
    await expect(page.getByText("Tour dates is over position 2 of 2.")).toBeAttached({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press("Space");
  await expect.poll(() => publicTitles(page, creator.username)).toEqual(["New single", "Tour dates"]);
});

test("a link is hidden, shown again, deleted, and restored", { tag: "@phone" }, async ({ page, creator }) => {
  const shown = page.getByRole("switch", { name: "Show Tour dates on the page" });
  await shown.press("Space");
  await expect.poll(() => publicTitles(page, creator.username)).toEqual(["New single"]);
  await shown.press("Space");
  await expect.poll(() => publicTitles(page, creator.username)).toEqual(["Tour dates", "New single"]);
  await page.getByRole("button", { name: "More for Tour dates" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  // It stays while it has the focus.
  await page.getByRole("button", { name: "Undo" }).focus();
  await expect.poll(() => publicTitles(page, creator.username)).toEqual(["New single"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => publicTitles(page, creator.username)).toEqual(["Tour dates", "New single"]);
});

test("a dangerous URL is refused with the specification's sentence, and what was typed stays", async ({
  page,
}) => {
  await page.getByRole("button", { name: "Add link" }).click();
  const form = page.getByRole("form", { name: /link/i });
  await form.getByRole("textbox", { name: "Title" }).fill("Bad");
  await form.getByRole("textbox", { name: "URL" }).fill("javascript:alert(1)");
  await form.getByRole("button", { name: "Add link" }).click();
  await expect(page.getByText("URL contains dangerous protocol or suspicious content")).toBeVisible();
  await expect(form.getByRole("textbox", { name: "Title" })).toHaveValue("Bad");
  await expectAccessible(page);
});

test("a link saves itself while it's edited, and its steps can be undone", { tag: "@phone" }, async ({
  page,
  creator,
}) => {
  const kept = async () => {
    const answer = await page.request.get(`/api/v1/profiles/${creator.profileId}/links`);
    const { title, url } = (await answer.json()).items[0];
    return { title, url };
  };
  const { url } = await kept();
  await page.goto(`/dashboard/links?profile=${creator.profileId}`);
  await page.getByRole("button", { name: "Edit Tour dates" }).click();
  const form = page.getByRole("form", { name: "Edit link" });
  await form.getByRole("textbox", { name: "Title" }).fill("Tour 2027");
  await expect.poll(kept).toEqual({ title: "Tour 2027", url });
  await expect(form.getByRole("status")).toHaveText("Saved");
  const address = form.getByRole("textbox", { name: "URL" });
  await address.fill("https://example.com/2027");
  // An address that's being typed leads to what isn't meant until it's left.
  await expect(form.getByRole("status")).toHaveText("Saving…");
  expect(await kept()).toEqual({ title: "Tour 2027", url });
  await address.press("Tab");
  await expect.poll(kept).toEqual({ title: "Tour 2027", url: "https://example.com/2027" });
  await form.getByRole("textbox", { name: "Title" }).fill("");
  await expect(form.getByRole("status")).toHaveText("Not saved yet");
  await expectAccessible(page);
  const undo = form.getByRole("button", { name: "Undo" });
  await undo.click();
  await undo.click();
  await expect(address).toHaveValue(url);
  await expect.poll(kept).toEqual({ title: "Tour 2027", url });
  await form.getByRole("button", { name: "Redo" }).click();
  await form.getByRole("button", { name: "Done" }).click();
  await expect(form).toBeHidden();
  expect(await kept()).toEqual({ title: "Tour 2027", url: "https://example.com/2027" });
});

test("addresses become links at once, and the one that can't is told", { tag: "@phone" }, async ({
  page,
  creator,
}) => {
  const field = page.getByRole("textbox", { name: "Addresses, one a line" });
  await field.fill("TikTok @nora");
  await expect(page.getByText("TikTok · https://tiktok.com/@nora")).toBeVisible();
  await field.fill("TikTok @nora\nnora@example.com\n@nora");
  await field.press("Control+Enter");
  const list = page.getByRole("list", { name: "Links" });
  await expect(list.getByText("tiktok.com/@nora")).toBeVisible();
  await expect(list.getByText("mailto:nora@example.com")).toBeVisible();
  await expect(page.getByRole("alert").getByText("1 address not added")).toBeVisible();
  await expect(field).toHaveValue("@nora");
  const answer = await page.request.get(`/api/v1/profiles/${creator.profileId}/links`);
  const titles = (await answer.json()).items.map(({ title }: { title: string }) => title);
  expect(titles.slice(2)).toEqual(["TikTok", "nora@example.com"]);
  await expectAccessible(page);
  // As the system opens the installed dashboard when another app shares something.
  await page.goto("/dashboard/links?text=Look%20at%20https%3A%2F%2Fexample.com%2Fpost%20now");
  await expect(field).toHaveValue("https://example.com/post");
  await expect(field).toBeFocused();
  await expect(page).toHaveURL(/\/dashboard\/links\?profile=[\w-]+$/);
});

test("links are found on all pages, changed together after a look, and put back after a reload", {
  tag: "@phone",
}, async ({ page }) => {
  const search = page.getByRole("combobox", { name: "Search links" });
  await expect(search).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  // A letter is a letter here.
  await page.keyboard.type("TÓUR c");
  await expect(page.getByText("No links found")).toBeVisible();
  await search.fill("tóur");
  await expect(page.getByText("1 link found")).toBeVisible();
  await expect(page).toHaveURL(/q=t%C3%B3ur/);
  await page.getByRole("checkbox", { name: "Select Tour dates" }).check();
  await page.getByRole("button", { name: "Tag", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Tag links" });
  await dialog.getByRole("combobox", { name: "Tag" }).fill("Live");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Tag 1 link" }).click();
  await expect(page.getByText("#Live")).toBeVisible();
  await page.reload();
  await page.getByRole("combobox", { name: "Search links" }).fill("tag:live");
  await expect(page.getByText("1 link found")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("1 link is as it was.")).toBeVisible();
  await expect(page.getByText("No links found")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show all links" }).click();
  await expect(page.getByRole("button", { name: "Move Tour dates" })).toBeVisible();
});
