import { becomeFounder, becomeSomebody, expect, expectAccessible, PASSWORD, post, test } from "./instance.ts";
import { linkTo, tokenTo } from "./mails.ts";

test("a new person joins a team by e-mail, sees what their role allows, and is told when it's over @phone", async ({
  page,
  instance,
  browser,
}, { project }) => {
  const guest = `guest-${project.name}@example.com`;
  const owner = await becomeSomebody(page, "Olga");
  const token = await tokenTo(instance.dataFolder, owner, /Confirm/);
  await post(page, "/api/auth/verify-email", { token });
  const profile = await post(page, "/api/v1/profiles", { name: "Shared page" });
  await post(page, `/api/v1/profiles/${profile.id}/links`, {
    title: "Tour dates",
    url: "https://example.com/t",
  });
  await post(page, "/api/v1/profiles", { name: "Kept page" });

  await page.goto("/dashboard/settings/team");
  await page.getByRole("button", { name: "Invite people" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite people" });
  await dialog.getByRole("combobox", { name: "E-mail addresses" }).fill(guest);
  await dialog.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: "Viewer" }).click();
  await dialog.getByRole("switch", { name: "Only some profiles" }).check();
  await dialog.getByRole("combobox", { name: "Profiles" }).click();
  await page.getByRole("option", { name: /^Shared page/ }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add invitation" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("1 invitation added, but not e-mailed")).toBeVisible();
  await expect(page.getByText("Ask the people who run it for the link.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: guest })).toBeVisible();
  await expectAccessible(page);

  // Someone else is signed in where the link is opened.
  const there = await browser.newContext({ baseURL: instance.url });
  const tab = await there.newPage();
  await becomeFounder(tab);
  await tab.goto(await linkTo(instance.dataFolder, guest, /invited you/));
  await expect(tab.getByText("You’re signed in as someone else")).toBeVisible();
  await expectAccessible(tab);
  await tab.getByRole("button", { name: "Sign out and continue" }).click();
  await expect(tab.getByRole("textbox", { name: "E-mail address" })).toHaveValue(guest);
  await tab.getByRole("textbox", { name: "Name" }).fill("Gus");
  await tab.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await tab.getByRole("button", { name: "Create account" }).click();
  await expect(tab.getByText("Viewer: see pages, links, and analytics; change nothing.")).toBeVisible();
  await tab.getByRole("button", { name: "Join the team" }).click();

  await expect(tab.getByText("You’re working in Olga’s account. Your role: viewer.")).toBeVisible();
  await expect(tab.getByRole("link", { name: "Edit Shared page" })).toBeHidden();
  await expect(tab.getByRole("button", { name: "New profile" })).toBeHidden();
  await expect(tab.getByText("Kept page")).toBeHidden();
  await tab.goto(`/dashboard/links?profile=${profile.id}`);
  await expect(tab.getByText("Tour dates").first()).toBeVisible();
  await expect(tab.getByRole("button", { name: "Add link" })).toBeHidden();
  await expectAccessible(tab);

  // Another tab switches accounts. This one says so, and stays where it is.
  const second = await there.newPage();
  await second.goto("/dashboard/profiles");
  await second.getByRole("button", { name: "Back to yours" }).click();
  await expect(second.getByText("Your first page")).toBeVisible();
  await expect(tab.getByText("You switched to Gus’s account in another tab.")).toBeVisible();

  await page.reload();
  await page.getByRole("button", { name: "More for Gus" }).click();
  await page.getByRole("menuitem", { name: "Remove from the team…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Gus is off the team.")).toBeVisible();
  await tab.getByRole("link", { name: "Analytics", exact: true }).click();
  await expect(tab.getByText("You’re no longer on Olga’s team.")).toBeVisible();
  await tab.getByRole("button", { name: "Go to your account" }).click();
  await expect(tab.getByText("Your first page")).toBeVisible();
  await there.close();
});
