import { randomUUID } from "node:crypto";
import { becomeFounder, becomeSomebody, expect, expectAccessible, post, test } from "./instance.ts";

test.beforeEach(({ page }) => becomeFounder(page));

test("while there's no mail server, the founder is led to the saved e-mail, and nobody is sent to an inbox", async ({
  page,
  instance: { founder },
}) => {
  await page.goto("/dashboard/profiles");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open kept e-mail" }).click();
  const list = page.getByRole("navigation", { name: "E-mail", exact: true });
  await list.getByRole("button", { name: `Confirm e-mail address Kept ${founder.email}` }).click();
  await expect(page.getByRole("heading", { name: /^Confirm your e-mail address/ })).toBeVisible();
  await expect(page.getByText(/^On .*, we kept it here\. Nobody received it\.$/)).toBeVisible();
  await expectAccessible(page);
  const letter = page.frameLocator("iframe");
  await expect(letter.getByRole("link", { name: "Confirm e-mail address" })).toHaveAttribute(
    "href",
    /token=/,
  );
  // Its own styles are there, too, such as those for the dark.
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(letter.locator(".card")).toHaveCSS("background-color", "rgb(31, 28, 46)");

  await becomeSomebody(page, "Ned");
  await page.goto("/dashboard/profiles");
  await expect(page.getByText("This instance has no mail server yet.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open kept e-mail" })).toHaveCount(0);
});

test("the founder sends a test e-mail, finds it by its recipient, and reads it as text", async ({
  page,
  instance: { founder },
}) => {
  await page.goto("/admin/email");
  await page.getByRole("button", { name: "Send test e-mail" }).click();
  await expect(page.getByText(`It goes to ${founder.email}.`)).toBeVisible();
  const list = page.getByRole("navigation", { name: "E-mail", exact: true });
  const test = list.getByRole("button", { name: /Test e-mail.*Kept/ }).first();
  await expect(test).toBeVisible({ timeout: 15_000 });
  const search = page.getByRole("searchbox", { name: "Search by recipient" });
  await search.fill("nobody.at.all");
  await expect(page.getByText("No e-mail found")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(search).toBeFocused();
  await test.press("Enter");
  await page.getByRole("tab", { name: "Plain text" }).click();
  await expect(page.getByText("This is the test e-mail you asked for.")).toBeVisible();
  await expectAccessible(page);
});

test("the founder lifts the limits right where one is reached, and restores them; nobody else can", async ({
  page,
}) => {
  const lift = page.getByRole("button", { name: "Lift limits on this instance" });
  const notice = page.getByText("Link limit reached. You can have up to 5 links on this profile.");
  const openFullProfile = async () => {
    const { id } = await post(page, "/api/v1/profiles", { name: `Full ${randomUUID().slice(0, 6)}` });
    const link = { title: "Tour dates", url: "https://example.com" };
    for (let count = 0; count < 5; count++) await post(page, `/api/v1/profiles/${id}/links`, link);
    await page.goto(`/dashboard/links?profile=${id}`);
    await expect(notice).toBeVisible();
  };
  await openFullProfile();
  await lift.click();
  await expect(page.getByText("Limits lifted for everyone")).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.getByRole("button", { name: "Add link" }).click();
  const form = page.getByRole("form", { name: /link/i });
  await form.getByRole("textbox", { name: "Title" }).fill("The sixth");
  await form.getByRole("textbox", { name: "URL" }).fill("example.com/6");
  await form.getByRole("button", { name: "Add link" }).click();
  await expect(page.getByRole("list", { name: "Links" }).getByText("The sixth")).toBeVisible();
  await page.goto("/dashboard/profiles");
  await page.getByRole("button", { name: "Restore limits" }).click();
  await expect(page.getByText("Limits restored")).toBeVisible();

  await becomeSomebody(page, "Ned");
  await openFullProfile();
  await expect(lift).toHaveCount(0);
});
