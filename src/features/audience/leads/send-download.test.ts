// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { banAccount } from "#src/features/identity/accounts/bans/bans.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { listSavedMail } from "#src/platform/mail/mail.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { downloadMail } from "./mails.ts";

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

/** How many e-mails these pages have sent to the address or are about to. */
async function sendings(email: string): Promise<number> {
  const rows = await rowsOf(
    app.platform.db,
    sql`select id from mails where template = 'leads.download' and recipient = ${email}`,
  );
  return rows.length;
}

/** A sign-up's e-mail is a job's. */
async function expectSendings(email: string, count: number): Promise<void> {
  await vi.waitUntil(async () => (await sendings(email)) >= count, { timeout: 20_000 });
  expect(await sendings(email)).toBe(count);
}

describe("§8 check your email for the screensaver", () => {
  it("reaches a fan who signs up, and says who it's from and why it came", async () => {
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

  it("is erased with the person: every row about it, and the file", async () => {
    const page = await makePage(owner);
    const { id } = (await signUp(page.id, "gone@fans.example")).body;
    const about = () =>
      rowsOf<{ kept_as: string | null }>(app.platform.db, sql`select kept_as from mails where about = ${id}`);
    const isSent = async () => (await about()).filter(({ kept_as }) => kept_as !== null).length === 2;
    await vi.waitUntil(isSent, { timeout: 20_000 });
    const files = (await about()).map(({ kept_as }) => String(kept_as));
    const [contact] = (await owner.api("GET", "/contacts?q=gone@fans.example")).body.items;
    expect((await owner.api("DELETE", `/contacts/${contact.id}`)).status).toBe(200);
    await vi.waitUntil(async () => (await about()).length === 0, { timeout: 20_000 });
    const left = await listSavedMail(app.platform.mail.folder);
    expect(left.filter((file) => files.includes(file))).toEqual([]);
    expect(left.length).toBeGreaterThan(0);
  });

  it("contains nothing typed into the form, and nothing from an unconfirmed owner", async () => {
    const newcomer = await app.signUp();
    const page = await makePage(newcomer, { display_name: "WIN A PHONE" });
    await signUp(page.id, "victim@fans.example", "Cheap watches at evil.example");
    const mail = await app.mailTo("victim@fans.example", SUBJECT);
    expect(mail.subject).toBe(`Your screensaver from /${page.username}`);
    expect(mail.subject + mail.text).not.toMatch(/watches|PHONE/);
  });

  it("goes out again after signing up again, at most once a day", async () => {
    const { id } = await makePage(owner);
    const email = "again@fans.example";
    for (let time = 0; time < 3; time++) await signUp(id, email);
    await expectSendings(email, 1);
    app.clock.advance(DAY_MS);
    for (let time = 0; time < 3; time++) expect((await signUp(id, email)).body.code).toBe("23505");
    await expectSendings(email, 2);
    await app.mailsTo(email, SUBJECT, 2);
  });

  it("reaches one address at most ten times a day, from however many pages, and it still joins every list", async () => {
    const email = "flooded@fans.example";
    const other = await app.signUp();
    const owners = [other, await app.signUp()];
    for (const who of owners) {
      for (let n = 0; n < 6; n++) expect((await signUp((await makePage(who)).id, email)).status).toBe(200);
    }
    await expectSendings(email, 10);
  });

  it("isn't sent if there's nothing to download", async () => {
    const { id } = await makePage(owner, { screensaver_enabled: false, collect_without_download: true });
    for (let time = 0; time < 2; time++) await signUp(id, "list@fans.example");
    expect(await sendings("list@fans.example")).toBe(0);
  });

  it("isn't sent if the lead, page, or download is gone by then", async () => {
    const page = await makePage(owner);
    const { body } = await signUp(page.id, "late@fans.example");
    const { platform } = app;
    const handler = platform.mail.handlers.get(downloadMail.template);
    const isSent = async (lead_id = body.id) =>
      "to" in ((await handler?.compose(platform as never, { profile_id: page.id, lead_id } as never)) ?? {});
    expect(await isSent()).toBe(true);
    expect(await isSent(crypto.randomUUID())).toBe(false);
    await owner.api("PATCH", `/profiles/${page.id}`, { screensaver_enabled: false });
    expect(await isSent()).toBe(false);
    await owner.api("PATCH", `/profiles/${page.id}`, { screensaver_enabled: true });
    await owner.api("PUT", `/profiles/${page.id}/status`, { status: "inactive" });
    expect(await isSent()).toBe(false);
    await owner.api("PUT", `/profiles/${page.id}/status`, { status: "active" });
    expect(await isSent()).toBe(true);
    await banAccount(platform, { id: owner.id, reason: "spam" });
    expect(await isSent()).toBe(false);
  });
});
