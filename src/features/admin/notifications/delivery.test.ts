// @project server-postgres
import { randomUUID } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { runBroadcast, runDueBroadcasts } from "./delivery.ts";
import { broadcastMails, newsMail } from "./mails.ts";

/** Raise both for the big one, which takes about a quarter of an hour. */
const PEOPLE = Number(process.env.BROADCAST_PEOPLE ?? 2000);
const KILLS = Number(process.env.BROADCAST_KILLS ?? 8);

let app: TestApp;
let founder: Client;
let word: string;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay Founder" });
});
afterAll(() => app?.close());
beforeEach(() => {
  word = `w${randomUUID().slice(0, 8)}`;
});

/** People who are told apart from all others by when they signed up. */
async function addPeople(count: number, { day, zone = null }: { day: string; zone?: string | null }) {
  await app.platform.db.execute(
    sql`insert into users (id, name, email, email_verified, role, time_zone, created_at, updated_at)
      select ${word} || '-' || n, ${word}, ${word} || n || '@example.com', true, 'user', ${zone}, ${`${day}Z`}::timestamptz, now()
      from generate_series(1, ${count}) n`,
  );
}

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
interface Sending {
  repeat?: object;
  day: string;
  channels?: string[];
  sendAt?: string | null;
  isUrgent?: boolean;
}

/** As the database has it once it's been sent off. */
async function addBroadcast({
  day,
  channels = ["in_app"],
  sendAt = null,
  isUrgent = false,
  repeat,
}: Sending) {
  const id = randomUUID();
  const versions = {
    en: { title: `News ${word}`, text: "One\n\nTwo", button: "" },
    es: { title: `Novedades ${word}`, text: "Uno", button: "" },
  };
  const audience = {
    match: "all",
    rules: [
      { field: "signed_up_after", value: day },
      { field: "signed_up_before", value: dayAfter(day) },
    ],
  };
  const now = app.clock.now().toISOString();
  await app.platform.db.execute(sql`insert into broadcasts (id, versions, channels, target, audience, is_urgent, state, send_at, due_at, made_by, sent_by, created_at, repeat, series)
    values (${id}, ${JSON.stringify(versions)}::jsonb, ${sql.param(channels)}::text[], 'links', ${JSON.stringify(audience)}::jsonb,
      ${isUrgent}, ${sendAt === null ? "sending" : "scheduled"}, ${sendAt}, ${now}, ${founder.id}, ${founder.id}, ${now},
      ${repeat ? JSON.stringify(repeat) : null}::jsonb, ${repeat ? id : null})`);
  return id;
}

async function count(query: ReturnType<typeof sql>): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(app.platform.db, sql`select count(*)::int as n from ${query}`);
  return row?.n ?? 0;
}
const notified = () => count(sql`notifications where kind = 'news' and user_id like ${`${word}%`}`);
const mailed = () => count(sql`mails where template = 'notifications.news' and account like ${`${word}%`}`);
const turns = (id: string) => count(sql`broadcast_receivers where broadcast_id = ${id}`);
const stateOf = async (id: string) =>
  (await rowsOf<{ state: string }>(app.platform.db, sql`select state from broadcasts where id = ${id}`))[0]
    ?.state;

/** Goes on at once where the job would wait for the mail server. */
async function finish(id: string): Promise<void> {
  while ((await stateOf(id)) === "sending") {
    await app.platform.db.execute(
      sql`update mails set state = 'sent' where template = 'notifications.news' and state = 'queued'`,
    );
    await app.platform.db.execute(
      sql`update broadcasts set due_at = ${app.clock.now().toISOString()} where id = ${id} and state = 'sending'`,
    );
    await runBroadcast(app.platform, { id });
  }
}

/** Dies with a whole transaction done, but not its commit: of what writes down the audience, and of a batch. */
function killedBeforeCommit(left: number): typeof app.platform {
  const write: typeof app.platform.write = (work) =>
    app.platform.write(async (ctx) => {
      const answer = await work(ctx as never);
      if (left-- <= 0) throw new Error("killed");
      return answer;
    });
  return { ...app.platform, write };
}

/** Dies between two statements of a batch, which undoes what it had done of it. */
function killedWithin(left: number): typeof app.platform {
  const enqueue: typeof app.platform.enqueue = function (this: never, ...job) {
    if (left-- <= 0) throw new Error("killed");
    return app.platform.enqueue.apply(this, job as never);
  };
  return { ...app.platform, enqueue };
}

/** What a big one costs: time, the process's memory at most, and how long it kept everything else waiting. */
function startMeter() {
  const started = Date.now();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  let rss = 0;
  const timer = setInterval(() => {
    rss = Math.max(rss, process.memoryUsage.rss());
  }, 200);
  return {
    stop(): string {
      clearInterval(timer);
      delay.disable();
      const ms = Date.now() - started;
      const [p99, most] = [delay.percentile(99), delay.max].map((ns) => (ns / 1e6).toFixed(0));
      return `${ms} ms, ${((PEOPLE / ms) * 1000).toFixed(0)} a second, ${(rss / 2 ** 20).toFixed(0)} MB at most, event loop ${p99} ms (p99), ${most} ms at most`;
    },
  };
}

describe("sending to many", () => {
  it("goes on after a kill at any point: nobody is told twice, nobody is left out, nothing is half done", async () => {
    const day = "2001-01-01";
    await addPeople(PEOPLE, { day });
    const id = await addBroadcast({ day, channels: ["in_app", "email"] });
    const meter = startMeter();
    for (let kill = 0; kill < KILLS; kill++) {
      await runBroadcast(kill % 2 === 0 ? killedBeforeCommit(kill / 2) : killedWithin(17 + kill * 61), {
        id,
      }).catch(() => undefined);
      expect(await notified()).toBe(await mailed());
      expect(await turns(id)).toBe(await mailed());
    }
    await Promise.all([finish(id), finish(id)]);
    expect(await stateOf(id)).toBe("sent");
    expect([await notified(), await mailed(), await turns(id)]).toEqual([PEOPLE, PEOPLE, PEOPLE]);
    if (process.env.BROADCAST_PEOPLE) process.stdout.write(`\n${PEOPLE} people: ${meter.stop()}\n`);
    // A job that was queued twice changes nothing.
    await runBroadcast(app.platform, { id });
    expect(await notified()).toBe(PEOPLE);
  }, 3_600_000);

  it("stops in the middle", async () => {
    const day = "2001-02-01";
    await addPeople(500, { day });
    const id = await addBroadcast({ day });
    // As when the process stops after a batch.
    const stopping = { ...app.platform, abortSignal: AbortSignal.abort() };
    while ((await turns(id)) === 0) await runBroadcast(stopping, { id }).catch(() => undefined);
    expect(await turns(id)).toBe(200);
    expect((await founder.api("POST", `/admin/notifications/${id}/stop`)).body).toMatchObject({
      state: "stopped",
      reached: 200,
    });
    await runBroadcast(app.platform, { id });
    expect(await turns(id)).toBe(200);
    expect((await founder.api("POST", `/admin/notifications/${id}/stop`)).body.code).toBe("BROADCAST_ENDED");
  });

  it("writes down whom it's for in parts, goes on with that after a kill, and can be stopped meanwhile", async () => {
    const day = "2001-02-02";
    await addPeople(9000, { day });
    const [id, other] = [await addBroadcast({ day }), await addBroadcast({ day })];
    const { db } = app.platform;
    // As it waits for a colleague, or for its time.
    await db.execute(sql`update broadcasts set state = 'waiting', due_at = null where id = ${id}`);
    const listed = (which: string) => count(sql`broadcast_audiences where broadcast_id = ${which}`);
    const stopping = { ...app.platform, abortSignal: AbortSignal.abort() };
    for (const which of [id, other])
      while ((await listed(which)) === 0) await runBroadcast(stopping, { id: which }).catch(() => undefined);
    expect(await listed(id)).toBeLessThan(9000);
    expect((await founder.api("POST", `/admin/notifications/${other}/stop`)).body.state).toBe("stopped");
    await runDueBroadcasts(app.platform);
    await expect.poll(() => listed(id), { timeout: 20_000 }).toBe(9000);
    await runBroadcast(app.platform, { id });
    await runBroadcast(app.platform, { id: other });
    expect([await stateOf(id), await turns(id), await listed(other), await turns(other)]).toEqual([
      "waiting",
      0,
      0,
      0,
    ]);
  });

  it("lets people's choices win, writes in their language, and never to addresses nobody has confirmed", async () => {
    const day = "2001-03-01";
    await addPeople(5, { day });
    const { db } = app.platform;
    const optOut = (n: number, off: string[]) =>
      db.execute(
        sql`insert into notification_preferences (user_id, off) values (${`${word}-${n}`}, ${sql.param(off)}::text[])`,
      );
    await optOut(1, ["news.in_app", "news.email"]);
    await optOut(2, ["news.email"]);
    await db.execute(sql`update users set email_verified = false where id = ${`${word}-3`}`);
    await db.execute(sql`update users set language = 'es' where id = ${`${word}-4`}`);
    await db.execute(sql`update users set banned = true where id = ${`${word}-5`}`);
    const id = await addBroadcast({ day, channels: ["in_app", "email"], isUrgent: true });
    await runBroadcast(app.platform, { id });
    const rows = await rowsOf<{ account: string; channels: string[] }>(
      db,
      sql`select account, channels from broadcast_receivers where broadcast_id = ${id} order by account`,
    );
    expect(rows).toEqual([
      { account: `${word}-1`, channels: [] },
      { account: `${word}-2`, channels: ["in_app"] },
      { account: `${word}-3`, channels: ["in_app"] },
      { account: `${word}-4`, channels: ["in_app", "email"] },
    ]);
    const texts = await rowsOf<{ text: string }>(
      db,
      sql`select data ->> 'text' as text from notifications where user_id like ${`${word}%`} order by user_id`,
    );
    expect(texts.map(({ text }) => text)).toEqual([`News ${word}`, `News ${word}`, `Novedades ${word}`]);
    expect((await founder.api("GET", `/admin/notifications/${id}/figures`)).body).toMatchObject({
      reached: 4,
      told: 3,
      declined: 1,
      capped: 0,
      in_app: { told: 3, seen: 0 },
      email: { told: 1 },
    });
  });

  it("sends nothing that waited to whoever was suspended, turned it off, or left meanwhile", async () => {
    const day = "2001-03-05";
    await addPeople(4, { day });
    const { db } = app.platform;
    const id = await addBroadcast({ day, channels: ["email"], isUrgent: true });
    await runBroadcast(app.platform, { id });
    await db.execute(sql`update users set banned = true where id = ${`${word}-1`}`);
    await db.execute(sql`update users set deletion_due_at = now() where id = ${`${word}-2`}`);
    await db.execute(
      sql`insert into notification_preferences (user_id, off) values (${`${word}-3`}, '{news.email}')`,
    );
    const handler = broadcastMails.find(({ mail }) => mail.template === newsMail.template);
    const compose = (n: number) =>
      handler?.compose(app.platform, { id, account: `${word}-${n}` } as never) as Promise<object>;
    for (const n of [1, 2, 3]) expect(await compose(n)).toHaveProperty("unneeded");
    expect(await compose(4)).toMatchObject({ to: `${word}4@example.com` });
    await db.execute(sql`delete from users where id = ${`${word}-4`}`);
    expect(await compose(4)).toHaveProperty("unneeded");
  });

  it("leaves out who got enough this week, unless it's urgent", async () => {
    const day = "2001-04-01";
    await addPeople(2, { day });
    for (let week = 0; week < 3; week++)
      await runBroadcast(app.platform, { id: await addBroadcast({ day }) });
    expect(await notified()).toBe(6);
    const id = await addBroadcast({ day });
    await runBroadcast(app.platform, { id });
    expect(await notified()).toBe(6);
    expect((await founder.api("GET", `/admin/notifications/${id}/figures`)).body).toMatchObject({
      capped: 2,
      told: 0,
    });
    await runBroadcast(app.platform, { id: await addBroadcast({ day, isUrgent: true }) });
    expect(await notified()).toBe(8);
  });

  it("comes when each receiver's own clock shows the time", async () => {
    const day = "2001-05-01";
    await addPeople(1, { day, zone: "Asia/Tokyo" });
    const tokyo = word;
    word = `w${randomUUID().slice(0, 8)}`;
    await addPeople(1, { day, zone: "America/New_York" });
    const told = (who: string) => count(sql`notifications where kind = 'news' and user_id like ${`${who}%`}`);
    const id = await addBroadcast({ day, sendAt: "2031-01-10T09:00" });
    const at = async (time: string) => {
      app.clock.set(time);
      await app.platform.db.execute(
        sql`update broadcasts set due_at = ${app.clock.now().toISOString()} where id = ${id}`,
      );
      await runBroadcast(app.platform, { id });
      return [await told(tokyo), await told(word)];
    };
    expect(await at("2031-01-09T23:59:00Z")).toEqual([0, 0]);
    expect(await at("2031-01-10T00:00:30Z")).toEqual([1, 0]);
    expect(await at("2031-01-10T13:59:00Z")).toEqual([1, 0]);
    expect(await at("2031-01-10T14:00:30Z")).toEqual([1, 1]);
    expect(await stateOf(id)).toBe("sending");
    expect(await at("2031-01-10T21:00:30Z")).toEqual([1, 1]);
    expect(await stateOf(id)).toBe("sent");
    await runDueBroadcasts(app.platform);
  });
});
