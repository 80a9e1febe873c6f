// @project server-postgres
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { recordFeedback } from "#src/features/email/delivery/delivery.ts";
import { receiverOf } from "#src/features/email/sending-accounts/limits/provider-throttle-rules.ts";
import { CONNECTIONS_MAX } from "#src/features/email/sending-accounts/rules.ts";
import { messageOptions } from "#src/features/email/sending-accounts/send/message.ts";
import { findMailbox } from "#src/features/email/sending-accounts/store.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { isInState, runDue, startSender, startWithFailures } from "#test/harness/campaigns.ts";
import { startMailServer } from "#test/harness/mail-server.ts";
import { BUSY_HOST, MAIL_HOST, startMailboxApp, startRawServer } from "#test/harness/mailbox.ts";
import { CONNECTION_FAILURES_MAX, LEASED_ROWS, LIMIT_WAIT_SECONDS, RECENT_MESSAGES } from "../rules.ts";
import { runWorker } from "../worker/worker.ts";
import { bulkHeaders } from "./personalization.ts";
import { batchLedger } from "./send.ts";

const WAIT = { timeout: 60_000 };

/** A sender whose campaigns are looked after while they’re waited for, as they are every minute. */
async function startTicking(...[app, manners]: Parameters<typeof startSender>) {
  const sender = await startSender(app, manners);
  const reaches = (id: string, state: string) =>
    vi.waitUntil(async () => {
      await runDue(app.platform);
      return isInState(app, id, state);
    }, WAIT);
  return { ...sender, reaches };
}

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
    sql`select case when attempt_started_at is null then state else 'begun' end as state, count(*)::int as count
      from deliveries where batch_id = ${id} group by 1`,
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
  const { add, addFans, act, received } = await startTicking(app, { judge });
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
    sql`select d.state, d.reason, d.refusals, c.id as contact_id, c.paused_until, array(select kind from delivery_returns r
        where r.user_id = d.user_id and r.contact_id = d.contact_id and r.batch_id = d.batch_id) as returns
      from deliveries d join contacts c on c.user_id = d.user_id and c.id = d.contact_id
      where d.batch_id = ${id} and c.email like ${`${name}@%`}`,
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
  const { owner, add, addFans, act, get, reaches, received } = await startTicking(app, { judge });
  await addFans({ full: {}, nora: {} });
  // Four campaigns before found it full.
  await app.platform.db.execute(sql`insert into delivery_returns (user_id, id, batch_id, contact_id, kind, at)
    select ${owner.id}, gen_random_uuid(), gen_random_uuid(), id, 'bounced_soft', ${app.clock.now().toISOString()}::timestamptz
    from contacts, generate_series(1, 4) where user_id = ${owner.id} and email like 'full@%'`);
  const id = await add();
  await act(id, "send");
  await reaches(id, "sent");
  expect((await get(id)).figures).toMatchObject({ sent: 1, refused: 1, bounced_soft: 0, failed: 0 });
  const told = await toldOf(id, "full");
  expect(told).toMatchObject({ state: "bounced_soft", returns: ["bounced_soft"] });
  expect([tries, received(), told.paused_until]).toEqual([1, ["nora"], expect.anything()]);
});

it("a limit of the sending account’s is nobody’s fault: the message waits and goes out later", async () => {
  const verdicts = [{ code: 550, words: "5.4.5 Daily user sending limit exceeded" }];
  const { mailbox, add, addFans, act, reaches, received } = await startTicking(app, {
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
    await runDue(app.platform);
    return received().length === 1;
  }, WAIT);
  await reaches(id, "sent");
});

/** A campaign on its way: this many have got it, and somebody's turn is tomorrow, or a loop would end it. */
async function sendTo(count: number) {
  const sender = await startTicking(app);
  await sender.addFans(fans(1));
  const id = await sender.add();
  await sender.act(id, "send");
  await sender.reaches(id, "sent");
  await app.platform.db.execute(sql`insert into deliveries (user_id, batch_id, contact_id, state, host, due_at,
      handed_over_at, tried_at)
    select user_id, batch_id, gen_random_uuid(), 'handed_over', host, due_at, handed_over_at, tried_at
    from deliveries, generate_series(1, ${count - 1}::int) where batch_id = ${id}`);
  await app.platform.db.execute(sql`insert into deliveries (user_id, batch_id, contact_id, state, host, due_at)
    select user_id, batch_id, gen_random_uuid(), 'pending', host, due_at + interval '1 day'
    from deliveries where batch_id = ${id} limit 1`);
  await app.platform.db.execute(
    sql`update campaigns set state = 'sending', ended_at = null where id = ${id}`,
  );
  await app.platform.db.execute(sql`update batches set state = 'sending', ended_at = null where id = ${id}`);
  return { ...sender, id };
}

it("5.10.14 what comes back from 10 of the last 200 pauses a campaign behind a server that takes everything", async () => {
  const { owner, id, get } = await sendTo(RECENT_MESSAGES);
  const contacts = await rowsOf<{ contact_id: string }>(
    app.platform.db,
    sql`select contact_id from deliveries where batch_id = ${id} and state = 'handed_over' limit 11`,
  );
  const comesBack = async (kind: "bounced_hard" | "policy" | "bounced_soft") => {
    const message_id = `<${id}.${contacts.shift()?.contact_id}@mia.example>`;
    const about = { account: owner.id, message_id, kind, words: "5.1.1 No such user" };
    await recordFeedback(app.platform, { ...about, at: app.clock.now().toISOString(), event_id: message_id });
  };
  await comesBack("bounced_soft");
  for (let bounce = 1; bounce <= 9; bounce++) await comesBack(bounce % 2 ? "bounced_hard" : "policy");
  expect((await get(id)).state).toBe("sending");
  await comesBack("bounced_hard");
  const { state, state_reason } = await get(id);
  expect([state, state_reason]).toEqual(["auto_paused", expect.stringContaining("5.1.1 No such user")]);
});

it("5.10.2 two processes share a campaign’s messages: each recipient gets exactly one", async () => {
  const { promise: held, resolve: answer } = Promise.withResolvers<undefined>();
  const { owner, mailbox, add, addFans, act, get, reaches, received } = await startTicking(app, {
    judge: () => held,
  });
  const everybody = fans(LEASED_ROWS + CONNECTIONS_MAX);
  await addFans(everybody);
  const id = await add();
  const { platform } = app;
  const workers = async () =>
    rowsOf(
      platform.db,
      sql`select distinct worker from deliveries where batch_id = ${id} and state = 'leased'`,
    );
  await act(id, "send");
  await vi.waitUntil(async () => (await workers()).length === 1, WAIT);
  // What a process keeps in memory is known by its database.
  const other = { ...platform, database: Object.create(platform.database) };
  const sending = runWorker(other, batchLedger, { account: owner.id, mailbox_id: mailbox.id });
  await vi.waitUntil(async () => (await workers()).length === 2, WAIT);
  answer(undefined);
  await sending;
  await reaches(id, "sent");
  expect(received().sort()).toEqual(Object.keys(everybody).sort());
  const { recipients, sent, uncertain } = (await get(id)).figures;
  expect([recipients, sent, uncertain]).toEqual([received().length, received().length, 0]);
});

/** Text that tries to end its line, or to begin another header. */
const breaking = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom(
        ...'\r\n|\n|\r|\0|\t|\u0085|\u2028|\r\n\r\nHi|\r\nBcc: x@y.example|>, <|"|\r\n From: x@y.example'.split(
          "|",
        ),
      ),
    ),
  )
  .map((parts) => parts.join(""));
/** Mostly harmless, so that some e-mails have nothing to refuse. */
const hostile = fc.oneof({ weight: 2, arbitrary: fc.string() }, { weight: 1, arbitrary: breaking });

it("5.10.20 whatever its parts say, an e-mail to many has exactly one of each header, and no other", async () => {
  const { owner, mailbox } = await startTicking(app);
  const row = await findMailbox(app.platform.db, mailbox.key);
  if (!row) throw new Error("There’s no sending account.");
  const transport = createTransport({ streamTransport: true, buffer: true });
  const parts = { subject: hostile, from_name: hostile, reply_to: hostile, id: hostile, to: hostile };
  let composed = 0;
  const attack = fc.asyncProperty(fc.record(parts), async ({ subject, from_name, reply_to, id, to }) => {
    const batch = { user_id: owner.id, id };
    const unsubscribe_url = `${app.url}/p/${id}`;
    const headers = bulkHeaders(app.platform, { batch, mailbox: row, unsubscribe_url, name: from_name });
    const content = { html: "<p>Hi</p>", text: "Hi", subject: `News ${subject}` };
    const message = {
      ...content,
      id,
      from_name,
      reply_to: `a${reply_to}@mia.example`,
      to: `a${to}@b.example`,
      headers,
    };
    let options: ReturnType<typeof messageOptions>;
    try {
      options = messageOptions(app.platform, row, message);
    } catch (error) {
      expect(String(error)).toContain("isn't one line");
      return;
    }
    composed += 1;
    const raw = String((await transport.sendMail(options)).message);
    const lines = raw.slice(0, raw.indexOf("\r\n\r\n")).split(/\r\n(?![ \t])/);
    expect(raw).not.toMatch(/\r(?!\n)|(?<!\r)\n/);
    expect(lines.map((line) => line.slice(0, line.indexOf(":")).toLowerCase()).sort()).toEqual(BULK_HEADERS);
  });
  await fc.assert(attack, { numRuns: 300 });
  expect(composed).toBeGreaterThan(0);
});

const BULK_HEADERS = [
  ...["content-type", "date", "feedback-id", "from", "list-id", "list-unsubscribe", "list-unsubscribe-post"],
  ...["message-id", "mime-version", "precedence", "reply-to", "subject", "to"],
];

it("5.9 each answer has its outcome in one campaign, and whoever it’s about", async () => {
  const later = { code: 450, words: "4.2.0 Greylisted" };
  const forGood: Record<string, typeof later> = {
    gone: { code: 550, words: "5.1.1 No such user" },
    full: { code: 552, words: "5.2.2 The mailbox is full" },
    spam: { code: 554, words: "5.7.1 Message rejected as spam" },
  };
  const asked = new Set<string>();
  const judge = ({ to }: { to?: unknown }) => {
    const name = /(\w+)@fans/.exec(JSON.stringify(to))?.[1] ?? "";
    const isFirst = !asked.has(name);
    asked.add(name);
    return forGood[name] ?? (isFirst && name === "grey" ? later : undefined);
  };
  const { add, addFans, act, reaches, received } = await startTicking(app, { judge });
  await addFans({ grey: {}, gone: {}, full: {}, spam: {}, nora: {} });
  const id = await add();
  await act(id, "send");
  const leased = sql`select from deliveries where batch_id = ${id} and state = 'leased'`;
  await vi.waitUntil(async () => {
    // What's under way keeps its lease.
    if ((await rowsOf(app.platform.db, leased)).length > 0) return false;
    app.clock.advance(60_000);
    await runDue(app.platform);
    return asked.size === 5 && received().length === 2;
  }, WAIT);
  await reaches(id, "sent");
  expect(received().sort()).toEqual(["grey", "nora"]);
  const outcomes = await rowsOf(
    app.platform.db,
    sql`select split_part(c.email, '@', 1) as who, d.state, d.reason, c.status
      from deliveries d join contacts c on c.user_id = d.user_id and c.id = d.contact_id where batch_id = ${id} order by 1`,
  );
  const sent = { state: "handed_over", reason: null, status: "confirmed" };
  expect(outcomes).toEqual([
    { who: "full", ...sent, state: "bounced_soft" },
    { who: "gone", state: "failed", reason: "hard", status: "bounced" },
    { who: "grey", ...sent },
    { who: "nora", ...sent },
    { who: "spam", state: "failed", reason: "policy", status: "confirmed" },
  ]);
});

it("5.9 a server that’s shutting down hangs up, and the message goes out once it’s back", async () => {
  const busy = { code: 421, words: "4.3.2 Service shutting down" };
  let times = 0;
  const { add, addFans, act, reaches, received } = await startTicking(app, {
    judge: () => (times++ === 0 ? busy : undefined),
  });
  await addFans({ nora: {} });
  const id = await add();
  await act(id, "send");
  await vi.waitUntil(() => times === 1, WAIT);
  await vi.waitUntil(async () => {
    app.clock.advance(60_000);
    await runDue(app.platform);
    return received().length === 1;
  }, WAIT);
  await reaches(id, "sent");
});

const says = (text: string) => async () => ({ port: await startRawServer((socket) => socket.write(text)) });

it.each([
  ["talks garbage", says("HTTP/1.1 400 Bad Request\r\n\r\n"), /couldn’t reach/],
  ["greets nobody", says("554 No service for you\r\n"), /No service for you/],
  [
    "has nobody’s certificate",
    async () => ({ port: (await startMailServer({ encryption: "tls" })).port, security: "tls" }),
    /certificate/,
  ],
  ["has no name", async () => ({ host: "gone.example" }), /couldn’t reach/],
  ["has a name that can’t be looked up now", async () => ({ host: BUSY_HOST }), /couldn’t reach/],
])("5.10.14 a server that %s pauses the campaign, and nobody has failed", async (_what, server, words) => {
  const { mailbox, add, addFans, act, get, reaches, received } = await startTicking(app);
  const more: { host?: string; port?: number; security?: string } = await server();
  const { host = MAIL_HOST, port = mailbox.server.port, security = "none" } = more;
  await app.platform.db.execute(sql`update mailboxes set host = ${host}, port = ${port}, security = ${security}
    where id = ${mailbox.id}`);
  await addFans({ nora: {}, zoe: {} });
  const id = await add();
  await startWithFailures(app, CONNECTION_FAILURES_MAX - 2);
  await act(id, "send");
  await reaches(id, "auto_paused");
  await startWithFailures(app, 0);
  expect((await get(id)).state_reason).toMatch(words);
  await vi.waitUntil(async () => (await statesOf(id)).pending === 2, WAIT);
  expect(await toldOf(id, "nora")).toMatchObject({
    state: "pending",
    refusals: 0,
    reason: null,
    returns: [],
  });
  // Once the server is well again, everybody gets it.
  await app.platform.db.execute(sql`update mailboxes set host = ${MAIL_HOST}, port = ${mailbox.server.port}, security = 'none'
    where id = ${mailbox.id}`);
  app.clock.advance(60_000);
  await act(id, "resume");
  await reaches(id, "sent");
  expect(received().sort()).toEqual(["nora", "zoe"]);
});

it("5.10.12 nobody who receives for millions gets more in a minute than they take, through one sending account", async () => {
  const { owner, add, act, received } = await startTicking(app);
  const limit = receiverOf("t-online.de")?.per_minute ?? 0;
  await app.platform.db.execute(sql`with fan as (insert into contacts
      (user_id, id, email, status, created_at, updated_at)
      select ${owner.id}, gen_random_uuid(), 'fan' || n || '@' || case when n > 2 then 't-online.de' else 'fans.example' end,
        'confirmed', now(), now() from generate_series(1, ${limit + 5}::int) n returning user_id, id)
    insert into contact_consents (user_id, contact_id, id, topic, state, text, version, method, given_at)
      select user_id, id, gen_random_uuid(), 'news', 'confirmed', '', '', 'import', now() from fan`);
  const id = await add();
  await act(id, "send");
  await vi.waitUntil(async () => (await statesOf(id)).pending === 3 && received().length === limit + 2, WAIT);
  const [{ wait } = { wait: 0 }] = await rowsOf<{ wait: number }>(
    app.platform.db,
    sql`select extract(epoch from max(due_at) - min(due_at))::float as wait from deliveries
      where batch_id = ${id} and state = 'pending'`,
  );
  // They come one after the other.
  expect(wait).toBeGreaterThan(60 / limit);
  // What's on the way counts when its answer has come, so the minute may begin with the last one.
  await vi.waitUntil(async () => {
    app.clock.advance(10_000);
    await runDue(app.platform);
    return isInState(app, id, "sent");
  }, WAIT);
  expect(received()).toHaveLength(limit + 5);
});

it("5.10.12 the instance sends no more in a minute than it may, over all accounts", async () => {
  const limited = await startMailboxApp({ MAILS_PER_MINUTE: "3" });
  onTestFinished(() => limited.close());
  const at: number[] = [];
  const judge = () => void at.push(limited.clock.now().getTime());
  const senders = [await startTicking(limited, { judge }), await startTicking(limited, { judge })];
  for (const { add, addFans, act } of senders) {
    await addFans(fans(3));
    await act(await add(), "send");
  }
  const leased = sql`select from deliveries where state = 'leased'`;
  await vi.waitUntil(async () => {
    await runDue(limited.platform);
    if (at.length >= 3 && (await rowsOf(limited.platform.db, leased)).length === 0)
      limited.clock.advance(10_000);
    return at.length === 6;
  }, WAIT);
  for (const from of at)
    expect(at.filter((one) => one >= from && one < from + 60_000).length).toBeLessThanOrEqual(3);
});
