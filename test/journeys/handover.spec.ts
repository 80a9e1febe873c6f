import { becomeSomebody, expect, expectAccessible, makeProfile, post, test } from "./instance.ts";
import { tokenTo } from "./mails.ts";

test("an owner hands their account to a member, and both go on where they were @phone", async ({
  page,
  instance,
  browser,
}) => {
  const owner = await becomeSomebody(page, "Olga");
  const confirm = { token: await tokenTo(instance.dataFolder, owner, /Confirm/) };
  await post(page, "/api/auth/verify-email", confirm);
  await makeProfile(page, "Corner Shop");
  const there = await browser.newContext({ baseURL: instance.url });
  const tab = await there.newPage();
  const member = await becomeSomebody(tab, "Mia");
  await page.goto("/dashboard/settings/team");
  await expect(page.getByText("Once someone is on your team, you can make them the owner")).toBeVisible();
  await post(page, "/api/v1/team/invitations", { email: member, role: "editor" });
  const token = await tokenTo(instance.dataFolder, member, /invited you/);
  await post(tab, `/api/v1/invitations/${token}/accept`, {});

  await tab.goto("/dashboard/settings/team");
  await expect(tab.getByRole("heading", { name: "You’re on Olga’s team" })).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Hand over the account…" }).click();
  const dialog = page.getByRole("dialog", { name: "Hand over the account" });
  await dialog.getByRole("button", { name: "Send the offer" }).click();
  await expect(dialog.getByText("Choose someone.")).toBeVisible();
  await dialog.getByRole("combobox", { name: "New owner" }).click();
  await page.getByRole("option", { name: /^Mia/ }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send the offer" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("You’ve offered it to Mia")).toBeVisible();
  await expectAccessible(page);

  await tab.reload();
  await expect(tab.getByRole("heading", { name: "Olga wants to hand you their account" })).toBeVisible();
  await expectAccessible(tab);
  await tab.getByRole("button", { name: "Take over…" }).click();
  await expectAccessible(tab);
  await tab.getByRole("dialog").getByRole("button", { name: "Take over" }).click();
  await expect(tab).toHaveURL(/\/dashboard\/profiles/);
  await expect(tab.getByText("Corner Shop").first()).toBeVisible();
  await tab.goto("/dashboard/settings/team");
  await expect(tab.getByText("Mia (you)")).toBeVisible();
  await expect(tab.getByRole("button", { name: "Hand over the account…" })).toBeVisible();

  await page.goto("/dashboard/profiles");
  await expect(page.getByText("You’re working in Mia’s account. Your role: admin.")).toBeVisible();
  await page.getByRole("button", { name: "Back to yours" }).click();
  await expect(page.getByText("Your first page")).toBeVisible();

  // What she may see in Mia's account isn't gone, and a link may say whose account it's for.
  const campaign = await post(tab, "/api/v1/campaigns", { name: "Spring tour", subject: "Tour" });
  // A browser of its own, whose console may say that the campaign isn't in this account.
  const storageState = await page.context().storageState();
  const again = await browser.newContext({ baseURL: instance.url, storageState });
  const opened = await again.newPage();
  await opened.goto(`/dashboard/marketing/campaigns?campaign=${campaign.id}`);
  await expect(opened.getByText("This is in Mia’s account")).toBeVisible();
  await expectAccessible(opened);
  await opened.getByRole("button", { name: "Switch to Mia’s account" }).click();
  await expect(opened.getByRole("heading", { name: "Spring tour" })).toBeVisible();
  const { id } = await (await page.request.get("/api/v1/me")).json();
  await opened.goto(`/dashboard/profiles?account=${id}`);
  await expect(opened.getByText("This is in your own account")).toBeVisible();
  await expectAccessible(opened);
  await opened.getByRole("button", { name: "Switch to your own account" }).click();
  await expect(opened.getByText("Your first page")).toBeVisible();
  const own = await post(opened, "/api/v1/campaigns", { name: "Secret", subject: "Secret" });
  // Mia isn't on Olga's team.
  await tab.goto(`/dashboard/marketing/campaigns?campaign=${own.id}&account=${id}`);
  await expect(tab.getByText("That campaign is gone.")).toBeVisible();
  await tab.goto(`/dashboard/marketing/leads?lead=${own.id}`);
  await expect(tab.getByText("Lead not found")).toBeVisible();
  await Promise.all([there.close(), again.close()]);
});
