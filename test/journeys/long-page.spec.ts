import type { Page } from "@playwright/test";
import { expect, expectAccessible, post, test } from "./instance.ts";

const top = (page: Page) => page.getByRole("form").first().boundingBox();

test("the form of a link far down opens where it was asked for, and leaves the list there", {
  tag: ["@phone", "@desktop"],
}, async ({ page, creator }) => {
  await page.goto(`/dashboard/links?profile=${creator.profileId}`);
  for (let at = 0; at < 2; at++)
    await post(page, `/api/v1/profiles/${creator.profileId}/links`, {
      title: `Song ${at}`,
      url: "https://example.com/song",
      description: "One more",
    });
  await page.setViewportSize({ width: 390, height: 480 });
  await page.reload();
  const last = page.getByRole("button", { name: /^Edit Song 1/ });
  await last.click();
  const form = page.getByRole("form", { name: "Edit link" });
  await expect(form).toBeVisible();
  await expect.poll(async () => (await top(page))?.y).toBeGreaterThan(0);
  expect((await top(page))?.y).toBeLessThan(480);
  await form.getByRole("button", { name: "Done" }).click();
  await expect(form).toBeHidden();
  await expect(last).toBeInViewport();
  // A new one is where it's asked for, too.
  await page.getByRole("button", { name: "Add link or block" }).click();
  await expect(page.getByRole("heading", { name: "New link" })).toBeInViewport();
});

test("addresses that don’t fit stay in the field, with the reason", { tag: "@phone" }, async ({
  page,
  creator,
}) => {
  await page.goto(`/dashboard/links?profile=${creator.profileId}`);
  const field = page.getByRole("textbox", { name: "Addresses, one a line" });
  await field.fill("example.com/3\nexample.com/4");
  await page.getByRole("button", { name: "Add these addresses" }).click();
  await expect(page.getByText("2 links added, at the end of your page.")).toBeVisible();
  await field.fill("example.com/5\nexample.com/6\nexample.com/7");
  await page.getByRole("button", { name: "Add these addresses" }).click();
  await expect(page.getByText("2 addresses not added")).toBeVisible();
  await expect(field).toHaveValue("example.com/6\nexample.com/7");
  await expectAccessible(page);
  await field.fill("");
  await expect(field).toBeHidden();
});

test("a group takes its links when it’s made, and Escape in its choices only closes them", {
  tag: "@phone",
}, async ({ page, creator }) => {
  await page.goto(`/dashboard/links?profile=${creator.profileId}`);
  await page.getByRole("button", { name: "Add link or block" }).click();
  await page.getByRole("button", { name: "Something else" }).click();
  await page.getByRole("button", { name: /^Group/ }).click();
  const form = page.getByRole("form", { name: "Group" });
  await form.getByRole("textbox", { name: "Title" }).fill("Listen");
  await form.getByRole("combobox", { name: "What’s in it (optional)" }).click();
  await page.getByRole("option", { name: "New single" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("option")).toHaveCount(0);
  await expect(page.getByRole("dialog")).toBeHidden();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Add block" }).click();
  const rows = page.getByRole("list", { name: "Links" }).getByRole("button", { name: /^Edit/ });
  await expect(rows).toHaveText([/Tour dates/, /Listen/, /New single/]);
  await expect
    .poll(async () => {
      const { items } = await (await page.request.get(`/api/v1/profiles/${creator.profileId}/links`)).json();
      const [, group, inside] = items;
      return inside?.parent_id === group?.id;
    })
    .toBe(true);
});

test("while links are selected, a tap anywhere on a row selects it", { tag: "@phone" }, async ({
  page,
  creator,
}) => {
  await page.goto(`/dashboard/links?profile=${creator.profileId}`);
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByText("Tour dates", { exact: true }).last().click();
  await expect(page.getByRole("checkbox", { name: "Select Tour dates" })).toBeChecked();
  await expect(page.getByRole("region", { name: "Selection" }).getByText("1 link selected")).toBeVisible();
  await expect(page.getByRole("form")).toHaveCount(0);
});
