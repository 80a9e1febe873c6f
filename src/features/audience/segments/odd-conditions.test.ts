// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp();
});

const count = (body: object) => owner.api("POST", "/segments/count", body);

it("expressions that explode end in time, and the next count works", async () => {
  await app.platform.db.execute(sql`insert into contacts (user_id, id, email, name, status, created_at, updated_at)
    select ${owner.id}, gen_random_uuid(), n || '@fans.example', repeat('a', 190) || '!', 'confirmed', now(), now()
    from generate_series(1, 2000) n`);
  for (const pattern of [
    "^(a+)+$",
    "^(a|aa)+$",
    "(a*)*(a*)*(a*)*b",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "(.*a){20}$",
  ]) {
    const began = performance.now();
    const { status, body } = await count({
      condition: { attribute: "name", operator: "matches", value: pattern },
    });
    expect([200, 400, 409, 422, 503]).toContain(status);
    expect([pattern, body.code ?? "fine"]).not.toEqual([pattern, "INTERNAL_SERVER_ERROR"]);
    expect(performance.now() - began).toBeLessThan(20_000);
  }
  expect(
    (await count({ condition: { attribute: "name", operator: "contains", value: "aaa" } })).body,
  ).toEqual({
    count: 2000,
  });
});

it("200 groups inside each other are refused with a sentence, in fields and as text", async () => {
  let condition: object = { attribute: "tag", operator: "equals", value: "x" };
  for (let depth = 0; depth < 200; depth++) condition = { any: [condition] };
  const text = `${"(".repeat(200)}tag "x"${")".repeat(200)}`;
  for (const body of [{ condition }, { text }]) {
    const answers = [await count(body), await owner.api("POST", "/segments", { name: "Deep", ...body })];
    for (const { status, body: told } of answers) {
      expect(status).toBe(400);
      expect(String(told.message).length).toBeGreaterThan(10);
    }
  }
});

it("a segment about a field that’s deleted says so, and neither it nor another fails", async () => {
  const fields = [{ key: "city", label: "City", type: "text", choices: [] }];
  await owner.api("PUT", "/contact-settings/fields", { fields });
  await owner.api("POST", "/contacts", {
    email: "nora@fans.example",
    fields: { city: "Bonn" },
    tags: ["vip"],
  });
  const condition = {
    any: [
      { attribute: "field.city", operator: "equals", value: "Bonn" },
      { attribute: "tag", operator: "equals", value: "vip" },
    ],
  };
  const made = await owner.api("POST", "/segments", { name: "Bonn", condition });
  expect([made.status, made.body.code]).toEqual([201, undefined]);
  const outer = await owner.api("POST", "/segments", {
    name: "Outer",
    condition: { segment_id: made.body.id },
  });
  expect(outer.status).toBe(201);
  await owner.api("PUT", "/contact-settings/fields", { fields: [] });
  for (const { id } of [made.body, outer.body]) {
    const answers = [
      await owner.api("GET", `/segments/${id}`),
      await owner.api("GET", `/segments/${id}/members`),
      await count({ segment_id: id, condition: { segment_id: id } }),
      await owner.api("GET", `/contacts?segment_id=${id}`),
    ];
    for (const { status } of answers) expect(status).toBeLessThan(500);
  }
  expect((await owner.api("GET", "/contacts")).body.items).toHaveLength(1);
  expect((await owner.api("DELETE", `/segments/${outer.body.id}`)).status).toBe(200);
  expect((await owner.api("DELETE", `/segments/${made.body.id}`)).status).toBe(200);
});
