import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { expect, expectAccessible, PASSWORD, test } from "./instance.ts";

const GUESSES_MAX = 10;

async function findMail(folder: string, to: string, subject: RegExp): Promise<string | undefined> {
  for (const file of await readdir(folder).catch(() => [])) {
    if (!file.endsWith(".eml")) continue;
    const mail = await simpleParser(await readFile(join(folder, file)));
    const receiver = mail.to && !Array.isArray(mail.to) ? mail.to.text : "";
    if (receiver.includes(to) && subject.test(mail.subject ?? "")) return mail.text;
  }
  return undefined;
}

/** The URL in the e-mail to `to`, as soon as it's there. */
async function linkTo(dataFolder: string, to: string, subject: RegExp): Promise<string> {
  const folder = join(dataFolder, "mail");
  await expect.poll(() => findMail(folder, to, subject)).toBeTruthy();
  return /https?:\S+/.exec((await findMail(folder, to, subject)) ?? "")?.[0] ?? "";
}

test("someone locked out by strangers' guesses gets in with a link, by keyboard", async ({
  page,
  creator,
  instance,
}) => {
  const link = await linkTo(instance.dataFolder, creator.email, /Confirm/);
  const confirmed = page.getByRole("heading", { name: "Your e-mail address is confirmed" });
  // Even if it's opened again by someone who's signed in.
  for (const _time of ["first", "second"]) {
    await page.goto(link);
    await expectAccessible(page);
    const confirm = page.getByRole("button", { name: "Confirm e-mail address" });
    await confirm.focus();
    await confirm.press("Enter");
    await expect(confirmed).toBeVisible();
    await expectAccessible(page);
  }
  await expect(page.getByRole("link", { name: "Go to your dashboard" })).toBeFocused();

  // Requests still in flight would be refused without the session.
  await page.goto("about:blank");
  await page.context().clearCookies();
  for (let guess = 0; guess < GUESSES_MAX; guess++) {
    const data = { email: creator.email, password: `wrong guess ${guess}` };
    expect((await page.request.post("/api/auth/sign-in/email", { data })).status()).toBe(401);
  }
  await page.goto("/auth");
  await page.getByRole("textbox", { name: "E-mail" }).fill(creator.email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("textbox", { name: "Password" }).press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "a lot of wrong passwords" }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign in", exact: true }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const sent = page.getByRole("status").filter({ hasText: "Check your inbox" });
  await expect(sent).toBeFocused();
  await expectAccessible(page);

  await page.goto(await linkTo(instance.dataFolder, creator.email, /^Sign in to/));
  await expectAccessible(page);
  const enter = page.getByRole("button", { name: "Sign in", exact: true });
  await enter.focus();
  await enter.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/profiles/);

  // The device is known from now on, so the same guesses don't lock it out.
  await page.goto("about:blank");
  await page.request.post("/api/auth/sign-out", { data: {} });
  await page.goto("/auth");
  await page.getByRole("textbox", { name: "E-mail" }).fill(creator.email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("textbox", { name: "Password" }).press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/profiles/);
});

test("someone who forgot the password gets an e-mail and chooses a new one", async ({
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
  await expect(page.getByRole("status").filter({ hasText: "Check your inbox" })).toBeFocused();
  await page.goto(await linkTo(instance.dataFolder, creator.email, /new password/));
  await expectAccessible(page);
  // A well-known password is refused at its field.
  for (const name of ["New password", "Repeat the new password"])
    await page.getByRole("textbox", { name, exact: true }).fill(creator.email);
  await page.getByRole("textbox", { name: "Repeat the new password" }).press("Enter");
  await expect(
    page.getByText(/^Your name, your e-mail address and this instance’s name are easy/),
  ).toBeVisible();
  await page.getByRole("textbox", { name: "New password", exact: true }).fill("a brand new and long phrase");
  await page.getByRole("textbox", { name: "Repeat the new password" }).fill("a brand new and long phrase");
  await page.getByRole("textbox", { name: "Repeat the new password" }).press("Enter");
  await expect(page.getByText(/sign in/i).first()).toBeVisible();
});

test("signing out closes the dashboard, and signing in leads back to the requested page", async ({
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
