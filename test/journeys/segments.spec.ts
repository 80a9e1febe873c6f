import { PATHS } from "#src/lib/paths.ts";
import { expect, expectAccessible, post, test } from "./instance.ts";

const segments = (page: import("@playwright/test").Page) => page.getByRole("list", { name: "Segments" });

for (const tag of ["@desktop", "@phone"]) {
  test(`a creator finds who fits, sees why, and opens them in the leads ${tag}`, { tag }, async ({
    page,
    creator: _,
  }) => {
    await post(page, "/api/v1/contacts", {
      email: "ada@example.com",
      name: "Ada",
      tags: ["vip"],
      country: "DE",
    });
    await post(page, "/api/v1/contacts", { email: "bob@example.com", name: "Bob", country: "AT" });
    await page.goto(PATHS.segments);
    await expect(page.getByText("No segments yet")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "New segment" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^New segment/ })
      .click();
    await expect(page.getByRole("heading", { name: "2 leads" })).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill("Big fans");
    await page.getByRole("button", { name: "Add condition" }).click();
    await expect(page.getByRole("heading", { name: "Finish the condition first" })).toBeVisible();
    await page.getByRole("combobox", { name: "Value" }).fill("vip");
    await expect(page.getByRole("heading", { name: "1 lead" })).toBeVisible();
    await expect(page.getByText("Fans with the tag “vip”.")).toBeVisible();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("All changes saved")).toBeVisible();
    await expectAccessible(page);

    // By the keyboard alone: offered, chosen, and said where it's wrong.
    await page.getByText("Text", { exact: true }).click();
    const text = page.getByRole("textbox", { name: "Condition", exact: true });
    await expect(text).toHaveValue('tag "vip"');
    await text.fill("coun");
    await expect(page.getByRole("option", { name: "country" })).toBeVisible();
    // A busy machine paints late, and people type on.
    await page.evaluate(() => {
      window.requestAnimationFrame = (paint) => window.setTimeout(() => paint(performance.now()), 300);
    });
    await text.press("ArrowDown");
    await text.press("Enter");
    await expect(text).toHaveValue("country ");
    await text.pressSequentially("= DE or contry = AT");
    await text.blur();
    await expect(page.getByText("We don’t know “contry”. Did you mean “country”?")).toBeVisible();
    await expect(page.locator("mark")).toHaveText("contry");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("The condition isn’t complete yet.")).toBeVisible();
    await text.fill("");
    await expect(page.getByRole("heading", { name: "2 leads" })).toBeVisible();
    await text.fill('country in (DE, AT) and not tag "vip"');
    await expect(page.getByText("Fans from Germany or Austria and without the tag “vip”.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "1 lead" })).toBeVisible();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("All changes saved")).toBeVisible();

    await page.getByRole("combobox", { name: "Lead" }).fill("ada");
    await page.getByRole("option", { name: /Ada/ }).click();
    await expect(page.getByText("They aren’t in this segment.")).toBeVisible();
    await page.getByRole("link", { name: "All segments" }).click();
    await expect(segments(page)).toContainText("Big fans");
    await expect(segments(page)).toContainText("1 lead");
    await expectAccessible(page);
  });
}

test("people are picked by hand, kept as a snapshot, compared, and the segment is deleted", async ({
  page,
  creator: _,
}) => {
  for (const name of ["Ada", "Bob"])
    await post(page, "/api/v1/contacts", { email: `${name}@example.com`, name });
  await page.goto(PATHS.leads);
  await page.getByRole("checkbox", { name: /Ada/ }).check();
  await page.getByRole("button", { name: "Add to segment" }).click();
  await page.getByRole("combobox", { name: "Segment" }).fill("Guest list");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("1 lead added")).toBeVisible();
  await page.goto(PATHS.segments);
  await segments(page)
    .getByRole("link", { name: /Guest list/ })
    .click();
  await expect(page.getByRole("heading", { name: "1 lead" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /Guest list/ }).click();
  await page.getByRole("menuitem", { name: "Take a snapshot" }).click();
  await expect(page.getByText("Snapshot taken")).toBeVisible();
  await page.getByRole("button", { name: "Take out Ada" }).click();
  await expect(page.getByText("Nobody yet.")).toBeVisible();
  await page.getByRole("combobox", { name: "With" }).click();
  await page.getByRole("option", { name: /Guest list/ }).click();
  await expect(page.getByText("1 lead only in the other one")).toBeVisible();
  await page.getByRole("button", { name: /Guest list/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete segment" }).click();
  await expect(page).toHaveURL(new RegExp(`${PATHS.segments}(\\?|$)`));
  await expect(segments(page).getByRole("listitem")).toHaveCount(1);
});

test("leads are filtered by conditions, which stay in the address, in a view, and in a segment", async ({
  page,
  creator: _,
}) => {
  const add = (name: string, more: object) =>
    post(page, "/api/v1/contacts", { email: `${name.toLowerCase()}@example.com`, name, ...more });
  await add("Ada", { tags: ["vip"], country: "DE" });
  await add("Bob", { country: "AT" });
  await add("Cleo", { tags: ["vip"] });
  await page.goto(PATHS.leads);
  const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });
  const found = (words: string) => expect(page.getByText(words, { exact: true })).toBeVisible();
  const drawer = page.getByRole("dialog", { name: "Filters" });
  await page.getByRole("button", { name: "Filters" }).click();
  await drawer.getByRole("button", { name: "Tag", exact: true }).click();
  await drawer.getByRole("button", { name: "Show leads" }).click();
  await expect(drawer.getByText("The condition isn’t complete yet.")).toBeVisible();
  await drawer.getByRole("combobox", { name: "Value" }).fill("vip");
  await drawer.getByRole("button", { name: "Show 2 leads" }).click();
  await found("2 leads found");
  await expect(row("Bob")).toBeHidden();
  await page.getByRole("button", { name: "With the tag “vip”", exact: true }).click();
  await drawer.getByText("Text", { exact: true }).click();
  await drawer.getByRole("textbox", { name: "Condition" }).fill('tag "vip" and country = DE');
  await expect(drawer.getByText("Fans with the tag “vip” and from Germany.")).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole("button", { name: "Show 1 lead" }).click();
  await found("1 lead found");
  await expect(drawer).toBeHidden();
  await expectAccessible(page);

  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByLabel("Name of this view").fill("Germans");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save as segment" }).click();
  const saving = page.getByRole("dialog", { name: "Save as segment" });
  await saving.getByRole("textbox", { name: "Name" }).fill("German VIPs");
  await saving.getByRole("button", { name: "Save segment" }).click();
  await expect(page.getByText("Segment saved")).toBeVisible();

  await page.reload();
  await found("1 lead found");
  // The board has the same leads, and “back” leads through what was filtered before.
  await page.getByText("Pipeline", { exact: true }).last().click();
  await expect(page).toHaveURL(/board.*condition=/);
  await expect(page.getByRole("button", { name: "From Germany", exact: true })).toBeVisible();
  await page.goBack();
  await found("1 lead found");
  await page.goBack();
  await found("2 leads found");
  await page.getByRole("button", { name: "Remove: With the tag “vip”" }).click();
  await found("3 leads");
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("button", { name: "Germans", exact: true }).click();
  await found("1 lead found");
  await page.keyboard.press("Escape");

  // A link from before there were conditions.
  const { items } = await (await page.request.get("/api/v1/segments")).json();
  await page.goto(`${PATHS.leads}?segment=${items[0].id}`);
  await expect(page.getByRole("button", { name: "Who are in “German VIPs”", exact: true })).toBeVisible();
  await expect(page).toHaveURL(/condition=/);
  await found("1 lead found");
  await page.getByRole("button", { name: "Remove: Who are in “German VIPs”" }).click();
  await found("3 leads");
});

test("who comes and leaves is shown, and what a segment is about isn't deleted without naming it", async ({
  page,
  creator,
}) => {
  const { id } = await post(page, "/api/v1/segments", { name: "VIPs", text: "tag vip" });
  const moves = async () => (await (await page.request.get(`/api/v1/segments/${id}/moves`)).json()).items;
  await page.goto(PATHS.segment.replace("$id", id));
  await expect(page.getByText("Nobody since you saved this segment.")).toBeVisible();
  await expect(async () => {
    // Whoever was there while it was filled isn't announced.
    await post(page, "/api/v1/contacts", {
      email: `${crypto.randomUUID()}@example.com`,
      name: "Ada",
      tags: ["vip"],
    });
    await expect.poll(async () => (await moves()).length, { timeout: 5000 }).toBeGreaterThan(0);
  }).toPass();
  await page.reload();
  await expect(page.getByText("Came in")).toBeVisible();
  await expectAccessible(page);

  const link = await post(page, `/api/v1/profiles/${creator.profileId}/links`, {
    title: "Tour",
    url: "https://example.com/tour",
  });
  await post(page, "/api/v1/segments", {
    name: "Tourists",
    condition: { event: "clicked", link_id: link.id },
  });
  await page.goto(PATHS.links);
  await page.getByRole("button", { name: "More for Tour", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: "Delete “Tour”?" });
  await expect(question).toContainText("Your segment “Tourists” is about it, and will have to be changed.");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("“Tour” deleted")).toBeVisible();
  await page.goto(PATHS.segments);
  await expect(segments(page)).toContainText("Needs a look");
});
