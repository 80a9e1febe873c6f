// @project server-postgres
import { createHmac, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { makeSecret, signedHeaders } from "#src/platform/crypto/webhook-signature.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { purgeCalls } from "./reception.ts";
import { CALLS_KEPT, INCOMING_WEBHOOKS_MAX } from "./rules.ts";

const WAIT = { timeout: 20_000 };
let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp();
});

async function added(form: object = {}, by = owner) {
  const { status, body } = await by.api("POST", "/incoming-webhooks", { name: "Shop", ...form });
  expect(status).toBe(201);
  return body as { id: string; url: string };
}

/** Where the harness listens, whatever the instance's public URL is. */
const here = (url: string) => owner.url + new URL(url).pathname;

async function send(
  { url }: { url: string },
  body: BodyInit | object,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: { code?: string; message?: string; received?: boolean } }> {
  const isRaw = typeof body === "string" || body instanceof Uint8Array || body instanceof URLSearchParams;
  const answer = await fetch(here(url), {
    method: "POST",
    headers: {
      ...(!(body instanceof URLSearchParams) && { "content-type": "application/json" }),
      ...headers,
    },
    body: isRaw ? (body as BodyInit) : JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

const callsOf = async ({ id }: { id: string }) =>
  (await owner.api("GET", `/incoming-webhooks/${id}/calls`)).body.items;
const received = async ({ id }: { id: string }) =>
  (await eventsOf(app, id)).filter(({ name }) => name === "incoming_webhook.received");
const fan = async (email: string) =>
  (await owner.api("POST", "/contacts", { email })).body as { id: string; email: string };

it("what another program sends is announced with whom it’s about, and the answer says nothing", async () => {
  const hook = await added({ email_path: "customer.email" });
  const mia = await fan("mia@fans.example");
  const answers = [
    await send(hook, { customer: { email: " MIA@fans.example" }, total: 12 }),
    await send(hook, new URLSearchParams({ "customer.email": "nobody@fans.example" })),
    await send(hook, { customer: "Mia" }, { "content-type": "application/vnd.shop+json; charset=utf-8" }),
    await send(hook, ""),
  ];
  for (const answer of answers) expect(answer).toEqual({ status: 202, body: { received: true } });
  expect((await received(hook)).map(({ payload }) => payload)).toEqual([
    { contact_id: mia.id, body: { "customer.email": " MIA@fans.example", total: 12 } },
    { contact_id: null, body: { "customer.email": "nobody@fans.example" } },
    { contact_id: null, body: { customer: "Mia" } },
    { contact_id: null, body: {} },
  ]);
  expect((await callsOf(hook)).map(({ outcome }: { outcome: string }) => outcome).reverse()).toEqual([
    "known",
    "unknown",
    "no_address",
    "no_address",
  ]);
  expect((await owner.api("GET", "/contacts")).body.items).toHaveLength(1);
});

it("5.10.16 somebody whom only another program names gets no e-mail before they agree", async () => {
  const hook = await added({ adds_contacts: true, name_path: "name" });
  await send(hook, { email: "new@fans.example", name: "Nora\r\nX" });
  await send(hook, { email: "new@fans.example", name: "Other" });
  const { items } = (await owner.api("GET", "/contacts")).body;
  expect(items).toMatchObject([{ email: "new@fans.example", status: "unconfirmed" }]);
  expect(items[0].name).toMatch(/^Nora\s+X$/);
  expect((await callsOf(hook)).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    "known",
    "added",
  ]);
  // Who is there already stays as they are.
  const mia = await fan("mia@fans.example");
  await send(hook, { email: mia.email, name: "Other" });
  expect((await owner.api("GET", `/contacts/${mia.id}`)).body).toMatchObject({ name: "", status: "new" });
});

it("what’s sent twice counts once", async () => {
  const hook = await added({ id_path: "order.id" });
  for (const key of ["a", "a", "b"])
    await send(hook, { email: "x@fans.example" }, { "idempotency-key": key });
  await Promise.all([1, 2, 3].map(() => send(hook, { order: { id: 7 } })));
  await send(hook, { order: { id: 8 } });
  expect(await received(hook)).toHaveLength(4);
});

it("with a secret, only what’s signed with it counts", async () => {
  const secret = "correct horse";
  const hook = await added({ secret });
  const body = JSON.stringify({ email: "x@fans.example" });
  const sign = (by: string) => createHmac("sha256", by).update(body).digest();
  const wrong: Record<string, string>[] = [
    {},
    { "x-signature": "sha256=" },
    { "x-signature": `sha256=${sign("wrong").toString("hex")}` },
    { "x-signature": "é" },
  ];
  for (const headers of wrong) expect((await send(hook, body, headers)).body.code).toBe("SIGNATURE_WRONG");
  const right: Record<string, string>[] = [
    { "x-signature": `sha256=${sign(secret).toString("hex")}` },
    { "x-hub-signature-256": `sha256=${sign(secret).toString("hex")}` },
    { "x-shopify-hmac-sha256": sign(secret).toString("base64") },
  ];
  for (const headers of right) expect((await send(hook, body, headers)).status).toBe(202);
  const [listed] = (await owner.api("GET", "/incoming-webhooks")).body.items;
  expect(listed).toMatchObject({ is_signed: true, refusal: "signature" });
  expect(JSON.stringify(listed)).not.toContain(secret);
  await owner.api("PATCH", `/incoming-webhooks/${hook.id}`, { secret: null });
  expect((await send(hook, body)).status).toBe(202);
});

it("what’s signed as Standard Webhooks counts for five minutes", async () => {
  const secret = makeSecret();
  const hook = await added({ secret });
  const body = JSON.stringify({ email: "x@fans.example" });
  const signed = (minutes: number, by = secret) => {
    const sentAt = new Date(app.clock.now().getTime() + minutes * 60_000);
    return signedHeaders({ id: `msg_${minutes}`, sentAt, body }, [by]);
  };
  const wrong = [
    signed(-6),
    signed(6),
    signed(0, makeSecret()),
    { ...signed(-6), "webhook-timestamp": signed(0)["webhook-timestamp"] ?? "" },
    { ...signed(0), "webhook-id": "msg_other" },
  ];
  for (const headers of wrong) expect((await send(hook, body, headers)).body.code).toBe("SIGNATURE_WRONG");
  for (const minutes of [-4, 0, 4]) expect((await send(hook, body, signed(minutes))).status).toBe(202);
  expect(await received(hook)).toHaveLength(3);
});

it("bodies that nobody can read get a clear answer, and do no harm", async () => {
  const hook = await added();
  const deep = `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`;
  const bad: [BodyInit | object, Record<string, string>, number, RegExp][] = [
    ["{", {}, 400, /valid JSON/],
    ["[1]", {}, 400, /isn’t a JSON object/],
    ['"text"', {}, 400, /isn’t a JSON object/],
    [deep, {}, 400, /nested/],
    [JSON.stringify({ a: "x".repeat(70_000) }), {}, 413, /./],
    [new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), {}, 400, /UTF-8/],
    ["a=1", { "content-type": "text/plain" }, 415, /application\/json/],
    ["<a/>", { "content-type": "application/xml" }, 415, /application\/json/],
    [new URLSearchParams(Array.from({ length: 60 }, (_, at) => [`f${at}`, "x"])), {}, 400, /fields/],
  ];
  for (const [body, headers, status, words] of bad) {
    const answer = await send(hook, body, headers);
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(words)]);
  }
  expect(await received(hook)).toEqual([]);
  expect((await owner.api("GET", "/incoming-webhooks")).body.items[0].refusal).toBe("content");
  // Odd, but readable.
  expect(
    (await send(hook, '\ufeff{"email":"a\\u0000\\ud800@b","x\\u0000":{"__proto__":1},"n":1e999}')).status,
  ).toBe(202);
  expect((await received(hook)).map(({ payload }) => payload)).toEqual([
    { contact_id: null, body: { email: "a�@b", n: null } },
  ]);
});

it("a URL is shown once, and unknown once it’s replaced or deleted", async () => {
  const hook = await added();
  expect(new URL(hook.url).pathname).toMatch(/^\/api\/v1\/triggers\/[\w-]{32}$/);
  expect(JSON.stringify((await owner.api("GET", "/incoming-webhooks")).body)).not.toContain("/triggers/");
  const rows = await rowsOf(app.platform.db, sql`select * from incoming_webhooks where id = ${hook.id}`);
  expect(JSON.stringify(rows)).not.toContain(hook.url.split("/").at(-1));
  const next = (await owner.api("POST", `/incoming-webhooks/${hook.id}/rotate-url`)).body;
  expect(await send(hook, {})).toMatchObject({ status: 404, body: { code: "WEBHOOK_UNKNOWN" } });
  expect((await send(next, {})).status).toBe(202);
  expect((await owner.api("DELETE", `/incoming-webhooks/${hook.id}`)).status).toBe(200);
  expect((await send(next, {})).status).toBe(404);
  const told = (await eventsOf(app, hook.id)).map(({ name }) => name);
  expect(told).toEqual([
    "incoming_webhook.created",
    "incoming_webhook.url_rotated",
    "incoming_webhook.received",
    "incoming_webhook.deleted",
  ]);
});

it("only the last ones are kept, for a week", async () => {
  const hook = await added();
  for (let number = 0; number < CALLS_KEPT + 3; number++) await send(hook, { number });
  const kept = await callsOf(hook);
  expect(kept).toHaveLength(CALLS_KEPT);
  expect(kept[0].body).toEqual({ number: CALLS_KEPT + 2 });
  app.clock.advance(8 * 86_400_000);
  await purgeCalls(app.platform);
  expect(await callsOf(hook)).toEqual([]);
});

it("what came in about somebody goes with them", async () => {
  const hook = await added();
  const mia = await fan("mia@fans.example");
  const leo = await fan("leo@fans.example");
  await send(hook, { email: leo.email });
  await send(hook, { email: mia.email, secret: "hers" });
  await owner.api("POST", "/contacts/merge", { keep_id: mia.id, gone_id: leo.id });
  await vi.waitFor(
    async () =>
      expect((await callsOf(hook)).map((call: { contact_id: string }) => call.contact_id)).toEqual([
        mia.id,
        mia.id,
      ]),
    WAIT,
  );
  await owner.api("DELETE", `/contacts/${mia.id}`);
  await vi.waitFor(async () => expect(await callsOf(hook)).toEqual([]), WAIT);
  await vi.waitFor(
    async () => expect(JSON.stringify(await received(hook))).not.toContain("fans.example"),
    WAIT,
  );
});

it("names are checked, numbers are limited, and nobody sees another account’s", async () => {
  const hook = await added();
  const path = `/incoming-webhooks/${hook.id}`;
  expect((await owner.api("POST", "/incoming-webhooks", { name: " \n " })).body.code).toBe(
    "INCOMING_NAME_MISSING",
  );
  expect((await owner.api("PATCH", path, { name: "" })).body.code).toBe("INCOMING_NAME_MISSING");
  expect((await owner.api("PATCH", path, { name: "Store", adds_contacts: true })).body).toMatchObject({
    name: "Store",
    adds_contacts: true,
  });
  expect((await owner.api("PATCH", path, { name: "Store" })).status).toBe(200);
  const updates = (await eventsOf(app, hook.id)).filter(({ name }) => name === "incoming_webhook.updated");
  expect(updates.map(({ payload }) => payload)).toEqual([{ fields: ["adds_contacts", "name"] }]);
  const stranger = await app.signUp();
  for (const [method, at] of [
    ["PATCH", path],
    ["POST", `${path}/rotate-url`],
    ["GET", `${path}/calls`],
    ["DELETE", path],
  ] as const)
    expect((await stranger.api(method, at, method === "PATCH" ? { name: "x" } : undefined)).body.code).toBe(
      "INCOMING_NOT_FOUND",
    );
  expect((await stranger.api("GET", "/incoming-webhooks")).body.items).toEqual([]);
  await app.platform.db.execute(sql`insert into incoming_webhooks
      (user_id, id, name, token_hash, email_path, name_path, id_path, adds_contacts, created_at)
    select user_id, gen_random_uuid(), name, 'h' || n || ${randomUUID()}, email_path, '', '', false, now()
    from incoming_webhooks, generate_series(2, ${INCOMING_WEBHOOKS_MAX}) n where id = ${hook.id}`);
  expect((await owner.api("POST", "/incoming-webhooks", { name: "More" })).body.code).toBe("INCOMING_LIMIT");
});

it("a flood to one URL is slowed down, and others aren’t", async () => {
  const [hook, quiet] = [await added(), await added({ name: "Quiet" })];
  const answers = [];
  for (let at = 0; at < 16; at++)
    answers.push(...(await Promise.all(Array.from({ length: 20 }, () => send(hook, "{")))));
  expect(answers.at(-1)?.status).toBe(429);
  expect((await send(quiet, {})).status).toBe(202);
});

it("a webhook that’s named in capitals is still signed with what it’s given", async () => {
  const { id, url } = await added();
  const secret = "only we know this";
  expect((await owner.api("PATCH", `/incoming-webhooks/${id.toUpperCase()}`, { secret })).status).toBe(200);
  const body = JSON.stringify({ email: "mia@fans.example" });
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  expect((await send({ url }, body, { "x-signature": signature })).status).toBe(202);
  const names = (await eventsOf(app, id)).map(({ name }) => name);
  expect(names).toContain("incoming_webhook.updated");
});
