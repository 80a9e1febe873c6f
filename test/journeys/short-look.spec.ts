import { expect, post, test } from "./instance.ts";

for (const [width, scheme] of [
  [390, "light"],
  [1280, "dark"],
] as const)
  test(`look ${width}`, async ({ page, creator, instance }) => {
    const shot = (name: string) =>
      page.screenshot({ path: `/tmp/short-shots/${name}-${width}.png`, fullPage: true });
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await post(page, `/api/v1/profiles/${creator.profileId}/links`, {
      title: "Taken one",
      url: "https://example.com/taken",
      short_name: "taken-one",
    });
    await page.goto(`/dashboard/links?profile=${creator.profileId}`);
    await page.getByRole("button", { name: "Edit Tour dates" }).click();
    const form = page.getByRole("form", { name: "Edit link" });
    await form.getByRole("button", { name: /^Short link/ }).click();
    const field = form.getByRole("textbox", { name: "Short name" });
    await field.fill("taken-one");
    await expect(form.getByText("That short name is taken")).toBeVisible();
    await shot("taken");
    await field.fill("Tour Dates 2027");
    await expect(form.getByText("is free")).toBeVisible();
    await shot("free");
    await form.getByRole("button", { name: /^Tracking/ }).click();
    await form.getByRole("button", { name: "TikTok" }).click();
    await form.getByRole("textbox", { name: "Campaign" }).fill("spring sale & more");
    await shot("tracking");
    await form.getByRole("textbox", { name: "Save these as a template" }).fill("TikTok spring");
    await form.getByRole("button", { name: "Save template" }).click();
    await expect(form.getByRole("button", { name: "TikTok spring", exact: true })).toBeVisible();
    await shot("template");
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await expect(form).toBeHidden();
    await page.getByRole("button", { name: "Edit Tour dates" }).click();
    await form.getByRole("button", { name: /^History/ }).click();
    await expect(form.getByText("Short name: tour-dates-2027")).toBeVisible();
    await form.getByRole("button", { name: /^Short link/ }).click();
    await form.getByRole("textbox", { name: "Short name" }).fill("other-name");
    await shot("history");
    await form.getByRole("textbox", { name: "Short name" }).fill("tour-dates-2027");
    await form
      .getByRole("button", { name: /^Restore/ })
      .first()
      .click();
    await expect(page.getByText("The link is what it was before")).toBeVisible();
    await shot("restored");
    await form.getByRole("button", { name: "Cancel" }).click();
    await page
      .getByRole("button", { name: /Actions.*Tour dates|More.*Tour dates/ })
      .first()
      .click()
      .catch(() => undefined);
    await shot("menu");
    await page.goto(`${instance.url}/go/taken-one+`);
    await shot("preview");
  });
