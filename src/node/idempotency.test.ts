import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
  await app.signUp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp();
});

const create = (key: string, body: object | FormData = { name: "Mia" }, path = "/profiles", who = owner) =>
  who.call("POST", `/api/v1${path}`, body, { "idempotency-key": key });
const profiles = async (who = owner) => (await who.api("GET", "/profiles")).body.items;

it("a POST sent again under its key gets the same answer, and changes nothing again", async () => {
  const key = randomUUID();
  const first = await create(key);
  expect([first.status, first.headers.get("idempotency-replayed")]).toEqual([201, null]);
  const again = await create(key);
  expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([201, "true"]);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
  expect(await profiles()).toHaveLength(1);
});

it("those sent at once are one", async () => {
  const key = randomUUID();
  const answers = await Promise.all([create(key), create(key), create(key)]);
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  expect(await profiles()).toHaveLength(1);
});

it("another request under the same key is refused; another person's is another one", async () => {
  const key = randomUUID();
  await create(key);
  for (const answer of [await create(key, { name: "Zoe" }), await create(key, { name: "Mia" }, "/keys")]) {
    expect([answer.status, answer.body.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
  }
  const other = await app.signUp();
  expect((await create(key, { name: "Zoe" }, "/profiles", other)).body.name).toBe("Zoe");
});

it("what is refused changes nothing, and may be sent again under its key", async () => {
  const key = randomUUID();
  expect((await create(key, { name: " " })).body.code).toBe("NAME_REQUIRED");
  expect((await create(key)).status).toBe(201);
  for (const odd of [" ", "x".repeat(256)]) expect((await create(odd)).body.code).toBe("BAD_REQUEST");
});

it("what fails after it has changed something leaves nothing behind", async () => {
  const [profile] = [(await create(randomUUID())).body];
  const db = app.platform.db;
  await db.execute(sql`alter table kept_answers add constraint never check (status <> 201) not valid`);
  const failed = await create(
    randomUUID(),
    { title: "L", url: "https://l.example" },
    `/profiles/${profile.id}/links`,
  );
  await db.execute(sql`alter table kept_answers drop constraint never`);
  expect(failed.status).toBe(500);
  expect((await owner.api("GET", `/profiles/${profile.id}/links`)).body.items).toEqual([]);
});

it("an answer is sealed, and kept for a day", async () => {
  const key = randomUUID();
  const { body } = await create(key, { name: "Zapier", scopes: ["links.see"] }, "/keys");
  expect((await create(key, { name: "Zapier", scopes: ["links.see"] }, "/keys")).body.key).toBe(body.key);
  const rows = JSON.stringify(await rowsOf(app.platform.db, sql`select * from kept_answers`));
  for (const secret of [body.key, key, owner.id]) expect(rows).not.toContain(secret);
  await create(key.toUpperCase(), { name: "Early" });
  app.clock.advance(DAY_MS);
  expect((await create(key.toUpperCase(), { name: "Late" })).body.name).toBe("Late");
});

it("a form with a file is the same one, wherever its parts are divided", async () => {
  const key = randomUUID();
  const form = () => {
    const data = new FormData();
    data.set("file", new File(["no picture"], "a.png"));
    return data;
  };
  const answers = [await create(key, form(), "/media"), await create(key, form(), "/media")];
  expect(answers[1]?.body.code).toBe(answers[0]?.body.code);
});

it("a file is sent as it is, in whatever language its reader asks for", async () => {
  await owner.api("POST", "/contacts", { email: "ada@one.example" });
  const ask = async (headers: Record<string, string>) => {
    const response = await fetch(`${app.url}/api/v1/contacts/export`, {
      method: "POST",
      headers: { ...headers, cookie: owner.cookie, "content-type": "application/json" },
      body: JSON.stringify({ selection: { all: true, filter: {} }, format: "json" }),
    });
    return response.text();
  };
  const file = await ask({});
  expect(file).toContain("ada@one.example");
  expect(await ask({ "idempotency-key": randomUUID(), "x-language": "es" })).toBe(file);
});
