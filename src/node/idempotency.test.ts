import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

const MINUTE_MS = 60_000;

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
  await app.signUp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  await app.platform.db.execute(sql`delete from kept_answers`);
  owner = await app.signUp();
});

const create = (key: string, body: object | FormData = { name: "Mia" }, path = "/profiles", who = owner) =>
  who.call("POST", `/api/v1${path}`, body, { "idempotency-key": key });
const listRows = () => rowsOf(app.platform.db, sql`select * from kept_answers`);

/** The row of a request that a process had begun when it was killed. */
async function leaveBehind(key: string, { changed, minutes = 0.2 }: { changed: boolean; minutes?: number }) {
  await create(key);
  await app.platform.db.execute(sql`delete from client_profiles where user_id = ${owner.id}`);
  const until = new Date(app.clock.now().getTime() + minutes * MINUTE_MS).toISOString();
  await app.platform.db.execute(
    sql`update kept_answers set status = 0, body = '', leased_until = ${until}, changed = ${changed}`,
  );
}

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

it("a refusal after a first write holds up nobody, however many are asked at once", async () => {
  const { id } = (await create(randomUUID())).body;
  await owner.api("DELETE", `/profiles/${id}`);
  const asked = Array.from({ length: 30 }, () =>
    create(
      randomUUID(),
      { source_profile_id: randomUUID(), new_profile_name: "Copy" },
      "/rpc/duplicate_profile",
    ),
  );
  for (const answer of await Promise.all(asked)) expect(answer.body.code).toBe("PROFILE_NOT_FOUND");
  expect((await create(randomUUID())).status).toBe(201);
  expect(await listRows()).toHaveLength(2);
});

it("an answer that can't be kept goes out all the same, and the change isn't made twice", async () => {
  const key = randomUUID();
  const { db } = app.platform;
  await db.execute(sql`alter table kept_answers add constraint never check (status <> 201) not valid`);
  const first = await create(key);
  await db.execute(sql`alter table kept_answers drop constraint never`);
  expect(first.status).toBe(201);
  app.clock.advance(MINUTE_MS);
  expect((await create(key)).body.code).toBe("IDEMPOTENCY_ANSWER_GONE");
  expect(await profiles()).toHaveLength(1);
});

it("an answer too long to keep is given all the same, and whoever asks again is told", async () => {
  const key = randomUUID();
  const html = `<p>${"x".repeat(300_000)}</p>`;
  const ask = () => create(key, { name: "News", html }, "/templates");
  const first = await ask();
  expect([first.status, JSON.stringify(first.body).length > html.length]).toEqual([201, true]);
  const again = await ask();
  expect([again.status, again.body.code]).toEqual([409, "IDEMPOTENCY_ANSWER_GONE"]);
});

it("what changes nothing keeps nothing", async () => {
  const body = { source: { subject: "Hi", body: "Hello" } };
  for (let n = 0; n < 3; n++) await create(randomUUID(), body, "/templates/preview");
  expect(await listRows()).toEqual([]);
});

it("a killed process's key is free once its lease is over, and waits until then", async () => {
  const key = randomUUID();
  await leaveBehind(key, { changed: false });
  const second = create(key);
  await vi.waitUntil(async () => (await listRows()).length === 1);
  app.clock.advance(MINUTE_MS);
  expect((await second).status).toBe(201);
  expect(await profiles()).toHaveLength(1);
});

it("what a killed process had changed isn't changed again", async () => {
  const key = randomUUID();
  await leaveBehind(key, { changed: true });
  app.clock.advance(MINUTE_MS);
  const answer = await create(key);
  expect([answer.status, answer.body.code]).toEqual([409, "IDEMPOTENCY_ANSWER_GONE"]);
  expect(await profiles()).toHaveLength(0);
});

it("a key that another process works with for long is said to be in progress", async () => {
  const key = randomUUID();
  await leaveBehind(key, { changed: false, minutes: 60 });
  const second = create(key);
  await vi.waitUntil(async () => {
    app.clock.advance(MINUTE_MS / 4);
    return Promise.race([second, new Promise((later) => setTimeout(later, 50))]);
  });
  const { status, body, headers } = await second;
  expect([status, body.code, headers.get("retry-after")]).toEqual([409, "IDEMPOTENCY_KEY_IN_PROGRESS", "5"]);
});

it("an account keeps so many bytes, and its oldest answers go first", async () => {
  const [first, last] = [randomUUID(), randomUUID()];
  await create(first);
  await app.platform.db.execute(sql`insert into kept_answers
    (id, owner, request, attempt, changed, status, type, body, created_at)
    select gen_random_uuid()::text, owner, request, attempt, true, 200, type, repeat('x', 250000), created_at + interval '1 ms' * n
    from kept_answers, generate_series(1, 20) n`);
  app.clock.advance(MINUTE_MS);
  await create(last);
  const [{ bytes } = { bytes: 0 }] = await rowsOf<{ bytes: number }>(
    app.platform.db,
    sql`select sum(octet_length(body))::int as bytes from kept_answers`,
  );
  expect(bytes).toBeGreaterThan(3_000_000);
  expect(bytes).toBeLessThanOrEqual(4 * 1024 * 1024);
  expect((await create(first)).body.code).toBe("IDEMPOTENCY_ANSWER_GONE");
  expect((await create(last)).headers.get("idempotency-replayed")).toBe("true");
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
