// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { ParsedMail } from "mailparser";
import { afterEach, describe, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { startMailServer } from "#test/harness/mail-server.ts";
import { newLeadsMail } from "./mails.ts";
import { MAILS_PER_HOUR_MAX } from "./rules.ts";

let app: TestApp;
afterEach(() => app.close());

async function makePage(owner: Client): Promise<string> {
  const { body } = await owner.api("POST", "/profiles", { name: "Mia" });
  await owner.api("PATCH", `/profiles/${body.id}`, {
    lead_capture_enabled: true,
    collect_without_download: true,
  });
  return body.id;
}

function send(p_profile_id: string, lead: { p_id?: string; p_name?: string; p_email?: string } = {}) {
  const body = { p_profile_id, p_name: "Nora", p_email: "nora@fans.example", ...lead };
  return app.visitor().api("POST", "/rpc/insert_fan_lead", body);
}

const verify = (owner: Client) =>
  app.platform.db.execute(sql`update users set email_verified = true where id = ${owner.id}`);

/** Makes the refused e-mail due now instead of after its wait. */
async function endWait(): Promise<void> {
  const due = sql`update jobs.job set start_after = now() where name = 'mail' and start_after > now() returning id`;
  await vi.waitUntil(async () => (await rowsOf(app.platform.db, due)).length > 0, { timeout: 20_000 });
}

describe("telling the owner", () => {
  it("is done by e-mail, with what the visitor wrote as text and a link to the list", async () => {
    app = await startApp();
    const owner = await app.signUp();
    await verify(owner);
    const answer = await send(await makePage(owner), { p_name: 'Nora "N" <b>&', p_email: "n@fans.example" });
    expect(answer.status).toBe(200);
    const mail = await app.mailTo(owner.email, /signed up/);
    expect(mail.subject).toBe('Nora "N" <b>& signed up on Mia');
    expect(mail.text).toContain('Name: Nora "N" <b>&\nE-mail: n@fans.example');
    expect(mail.text).toContain("/dashboard/marketing/leads");
  });

  it("is done for each owner, whatever ids a visitor sends", async () => {
    app = await startApp();
    const [one, other] = [await app.signUp(), await app.signUp()];
    const p_id = randomUUID();
    const pages = [await makePage(one), await makePage(other), await makePage(other)];
    const leads = await Promise.all(pages.map(async (page) => (await send(page, { p_id })).body.id));
    expect(new Set(leads).size).toBe(3);
    await app.mailTo(one.email, /signed up/);
    await app.mailsTo(other.email, /signed up/, 2);
    const [contact] = (await other.api("GET", "/contacts")).body.items;
    expect((await other.api("DELETE", `/contacts/${contact.id}`)).status).toBe(200);
    const left = () => rowsOf(app.platform.db, sql`select id, user_id from fan_leads`);
    await expect.poll(left, { timeout: 20_000 }).toEqual([{ id: leads[0], user_id: one.id }]);
    expect((await one.api("GET", "/contacts")).body.items).toHaveLength(1);
  });

  it("reveals nothing a visitor wrote to an unconfirmed address", async () => {
    app = await startApp();
    const owner = await app.signUp();
    await send(await makePage(owner), { p_name: "Buy cheap watches at evil.example" });
    const mail = await app.mailTo(owner.email, /signed up/);
    expect(mail.subject).toBe("Someone signed up on /mia");
    expect(mail.subject + mail.text).not.toMatch(/watches|fans\.example/);
  });

  it("is retried when e-mail is down, and the lead is there in the meantime", async () => {
    const refused: string[] = [];
    const arrived = Promise.withResolvers<ParsedMail>();
    const server = await startMailServer({
      judge(message): { code: number; words: string } | undefined {
        const { subject = "" } = message;
        if (!subject.includes("signed up")) return;
        if (refused.includes(subject)) arrived.resolve(message);
        if (refused.length > 0) return;
        refused.push(subject);
        return { code: 451, words: "Try again later" };
      },
    });
    app = await startApp({ SMTP_URL: server.url });
    const owner = await app.signUp();
    await verify(owner);
    const profileId = await makePage(owner);
    expect((await send(profileId)).status).toBe(200);
    expect((await owner.api("GET", "/contacts")).body.items).toMatchObject([{ email: "nora@fans.example" }]);
    await endWait();
    // The next lead wakes the sender.
    await send(profileId, { p_name: "Zoe", p_email: "zoe@fans.example" });
    const mail = await arrived.promise;
    expect(refused).toEqual(["Nora signed up on Mia"]);
    expect(mail.subject).toBe("Nora signed up on Mia");
  });

  it("is done once for all leads of an hour after the first ten", async () => {
    app = await startApp();
    app.clock.set(new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 60_000));
    const owner = await app.signUp();
    const profileId = await makePage(owner);
    const leads = MAILS_PER_HOUR_MAX + 5;
    // One after another: of leads in the same moment, the last to be stored may be told of too.
    for (let n = 0; n < leads; n++) await send(profileId, { p_email: `n${n}@fans.example` });
    const mailsOf = (template: string) =>
      rowsOf<{ data: never }>(
        app.platform.db,
        sql`select data from mails where template = ${template} and recipient = ${owner.email}`,
      );
    const reactions = sql`select id from jobs.job where data->>'job' = 'leads.tell-owner' and state <> 'completed'`;
    await vi.waitUntil(async () => (await rowsOf(app.platform.db, reactions)).length === 0, {
      timeout: 60_000,
    });
    expect(await mailsOf("leads.new")).toHaveLength(MAILS_PER_HOUR_MAX);
    const summaries = await mailsOf("leads.more");
    expect(summaries).toHaveLength(1);
    const handler = app.platform.mail.handlers.get(newLeadsMail.template);
    expect(await handler?.compose(app.platform as never, summaries[0]?.data as never)).toMatchObject({
      to: owner.email,
      subject: "5 more people signed up on your pages",
    });
  });
});
