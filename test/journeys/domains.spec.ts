import { cpSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { startDns } from "../harness/dns.ts";
import { becomeSomebody, expect, expectAccessible, makeProfile, post, test } from "./instance.ts";
import { startServer } from "./server.ts";

const TARGET = "links.fanfare.com";
const HOST = "links.mia.com";

/** What the first visitor to a domain gets, by way of a proxy. */
function visit(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { host: HOST, "x-forwarded-proto": "https" };
    request(url, { headers }, (response) => resolve(response.resume().statusCode))
      .on("error", reject)
      .end();
  });
}

async function findToken(folder: string, to: string): Promise<string | undefined> {
  for (const file of await readdir(folder).catch(() => [])) {
    if (!file.endsWith(".eml")) continue;
    const { to: receiver, text = "" } = await simpleParser(await readFile(join(folder, file)));
    if (receiver && !Array.isArray(receiver) && receiver.text.includes(to))
      return /token=([\w-]+)/.exec(text)?.[1];
  }
  return undefined;
}

test("someone connects a domain: records, provider, check, and live", async ({ page, contextOptions }) => {
  const dns = await startDns();
  dns.addZone("mia.com");
  dns.names.set("mia.com", { NS: ["curitiba.ns.porkbun.com"] });
  dns.names.set("curitiba.ns.porkbun.com", { A: ["127.0.0.1"] });
  const folder = await mkdtemp(join(tmpdir(), "fanfare-journeys-"));
  cpSync(process.env.FANFARE_FIRST_START ?? "", folder, { recursive: true });
  const env = { DOMAINS_TARGET: TARGET, DNS_SERVERS: dns.address, OUTBOUND_ALLOW: "loopback" };
  const server = await startServer(folder, { ...env, DOMAINS_ADDRESSES: "93.184.215.14" });
  const own = await page
    .context()
    .browser()
    ?.newContext({ ...contextOptions, baseURL: server.url });
  const tab = await own?.newPage();
  if (!own || !tab) throw new Error("There’s no browser.");
  const email = await becomeSomebody(tab, "Mia");
  const mail = join(folder, "mail");
  await expect.poll(() => findToken(mail, email)).toBeTruthy();
  await post(tab, "/api/auth/verify-email", { token: await findToken(mail, email) });
  await makeProfile(tab, "Mia Moreno");

  await tab.goto(`${server.url}/dashboard/settings/domains`);
  await expect(tab.getByText("No domains yet")).toBeVisible();
  await expect(tab.getByRole("button", { name: "Add domain" })).toBeHidden();
  await tab.getByRole("button", { name: "See premium" }).click();
  await expect(tab.getByText("With premium, your pages can be at domains")).toBeVisible();
  await expectAccessible(tab);
  await tab.goto(
    await post(tab, "/api/v1/billing/checkout", { units: 1 }).then(({ url }) => server.url + url),
  );
  await tab.getByRole("button", { name: /^Pay/ }).click();
  await tab.goto(`${server.url}/dashboard/settings/domains`);
  await tab.getByRole("button", { name: "Add domain" }).click();
  const dialog = tab.getByRole("dialog", { name: "Add domain" });
  await dialog.getByRole("textbox", { name: "Domain" }).fill("127.0.0.1");
  await dialog.getByRole("button", { name: "Add domain" }).click();
  await expect(dialog.getByText("That’s an IP address.")).toBeVisible();
  await expectAccessible(tab);
  await dialog.getByRole("textbox", { name: "Domain" }).fill(HOST);
  await dialog.getByRole("button", { name: "Add domain" }).click();
  await expect(dialog).toBeHidden();
  const row = tab.getByRole("main").getByRole("listitem").filter({ hasText: "Shows Mia Moreno" });
  await expect(row.getByText("Waiting for DNS")).toBeVisible();
  await expect(row.getByText(TARGET, { exact: true })).toBeVisible();
  await expectAccessible(tab);

  await row.getByRole("link", { name: "How to set it up" }).click();
  await expect(tab.getByText("say it’s Porkbun")).toBeVisible();
  await expectAccessible(tab);
  dns.names.set(HOST, { CNAME: [TARGET] });
  // A name server that answers too late on a busy machine is asked again.
  await expect(async () => {
    await tab.getByRole("button", { name: "Check now" }).click();
    await expect(tab.getByText("Your records are right.")).toBeVisible({ timeout: 5_000 });
  }).toPass();

  expect(await visit(server.url)).toBe(200);
  await tab.getByRole("link", { name: "All domains" }).click();
  await expect(row.getByText("Active", { exact: true })).toBeVisible();
  await expectAccessible(tab);
  await row.getByRole("button", { name: "Remove" }).click();
  await tab.getByRole("button", { name: "Remove domain" }).click();
  await expect(tab.getByText("No domains yet")).toBeVisible();
  await own.close();
  await server.stop();
  dns.close();
  await rm(folder, { recursive: true, force: true });
});
