import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import type { Message } from "#src/platform/mail/mail.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { MAILS_PER_HOUR_MAX } from "./rules.ts";
import { tellOwnerOfMany } from "./tell-owner.ts";

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

function send(p_profile_id: string, lead: { p_name?: string; p_email?: string } = {}) {
  const body = { p_profile_id, p_name: "Nora", p_email: "nora@fans.example", ...lead };
  return app.visitor().api("POST", "/rpc/insert_fan_lead", body);
}

const verify = (owner: Client) =>
  app.platform.db.execute(sql`update users set email_verified = true where id = ${owner.id}`);

/** Lets a job that failed be due now, and not only when its wait is over. */
async function endWait(job: string): Promise<void> {
  const due = sql`update jobs.job set start_after = now() where name = ${job} and state = 'retry' returning id`;
  await vi.waitUntil(async () => (await rowsOf(app.platform.db, due)).length > 0, { timeout: 20_000 });
}

/** A mail server that takes the first mail about a lead for one too many and is fine from then on. */
async function startFaltering() {
  const refused: string[] = [];
  const arrived = Promise.withResolvers<ParsedMail>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      simpleParser(stream).then((mail) => {
        const subject = mail.subject ?? "";
        if (!subject.includes("signed up")) return done();
        if (refused.length === 0) {
          refused.push(subject);
          return done(Object.assign(new Error("Try again later"), { responseCode: 451 }));
        }
        if (refused.includes(subject)) arrived.resolve(mail);
        done();
      }, done);
    },
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", () => ready()));
  const { port } = server.server.address() as AddressInfo;
  const stop = () => new Promise<void>((done) => server.close(() => done()));
  return { url: `smtp://127.0.0.1:${port}`, refused, arrived: arrived.promise, stop };
}

describe("telling the owner", () => {
  it("is done by mail, with what the visitor wrote as text and the way to the list", async () => {
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

  it("carries no word of a visitor to an address that nobody has confirmed", async () => {
    app = await startApp();
    const owner = await app.signUp();
    await send(await makePage(owner), { p_name: "Buy cheap watches at evil.example" });
    const mail = await app.mailTo(owner.email, /signed up/);
    expect(mail.subject).toBe("Someone signed up on /mia");
    expect(mail.subject + mail.text).not.toMatch(/watches|fans\.example/);
  });

  it("is tried again when mail is down, and the lead is there meanwhile", async () => {
    const smtp = await startFaltering();
    app = await startApp({ SMTP_URL: smtp.url });
    const owner = await app.signUp();
    await verify(owner);
    const profileId = await makePage(owner);
    expect((await send(profileId)).status).toBe(200);
    expect((await owner.api("GET", "/leads")).body.items).toMatchObject([{ email: "nora@fans.example" }]);
    await endWait("leads.tell-of-lead");
    // The next lead wakes whoever tells the owner.
    await send(profileId, { p_name: "Zoe", p_email: "zoe@fans.example" });
    const mail = await smtp.arrived;
    expect(smtp.refused).toEqual(["Nora signed up on Mia"]);
    expect(mail.subject).toBe("Nora signed up on Mia");
    await smtp.stop();
  });

  it("is done once for all leads of an hour beyond the first ten", async () => {
    app = await startApp();
    app.clock.set(new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 60_000));
    const owner = await app.signUp();
    const profileId = await makePage(owner);
    const leads = MAILS_PER_HOUR_MAX + 5;
    await Promise.all(
      Array.from({ length: leads }, (_, n) => send(profileId, { p_email: `n${n}@fans.example` })),
    );
    const count = async (name: string) => {
      const result = await app.platform.db.execute(
        sql`select data from jobs.job where name = ${name} and data::text like ${`%${name === "leads.tell-of-lead" ? profileId : owner.id}%`}`,
      );
      return (result as unknown as { rows: { data: unknown }[] }).rows;
    };
    expect(await count("leads.tell-of-lead")).toHaveLength(MAILS_PER_HOUR_MAX);
    const summaries = await count("leads.tell-of-many");
    expect(summaries).toHaveLength(1);
    const sent: Message[] = [];
    const mail = { send: async (message: Message) => void sent.push(message) };
    const post = { ...app.platform, mail: mail as never };
    await tellOwnerOfMany(post, summaries[0]?.data as never);
    expect(sent.map(({ to, subject }) => ({ to, subject }))).toEqual([
      { to: owner.email, subject: "5 more people signed up on your pages" },
    ]);
  });
});
