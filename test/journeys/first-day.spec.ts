import { randomUUID } from "node:crypto";
import { expect, expectAccessible, PASSWORD, test } from "./instance.ts";
import { visitorOf } from "./visitor.ts";

for (const tag of ["@desktop", "@phone"]) {
  test(`a newcomer signs up, makes a page with links, gets a click, and sees it without reloading ${tag}`, {
    tag,
  }, async ({ page, browser, baseURL }) => {
    await page.goto("/dashboard");
    await expect(page).toHaveURL(/\/auth\?next=%2Fdashboard/);
    await expectAccessible(page);
    // For an instance's first account, signing up is the only option.
    const signUp = page.getByText("Sign up", { exact: true });
    await expect(
      signUp.or(page.getByText("Create the first account", { exact: true })).first(),
    ).toBeVisible();
    if (await signUp.isVisible()) await signUp.click();
    await page.getByRole("textbox", { name: "Name" }).fill("Nora");
    await page.getByRole("textbox", { name: "E-mail" }).fill(`${randomUUID()}@example.com`);
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();

    await expect(page).toHaveURL(/\/dashboard\/profiles/);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create profile" }).click();
    const dialog = page.getByRole("dialog");
    const name = `Nora ${randomUUID().slice(0, 6)}`;
    await dialog.getByRole("textbox", { name: "Name" }).fill(name);
    await dialog.getByRole("button", { name: "Create profile" }).click();

    await expect(page).toHaveURL(/\/dashboard\/links/);
    await page.getByRole("textbox", { name: "Title" }).fill("Tour dates");
    await page.getByRole("textbox", { name: "URL" }).fill("example.com/tour");
    await page.getByRole("textbox", { name: "URL" }).press("Enter");
    await expect(page.getByRole("list", { name: "Links" }).getByText("Tour dates")).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("link", { name: "Analytics", exact: true }).click();
    await expect(page.getByText("No visits yet")).toBeVisible();
    await expect(page.getByText("Live", { exact: true })).toBeVisible();

    const address = `/${name.toLowerCase().replace(/[^a-z0-9]/g, "")}`;
    const { page: visitor } = await visitorOf(browser, baseURL);
    await visitor.goto(address);
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(name);
    await expectAccessible(visitor);
    const opening = visitor.waitForEvent("popup");
    const counted = visitor.waitForResponse((response) => response.url().endsWith("/api/v1/clicks"));
    await visitor.getByRole("link", { name: /Tour dates/ }).click();
    await expect((await opening).getByText("You arrived")).toBeVisible();
    expect((await counted).status()).toBe(202);
    const clicks = page.getByRole("region", { name: /^clicks$/i });
    await expect(clicks.getByText("1", { exact: true })).toBeVisible();
    await expectAccessible(page);
  });
}

test("a visitor without JavaScript reaches a link's destination and is counted", async ({
  page,
  creator,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  const visitor = await context.newPage();
  await visitor.goto(`/${creator.username}`);
  const opening = visitor.waitForEvent("popup");
  await visitor.getByRole("link", { name: /Tour dates/ }).click();
  await expect((await opening).getByText("You arrived")).toBeVisible();
  const { items } = await (await page.request.get(`/api/v1/profiles/${creator.profileId}/links`)).json();
  expect(items.map((link: { click_count: number }) => link.click_count)).toEqual([1, 0]);
  await context.close();
});
