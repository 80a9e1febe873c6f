// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { type Sender, startSender } from "#test/harness/campaigns.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";

let app: TestApp;
let sender: Sender;
/** Whether the server still refuses those whom it will take later. */
let isStrict = true;

const WAITING = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

beforeAll(async () => {
  app = await startMailboxApp();
});
beforeEach(async () => {
  sender = await startSender(app, {
    refuses: (address: string) => address.startsWith("gone"),
    judge: ({ to }: { to?: { text: string } | { text: string }[] }) =>
      isStrict && [to].flat()[0]?.text.startsWith("spam")
        ? { code: 550, words: "5.7.1 not wanted" }
        : undefined,
  });
});
afterAll(() => app?.close());

it("5.3.9 what failed is counted by reason, exported as a file, and tried again while the campaign is paused", async () => {
  await sender.addFans({ gone: {}, spam: {}, nora: {} });
  await app.platform.db.execute(sql`update contacts set name = '=1+1' where email = 'spam@fans.example'`);
  const id = await sender.add();
  await sender.act(id, "send");
  await sender.reaches(id, "sent");
  const { figures } = await sender.get(id);
  expect(figures).toMatchObject({ sent: 1, failed: 2, refused: 2 });
  expect(figures.failures).toEqual([
    { reason: "hard", words: "The address doesn’t exist or takes no e-mail.", count: 1 },
    { reason: "policy", words: "The receiver refused this e-mail.", count: 1 },
  ]);
  const file = (query = "") => sender.owner.api("GET", `/campaigns/${id}/deliveries/export${query}`);
  const { status, headers, body } = await file("?status=failed");
  expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  const [head, ...lines] = String(body).replace("\ufeff", "").trim().split("\r\n");
  expect(head).toBe(
    "email,name,state,reason,outcome,tried_at,handed_over_at,replied_at,opened_at,clicked_at,unsubscribed_at",
  );
  expect(lines.toSorted()).toEqual([
    expect.stringMatching(/^gone@fans\.example,,failed,The address doesn’t exist.*no such user/),
    expect.stringMatching(/^spam@fans\.example,'=1\+1,failed,The receiver refused.*not wanted/),
  ]);
  expect(String((await file()).body)).toContain("nora@fans.example");
  const stranger = await startSender(app);
  expect((await stranger.owner.api("GET", `/campaigns/${id}/deliveries/export`)).body.code).toBe(
    "CAMPAIGN_NOT_FOUND",
  );

  isStrict = false;
  await app.platform.db.execute(sql`update campaigns set state = 'auto_paused' where id = ${id}`);
  await app.platform.db.execute(sql`update batches set state = 'paused' where id = ${id}`);
  const retried = await sender.act(id, "retry");
  expect(retried.body).toMatchObject({
    state: "auto_paused",
    // Nobody is at the other address, however often it's tried.
    figures: { waiting: 1, failed: 1, failures: [{ reason: "hard", count: 1 }] },
  });
  expect(sender.received()).toEqual(["nora"]);
  await sender.act(id, "resume");
  await sender.reaches(id, "sent");
  expect(sender.received().sort()).toEqual(["nora", "spam"]);
  expect((await sender.get(id)).figures).toMatchObject({ sent: 2, failed: 1, skipped: 0 });
});

it("5.9 a campaign that’s canceled while somebody tries again what failed leaves nothing waiting", async () => {
  const { db } = app.platform;
  await sender.addFans({ nora: {} });
  const id = await sender.add();
  await sender.act(id, "send");
  await sender.reaches(id, "sent");
  await db.execute(sql`update campaigns set state = 'paused' where id = ${id}`);
  await db.execute(sql`update batches set state = 'paused' where id = ${id}`);
  await db.execute(sql`update deliveries set state = 'failed' where batch_id = ${id}`);
  const [held, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const canceling = app.platform.write(async (ctx) => {
    await ctx.db.execute(sql`update campaigns set state = 'canceled' where id = ${id}`);
    held.resolve();
    await ended.promise;
  });
  await held.promise;
  const retrying = sender.act(id, "retry");
  await vi.waitUntil(async () => (await rowsOf(db, WAITING)).length > 0, { timeout: 20_000 });
  ended.resolve();
  await canceling;
  expect((await retrying).body.code).toBe("CAMPAIGN_STATE");
  expect((await sender.get(id)).figures).toMatchObject({ failed: 1, waiting: 0 });
});

it("5.3.13 those who replied are counted and can be listed", async () => {
  await sender.addFans({ rita: {}, tom: {} });
  const id = await sender.add({ subject: "Answer me" });
  await sender.act(id, "send");
  await sender.reaches(id, "sent");
  const replied_at = "2026-03-02T10:00:00.000Z";
  await app.platform.db.execute(sql`update deliveries set replied_at = ${replied_at} where batch_id = ${id}
    and contact_id = (select id from contacts where email = 'rita@fans.example')`);
  const { items } = (await sender.owner.api("GET", `/campaigns/${id}/deliveries?status=replied`)).body;
  expect(items).toMatchObject([{ email: "rita@fans.example", replied_at }]);
  expect((await sender.get(id)).figures.replied).toBe(1);
});
