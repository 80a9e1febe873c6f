import { cpSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { startDns } from "../harness/dns.ts";
import { becomeSomebody, expect, expectAccessible, post, test } from "./instance.ts";
import { startServer } from "./server.ts";

const LOGIN = { user: "apikey", pass: "a very secret password" };
const FROM = "hello@mia.example";

/** The newest saved e-mail to someone, by its subject. */
async function findMail(folder: string, to: string, subject: RegExp): Promise<string | undefined> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(".eml"));
  for (const file of files.sort().reverse()) {
    const mail = await simpleParser(await readFile(join(folder, file)));
    const receiver = Array.isArray(mail.to) ? "" : (mail.to?.text ?? "");
    if (receiver.includes(to) && subject.test(mail.subject ?? "")) return mail.text;
  }
  return undefined;
}

/** Accepts e-mail from whoever knows the password. */
async function startMail(): Promise<{ port: number; subjects: string[]; server: SMTPServer }> {
  const subjects: string[] = [];
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth({ username, password }, _session, done) {
      if (username === LOGIN.user && password === LOGIN.pass) return done(null, { user: username });
      done(Object.assign(new Error("5.7.8 Username and password not accepted"), { responseCode: 535 }));
    },
    onData(stream, _session, done) {
      void simpleParser(stream).then(({ subject = "" }) => {
        subjects.push(subject);
        done();
      });
    },
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", () => ready()));
  return { port: (server.server.address() as AddressInfo).port, subjects, server };
}

/** The dots stay above the buttons, and all of them are as high as a fingertip. */
async function expectRoomForFingers(tab: Page): Promise<void> {
  const boxOf = async (name: string) => {
    const box = await tab.getByRole("button", { name, exact: true }).boundingBox();
    return box ?? { y: Number.NaN, height: 0 };
  };
  const [dots, test] = [await boxOf("More for Mia Moreno"), await boxOf("Send test")];
  expect(dots.y).toBeLessThan(test.y);
  for (const { height } of [dots, test, await boxOf("Edit")]) expect(height).toBeGreaterThanOrEqual(40);
}

test("someone connects a mail server: a wrong password in words, a code, and ready @phone", async ({
  page,
  contextOptions,
}) => {
  const mail = await startMail();
  const dns = await startDns();
  dns.addZone("mia.example");
  const folder = await mkdtemp(join(tmpdir(), "fanfare-journeys-"));
  cpSync(process.env.FANFARE_FIRST_START ?? "", folder, { recursive: true });
  const server = await startServer(folder, {
    OUTBOUND_ALLOW: "loopback",
    PLAIN_MAIL_HOSTS: "127.0.0.1",
    DNS_SERVERS: dns.address,
  });
  const own = await page
    .context()
    .browser()
    ?.newContext({ ...contextOptions, baseURL: server.url });
  const tab = await own?.newPage();
  if (!own || !tab) throw new Error("There’s no browser.");
  const email = await becomeSomebody(tab, "Mia");
  const kept = join(folder, "mail");
  const tokenOf = async () => /token=([\w-]+)/.exec((await findMail(kept, email, /onfirm/)) ?? "")?.[1];
  await expect.poll(tokenOf).toBeTruthy();
  await post(tab, "/api/auth/verify-email", { token: await tokenOf() });

  await tab.goto(`${server.url}/dashboard/marketing/accounts`);
  await expect(tab.getByText("No sending accounts yet")).toBeVisible();
  await expectAccessible(tab);
  await tab.getByRole("button", { name: "Add sending account" }).click();
  const dialog = tab.getByRole("dialog", { name: "Add sending account" });
  const provider = dialog.getByRole("combobox", { name: "Provider" });
  await provider.fill("signing in at google");
  await tab.getByRole("option", { name: /Gmail/ }).click();
  await expect(dialog.getByText("Google doesn’t know this instance yet")).toBeVisible();
  await expectAccessible(tab);
  await dialog.getByRole("button", { name: "Choose another provider" }).click();
  await provider.fill("another");
  await tab.getByRole("option", { name: "Another mail server" }).click();
  await dialog.getByRole("textbox", { name: "Sender’s name" }).fill("Mia Moreno");
  await dialog.getByRole("textbox", { name: "Sender’s e-mail address" }).fill(FROM);
  await dialog.getByRole("textbox", { name: "Username" }).fill(LOGIN.user);
  await dialog.getByRole("textbox", { name: "Password" }).fill("wrong");
  await dialog.getByRole("textbox", { name: "Host" }).fill("127.0.0.1");
  await dialog.getByRole("textbox", { name: "Port" }).fill(String(mail.port));
  await dialog.getByRole("button", { name: "Add and test" }).click();
  await expect(dialog.getByText(/doesn’t offer STARTTLS/)).toBeVisible();
  await expectAccessible(tab);
  const change = async (password: string) => {
    await dialog.getByRole("button", { name: "Change settings" }).click();
    await dialog.getByRole("textbox", { name: "Password" }).fill(password);
  };
  await change("wrong");
  await dialog.getByRole("combobox", { name: "Encryption" }).selectOption("None");
  await expectAccessible(tab);
  await dialog.getByRole("button", { name: "Save and test" }).click();
  await expect(dialog.getByText(/refuses this username or password.*5\.7\.8/)).toBeVisible();
  await change(LOGIN.pass);
  await dialog.getByRole("button", { name: "Save and test" }).click();
  await expect(dialog.getByText("The test worked")).toBeVisible();
  expect(mail.subjects).toEqual(["Test from Fanfare"]);
  await dialog.getByRole("button", { name: "Send the code" }).click();
  const codeOf = async () => /\b\d{6}\b/.exec((await findMail(kept, FROM, /Your code/)) ?? "")?.[0] ?? "";
  await expect.poll(codeOf).toBeTruthy();
  await expectAccessible(tab);
  await dialog.getByRole("textbox", { name: "Code" }).fill(await codeOf());
  await dialog.getByRole("button", { name: "Prove address" }).click();
  await expect(tab.getByText("Campaigns can send through it.")).toBeVisible();
  await expectRoomForFingers(tab);
  const choose = async (name: string) => {
    await tab.getByRole("button", { name: "More for Mia Moreno" }).click();
    await tab.getByRole("menuitem", { name }).click();
  };
  await tab.getByRole("button", { name: "Webhook", exact: true }).click();
  const reports = tab.getByRole("dialog", { name: "Reports from your provider" });
  await reports.getByRole("combobox", { name: "Provider" }).selectOption("Mailgun");
  await reports.getByRole("button", { name: "Get URL" }).click();
  await expect(reports.getByText("Enter the key.")).toBeVisible();
  await reports.getByRole("textbox", { name: "HTTP webhook signing key" }).fill("0123456789abcdef0123456789");
  await reports.getByRole("button", { name: "Get URL" }).click();
  const url = (await reports.getByRole("group", { name: "URL" }).textContent()) ?? "";
  expect((await tab.request.post(url, { data: { signature: {} } })).status()).toBe(401);
  await tab.keyboard.press("Escape");
  await tab.getByRole("button", { name: "Webhook", exact: true }).click();
  await expect(reports.getByText(/couldn’t be used\. The signature is wrong/)).toBeVisible();
  await expectAccessible(tab);
  await tab.keyboard.press("Escape");
  await choose("Limits…");
  const limits = tab.getByRole("dialog", { name: "Limits" });
  await limits.getByRole("textbox", { name: "E-mails in 24 hours" }).fill("1200");
  await expectAccessible(tab);
  await limits.getByRole("button", { name: "Save limits" }).click();
  await expect(tab.getByText("0 of 1,200 sent in the last 24 hours")).toBeVisible();
  await choose("Signature and DNS…");
  const records = tab.getByRole("dialog", { name: "Signature and DNS" });
  await records.getByRole("button", { name: "Create key" }).click();
  await expect(records.getByRole("group", { name: "Name", exact: true })).toHaveText(
    /^fanfare-[0-9a-f]{8}\._domainkey$/,
  );
  await expect(records.getByText("There’s no DMARC record.")).toBeVisible();
  await expectAccessible(tab);
  dns.names.set((await records.getByRole("group", { name: "Full name" }).textContent()) ?? "", {
    TXT: [
      [
        ...(
          (await records.getByRole("group", { name: "Value in quoted parts" }).textContent()) ?? ""
        ).matchAll(/"([^"]*)"/g),
      ].map(([, part]) => part) as never,
    ],
  });
  await records.getByRole("button", { name: "Check again" }).click();
  await expect(records.getByText("E-mail is signed for mia.example (DKIM).")).toBeVisible();
  await tab.keyboard.press("Escape");
  await choose("Turn off");
  await expect(tab.getByText("It’s off. Unsent e-mail waits.")).toBeVisible();
  await choose("Delete…");
  await tab.getByRole("dialog").getByRole("button", { name: "Delete sending account" }).click();
  await expect(tab.getByText("No sending accounts yet")).toBeVisible();

  // Google sends people back here, whatever this site knows by then.
  await tab.goto(`${server.url}/auth/gmail/callback?state=x&code=4/y`);
  await expect(tab.getByText("This instance isn’t connected to Google.")).toBeVisible();
  await expectAccessible(tab);
  await tab.getByRole("link", { name: "See sending accounts" }).click();
  await expect(tab.getByText("No sending accounts yet")).toBeVisible();

  await own.close();
  await server.stop();
  dns.close();
  await new Promise<void>((done) => mail.server.close(() => done()));
  await rm(folder, { recursive: true, force: true });
});
