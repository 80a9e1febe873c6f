// @project server-postgres
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { askForReset, mailIn, mailsOf } from "#test/harness/instance-mails.ts";
import { startMailServer } from "#test/harness/mail-server.ts";
import { listSavedMail } from "./mail.ts";
import { retryMail } from "./outbox.ts";

let app: TestApp;
afterEach(() => app?.close());

/** Makes an e-mail's next try due now instead of after its wait. */
async function endWait(app: TestApp): Promise<void> {
  const due = sql`update jobs.job set start_after = now() where name = 'mail' and state in ('created', 'retry') returning id`;
  await vi.waitUntil(async () => (await rowsOf(app.platform.db, due)).length > 0, { timeout: 20_000 });
  // A new e-mail wakes the sender.
  await askForReset(app, `${crypto.randomUUID()}@example.com`);
}

describe("an e-mail from the instance", () => {
  it("isn't sent when there's nobody to send it to, and its row says why", async () => {
    app = await startApp();
    await askForReset(app, "nobody@example.com");
    expect(await mailIn(app, "skipped")).toMatchObject({
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
    await askForReset(app, (await app.signUp()).email);
    const waits: number[] = [];
    for (const tries of [1, 2]) {
      const { outcome, due_at, tried_at } = await mailIn(app, "queued", { tries });
      expect(outcome).toBe("451 Try later");
      waits.push(Date.parse(String(due_at)) - Date.parse(String(tried_at)));
      await endWait(app);
    }
    expect(waits[1]).toBeGreaterThan((waits[0] ?? 0) * 2);
    await mailIn(app, "sent", { tries: 3 });
  });

  it("has failed when its recipient is permanently refused, and goes out when someone sends it again", async () => {
    let refuses = true;
    const server = await startMailServer({ refuses: () => refuses });
    app = await startApp({ SMTP_URL: server.url });
    await askForReset(app, (await app.signUp()).email);
    const { id, tries, outcome } = await mailIn(app, "failed");
    expect([tries, outcome]).toEqual([1, expect.stringMatching(/^550 .*no such user/)]);
    refuses = false;
    expect(await retryMail(app.platform, id)).toBe(true);
    expect(await mailIn(app, "sent")).toMatchObject({ id });
    expect(await retryMail(app.platform, id)).toBe(false);
  });

  it("has failed after the last try, with that try's error", async () => {
    app = await startApp({ SMTP_URL: "smtp://127.0.0.1:1" });
    await askForReset(app, (await app.signUp()).email);
    await mailIn(app, "queued", { tries: 1 });
    await app.platform.db.execute(sql`update mails set tries = 6 where template = 'accounts.reset'`);
    await endWait(app);
    const { tries, outcome } = await mailIn(app, "failed");
    expect([tries, outcome]).toEqual([7, expect.stringContaining("ECONNREFUSED")]);
  });

  it("is forgotten after 30 days, along with its file", async () => {
    app = await startApp();
    await app.signUp();
    await mailIn(app, "sent", { template: "accounts.verification" });
    const { folder } = app.platform.mail;
    expect(await listSavedMail(folder)).toHaveLength(1);
    app.clock.advance(31 * 24 * 3600 * 1000);
    await app.platform.enqueue({ name: "mail.prune", data: z.object({}) }, {});
    await vi.waitUntil(async () => (await mailsOf(app)).length === 0, { timeout: 20_000 });
    await vi.waitUntil(async () => (await listSavedMail(folder)).length === 0, { timeout: 20_000 });
  });
});
