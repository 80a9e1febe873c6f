import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { expect, expectAccessible, PASSWORD, test } from "./instance.ts";

async function findMail(folder: string, to: string, subject: RegExp): Promise<string | undefined> {
  for (const file of await readdir(folder).catch(() => [])) {
    if (!file.endsWith(".eml")) continue;
    const mail = await simpleParser(await readFile(join(folder, file)));
    const receiver = mail.to && !Array.isArray(mail.to) ? mail.to.text : "";
    if (receiver.includes(to) && subject.test(mail.subject ?? "")) return mail.text;
  }
  return undefined;
}

test("somebody who forgot the password gets a mail and chooses a new one", async ({
  page,
  creator,
  instance,
}) => {
  await page.context().clearCookies();
  await page.goto("/auth");
  await page.getByRole("link", { name: /forgot/i }).click();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "E-mail" }).fill(creator.email);
  await page.getByRole("button", { name: /send|link|reset/i }).click();
  await expect(page.getByText(/on its way|sent/i).first()).toBeVisible();
  const folder = join(instance.dataFolder, "mail");
  await expect.poll(() => findMail(folder, creator.email, /new password/)).toBeTruthy();
  const text = (await findMail(folder, creator.email, /new password/)) ?? "";
  await page.goto(/https?:\S+/.exec(text)?.[0] ?? "");
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "New password" }).fill("a brand new and long phrase");
  await page.getByRole("textbox", { name: "Once more" }).fill("a brand new and long phrase");
  await page.getByRole("textbox", { name: "Once more" }).press("Enter");
  await expect(page.getByText(/sign in/i).first()).toBeVisible();
});

test("signing out closes the dashboard, and signing in leads back to where one wanted to go", async ({
  page,
  creator,
}) => {
  await page.goto("/dashboard/profiles");
  await page
    .getByRole("button", { name: /account/i })
    .filter({ visible: true })
    .click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/auth/);
  await page.goto("/dashboard/analytics");
  await expect(page).toHaveURL(/next=%2Fdashboard%2Fanalytics/);
  await page.getByRole("textbox", { name: "E-mail" }).fill(creator.email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("textbox", { name: "Password" }).press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/analytics/);
});
