import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { resetMail } from "#src/features/accounts/mails.ts";
import { addDays } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { startMailServer } from "#test/harness/mail-server.ts";
import { listKeptMail } from "./mail.ts";
import { adoptKeptMail, sendAgain, sendLater } from "./outbox.ts";
import type { MailRow } from "./store.ts";

let app: TestApp;
afterEach(() => app?.close());

const mails = () => rowsOf<MailRow>(app.platform.db, sql`select * from mails order by id`);
const jobsLeft = () =>
  rowsOf(
    app.platform.db,
    sql`select id from jobs.job where name = 'mail' and state in ('created', 'retry', 'active')`,
  );

/** The e-mail of this kind once it's in this state after this many tries. */
async function mailIn(state: string, { template = "accounts.reset", tries = 0 } = {}): Promise<MailRow> {
  const find = async () =>
    (await mails()).find(
      (mail) => mail.template === template && mail.state === state && [0, mail.tries].includes(tries),
    );
  return (await vi.waitUntil(find, { timeout: 20_000 })) as MailRow;
}

async function ask(email: string): Promise<void> {
  const answer = await app.visitor().call("POST", "/api/auth/request-password-reset", { email });
  expect(answer.status).toBe(200);
}

/** Makes an e-mail's next try due now instead of after its wait. */
async function endWait(): Promise<void> {
  const due = sql`update jobs.job set start_after = now() where name = 'mail' and state in ('created', 'retry') returning id`;
  await vi.waitUntil(async () => (await rowsOf(app.platform.db, due)).length > 0, { timeout: 20_000 });
  // A new e-mail wakes the sender.
  await ask(`${crypto.randomUUID()}@example.com`);
}

describe("an e-mail from the instance", () => {
  it("is stored together with its cause, or not at all", async () => {
    app = await startApp();
    const order = { mail: resetMail, to: "a@example.com", data: { email: "a@example.com" } };
    const failing = app.platform.write(async (ctx) => {
      await sendLater(ctx, order);
      throw new Error("changed our mind");
    });
    await expect(failing).rejects.toThrow("changed our mind");
    expect([await mails(), await jobsLeft()]).toEqual([[], []]);
  });

  it("is one e-mail even if ordered twice under the same name", async () => {
    app = await startApp();
    const order = { mail: resetMail, to: "a@example.com", data: { email: "a@example.com" } };
    await Promise.all(
      ["first", "first", "second"].map((once) => sendLater(app.platform, { ...order, once })),
    );
    await vi.waitUntil(async () => (await jobsLeft()).length === 0, { timeout: 20_000 });
    expect((await mails()).map(({ tries }) => tries)).toEqual([1, 1]);
  });

  it("is sent once, and its row has the server's answer but not the link", async () => {
    const server = await startMailServer();
    app = await startApp({ SMTP_URL: server.url });
    const { email } = await app.signUp();
    await ask(email);
    const sent = await mailIn("sent");
    expect(sent).toMatchObject({ recipient: email, tries: 1, maybe_twice: false, kept_as: null });
    expect(sent.outcome).toMatch(/^250 /);
    const message = server.received.find(({ subject }) => subject?.startsWith("Choose"));
    const token = /token=([\w-]+)/.exec(message?.text ?? "")?.[1] ?? "";
    expect(token.length).toBeGreaterThan(20);
    const stored = JSON.stringify([
      await mails(),
      await rowsOf(app.platform.db, sql`select * from jobs.job`),
    ]);
    expect(stored).not.toContain(token);
    await vi.waitUntil(async () => (await jobsLeft()).length === 0);
  });

  it("isn't sent when there's nobody to send it to, and its row says why", async () => {
    app = await startApp();
    await ask("nobody@example.com");
    expect(await mailIn("skipped")).toMatchObject({
      outcome: "There’s no account with this e-mail address, or it’s suspended.",
    });
  });

  it("is retried when the server is busy, and waits longer each time", async () => {
    let refusals = 2;
    const server = await startMailServer({
      judge: ({ subject }) =>
        subject?.startsWith("Choose") && refusals-- > 0 ? { code: 451, words: "Try later" } : undefined,
    });
    app = await startApp({ SMTP_URL: server.url });
    await ask((await app.signUp()).email);
    const waits: number[] = [];
    for (const tries of [1, 2]) {
      const { outcome, due_at, tried_at } = await mailIn("queued", { tries });
      expect(outcome).toBe("451 Try later");
      waits.push(Date.parse(String(due_at)) - Date.parse(String(tried_at)));
      await endWait();
    }
    expect(waits[1]).toBeGreaterThan((waits[0] ?? 0) * 2);
    await mailIn("sent", { tries: 3 });
  });

  it("has failed when its recipient is permanently refused, and goes out when someone sends it again", async () => {
    let refuses = true;
    const server = await startMailServer({ refuses: () => refuses });
    app = await startApp({ SMTP_URL: server.url });
    await ask((await app.signUp()).email);
    const { id, tries, outcome } = await mailIn("failed");
    expect([tries, outcome]).toEqual([1, expect.stringMatching(/^550 .*no such user/)]);
    refuses = false;
    expect(await sendAgain(app.platform, id)).toBe(true);
    expect(await mailIn("sent")).toMatchObject({ id });
    expect(await sendAgain(app.platform, id)).toBe(false);
  });

  it("has failed after the last try, with that try's error", async () => {
    app = await startApp({ SMTP_URL: "smtp://127.0.0.1:1" });
    await ask((await app.signUp()).email);
    await mailIn("queued", { tries: 1 });
    await app.platform.db.execute(sql`update mails set tries = 6 where template = 'accounts.reset'`);
    await endWait();
    const { tries, outcome } = await mailIn("failed");
    expect([tries, outcome]).toEqual([7, expect.stringContaining("ECONNREFUSED")]);
  });

  it("goes out again under the same message id if its process ended before recording the outcome", async () => {
    const taken = Promise.withResolvers<void>();
    const server = await startMailServer({
      judge() {
        taken.resolve();
        return undefined;
      },
    });
    app = await startApp({ SMTP_URL: server.url });
    const { email } = await app.signUp();
    await mailIn("sent", { template: "accounts.verification" });
    // The state after a kill: the server has accepted the e-mail, but that was never recorded.
    await taken.promise;
    await app.platform.db.execute(sql`update mails set state = 'sending', outcome = ''`);
    const [mail] = await mails();
    await app.platform.db.execute(sql`update jobs.job set state = 'retry', start_after = now(), completed_on = null
      where name = 'mail' and data->'data'->>'id' = ${mail?.id}`);
    expect(await mailIn("sent", { template: "accounts.verification" })).toMatchObject({
      maybe_twice: true,
      tries: 2,
    });
    expect(server.received).toHaveLength(2);
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(1);
    expect(server.received.every(({ to }) => JSON.stringify(to).includes(email))).toBe(true);
  });

  it("saved in the folder by an earlier version is listed, once and for as long as any other", async () => {
    app = await startApp();
    const kept = (date: string) =>
      `Date: ${new Date(date).toUTCString()}\r\nTo: old@example.com\r\nSubject: Before\r\n\r\nHello`;
    const { now, mail } = app.platform;
    await app.signUp();
    await mailIn("sent", { template: "accounts.verification" });
    for (const at of [addDays(now(), -2), addDays(now(), -40)])
      await writeFile(join(mail.folder, `${at.replace(/[:.]/g, "-")}-0a1b2c3d.eml`), kept(at));
    const isDone = async () => {
      const open = sql`select id from jobs.job where data->>'job' = 'mail.adopt-kept' and state <> 'completed'`;
      return (await rowsOf(app.platform.db, open)).length === 0;
    };
    for (let start = 0; start < 2; start++) {
      // The job of the start itself is already done.
      await vi.waitUntil(isDone, { timeout: 20_000 });
      await app.platform.enqueue(adoptKeptMail.job, {});
    }
    await vi.waitUntil(isDone, { timeout: 20_000 });
    const adopted = (await mails()).filter(({ template }) => template === "kept");
    expect(adopted).toMatchObject([
      { recipient: "old@example.com", state: "sent", data: { subject: "Before" } },
    ]);
    expect(await mails()).toHaveLength(2);
  });

  it("is forgotten after 30 days, along with its file", async () => {
    app = await startApp();
    await app.signUp();
    await mailIn("sent", { template: "accounts.verification" });
    const { folder } = app.platform.mail;
    expect(await listKeptMail(folder)).toHaveLength(1);
    app.clock.advance(31 * 24 * 3600 * 1000);
    await app.platform.enqueue({ name: "mail.prune", data: z.object({}) }, {});
    await vi.waitUntil(async () => (await mails()).length === 0, { timeout: 20_000 });
    await vi.waitUntil(async () => (await listKeptMail(folder)).length === 0, { timeout: 20_000 });
  });
});
