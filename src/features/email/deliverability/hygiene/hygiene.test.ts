// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import type { HygieneGroup } from "./hygiene-rules.ts";

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp();
});

const add = async (email: string, who = owner) =>
  (await who.api("POST", "/contacts", { email })).body.id as string;
const suppress = (group: string, body: object, who = owner) =>
  who.api("POST", "/deliverability/hygiene/suppress", { group, undo_id: randomUUID(), ...body });
const undo = (undo_id: string, who = owner) => who.api("POST", "/deliverability/hygiene/undo", { undo_id });
async function counts(who = owner) {
  const { groups } = (await who.api("GET", "/deliverability/hygiene")).body;
  return Object.fromEntries(
    groups.flatMap(({ group, count }: { group: HygieneGroup; count: number }) =>
      count > 0 ? [[group, count]] : [],
    ),
  );
}
const suppressed = async () =>
  (await owner.api("GET", "/suppressions")).body.items.map(({ email }: { email: string }) => email).sort();

it("counts each group, without who gets nothing anyway, and each is a segment’s condition", async () => {
  expect(await counts()).toEqual({});
  for (const email of [
    "info@band.example",
    "a@mailinator.com",
    "b@gmial.com",
    "c@sub.gmial.com",
    "mia@x.example",
  ])
    await add(email);
  expect(await counts()).toEqual({ role: 1, disposable: 1, typo: 1 });
  const { groups } = (await owner.api("GET", "/deliverability/hygiene")).body;
  for (const { group: name, condition, count } of groups) {
    const made = await owner.api("POST", "/segments", { name, condition });
    expect(made.status).toBe(201);
    expect((await owner.api("POST", "/segments/count", { segment_id: made.body.id })).body).toEqual({
      count,
    });
    expect((await owner.api("POST", "/segments/count", { text: made.body.text })).body).toEqual({ count });
  }
  await owner.api("POST", "/suppressions", { email: "info@band.example" });
  expect(await counts()).toEqual({ disposable: 1, typo: 1 });
});

it("never confirmed: waits for 30 days", async () => {
  const id = await add("late@x.example");
  const db = app.platform.db;
  await db.execute(sql`update contacts set status = 'unconfirmed' where id = ${id}`);
  expect(await counts()).toEqual({});
  await db.execute(sql`update contacts set created_at = now() - interval '40 days' where id = ${id}`);
  expect(await counts()).toEqual({ unconfirmed: 1 });
});

it("says whom it would stop, stops e-mail to them, and lets all of them get it again", async () => {
  for (let at = 0; at < 25; at++) await add(`m${at}@mailinator.com`);
  await add("fan@x.example");
  const plan = await suppress("disposable", { dry_run: true });
  expect(plan.body).toMatchObject({ count: 25 });
  expect(plan.body.examples.length).toBe(20);
  expect(await suppressed()).toEqual([]);
  const undo_id = randomUUID();
  expect((await suppress("disposable", { undo_id })).body).toEqual({ count: 25, examples: [] });
  expect((await suppress("disposable", { undo_id })).body.count).toBe(0);
  expect((await suppressed()).length).toBe(25);
  expect(await counts()).toEqual({});
  // Someone else’s id, and someone’s own without anything, change nothing.
  expect((await undo(undo_id, await app.signUp())).body.code).toBe("HYGIENE_NOT_UNDOABLE");
  expect((await undo(randomUUID())).body.code).toBe("HYGIENE_NOT_UNDOABLE");
  expect((await undo(undo_id)).body).toEqual({ restored: 25 });
  expect(await suppressed()).toEqual([]);
  expect(await counts()).toEqual({ disposable: 25 });
  // Their timelines say both.
  const [{ id }] = (await owner.api("GET", "/contacts?q=m3@mailinator.com")).body.items;
  const { items } = (await owner.api("GET", `/contacts/${id}/timeline`)).body;
  const kinds = items.map(({ kind }: { kind: string }) => kind);
  expect(kinds.filter((kind: string) => kind !== "created").sort()).toEqual(["lifted", "suppressed"]);
  const names = (await eventsOf(app, owner.id)).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["list_hygiene.begun", "list_hygiene.undone"]));
});

it("keeps what somebody stopped by hand since, and what was stopped before", async () => {
  for (const email of ["a@mailinator.com", "b@mailinator.com"]) await add(email);
  await owner.api("POST", "/suppressions", { email: "b@mailinator.com" });
  const undo_id = randomUUID();
  expect((await suppress("disposable", { undo_id })).body.count).toBe(1);
  await owner.api("POST", "/suppressions", { email: "a@mailinator.com" });
  expect((await undo(undo_id)).body.code).toBe("HYGIENE_NOT_UNDOABLE");
  expect(await suppressed()).toEqual(["a@mailinator.com", "b@mailinator.com"]);
});

it("hands many to a job, which can be undone as a whole", async () => {
  await app.platform.db.execute(sql`insert into contacts (user_id, id, email, status, created_at, updated_at)
    select ${owner.id}, gen_random_uuid(), 'm' || n || '@mailinator.com', 'new', now(), now() from generate_series(1, 1100) n`);
  const undo_id = randomUUID();
  expect((await suppress("disposable", { undo_id })).body).toEqual({ count: 0, examples: [], job: undo_id });
  const isOver = async () =>
    (await owner.api("GET", "/jobs")).body.items.find(({ id }: { id: string }) => id === undo_id)?.state ===
    "done";
  await vi.waitUntil(isOver, { timeout: 20_000 });
  expect(await counts()).toEqual({});
  expect((await undo(undo_id)).body).toEqual({ restored: 1100 });
  expect(await counts()).toEqual({ disposable: 1100 });
}, 60_000);

it("undoing it while it still works stops it first, so that nobody is left suppressed", async () => {
  await app.platform.db.execute(sql`insert into contacts (user_id, id, email, status, created_at, updated_at)
    select ${owner.id}, gen_random_uuid(), 'm' || n || '@mailinator.com', 'new', now(), now() from generate_series(1, 5000) n`);
  const undo_id = randomUUID();
  await suppress("disposable", { undo_id });
  const done = async () =>
    (await owner.api("GET", "/jobs")).body.items.find(({ id }: { id: string }) => id === undo_id)?.done;
  await vi.waitUntil(async () => (await done()) > 0, { timeout: 20_000, interval: 5 });
  const { restored } = (await undo(undo_id)).body;
  expect(restored).toBeGreaterThan(0);
  expect(await counts()).toEqual({ disposable: 5000 });
}, 60_000);
