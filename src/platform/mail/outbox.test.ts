import { sql } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { resetMail } from "#src/features/identity/accounts/mails.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { askForReset, mailIn, mailsOf } from "#test/harness/instance-mails.ts";
import { startMailServer } from "#test/harness/mail-server.ts";
import { enqueueMail } from "./outbox.ts";

let app: TestApp;
afterEach(() => app?.close());

const jobsLeft = () =>
  rowsOf(
    app.platform.db,
    sql`select id from jobs.job where name = 'mail' and state in ('created', 'retry', 'active')`,
  );

describe("an e-mail from the instance", () => {
  it("is stored together with its cause, or not at all", async () => {
    app = await startApp();
    const order = { mail: resetMail, to: "a@example.com", data: { email: "a@example.com" } };
    const failing = app.platform.write(async (ctx) => {
      await enqueueMail(ctx, order);
      throw new Error("changed our mind");
    });
    await expect(failing).rejects.toThrow("changed our mind");
    expect([await mailsOf(app), await jobsLeft()]).toEqual([[], []]);
  });

  it("is one e-mail even if ordered twice under the same name", async () => {
    app = await startApp();
    const order = { mail: resetMail, to: "a@example.com", data: { email: "a@example.com" } };
    await Promise.all(
      ["first", "first", "second"].map((once) => enqueueMail(app.platform, { ...order, once })),
    );
    await vi.waitUntil(async () => (await jobsLeft()).length === 0, { timeout: 20_000 });
    expect((await mailsOf(app)).map(({ tries }) => tries)).toEqual([1, 1]);
  });

  it("is sent once, and its row has the server's answer but not the link", async () => {
    const server = await startMailServer();
    app = await startApp({ SMTP_URL: server.url });
    const { email } = await app.signUp();
    await askForReset(app, email);
    const sent = await mailIn(app, "sent");
    expect(sent).toMatchObject({ recipient: email, tries: 1, maybe_twice: false, kept_as: null });
    expect(sent.outcome).toMatch(/^250 /);
    const message = server.received.find(({ subject }) => subject?.startsWith("Choose"));
    const token = /token=([\w-]+)/.exec(message?.text ?? "")?.[1] ?? "";
    expect(token.length).toBeGreaterThan(20);
    const stored = JSON.stringify([
      await mailsOf(app),
      await rowsOf(app.platform.db, sql`select * from jobs.job`),
    ]);
    expect(stored).not.toContain(token);
    await vi.waitUntil(async () => (await jobsLeft()).length === 0);
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
    await mailIn(app, "sent", { template: "accounts.verification" });
    // The state after a kill: the server has accepted the e-mail, but that was never recorded.
    await taken.promise;
    await app.platform.db.execute(sql`update mails set state = 'sending', outcome = ''`);
    const [mail] = await mailsOf(app);
    await app.platform.db.execute(sql`update jobs.job set state = 'retry', start_after = now(), completed_on = null
      where name = 'mail' and data->'data'->>'id' = ${mail?.id}`);
    expect(await mailIn(app, "sent", { template: "accounts.verification" })).toMatchObject({
      maybe_twice: true,
      tries: 2,
    });
    expect(server.received).toHaveLength(2);
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(1);
    expect(server.received.every(({ to }) => JSON.stringify(to).includes(email))).toBe(true);
  });
});
