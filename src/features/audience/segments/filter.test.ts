import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
  await app.platform.db.execute(sql`insert into contacts
      (user_id, id, email, name, country, tags, status, profile_ids, score, created_at, updated_at)
    select ${owner.id}, gen_random_uuid(), 'fan' || n || '@example.com', 'Fan ' || n,
      (array['DE', 'PT'])[1 + n % 2], case when n % 3 = 0 then array['vip'] else '{}'::text[] end, 'new',
      '{}'::uuid[], n, now() - make_interval(mins => n), now() from generate_series(1, 30) n`);
});
afterAll(() => app.close());

const RICH = {
  any: [
    { attribute: "tag", operator: "equals", value: "vip" },
    { attribute: "score", operator: "greater", value: 27 },
  ],
};
const asQuery = (condition: unknown) =>
  `condition=${encodeURIComponent(typeof condition === "string" ? condition : JSON.stringify(condition))}`;
const totalOf = async (query: string) => (await owner.api("GET", `/contacts?${query}`)).body.total;

it("lists whom a condition is true for, and the other fields narrow it down", async () => {
  expect(await totalOf(asQuery(RICH))).toBe(12);
  expect(await totalOf(`${asQuery(RICH)}&country=DE`)).toBe(6);
  expect(await totalOf(asQuery({ all: [] }))).toBe(30);
  expect(await totalOf(asQuery({ event: "clicked" }))).toBe(0);
  const { body } = await owner.api("GET", `/contacts/export?${asQuery(RICH)}`);
  expect(body.trimEnd().split("\r\n")).toHaveLength(13);
});

it("pages through them", async () => {
  const { id } = (await owner.api("POST", "/segments", { name: "Few", text: "score > 4" })).body;
  const first = await owner.api("GET", `/contacts?${asQuery({ segment_id: id })}&sort=name`);
  expect([first.body.total, first.body.items.length, first.body.next]).toEqual([26, 26, undefined]);
});

it.each([
  "nonsense",
  "[]",
  '{"attribute":"gone","operator":"equals","value":1}',
  '{"attribute":"name","operator":"matches","value":"("}',
  JSON.stringify({ segment_id: randomUUID() }),
])("refuses %s everywhere it's sent", async (condition) => {
  const selection = { all: true, filter: { condition } };
  const undo_id = randomUUID();
  for (const answer of [
    await owner.api("GET", `/contacts?${asQuery(condition)}`),
    await owner.api("GET", `/contacts/export?${asQuery(condition)}`),
    await owner.api("GET", `/pipeline?${asQuery(condition)}`),
    await owner.api("POST", "/contacts/export", { selection }),
    await owner.api("POST", "/contacts/tag", { selection, undo_id, tag: "x", action: "add" }),
    await owner.api("POST", "/contacts/score", { selection, undo_id, points: 1 }),
  ])
    expect([answer.status, answer.body.code], JSON.stringify(answer.body)).toEqual([
      400,
      "CONDITION_INVALID",
    ]);
});

it("refuses one that doesn't work, and a segment that's gone, for everything that's done to many", async () => {
  const segment = (await owner.api("POST", "/segments", { name: "Picked", kind: "static" })).body.id;
  const steps = [{ id: "end", type: "end" }];
  const sequence = (await owner.api("POST", "/sequences", { name: "Short", draft: { steps } })).body.id;
  expect((await owner.api("POST", `/sequences/${sequence}/publish`, {})).status).toBe(200);
  const codes = async (filter: object) => {
    const selection = { all: true, filter };
    const undo_id = randomUUID();
    const answers = [
      await owner.api("POST", "/contacts/delete", { selection, undo_id }),
      await owner.api("POST", "/contacts/place", { selection, undo_id, stage_id: null }),
      await owner.api("POST", `/segments/${segment}/members`, { selection }),
      await owner.api("POST", `/segments/${segment}/members/remove`, { selection }),
      await owner.api("POST", `/sequences/${sequence}/enrollments/many`, { selection }),
    ];
    return answers.map(({ body }) => body.code);
  };
  expect(new Set(await codes({ condition: "nonsense" }))).toEqual(new Set(["CONDITION_INVALID"]));
  expect(new Set(await codes({ segment_id: randomUUID() }))).toEqual(new Set(["SEGMENT_NOT_FOUND"]));
});

it("what nobody has is had by nobody, rather than left out", async () => {
  for (const query of ["tag=", "tag=%20", "stage_id=", "stage_id=x", "owner_id=", "owner_id=x"])
    expect([query, await totalOf(query)]).toEqual([query, 0]);
});

it("changes whom a condition is true for", async () => {
  const bulk = {
    selection: { all: true, filter: { condition: RICH, country: "PT" } },
    undo_id: randomUUID(),
  };
  const done = await owner.api("POST", "/contacts/tag", { ...bulk, tag: "odd", action: "add" });
  expect([done.status, done.body.count]).toEqual([200, 6]);
  expect(await totalOf("tag=odd")).toBe(6);
  expect(await totalOf(asQuery({ attribute: "tag", operator: "not_equals", value: "odd" }))).toBe(24);
});

it("isn't for people who see only some of it", async () => {
  const analyst = await app.signUp();
  await app.platform.db.execute(sql`insert into team_members (account, user_id, role, created_at)
    values (${owner.id}, ${analyst.id}, 'analyst', now())`);
  const ask = (query: string) =>
    analyst.call("GET", `/api/v1/contacts?${query}`, undefined, { "x-account": owner.id });
  expect((await ask(asQuery({ attribute: "name", operator: "starts_with", value: "F" }))).status).toBe(403);
  expect((await ask("country=DE")).body.total).toBe(15);
});

it("isn't for people who are limited to some pages, who'd see what fans did on others", async () => {
  const page = (await owner.api("POST", "/profiles", { name: "Mia" })).body.id;
  const limited = await app.signUp();
  await app.platform.db.execute(sql`insert into team_members (account, user_id, role, profile_ids, created_at)
    values (${owner.id}, ${limited.id}, 'marketer', ${`{${page}}`}, now())`);
  await app.platform.db.execute(sql`update contacts set profile_ids = array[${page}::uuid]
    where user_id = ${owner.id} and email in ('fan1@example.com', 'fan2@example.com')`);
  const ask = (query: string) =>
    limited.call("GET", `/api/v1/contacts?${query}`, undefined, { "x-account": owner.id });
  for (const condition of [RICH, { event: "clicked" }, { all: [] }])
    expect((await ask(asQuery(condition))).status).toBe(403);
  expect((await ask("")).body.total).toBe(2);
  expect((await ask("country=DE")).body.total).toBe(1);
  expect((await ask("q=fan")).body.total).toBe(2);
});
