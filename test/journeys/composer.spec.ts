import { cpSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Locator, Page } from "@playwright/test";
import { becomeSomebody, expect, expectAccessible, post, test } from "./instance.ts";
import { addMailboxes, collectFans, startMail } from "./mail-sender.ts";
import { tokenTo } from "./mails.ts";
import { startServer } from "./server.ts";

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

declare global {
  interface Window {
    fields: number;
  }
}

/** Someone with three fans and a sending account, whose taps and typed-in fields are counted from now on. */
async function startSender(browser: Browser, screen: typeof DESKTOP) {
  const mail = await startMail();
  const dataFolder = await mkdtemp(join(tmpdir(), "fanfare-journeys-"));
  cpSync(process.env.FANFARE_FIRST_START ?? "", dataFolder, { recursive: true });
  const server = await startServer(dataFolder, {
    OUTBOUND_ALLOW: "loopback",
    PLAIN_MAIL_HOSTS: "127.0.0.1",
  });
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: "reduce", ...screen });
  const tab = await context.newPage();
  const email = await becomeSomebody(tab, "Mia");
  await post(tab, "/api/auth/verify-email", { token: await tokenTo(dataFolder, email, /Confirm/) });
  await collectFans(tab);
  await addMailboxes(tab, { dataFolder, port: mail.port, addresses: ["mia@mia.art"] });
  mail.received.length = 0;
  await tab.addInitScript(() => {
    const typed = new Set();
    addEventListener(
      "input",
      ({ target }) => {
        window.fields = typed.add(target).size;
      },
      true,
    );
  });
  const stop = async () => {
    await context.close();
    await server.stop();
    mail.server.close();
    await rm(dataFolder, { recursive: true, force: true });
  };
  let taps = 0;
  const tap = (target: Locator) => {
    taps++;
    return "hasTouch" in screen ? target.tap() : target.click();
  };
  return { tab, tap, taps: () => taps, mail, email, stop };
}

const subject = (tab: Page) => tab.getByRole("textbox", { name: "Subject" });
const text = (tab: Page) =>
  tab.getByRole("list", { name: "Blocks" }).getByRole("textbox", { name: "Text", exact: true });

/** All that anybody should have seen before they send. */
async function lookOnceMore(tab: Page, tap: (target: Locator) => Promise<void>): Promise<void> {
  const dialog = tab.getByRole("dialog", { name: "Send to 3 fans?" });
  await expect(dialog.getByText("3 fans", { exact: true })).toBeVisible();
  await expect(dialog.getByText("Mia <mia@mia.art>")).toBeVisible();
  await expect(dialog.getByText("We’re on tour")).toBeVisible();
  await expect(dialog.frameLocator("iframe").getByText("Eleven towns")).toBeVisible();
  await expectAccessible(tab);
  await tap(dialog.getByRole("button", { name: "Send now" }));
  await expect(tab.getByText("3 of 3 e-mails")).toBeVisible();
  expect(await tab.evaluate(() => window.fields)).toBe(2);
}

test("a first campaign is written in place and sent with five taps and two typed-in fields", async ({
  browser,
}) => {
  const { tab, tap, taps, mail, email, stop } = await startSender(browser, DESKTOP);
  await tab.goto("/dashboard/marketing/campaigns");
  await tap(tab.getByRole("button", { name: "New campaign" }));
  await tap(subject(tab));
  await tab.keyboard.type("We’re on tour");
  await tap(text(tab));
  await tab.keyboard.type("Eleven towns, {{ contact.name }}");
  const preview = tab.getByRole("region", { name: "Preview" });
  await expect(preview.frameLocator("iframe").getByText(/^Eleven towns/)).toBeVisible();
  await expect(preview.getByText("Mia <mia@mia.art>")).toBeVisible();
  await expect(tab.getByText("Ready to send")).toBeVisible();
  await expect(tab.getByRole("heading", { name: "We’re on tour", level: 1 })).toBeVisible();
  await expectAccessible(tab);
  await tap(tab.getByRole("button", { name: "Send to 3 fans" }));
  await lookOnceMore(tab, tap);
  expect(taps()).toBeLessThanOrEqual(5);
  expect(mail.received.join()).toContain("Subject: =?UTF-8?");

  await tab.goto("/dashboard/marketing/campaigns");
  await expect(tab.getByRole("link", { name: "We’re on tour" })).toBeVisible();
  await tab.getByRole("button", { name: "New campaign" }).click();
  await keepAsTemplate(tab);
  await testAsFan(tab, { mail, email });
  await stop();
});

/** What’s written becomes a template, and another e-mail starts from it. */
async function keepAsTemplate(tab: Page): Promise<void> {
  await subject(tab).fill("Next tour");
  await text(tab).click();
  await tab.keyboard.type("Twelve towns");
  await tab.getByRole("button", { name: "Save as template" }).press("Enter");
  await expectAccessible(tab);
  await tab.getByRole("dialog").getByRole("button", { name: "Save template" }).press("Enter");
  await expect(tab.getByRole("dialog")).toBeHidden();
  await tab.getByRole("button", { name: "Start from a template" }).press("Enter");
  const gallery = tab.getByRole("dialog", { name: "Start from" });
  await expectAccessible(tab);
  await gallery.getByRole("button", { name: /^Giveaway/ }).press("Enter");
  await tab.getByRole("button", { name: "Replace", exact: true }).press("Enter");
  const shown = tab.getByRole("region", { name: "Preview" }).frameLocator("iframe");
  await expect(shown.getByText("Win [your prize]")).toBeVisible();
  await expect(subject(tab)).toHaveValue("Next tour");
  await tab.getByText("Template", { exact: true }).click();
  await tab.getByRole("combobox", { name: "Template" }).click();
  await tab.getByRole("option", { name: "Next tour" }).click();
  await expect(shown.getByText("Twelve towns")).toBeVisible();
  await expectAccessible(tab);
  await tab.getByRole("button", { name: "Change it for this e-mail only" }).press("Enter");
  await expect(tab.getByRole("list", { name: "Blocks" })).toContainText("Twelve towns");
  await expect(tab.getByText("All changes saved")).toBeVisible();
  // Nothing asks about unsaved changes: leaving saves them.
  await subject(tab).fill("Last tour");
  await tab.getByRole("link", { name: "All campaigns" }).click();
  await tab.getByRole("link", { name: "Last tour" }).click();
  await expect(subject(tab)).toHaveValue("Last tour");
}

/** As one of the fans sees it, in one's own inbox. */
async function testAsFan(
  tab: Page,
  { mail, email }: { mail: { received: string[] }; email: string },
): Promise<void> {
  const preview = tab.getByRole("region", { name: "Preview" });
  await preview.getByRole("combobox", { name: "As" }).fill("nora");
  await tab.getByRole("option", { name: /nora@fans\.art/ }).click();
  await preview.getByText("Desktop", { exact: true }).click();
  mail.received.length = 0;
  await preview.getByRole("button", { name: "Send me a test" }).press("Enter");
  await expect(tab.getByText(`Test sent to ${email}`)).toBeVisible();
  expect(mail.received).toHaveLength(1);
  expect(mail.received[0]).toContain("Subject: [Test] Last tour");
}

test("on a phone, the same takes eight taps, and each step says when it’s done", async ({ browser }) => {
  const { tab, tap, taps, stop } = await startSender(browser, PHONE);
  await tab.goto("/dashboard/marketing/campaigns");
  await tap(tab.getByRole("button", { name: "New campaign" }));
  await expect(tab.getByText("Goes to 3 people.")).toBeVisible();
  await expectAccessible(tab);
  await tap(tab.getByRole("button", { name: "Next" }));
  await expect(tab.getByRole("tab", { name: /E-mail/ })).toBeFocused();
  await expect(tab.getByRole("tab", { name: /^Done To/ })).toBeVisible();
  await tap(subject(tab));
  await tab.keyboard.type("We’re on tour");
  await tap(text(tab));
  await tab.keyboard.type("Eleven towns");
  await expectAccessible(tab);
  await tap(tab.getByRole("button", { name: "Next" }));
  await expect(tab.frameLocator("iframe[title='E-mail preview']").getByText("Eleven towns")).toBeVisible();
  await expect(tab.getByRole("tab", { name: /^Done E-mail/ })).toBeVisible();
  await expectAccessible(tab);
  await tap(tab.getByRole("button", { name: "Next" }));
  await tap(tab.getByRole("button", { name: "Send to 3 fans" }));
  await lookOnceMore(tab, tap);
  expect(taps()).toBeLessThanOrEqual(8);
  await stop();
});
