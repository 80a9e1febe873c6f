import { randomUUID } from "node:crypto";
import type { Locator } from "@playwright/test";
import { expect, expectAccessible, PASSWORD, PIXEL, test } from "./instance.ts";
import { visitorOf } from "./visitor.ts";

for (const tag of ["@desktop", "@phone"]) {
  test(`a newcomer signs up, makes a page with links, gets a click, and sees it without reloading ${tag}`, {
    tag,
  }, async ({ page, browser, baseURL }) => {
    let [clicks, fields] = [0, 0];
    const click = async (what: Locator) => {
      clicks++;
      await what.click();
    };
    const fill = async (name: string, text: string) => {
      fields++;
      await page.getByRole("textbox", { name }).first().fill(text);
    };
    await page.goto("/dashboard");
    await expect(page).toHaveURL(/\/auth\?next=%2Fdashboard/);
    await expectAccessible(page);
    // For an instance's first account, signing up is the only option.
    const signUp = page.getByText("Sign up", { exact: true });
    await expect(
      signUp.or(page.getByText("Create the first account", { exact: true })).first(),
    ).toBeVisible();
    if (await signUp.isVisible()) await click(signUp);
    await fill("Name", "Nora");
    await fill("E-mail", `${randomUUID()}@example.com`);
    await fill("Password", PASSWORD);
    await click(page.getByRole("button", { name: "Create account" }));

    await expect(page).toHaveURL(/\/dashboard\/profiles/);
    await expect(page.getByRole("button", { name: "Publish page" })).toBeVisible();
    await expectAccessible(page);
    const name = `Nora ${randomUUID().slice(0, 6)}`;
    const address = `/${name.toLowerCase().replace(/[^a-z0-9]/g, "")}`;
    await fill("Name", name);
    await fill("Links", "example.com/tour\ninstagram.com/nora\nnora@example.com");
    await click(page.getByRole("radio", { name: "Novel" }));
    const choosing = page.waitForEvent("filechooser");
    await click(page.getByRole("button", { name: "Choose picture" }));
    await (await choosing).setFiles({
      name: "nora.png",
      mimeType: "image/png",
      buffer: Buffer.from(PIXEL, "base64"),
    });
    await expect(page.getByText(`${address.slice(1)} is free.`)).toBeVisible();
    await expect(page.getByRole("button", { name: "Change picture" })).toBeVisible();
    await click(page.getByRole("button", { name: "Publish page" }));

    await expect(page).toHaveURL(/\/dashboard\/links/);
    for (const title of ["example.com", "Instagram", "nora@example.com"])
      await expect(page.getByRole("list", { name: "Links" }).getByText(title, { exact: true })).toBeVisible();
    expect(clicks).toBeLessThanOrEqual(8);
    expect(fields).toBeLessThanOrEqual(5);
    await expectAccessible(page);

    await page.getByRole("link", { name: "Analytics", exact: true }).click();
    await expect(page.getByText("No visits yet")).toBeVisible();
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    await expect(page.getByText("not added")).toBeHidden();

    const { page: visitor } = await visitorOf(browser, baseURL);
    await visitor.goto(address);
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(name);
    await expectAccessible(visitor);
    const opening = visitor.waitForEvent("popup");
    const counted = visitor.waitForResponse((response) => response.url().endsWith("/api/v1/clicks"));
    await expect(visitor.locator(".face img")).toBeVisible();
    await visitor.getByRole("link", { name: /^example\.com/ }).click();
    await expect((await opening).getByText("You arrived")).toBeVisible();
    expect((await counted).status()).toBe(202);
    const counted_clicks = page.getByRole("region", { name: /^clicks$/i });
    await expect(counted_clicks.getByText("1", { exact: true })).toBeVisible();
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
