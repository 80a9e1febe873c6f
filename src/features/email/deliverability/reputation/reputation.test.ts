// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { addBatch } from "#test/harness/campaigns.ts";
import type { Client } from "#test/harness/client.ts";
import type { ReputationRow } from "./reputation-contract.ts";

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
  app.clock.set("2026-03-31T12:00:00Z");
  owner = await app.signUp();
});
afterAll(() => app?.close());

/** E-mail to so many at a receiver, which went out then. Returns the batch. */
async function send(host: string, messages: number, at: string): Promise<string> {
  const { db } = app.platform;
  const [id, mailbox] = [randomUUID(), randomUUID()];
  await db.execute(sql`insert into mailboxes (user_id, id, kind, from_name, from_address, state, state_since, host, port, created_at)
    values (${owner.id}, ${mailbox}, 'smtp', 'Mia', ${`${host}@mia.example`}, 'active', now(), 'none.invalid', 587, now())`);
  await addBatch(app, {
    user_id: owner.id,
    id,
    mailbox_id: mailbox,
    snapshot: { subject: "", preheader: "", html: "", text: "", links: [], postal_address: "" },
    tracking: "each",
    recipients: messages,
    started_at: at,
  });
  await db.execute(sql`insert into deliveries (user_id, batch_id, contact_id, host, due_at)
    select ${owner.id}, ${id}, gen_random_uuid(), ${host}, ${at} from generate_series(1, ${messages}::int)`);
  await db.execute(
    sql`update deliveries set state = 'handed_over', handed_over_at = ${at}, tried_at = ${at} where batch_id = ${id}`,
  );
  return id;
}

/** Changes so many of a batch's messages. */
const set = (id: string, messages: number, what: ReturnType<typeof sql>) =>
  app.platform.db.execute(sql`update deliveries set ${what} where batch_id = ${id} and contact_id in (
    select contact_id from deliveries where batch_id = ${id} and state = 'handed_over' and refusals = 0
      and complained_at is null order by contact_id limit ${messages}::int)`);

it("judges each sending account at each receiver by 7 and 30 days, as Google and Yahoo do", async () => {
  const [recent, old] = ["2026-03-29T09:00:00.000Z", "2026-03-10T09:00:00.000Z"];
  const yahoo = await send("yahoo.com", 1000, recent);
  await set(yahoo, 3, sql`complained_at = ${recent}`);
  await set(yahoo, 4, sql`refusals = 2`);
  const gmail = await send("gmail.com", 200, old);
  await set(gmail, 12, sql`state = 'bounced_hard', bounced_at = ${old}`);
  await send("tiny.example", 5, recent);
  const { status, body } = await owner.api("GET", "/deliverability/reputation");
  expect(status).toBe(200);
  const brief = (rows: ReputationRow[]) => rows.map(({ host, sent, level }) => [host, sent, level]);
  expect(brief(body.week)).toEqual([
    ["yahoo.com", 1000, "alarm"],
    ["tiny.example", 5, "few"],
  ]);
  expect(brief(body.month)).toEqual([
    ["yahoo.com", 1000, "alarm"],
    ["gmail.com", 200, "warning"],
    ["tiny.example", 5, "few"],
  ]);
  expect(body.month[0]).toMatchObject({ address: "yahoo.com@mia.example", complaint: 0.003, deferred: 8 });
  expect(body.month[1]).toMatchObject({ bounce_hard: 0.06, complaint: null, deferred: 0 });
  const stranger = await app.signUp();
  expect((await stranger.api("GET", "/deliverability/reputation")).body).toEqual({ week: [], month: [] });
});

it("the score names a test for every point, and counts what an account really sent", async () => {
  const { body } = await owner.api("GET", "/deliverability/score");
  const yahoo = body.domains.find(({ host }: { host: string }) => host === "mia.example");
  const of = (name: string) => yahoo.tests.find((test: { name: string }) => test.name === name);
  expect(of("dkim")).toEqual({
    name: "dkim",
    points: null,
    possible: 15,
    why: "We haven’t checked this yet.",
  });
  expect(of("bounces")).toMatchObject({ points: 10, possible: 10 });
  // 3 of the 1,000 at Yahoo, the only one of these that reports complaints.
  expect(of("complaints")).toMatchObject({ points: 0, possible: 13 });
  expect(yahoo.steps).toEqual(["complaints"]);
  expect(yahoo.score).toBe(Math.round((100 * 14) / 27));
  expect((await (await app.signUp()).api("GET", "/deliverability/score")).body).toEqual({ domains: [] });
});
