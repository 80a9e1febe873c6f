import { cpSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { PATHS } from "#src/lib/paths.ts";
import { startDns } from "../harness/dns.ts";
import { becomeSomebody, expect, expectAccessible, post, test } from "./instance.ts";
import { startServer } from "./server.ts";

const DOMAIN = "mia.example";
const DAY_S = 86_400;

/** The token of the e-mail that confirms an address. */
async function confirmationIn(folder: string, to: string): Promise<string | undefined> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(".eml"));
  for (const file of files) {
    const mail = await simpleParser(await readFile(join(folder, file)));
    const receiver = Array.isArray(mail.to) ? "" : (mail.to?.text ?? "");
    if (receiver.includes(to) && /onfirm/.test(mail.subject ?? ""))
      return /token=([\w-]+)/.exec(mail.text ?? "")?.[1];
  }
  return undefined;
}

function report(): Buffer {
  const begin = Math.floor(Date.now() / 1000 / DAY_S - 1) * DAY_S;
  const row = (ip: string, count: number, spf: string) => `<record><row><source_ip>${ip}</source_ip>
    <count>${count}</count><policy_evaluated><disposition>none</disposition><dkim>fail</dkim><spf>${spf}</spf>
    </policy_evaluated></row></record>`;
  return Buffer.from(`<feedback><report_metadata><org_name>google.com</org_name><report_id>1</report_id>
    <date_range><begin>${begin}</begin><end>${begin + DAY_S - 1}</end></date_range></report_metadata>
    <policy_published><domain>${DOMAIN}</domain></policy_published>${row("192.0.2.1", 90, "pass")}${row("198.51.100.7", 10, "fail")}</feedback>`);
}

test("someone sees what keeps e-mail from arriving, repairs it, and reads who sends in their name @phone", async ({
  page,
  contextOptions,
}) => {
  const dns = await startDns();
  dns.addZone(DOMAIN, { TXT: ["v=spf1 include:nothing.example -all"] });
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
  const tokenOf = () => confirmationIn(join(folder, "mail"), email);
  await expect.poll(tokenOf).toBeTruthy();
  await post(tab, "/api/auth/verify-email", { token: await tokenOf() });

  await tab.goto(PATHS.deliverability);
  await expect(tab.getByText("No sending account yet")).toBeVisible();
  await expectAccessible(tab);
  await post(tab, "/api/v1/mailboxes", {
    kind: "smtp",
    host: "127.0.0.1",
    port: 9,
    security: "none",
    auth: "none",
    from_name: "Mia",
    from_address: `hello@${DOMAIN}`,
  });
  await tab.reload();
  const domain = tab.getByRole("region", { name: DOMAIN, exact: true });
  await expect(domain.getByText("We check within the hour")).toBeVisible();
  await domain.getByRole("button", { name: "Check now" }).click();
  await expect(domain.getByText(/nothing\.example, which has no SPF record/)).toBeVisible();
  await expect(domain.getByText(/\d things to fix/)).toBeVisible();
  await expectAccessible(tab);

  // Everything about a check is a key press away, with the record to copy.
  const dmarc = domain.locator("summary", { hasText: "DMARC" }).first();
  await dmarc.focus();
  await tab.keyboard.press("Enter");
  await expect(domain.getByText(`v=DMARC1; p=none; rua=mailto:dmarc@${DOMAIN}`)).toBeVisible();
  await expect(domain.getByRole("button", { name: "Copy Value" })).toBeVisible();
  await expectAccessible(tab);
  dns.addZone(DOMAIN, { TXT: ["v=spf1 ip4:127.0.0.1 ~all"] });
  dns.names.set(`_dmarc.${DOMAIN}`, { TXT: ["v=DMARC1; p=none"] });
  await domain.getByRole("button", { name: "Check now" }).click();
  await expect(
    domain.getByText("It says which servers may send for you, with 0 of 10 lookups."),
  ).toBeVisible();
  await expect(domain.getByText("v=DMARC1; p=quarantine; pct=25")).toBeVisible();

  const reports = tab.getByRole("region", { name: "Who sends in your name", exact: true });
  await expect(reports.getByText("No reports from the last 30 days.")).toBeVisible();
  const upload = async (buffer: Buffer) => {
    const choosing = tab.waitForEvent("filechooser");
    await reports.getByRole("button", { name: "Upload report" }).click();
    await (await choosing).setFiles({ name: "report.xml", mimeType: "text/xml", buffer });
  };
  await upload(report().subarray(0, 200));
  await expect(tab.getByText("The report is broken or cut off.")).toBeVisible();
  await upload(report());
  await expect(reports.getByText(/100 messages in 1 report from the last 30 days: 90%/)).toBeVisible();
  await expect(reports.getByRole("rowheader", { name: "198.51.100.7" })).toBeVisible();
  await upload(report());
  await expect(tab.getByText(/We’ve had that one already/)).toBeVisible();
  await tab.getByRole("radio", { name: "7 days" }).press("Space");
  await expect(tab.getByText("Nothing was sent in this period.")).toBeVisible();
  await expectAccessible(tab);

  // A seed address whose inbox can't be read isn't added, and the form says why.
  const seeds = tab.getByRole("region", { name: "Inbox or spam" });
  await expect(seeds.getByText("No seed test yet.")).toBeVisible();
  await seeds.getByRole("button", { name: "Add seed address" }).click();
  const dialog = tab.getByRole("dialog", { name: "Add seed address" });
  await dialog.getByRole("textbox", { name: "E-mail address" }).fill("seed@gmail.com");
  await tab.keyboard.press("Tab");
  await expect(dialog.getByRole("textbox", { name: "IMAP server" })).toHaveValue("imap.gmail.com");
  await dialog.getByRole("textbox", { name: "IMAP server" }).fill("127.0.0.1");
  await dialog.getByRole("textbox", { name: "Port" }).fill("9");
  await dialog.getByRole("textbox", { name: "Password" }).fill("wrong");
  await dialog.getByRole("button", { name: "Look into it and add" }).click();
  await expect(dialog.getByText(/Nothing answers at 127\.0\.0\.1, port 9/)).toBeVisible();
  await expectAccessible(tab);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  // A group of the list is won back with a sequence that's for its segment. A second time opens the same one.
  await post(tab, "/api/v1/contacts", { email: "info@band.example" });
  for (const _ of [1, 2]) {
    await tab.goto(PATHS.deliverability);
    await tab.getByRole("button", { name: "Win back Shared addresses" }).click();
    await expect(tab).toHaveURL(/sequences\/[0-9a-f-]+/);
    await expect(tab.getByRole("heading", { name: "Win back: Shared addresses" })).toBeVisible();
  }
  await tab.goto(PATHS.deliverability);
  await expect(tab.getByRole("button", { name: "Open the segment Shared addresses" })).toBeVisible();
  await own.close();
  await server.stop();
  dns.close();
  await rm(folder, { recursive: true, force: true });
});
