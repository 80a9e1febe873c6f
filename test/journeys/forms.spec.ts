import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./instance.ts";

async function change(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.patch(`/api/v1${path}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function linksOf(page: Page, profileId: string): Promise<{ id: string; title: string }[]> {
  return (await (await page.request.get(`/api/v1/profiles/${profileId}/links`)).json()).items;
}

test("when two people save, the second takes the other version or keeps their own", async ({
  page,
  creator,
}) => {
  const [link] = await linksOf(page, creator.profileId);
  await page.goto(`/dashboard/links?profile=${creator.profileId}&edit=${link?.id}`);
  const form = page.getByRole("form", { name: "Edit link" });
  const title = form.getByRole("textbox", { name: "Title" });
  const notice = form.getByRole("alert").filter({ hasText: "Two versions" });
  await expect(title).toBeVisible();
  await change(page, `/links/${link?.id}`, { title: "Theirs" });
  await title.fill("Mine");
  await expect(notice).toContainText("This link was changed somewhere else while you were editing it.");
  await page.mouse.move(0, 0);
  await expect(page.getByRole("tooltip")).toBeHidden();
  await expectAccessible(page);
  await notice.getByRole("button", { name: "Use theirs" }).click();
  await expect(title).toHaveValue("Theirs");
  await expect(form.getByText("changed somewhere else")).toBeHidden();
  await change(page, `/links/${link?.id}`, { title: "Theirs again" });
  await title.fill("Mine after all");
  await notice.getByRole("button", { name: "Keep mine" }).click();
  await expect(form.getByRole("status").first()).toHaveText("Saved");
  await form.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("list", { name: "Links" }).getByText("Mine after all")).toBeVisible();

  await page.goto(`/dashboard/profiles?edit=${creator.profileId}`);
  const bio = page.getByRole("textbox", { name: "Bio" });
  await change(page, `/profiles/${creator.profileId}`, { public_notes: "Their words" });
  await bio.fill("My words");
  await page.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
  await expect(page.getByText("Two versions")).toBeHidden();
  expect(await (await page.request.get(`/${creator.username}`)).text()).toContain("My words");
});

test("a form submitted twice adds one link, and unsaved changes aren't left behind without a question", async ({
  page,
  creator,
}) => {
  await page.goto(`/dashboard/links?profile=${creator.profileId}&create=yes`);
  const form = page.getByRole("form");
  const title = form.getByRole("textbox", { name: "Title" });
  await title.fill("Once");
  await page.getByRole("link", { name: "Profiles" }).first().click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(title).toHaveValue("Once");
  // The response gets lost, so the form sends itself again.
  await page.route(
    "**/api/v1/profiles/*/links",
    async (route) => {
      await route.fetch();
      await route.abort("internetdisconnected");
    },
    { times: 1 },
  );
  await form.getByRole("textbox", { name: "URL" }).fill("example.com/once");
  await form.getByRole("button", { name: "Add link" }).dblclick();
  await expect(form).toBeHidden();
  const titles = (await linksOf(page, creator.profileId)).map((link) => link.title);
  expect(titles.filter((one) => one === "Once")).toEqual(["Once"]);
});

test("a profile that can't be created says so in its dialog, at the field if there is one", async ({
  page,
  creator: _,
}) => {
  await page.goto("/dashboard/profiles?create=yes");
  const dialog = page.getByRole("dialog", { name: "New profile" });
  const name = dialog.getByRole("textbox", { name: "Name" });
  await name.fill(" ");
  await dialog.getByRole("button", { name: "Create profile" }).click();
  await expect(name).toHaveAccessibleDescription(/name/i);
  await expect(name).toBeFocused();
  const fields = { name: "That name is taken." };
  await page.route("**/api/v1/profiles", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 409,
          json: { code: "BAD_REQUEST", message: "name: That name is taken.", data: { fields } },
        })
      : route.continue(),
  );
  await name.fill("Mia Paints");
  await dialog.getByRole("button", { name: "Create profile" }).click();
  await expect(name).toHaveAccessibleDescription(/That name is taken\./);
  await expect(name).toBeFocused();
  await expect(name).toHaveValue("Mia Paints");
});
