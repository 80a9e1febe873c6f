import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { CONNECTIONS_MAX } from "#src/features/mailboxes/rules.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { startSender } from "#test/harness/campaigns.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { noteReturn } from "./campaigns.ts";
import { LIMIT_WAIT_SECONDS, RECENT_MESSAGES } from "./rules.ts";
import { tick } from "./ticking.ts";

const WAIT = { timeout: 20_000 };

let app: TestApp;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());

const fans = (count: number, name = "fan") =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, {}]));

/** How many of a campaign's messages are in each state; `begun` are on their way. */
async function statesOf(id: string): Promise<Record<string, number>> {
  const rows = await rowsOf<{ state: string; count: number }>(
    app.platform.db,
    sql`select case when handing_since is null then state else 'begun' end as state, count(*)::int as count
      from deliveries where campaign_id = ${id} group by 1`,
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}

it("5.10.1 as many messages are begun as there are connections, and a pause holds back every other one", async () => {
  let arrived = 0;
  const { promise: held, resolve: answer } = Promise.withResolvers<undefined>();
  const judge = () => {
    arrived += 1;
    return held;
  };
  const { add, addFans, act, received } = await startSender(app, { judge });
  await addFans(fans(3 * CONNECTIONS_MAX));
  const id = await add();
  await act(id, "send");
  await vi.waitUntil(() => arrived === CONNECTIONS_MAX, WAIT);
  const left = 2 * CONNECTIONS_MAX;
  expect(await statesOf(id)).toEqual({ begun: CONNECTIONS_MAX, leased: left });
  await act(id, "pause");
  answer(undefined);
  await vi.waitUntil(async () => (await statesOf(id)).pending === left, WAIT);
  expect(await statesOf(id)).toEqual({ handed_over: CONNECTIONS_MAX, pending: left });
  expect(received()).toHaveLength(CONNECTIONS_MAX);
});

/** What's known of somebody's message, and what has come back about it. */
async function toldOf(id: string, name: string) {
  const [row] = await rowsOf<{ contact_id: string; paused_until: Date | string | null; returns: string[] }>(
    app.platform.db,
    sql`select d.state, d.reason, d.refusals, c.id as contact_id, c.paused_until, array(select kind from campaign_returns r
        where r.user_id = d.user_id and r.contact_id = d.contact_id and r.campaign_id = d.campaign_id) as returns
      from deliveries d join contacts c on c.user_id = d.user_id and c.id = d.contact_id
      where d.campaign_id = ${id} and c.email like ${`${name}@%`}`,
  );
  return row as NonNullable<typeof row>;
}

it("5.10.13 what’s refused for good is never tried again: a full inbox counts as one that an e-mail came back from", async () => {
  let tries = 0;
  const judge = ({ to }: { to: unknown }) => {
    if (!JSON.stringify(to).includes("full")) return undefined;
    tries += 1;
    return { code: 552, words: "5.2.2 The inbox is out of storage space" };
  };
  const { owner, add, addFans, act, get, reaches, received } = await startSender(app, { judge });
  await addFans({ full: {}, nora: {} });
  // Four campaigns before found it full.
  await app.platform.db.execute(sql`insert into campaign_returns (user_id, id, campaign_id, contact_id, kind, at)
    select ${owner.id}, gen_random_uuid(), gen_random_uuid(), id, 'bounced_soft', ${app.clock.now().toISOString()}::timestamptz
    from contacts, generate_series(1, 4) where user_id = ${owner.id} and email like 'full@%'`);
  const id = await add();
  await act(id, "send");
  await reaches(id, "sent");
  expect((await get(id)).figures).toMatchObject({ bounced_soft: 1, delivered: 1, failed: 0, waiting: 0 });
  const told = await toldOf(id, "full");
  expect(told).toMatchObject({ state: "bounced_soft", returns: ["bounced_soft"] });
  expect([tries, received(), told.paused_until]).toEqual([1, ["nora"], expect.anything()]);
});

it("a limit of the sending account’s is nobody’s fault: the message waits and goes out later", async () => {
  const verdicts = [{ code: 550, words: "5.4.5 Daily user sending limit exceeded" }];
  const { mailbox, add, addFans, act, reaches, received } = await startSender(app, {
    judge: () => verdicts.shift(),
  });
  await addFans({ nora: {} });
  const id = await add();
  await act(id, "send");
  await vi.waitUntil(async () => (await statesOf(id)).pending === 1 && verdicts.length === 0, WAIT);
  expect(await toldOf(id, "nora")).toMatchObject({ refusals: 0, reason: null, returns: [] });
  const [row] = await rowsOf(app.platform.db, sql`select state from mailboxes where id = ${mailbox.id}`);
  expect(row).toEqual({ state: "throttled" });
  app.clock.advance((LIMIT_WAIT_SECONDS + 1) * 1000);
  await vi.waitUntil(async () => {
    await tick(app.platform);
    return received().length === 1;
  }, WAIT);
  await reaches(id, "sent");
});

/** What has to be true for it to be sent to this many, of whom some were refused already. */
async function sendTo(count: number) {
  const sender = await startSender(app);
  const name = Object.keys(fans(1))[0] ?? "";
  await sender.addFans({ [name]: {} });
  const id = await sender.add();
  await sender.act(id, "send");
  await sender.reaches(id, "sent");
  await app.platform.db.execute(sql`insert into deliveries (user_id, campaign_id, contact_id, state, host, due_at,
      handed_over_at, tried_at)
    select user_id, campaign_id, gen_random_uuid(), 'handed_over', host, due_at, handed_over_at, tried_at
    from deliveries, generate_series(1, ${count - 1}::int) where campaign_id = ${id}`);
  await app.platform.db.execute(
    sql`update campaigns set state = 'sending', ended_at = null where id = ${id}`,
  );
  return { ...sender, id };
}

it("5.10.14 what comes back from 10 of the last 200 pauses a campaign behind a server that takes everything", async () => {
  const { owner, id, get } = await sendTo(RECENT_MESSAGES);
  const contacts = await rowsOf<{ contact_id: string }>(
    app.platform.db,
    sql`select contact_id from deliveries where campaign_id = ${id} limit 11`,
  );
  const comesBack = async (kind: "bounced_hard" | "policy" | "bounced_soft") => {
    const message_id = `<${id}.${contacts.shift()?.contact_id}@mia.example>`;
    const about = { account: owner.id, message_id, kind, words: "5.1.1 No such user" };
    await noteReturn(app.platform, { ...about, at: app.clock.now().toISOString(), event_id: message_id });
  };
  await comesBack("bounced_soft");
  for (let bounce = 1; bounce <= 9; bounce++) await comesBack(bounce % 2 ? "bounced_hard" : "policy");
  expect((await get(id)).state).toBe("sending");
  await comesBack("bounced_hard");
  const { state, state_reason } = await get(id);
  expect([state, state_reason]).toEqual(["auto_paused", expect.stringContaining("5.1.1 No such user")]);
});
