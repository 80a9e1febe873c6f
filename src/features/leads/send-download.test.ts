import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { banAccount } from "#src/features/accounts/bans.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { Message } from "#src/platform/mail/mail.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { sendDownloadToFan } from "./send-download.ts";

const FILE = "https://files.example/pack.zip";
const SUBJECT = /screensaver/;

let app: TestApp;
let owner: Client;
let pages = 0;
beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
  await app.platform.db.execute(sql`update users set email_verified = true where id = ${owner.id}`);
});
afterAll(() => app.close());

async function makePage(who: Client, settings: object = {}) {
  const { body } = await who.api("POST", "/profiles", { name: `Mia ${++pages}` });
  const changed = await who.api("PATCH", `/profiles/${body.id}`, {
    lead_capture_enabled: true,
    screensaver_enabled: true,
    screensaver_link: FILE,
    ...settings,
  });
  expect(changed.status).toBe(200);
  return changed.body;
}

function signUp(p_profile_id: string, p_email: string, p_name = "Nora") {
  return app.visitor().api("POST", "/rpc/insert_fan_lead", { p_profile_id, p_email, p_name });
}

/** How often the address has been e-mailed from this page, sent or about to be. */
async function sendings(email: string): Promise<number> {
  const rows = await rowsOf(
    app.platform.db,
    sql`select job.id from jobs.job join fan_leads on fan_leads.id::text = job.data->>'lead_id'
      where job.name = 'leads.send-download' and fan_leads.email = ${email}`,
  );
  return rows.length;
}

describe("§8 check your email for the screensaver", () => {
  it("a fan who signs up gets it, with who it is from and why it came", async () => {
    const page = await makePage(owner, { display_name: "Mia & the Band" });
    const { body } = await signUp(page.id, "nora@fans.example");
    expect(body.download_url).toBe(FILE);
    const mail = await app.mailTo("nora@fans.example", SUBJECT);
    expect(mail.subject).toBe("Your screensaver from Mia & the Band");
    expect(mail.text).toContain(`Download screensaver: ${FILE}`);
    expect(mail.text).toContain(
      `You got this e-mail because this address was entered at ${app.platform.instance.publicUrl}/${page.username}.`,
    );
  });

  it("carries nothing that was typed into the form, and no word of an owner that nobody has confirmed", async () => {
    const newcomer = await app.signUp();
    const page = await makePage(newcomer, { display_name: "WIN A PHONE" });
    await signUp(page.id, "victim@fans.example", "Cheap watches at evil.example");
    const mail = await app.mailTo("victim@fans.example", SUBJECT);
    expect(mail.subject).toBe(`Your screensaver from /${page.username}`);
    expect(mail.subject + mail.text).not.toMatch(/watches|PHONE/);
  });

  it("signing up again sends it again, at most once a day", async () => {
    const { id } = await makePage(owner);
    const email = "again@fans.example";
    for (let time = 0; time < 3; time++) await signUp(id, email);
    expect(await sendings(email)).toBe(1);
    app.clock.advance(DAY_MS);
    for (let time = 0; time < 3; time++) expect((await signUp(id, email)).body.code).toBe("23505");
    expect(await sendings(email)).toBe(2);
    await app.mailsTo(email, SUBJECT, 2);
  });

  it("one address gets at most ten a day, from however many pages, and still joins every list", async () => {
    const email = "flooded@fans.example";
    const other = await app.signUp();
    const owners = [other, await app.signUp()];
    for (const who of owners) {
      for (let n = 0; n < 6; n++) expect((await signUp((await makePage(who)).id, email)).status).toBe(200);
    }
    expect(await sendings(email)).toBe(10);
  });

  it("is not sent where there is nothing to download", async () => {
    const { id } = await makePage(owner, { screensaver_enabled: false, collect_without_download: true });
    for (let time = 0; time < 2; time++) await signUp(id, "list@fans.example");
    expect(await sendings("list@fans.example")).toBe(0);
  });

  it("is not sent when lead, page or download is gone by then", async () => {
    const sent: Message[] = [];
    const mail = { send: async (message: Message) => void sent.push(message) };
    const post = { ...app.platform, mail: mail as never };
    const page = await makePage(owner);
    const { body } = await signUp(page.id, "late@fans.example");
    const job = { profile_id: page.id, lead_id: body.id };
    await sendDownloadToFan(post, job);
    expect(sent).toHaveLength(1);
    await sendDownloadToFan(post, { ...job, lead_id: crypto.randomUUID() });
    await owner.api("PATCH", `/profiles/${page.id}`, { screensaver_enabled: false });
    await sendDownloadToFan(post, job);
    await owner.api("PATCH", `/profiles/${page.id}`, { screensaver_enabled: true });
    await owner.api("PUT", `/profiles/${page.id}/status`, { status: "inactive" });
    await sendDownloadToFan(post, job);
    await owner.api("PUT", `/profiles/${page.id}/status`, { status: "active" });
    await banAccount(app.platform, { id: owner.id, reason: "spam" });
    await sendDownloadToFan(post, job);
    expect(sent).toHaveLength(1);
  });
});
