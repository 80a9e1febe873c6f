import { cpSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { becomeSomebody, expect, expectAccessible, PASSWORD, post, test } from "./instance.ts";
import { addMailboxes, collectFans, startMail } from "./mail-sender.ts";
import { tokenTo } from "./mails.ts";
import { forceWideLetters, overflowProblems } from "./overflow.ts";
import { startServer } from "./server.ts";

const HTML = '<p>Hi</p><p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';

async function expectFit(page: Page, url: string): Promise<void> {
  await forceWideLetters(page);
  await page.goto(url);
  await expect(page.getByRole("heading").first()).toBeVisible();
  expect(await overflowProblems(page, () => expectAccessible(page))).toEqual([]);
}

/** A fan chooses what they get, by the link that every inbox shows. */
async function choosePreferences(fan: Page, message = ""): Promise<void> {
  await expectFit(fan, /^List-Unsubscribe: <(\S+)>/m.exec(message)?.[1] ?? "");
  await fan
    .getByRole("button", { name: /^Unsubscribe/ })
    .first()
    .click();
  await expect(fan.getByText(/unsubscribed/i).first()).toBeVisible();
  await fan.close();
}

/** Another account gets a share of the campaign, by keyboard, and whoever looks sees that it's off. */
async function shareWithOld(tab: Page): Promise<void> {
  const add = tab.getByRole("button", { name: "Add another account" });
  await add.press("Enter");
  const other = tab.getByRole("combobox", { name: "Also through" });
  await expect(other).toBeFocused();
  await expect(other).toHaveAccessibleDescription(/Off\. It can’t send right now\./);
  await tab.getByRole("button", { name: "Remove old@mia.art" }).press("Enter");
  await expect(add).toBeFocused();
  await add.press("Enter");
  await tab.getByRole("textbox", { name: "Its share" }).first().fill("3");
  await expect(tab.getByText("About 75% of recipients.")).toBeVisible();
}

/** Everyone, but for a moment. */
async function chooseAudience(tab: Page): Promise<void> {
  await tab.getByRole("button", { name: "Change audience" }).press("Enter");
  await expect(tab.getByText("Everyone on your list.")).toBeVisible();
  await expect(tab.getByText("Goes to 3 people.")).toBeVisible();
  await tab.getByRole("region", { name: "To" }).getByText("Text", { exact: true }).click();
  const condition = tab.getByRole("textbox", { name: "Condition" });
  await condition.fill('search contains "nora');
  await expect(tab.getByText("Goes to 3 people.")).toBeVisible();
  await condition.fill('search contains "nora"');
  await expect(tab.getByText("Goes to 1 person.")).toBeVisible();
  await expect(tab.getByRole("button", { name: "Send to 1 fan" })).toBeVisible();
  await condition.fill("everyone");
  await expect(tab.getByText("Goes to 3 people.")).toBeVisible();
  await expectAccessible(tab);
  await tab.getByRole("button", { name: "Done" }).press("Enter");
}

/** A campaign that's been sent gets a page that everyone may read. */
async function showToEveryone(tab: Page): Promise<void> {
  await tab.getByRole("combobox", { name: "Public archive" }).click();
  await tab.getByRole("option", { name: /Mia/ }).click();
  const [archive] = await Promise.all([
    tab.waitForEvent("popup"),
    tab.getByRole("link", { name: "See the archive" }).click(),
  ]);
  await expect(archive.getByRole("heading", { name: "E-mails from Mia" })).toBeVisible();
  await expectFit(archive, archive.url());
  await archive.getByRole("link", { name: "We’re on tour" }).click();
  await expect(archive.getByText("Hi", { exact: true })).toBeVisible();
  await archive.close();
}

/** A scheduled campaign keeps its time of day when it's dragged, and goes back where it was. */
async function moveInCalendar(tab: Page): Promise<void> {
  const { items } = await (await tab.request.get("/api/v1/campaigns")).json();
  const { mailbox_id } = items[0];
  const form = { name: "Later", subject: "Later", html: HTML, mailbox_id };
  const { id } = await post(tab, "/api/v1/campaigns", form);
  const today = new Date();
  // The middle of next month, and the day after.
  const day = new Date(today.getFullYear(), today.getMonth() + 1, 15, 12);
  await post(tab, `/api/v1/campaigns/${id}/schedule`, { at: day.toISOString() });
  await tab.goto("/dashboard/marketing/campaigns?view=calendar");
  await tab.getByRole("button", { name: "Next month" }).click();
  await tab.getByRole("button", { name: "Move “Later”" }).press("Enter");
  await expect(tab.getByLabel("Date and time")).toBeFocused();
  await tab.keyboard.press("Escape");
  await expect(tab.getByRole("button", { name: "Move “Later”" })).toBeFocused();
  await expectAccessible(tab);
  const cells = tab.getByRole("cell");
  if ((await cells.count()) === 0) return;
  const on = (day: number) => cells.filter({ has: tab.getByText(String(day), { exact: true }) });
  const from = await on(15).getByText("Later", { exact: true }).boundingBox();
  const to = await on(16).boundingBox();
  if (!from || !to) throw new Error("The calendar isn’t there.");
  await tab.mouse.move(from.x + 4, from.y + 4);
  await tab.mouse.down();
  await tab.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await tab.mouse.up();
  await expect(on(16).getByRole("link", { name: "Later" })).toBeVisible();
  const at = async () => (await (await tab.request.get(`/api/v1/campaigns/${id}`)).json()).scheduled_at;
  expect(await at()).toBe(new Date(day.getTime() + 86_400_000).toISOString());
  await tab.getByRole("button", { name: "Undo" }).click();
  await expect(on(15).getByRole("link", { name: "Later" })).toBeVisible();
  expect(await at()).toBe(day.toISOString());
}

/** Whoever runs the instance reads a new account's first campaign, stops the account, and takes it back. */
async function reviewFirst(staff: Page, sender: Page): Promise<void> {
  await staff.goto("/admin/campaigns");
  await staff.getByRole("button", { name: "Read We’re on tour" }).click();
  await expect(staff.frameLocator("iframe[title='The e-mail']").getByText("Main Street 1")).toBeVisible();
  await expectAccessible(staff);
  await staff.keyboard.press("Escape");
  await staff.getByRole("button", { name: /^Stop sending by/ }).click();
  await staff.getByRole("button", { name: "Stop sending", exact: true }).click();
  await expect(staff.getByText("Say why.")).toBeVisible();
  await staff.getByRole("textbox", { name: "Why" }).fill("We don’t allow bought lists.");
  await expectAccessible(staff);
  await staff.getByRole("button", { name: "Stop sending", exact: true }).click();
  await expect(staff.getByText("Nothing to review")).toBeVisible();
  await sender.reload();
  await expect(sender.getByText("We don’t allow bought lists.")).toBeVisible();
  await staff.getByText("Stopped", { exact: true }).click();
  await staff.getByRole("button", { name: /^Allow sending/ }).click();
  await expect(staff.getByText("None stopped")).toBeVisible();
  await suspend(staff, sender);
}

/** An account that does worse is suspended, which signs its owner out, and goes on later. */
async function suspend(staff: Page, sender: Page): Promise<void> {
  await staff.getByText("Fine", { exact: true }).click();
  await staff.getByRole("button", { name: /^Suspend account:/ }).click();
  await staff.getByRole("textbox", { name: "Why" }).fill("We don’t allow bought lists.");
  await expectAccessible(staff);
  await staff.getByRole("button", { name: "Suspend account", exact: true }).click();
  await expect(staff.getByText(/· suspended/)).toBeVisible();
  expect((await sender.request.get("/api/v1/me")).status()).toBe(401);
  await staff.getByRole("button", { name: /^Lift suspension/ }).click();
  await expect(staff.getByRole("button", { name: /^Suspend account:/ })).toBeVisible();
}

test("from audience to sent: a campaign is written, checked, sent, and shows who got it", async ({
  browser,
}) => {
  const mail = await startMail();
  const folder = await mkdtemp(join(tmpdir(), "fanfare-journeys-"));
  cpSync(process.env.FANFARE_FIRST_START ?? "", folder, { recursive: true });
  const server = await startServer(folder, { OUTBOUND_ALLOW: "loopback", PLAIN_MAIL_HOSTS: "127.0.0.1" });
  const own = await browser.newContext({ baseURL: server.url });
  const tab = await own.newPage();
  const founder = await becomeSomebody(tab, "Fay");
  const email = await becomeSomebody(tab, "Mia");
  await post(tab, "/api/auth/verify-email", { token: await tokenTo(folder, email, /Confirm/) });
  await collectFans(tab);
  const addresses = ["mia@mia.art", "old@mia.art"];
  await addMailboxes(tab, { dataFolder: folder, port: mail.port, addresses });
  mail.received.length = 0;
  await tab.goto("/dashboard/marketing/campaigns");
  await expect(tab.getByText("No campaigns yet")).toBeVisible();
  await expectAccessible(tab);
  // The empty list has it, so the title doesn't.
  await expect(tab.getByRole("button", { name: "New campaign" })).toHaveCount(1);
  await tab.getByRole("button", { name: "New campaign" }).click();
  await expect(tab.getByRole("heading", { name: "New campaign" })).toBeVisible();
  await tab.getByRole("textbox", { name: "Name", exact: true }).fill("Summer tour");
  await expect(tab.getByRole("heading", { name: "Summer tour" })).toBeVisible();
  await chooseAudience(tab);
  await expect(tab.getByRole("combobox", { name: "Send through" })).toHaveValue(/mia@mia\.art/);
  await shareWithOld(tab);
  await tab.getByText("HTML", { exact: true }).click();
  await tab.getByRole("textbox", { name: "HTML" }).fill(HTML);
  const send = tab.getByRole("button", { name: "Send to 3 fans" });
  await expect(tab.getByText("Write a subject.")).toBeVisible();
  await expect(send).toBeDisabled();
  await tab.getByRole("button", { name: /findings?$/ }).click();
  await expect(tab.getByText("old@mia.art This sending account can’t send right now.")).toBeVisible();
  await expectAccessible(tab);
  await tab.getByRole("button", { name: "Change e-mail" }).first().click();
  await tab.getByRole("textbox", { name: "Subject" }).fill("We’re on tour");
  await expect(tab.getByText("Goes to 3 people.")).toBeVisible();
  await expect(tab.getByText("Ready to send")).toBeVisible();
  await expectAccessible(tab);
  await send.click();
  await expectAccessible(tab);
  await tab.getByRole("button", { name: "Send now" }).click();
  await expect(tab.getByText("Sent", { exact: true }).first()).toBeVisible();
  await expect(tab.getByText("3 of 3 e-mails")).toBeVisible({ timeout: 15_000 });
  await expect(tab.getByText(/no such user/)).toBeVisible();
  await expect(tab.getByRole("heading", { name: "Who it’s for" })).toBeVisible();
  await expectAccessible(tab);
  const fays = await browser.newContext({ baseURL: server.url });
  const staff = await fays.newPage();
  await post(staff, "/api/auth/sign-in/email", { email: founder, password: PASSWORD });
  await reviewFirst(staff, tab);
  await post(tab, "/api/auth/sign-in/email", { email, password: PASSWORD });
  await fays.close();
  await showToEveryone(tab);
  await choosePreferences(await own.newPage(), mail.received[0]);
  await moveInCalendar(tab);
  await tab.goto("/dashboard/marketing/analytics");
  await expect(tab.getByRole("region", { name: "Sent", exact: true })).toContainText("2");
  await tab.getByRole("button", { name: "What “Delivered” means" }).focus();
  await expect(tab.getByRole("tooltip")).toContainText("Sent, and not returned within 72 hours.");
  await tab.getByText("What these figures mean").click();
  await expectAccessible(tab);
  await tab.getByRole("button", { name: "Summer tour" }).click();
  await expect(tab.getByRole("heading", { name: "Map of clicks" })).toBeVisible();
  await expectAccessible(tab);
  await tab.goto("/dashboard/marketing/campaigns");
  await tab.getByText("Summer tour").first().click();
  await tab.getByRole("button", { name: "Stop all sending" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Stop all sending" }).click();
  await expect(tab.getByText(/All sending has been stopped since/)).toBeVisible();
  await tab.getByRole("button", { name: "Allow sending" }).click();
  await expect(tab.getByText(/All sending has been stopped since/)).toBeHidden();

  await own.close();
  await server.stop();
  mail.server.close();
  await rm(folder, { recursive: true, force: true });
});
