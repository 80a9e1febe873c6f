// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { NO_COUNTS } from "#src/features/email/sending-accounts/rules.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";

/** What is sent in a day is counted by the quarter of an hour. */
const QUARTER_MS = 15 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
});
afterAll(() => app?.close());

it("counts an account's own fans, where this week's came from, and what was sent and waits", async () => {
  const owner = await app.signUp();
  const other = await app.signUp();
  const page = (await owner.api("POST", "/profiles", { name: "Mia" })).body;
  await owner.api("PATCH", `/profiles/${page.id}`, {
    lead_capture_enabled: true,
    collect_without_download: true,
  });
  const sign = (p_email: string, p_referrer: string) =>
    app
      .visitor()
      .api("POST", "/rpc/insert_fan_lead", { p_profile_id: page.id, p_name: "F", p_email, p_referrer });
  await sign("a@fans.example", "https://www.tiktok.com/@mia");
  await sign("b@fans.example", "https://tiktok.com/");
  await sign("c@fans.example", "");
  await owner.api("POST", "/contacts", { email: "d@fans.example" });
  const { db } = app.platform;
  await db.execute(
    sql`update contacts set created_at = now() - interval '8 days' where email = 'c@fans.example'`,
  );
  await db.execute(sql`update contacts set status = 'bounced' where email = 'b@fans.example'`);
  const { body } = await owner.api("GET", "/marketing");
  expect(body.fans).toEqual({
    total: 4,
    mailable: 3,
    this_week: 3,
    sources: [
      { source: "tiktok.com", count: 2 },
      { source: "list", count: 1 },
    ],
  });
  expect(body.mail).toMatchObject({ sent_this_week: 0, waiting: 0, drafts: 0, stopped: 0 });
  expect((await other.api("GET", "/marketing")).body.fans).toMatchObject({ total: 0, sources: [] });
});

it("counts what was sent this week and waits, and shows an account near its limit and one that fails", async () => {
  const owner = await app.signUp();
  const { db } = app.platform;
  const [busy, failing, campaign, stopped] = Array.from({ length: 4 }, () => randomUUID());
  const mailbox = (id: string | undefined, state: string, last_error: string) => sql`
    insert into mailboxes (user_id, id, kind, from_name, from_address, state, state_since, host, port, per_day, last_error, proven_at, created_at)
    values (${owner.id}, ${id}, 'smtp', 'Mia', ${`${state}@mia.com`}, ${state}, now(), 'none.invalid', 587, 100, ${last_error}, now(), now())`;
  await db.execute(mailbox(busy, "active", ""));
  await db.execute(mailbox(failing, "auth_failed", "The password is wrong."));
  const today = { ...NO_COUNTS, per_day: [[Math.floor(app.clock.now().getTime() / QUARTER_MS), 90]] };
  await db.execute(
    sql`insert into mailbox_uses (user_id, mailbox_id, counts) values (${owner.id}, ${busy}, ${JSON.stringify(today)})`,
  );
  for (const [id, state] of [
    [campaign, "sending"],
    [stopped, "auto_paused"],
    [randomUUID(), "draft"],
    [randomUUID(), "scheduled"],
  ])
    await db.execute(sql`insert into campaigns (user_id, id, name, state, state_at, audience, created_at, updated_at)
      values (${owner.id}, ${id}, 'News', ${state}, now(), '{"tags": [], "profile_ids": []}', now(), now())`);
  const at = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000).toISOString();
  for (const [state, sent, replied] of [
    ["pending", null, null],
    ["pending", null, null],
    ["handed_over", at(1), at(0)],
    ["handed_over", at(2), null],
    ["handed_over", at(9), null],
  ] as const)
    await db.execute(sql`
      insert into deliveries (user_id, batch_id, contact_id, state, host, due_at, handed_over_at, replied_at)
      values (${owner.id}, ${campaign}, ${randomUUID()}, ${state}, 'fans.example', now(), ${sent}, ${replied})`);
  const { body } = await owner.api("GET", "/marketing");
  expect(body.mail).toEqual({
    sent_this_week: 2,
    replies_this_week: 1,
    waiting: 2,
    drafts: 1,
    scheduled: 1,
    stopped: 1,
    templates: 0,
    sequences: 0,
  });
  const own = { is_proven: true, day_limit: 100 };
  expect(body.accounts).toEqual(
    expect.arrayContaining([
      { ...own, id: busy, address: "active@mia.com", state: "active", sent_today: 90, last_error: "" },
      {
        ...own,
        id: failing,
        address: "auth_failed@mia.com",
        state: "auth_failed",
        sent_today: 0,
        last_error: "The password is wrong.",
      },
    ]),
  );
});
