// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { runBroadcast, runDueBroadcasts } from "./delivery.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay Founder" });
});
afterAll(() => app?.close());

async function prove({ id }: Client): Promise<void> {
  await app.platform.db.execute(
    sql`update sessions set proven_at = ${app.clock.now().toISOString()}, expires_at = now() + interval '90 years' where user_id = ${id}`,
  );
}
let day = 0;
let born: string;
beforeEach(async () => {
  app.clock.set("2031-01-01T12:00:00Z");
  await prove(founder);
  day += 1;
  born = `2002-03-${String(day).padStart(2, "0")}`;
});

/** People whom no other test's audience has. */
async function addPeople(count: number, { language = "en" } = {}): Promise<string[]> {
  const word = `r${randomUUID().slice(0, 8)}`;
  await app.platform.db.execute(
    sql`insert into users (id, name, email, email_verified, role, language, created_at, updated_at)
      select ${word} || n, ${word}, ${word} || n || '@example.com', true, 'user', ${language}, ${`${born}Z`}::timestamptz, now()
      from generate_series(1, ${count}) n`,
  );
  return Array.from({ length: count }, (_, n) => `${word}${n + 1}`);
}

const version = { title: "Tip of the week", text: "Try it.", button: "" };
const NOTHING = { title: "", text: "", button: "" };
const bornThen = () => [
  { field: "signed_up_after", value: born },
  { field: "signed_up_before", value: `${born.slice(0, 8)}${String(day + 1).padStart(2, "0")}` },
];

async function send(more: object, rules: object[] = []) {
  const id = randomUUID();
  await founder.api("PUT", `/admin/notifications/${id}`, {
    versions: { en: version, es: NOTHING },
    channels: ["in_app"],
    target: "links",
    audience: { match: "all", rules: [...bornThen(), ...rules] },
    is_urgent: true,
  });
  const answer = await founder.api("POST", `/admin/notifications/${id}/send`, more);
  // The job that writes down its audience would go on by a clock that a test has moved meanwhile.
  await expect.poll(() => dueJobs(id), { timeout: 20_000 }).toEqual([]);
  return { id, ...answer };
}

const dueJobs = (id: string) =>
  rowsOf(
    app.platform.db,
    sql`select 1 from jobs.job where data ->> 'job' = 'notifications.broadcast' and data -> 'data' ->> 'id' = ${id}
      and state < 'completed' and start_after <= now()`,
  );

interface Occurrence {
  id: string;
  state: string;
  send_at: string;
  total: number;
}
const seriesOf = (id: string) =>
  rowsOf<Occurrence>(
    app.platform.db,
    sql`select id, state, send_at, total from broadcasts where series = ${id} order by send_at`,
  );
const turns = (id: string) =>
  rowsOf<{ account: string }>(
    app.platform.db,
    sql`select account from broadcast_receivers where broadcast_id = ${id} order by account`,
  );
/** As at that moment, once every clock shows it. */
async function run(id: string, at: string): Promise<void> {
  app.clock.set(at);
  await app.platform.db.execute(
    sql`update broadcasts set due_at = ${app.clock.now().toISOString()} where id = ${id} and state in ('scheduled', 'sending')`,
  );
  await runBroadcast(app.platform, { id });
}
const act = (id: string, verb: string, by = founder) =>
  by.api("POST", `/admin/notifications/${id}/${verb}`, {});
const bells = async (reader: Client, kind: string) =>
  (await reader.api("GET", "/notifications")).body.items.filter((one: { kind: string }) => one.kind === kind);

it("comes again, each time as a row of its own and for whoever matches by then", async () => {
  const [first] = await addPeople(1);
  const { id, body } = await send({
    send_at: "2031-01-06T09:00",
    repeat: { every: "week", until: "2031-01-13" },
  });
  expect(body).toMatchObject({
    state: "scheduled",
    repeat: { every: "week", until: "2031-01-13" },
    total: 1,
  });
  const [early] = await addPeople(1);
  // Two nodes at once, and a third that died in the middle.
  const killed = { ...app.platform, write: () => Promise.reject(new Error("killed")) } as typeof app.platform;
  app.clock.set("2031-01-06T22:00:00Z");
  await runBroadcast(killed, { id }).catch(() => undefined);
  await Promise.all([run(id, "2031-01-06T22:00:00Z"), run(id, "2031-01-06T22:00:00Z")]);
  const [second] = await addPeople(1);
  const both = await seriesOf(id);
  expect(both.map(({ state, send_at }) => [state, send_at])).toEqual([
    ["sent", "2031-01-06T09:00"],
    ["scheduled", "2031-01-13T09:00"],
  ]);
  const told = async (which: string) => (await turns(which)).map(({ account }) => account);
  expect(await told(id)).toEqual([first, early].sort());
  const next = both[1]?.id ?? "";
  const listed = (await founder.api("GET", "/admin/notifications")).body.items;
  expect(listed.find((one: Occurrence) => one.id === next)).toMatchObject({ send_at: "2031-01-13T09:00" });
  await run(next, "2031-01-13T22:00:00Z");
  expect(await told(next)).toEqual([first, early, second].sort());
  // That was its last day.
  expect((await seriesOf(id)).map(({ state }) => state)).toEqual(["sent", "sent"]);
  await runDueBroadcasts(app.platform);
});

it("doesn't come again once it's stopped, not even by an earlier one that was held back", async () => {
  await addPeople(1);
  const { id } = await send({ send_at: "2031-01-06T09:00", repeat: { every: "month" } });
  // Nothing ran for three months: no one is told what was for January, and February's and March's are left out.
  app.clock.set("2031-04-02T12:00:00Z");
  await runBroadcast(app.platform, { id });
  const [held, next] = await seriesOf(id);
  expect([held?.state, next?.state, next?.send_at]).toEqual(["held", "scheduled", "2031-04-06T09:00"]);
  await expect.poll(async () => (await bells(founder, "broadcast_held")).length, { timeout: 20_000 }).toBe(1);
  expect((await act(next?.id ?? "", "stop")).body.state).toBe("stopped");
  // The day of the one that was stopped is over, too.
  app.clock.set("2031-04-08T12:00:00Z");
  await prove(founder);
  expect((await act(id, "resume")).body.state).toBe("scheduled");
  await runBroadcast(app.platform, { id });
  expect((await seriesOf(id)).map(({ state }) => state)).toEqual(["sent", "stopped"]);
});

it("asks staff again about what's more than a day late, and tells them by the bell", async () => {
  const people = await addPeople(3);
  const { id } = await send({ send_at: "2031-01-06T09:00" });
  expect((await act(id, "resume")).body.code).toBe("BROADCAST_NOT_HELD");
  expect((await act(randomUUID(), "resume")).body.code).toBe("BROADCAST_NOT_FOUND");
  // Its first clocks show the time on the 5th at 19:00 UTC.
  app.clock.set("2031-01-06T18:59:00Z");
  await runBroadcast(app.platform, { id });
  expect((await founder.api("GET", `/admin/notifications/${id}/figures`)).body.reached).toBe(3);
  await prove(founder);
  const late = await send({ send_at: "2031-01-10T09:00" });
  expect(late.body.state).toBe("scheduled");
  // One that they've read already: they aren't told again before that.
  await founder.api("POST", "/notifications/read", { all: true });
  app.clock.set("2031-01-10T19:01:00Z");
  const told = (await bells(founder, "broadcast_held")).length;
  await runBroadcast(app.platform, { id: late.id });
  await expect
    .poll(async () => (await bells(founder, "broadcast_held")).length, { timeout: 20_000 })
    .toBe(told + 1);
  expect(await turns(late.id)).toEqual([]);
  await app.platform.db.execute(
    sql`update sessions set proven_at = now() - interval '1 day' where user_id = ${founder.id}`,
  );
  expect((await act(late.id, "resume")).body.code).toBe("REAUTHENTICATION_REQUIRED");
  await prove(founder);
  const both = await Promise.all([act(late.id, "resume"), act(late.id, "resume")]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  await run(late.id, "2031-01-10T21:30:00Z");
  expect((await turns(late.id)).map(({ account }) => account)).toEqual(people.sort());
});

it("holds back the rest of what stood still for a day in the middle, and not what goes on", async () => {
  await addPeople(450);
  const { id } = await send({ send_at: "2031-01-06T09:00" });
  await runBroadcast(app.platform, { id });
  app.clock.set("2031-01-06T12:00:00Z");
  const stopping = { ...app.platform, abortSignal: AbortSignal.abort() };
  await runBroadcast(stopping, { id }).catch(() => undefined);
  app.clock.set("2031-01-07T11:00:00Z");
  await runBroadcast(stopping, { id }).catch(() => undefined);
  expect(await turns(id)).toHaveLength(400);
  app.clock.set("2031-01-08T12:00:00Z");
  await runBroadcast(app.platform, { id });
  expect(await turns(id)).toHaveLength(400);
  await prove(founder);
  expect((await act(id, "resume")).status).toBe(200);
  await runBroadcast(app.platform, { id });
  expect(await turns(id)).toHaveLength(450);
});

it("goes only to whom it was meant for when it was sent off, as far as they still match", async () => {
  const [stays, leaves] = await addPeople(2, { language: "es" });
  const [comes] = await addPeople(1);
  const { id, body } = await send({ send_at: "2031-01-06T09:00" }, [{ field: "language", value: "es" }]);
  expect(body.total).toBe(2);
  await runBroadcast(app.platform, { id });
  const speaks = (language: string, who = "") =>
    app.platform.db.execute(sql`update users set language = ${language} where id = ${who}`);
  await speaks("es", comes);
  await speaks("en", leaves);
  await addPeople(2, { language: "es" });
  await run(id, "2031-01-06T22:00:00Z");
  expect(await turns(id)).toEqual([{ account: stays }]);
  const left = await rowsOf(
    app.platform.db,
    sql`select account from broadcast_audiences where broadcast_id = ${id}`,
  );
  expect(left).toEqual([]);
});

it("tells colleagues what waits for them, also when one that repeats has become too many", async () => {
  const admin = await app.signUp({ name: "Ada Admin" });
  await app.platform.db.execute(sql`update users set role = 'admin' where id = ${admin.id}`);
  await founder.api("PATCH", "/settings", { values: { notification_approval_over: "2" } });
  await addPeople(1);
  const { id, body } = await send({ send_at: "2031-01-06T09:00", repeat: { every: "week" } });
  expect(body.state).toBe("scheduled");
  await run(id, "2031-01-06T22:00:00Z");
  expect((await seriesOf(id))[0]?.state).toBe("sent");
  await addPeople(2);
  const next = (await seriesOf(id))[1]?.id ?? "";
  await run(next, "2031-01-13T22:00:00Z");
  expect((await seriesOf(id)).map(({ state, total }) => [state, total])).toEqual([
    ["sent", 1],
    ["waiting", 3],
    ["scheduled", 0],
  ]);
  await expect
    .poll(async () => (await bells(admin, "broadcast_waiting")).length, { timeout: 20_000 })
    .toBe(1);
  expect(await turns(next)).toEqual([]);
  await prove(founder);
  await prove(admin);
  expect((await act(next, "approve")).body.code).toBe("BROADCAST_OWN");
  expect((await act(next, "approve", admin)).body.state).toBe("scheduled");
  await run(next, "2031-01-13T23:00:00Z");
  expect(await turns(next)).toHaveLength(3);
  await founder.api("PATCH", "/settings", { values: { notification_approval_over: "1000" } });
});

it("needs a first time, and a last day that isn't before it", async () => {
  await addPeople(1);
  expect((await send({ repeat: { every: "week" } })).status).toBe(400);
  const over = await send({ send_at: "2031-01-06T09:00", repeat: { every: "week", until: "2031-01-05" } });
  expect(over.status).toBe(400);
  expect((await send({ send_at: "2031-01-06T09:00", repeat: { every: "day" } })).status).toBe(400);
  const last = await send({ send_at: "2031-01-06T09:00", repeat: { every: "week", until: "2031-01-06" } });
  expect(last.status).toBe(200);
});
