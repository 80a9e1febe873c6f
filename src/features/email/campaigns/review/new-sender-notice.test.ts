// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { startSender } from "#test/harness/campaigns.ts";
import type { Client } from "#test/harness/client.ts";
import { signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";

let app: TestApp;
let founder: Client;
beforeAll(async () => {
  app = await startMailboxApp({ NEW_ACCOUNT_MAILS: "200" });
  founder = await signUpSender(app);
});
afterAll(() => app?.close());

const TEXT = "A new account’s first campaign is waiting for review";
const toldTo = async (client: Client) =>
  (await client.api("GET", "/notifications")).body.items.filter(
    ({ text }: { text: string }) => text === TEXT,
  );
const topicsOf = async (client: Client) =>
  (await client.api("GET", "/me/notification-preferences")).body.items.map(
    ({ topic }: { topic: string }) => topic,
  );

/** Somebody new sends two campaigns, and whoever is told of them has been. */
async function startNewSender(): Promise<Client> {
  const sender = await startSender(app);
  await sender.addFans({ nora: {} });
  for (const subject of ["Hello", "Again"]) {
    const id = await sender.add({ subject });
    expect((await sender.act(id, "send")).status).toBe(200);
    await sender.reaches(id, "sent");
  }
  const left = sql`select 1 from jobs.job where name like '%first_campaign%' and state not in ('completed', 'failed')`;
  await vi.waitUntil(async () => (await rowsOf(app.platform.db, left)).length === 0, {
    timeout: 20_000,
  });
  return sender.owner;
}

it("5.10.17 a new account’s first campaign is told to whoever reads them, once until they’ve seen it", async () => {
  const moderator = await app.signUp();
  const pushed = await app.signUp();
  await app.platform.db.execute(
    sql`update users set role = 'moderator' where id in (${moderator.id}, ${pushed.id})`,
  );
  const owner = await startNewSender();
  await startNewSender();
  for (const staff of [founder, moderator])
    expect(await toldTo(staff)).toMatchObject([
      { path: "/admin/campaigns", read_at: null, account: { id: staff.id } },
    ]);
  await moderator.api("POST", "/notifications/read", { all: true });
  await founder.api("PATCH", "/me/notification-preferences", { topic: "reviews", in_app: false });
  // As if it had only been pushed: nothing is left that they could read.
  await app.platform.db.execute(sql`update notifications set in_app = false where user_id = ${pushed.id}`);
  await startNewSender();
  const told = await Promise.all([founder, moderator, pushed].map(toldTo));
  expect(told.map(({ length }) => length)).toEqual([1, 2, 1]);
  expect([await toldTo(owner), await topicsOf(owner)]).toEqual([[], expect.not.arrayContaining(["reviews"])]);
  expect(await topicsOf(moderator)).toContain("reviews");
  const refused = await owner.api("PATCH", "/me/notification-preferences", {
    topic: "reviews",
    in_app: false,
  });
  expect(refused.body.code).toBe("PREFERENCE_FIXED");
});
