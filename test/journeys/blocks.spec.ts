import { expect, expectAccessible, test } from "./instance.ts";
import { visitorOf } from "./visitor.ts";

test("blocks are added on a phone, and a visitor's tap on an embed counts", { tag: "@phone" }, async ({
  page,
  creator,
  browser,
  baseURL,
}) => {
  await page.goto(`/dashboard/links?profile=${creator.profileId}`);
  const add = async (name: string, fill: (form: import("@playwright/test").Locator) => Promise<void>) => {
    await page.getByRole("button", { name: "Add link or block" }).click();
    await page.getByRole("button", { name: "Something else" }).click();
    await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
    const form = page.getByRole("form", { name });
    await fill(form);
    await form.getByRole("button", { name: "Add block" }).click();
    await expect(form).toBeHidden();
  };
  await add("Heading", (form) => form.getByRole("textbox", { name: "Heading" }).fill("My music"));
  await add("FAQ", async (form) => {
    await form.getByRole("textbox", { name: "Question 1" }).fill("Where do you play?");
    await form.getByRole("textbox", { name: "Answer" }).fill("In **Lisbon**.");
    await expectAccessible(page);
  });
  await add("Group", (form) => form.getByRole("textbox", { name: "Title" }).fill("Videos"));
  await add("Embed", async (form) => {
    await form.getByRole("textbox", { name: "URL" }).fill("https://youtu.be/dQw4w9WgXcQ");
    await form.getByRole("textbox", { name: "Title" }).fill("Live in Lisbon");
    await form.getByRole("combobox", { name: "Group" }).click();
    await page.getByRole("option", { name: "Videos" }).click();
  });
  await expect(page.getByRole("button", { name: /Live in Lisbon/ }).first()).toBeVisible();

  const { page: visitor } = await visitorOf(browser, baseURL);
  const asked: string[] = [];
  await visitor.route(/youtube/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "A player" });
  });
  await visitor.goto(`/${creator.username}`);
  await expect(visitor.getByRole("heading", { name: "My music" })).toBeVisible();
  await visitor.getByText("Where do you play?").click();
  await expect(visitor.getByText("Lisbon", { exact: true })).toBeVisible();
  await visitor.getByText("Videos", { exact: true }).click();
  await expectAccessible(visitor);
  expect(asked).toEqual([]);
  await visitor.getByRole("link", { name: /Live in Lisbon/ }).click();
  await expect(visitor.frameLocator("iframe").getByText("A player")).toBeVisible();
  expect(asked[0]).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ/);
  await visitor.close();

  await expect(async () => {
    await page.reload();
    const row = page.getByRole("listitem").filter({ hasText: "Live in Lisbon" });
    await expect(row.getByText("1 click")).toBeVisible({ timeout: 2_000 });
  }).toPass();
});
