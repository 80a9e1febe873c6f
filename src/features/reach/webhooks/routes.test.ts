// @project server-postgres
import { randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { declaredEvents } from "#src/platform/events/event-registry.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { EVENT_TYPES, WEBHOOK_EVENTS } from "./contract.ts";
import { deliver, purgeDeliveries } from "./deliveries.ts";
import { WAITS_S, WEBHOOKS_MAX } from "./rules.ts";

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

let app: TestApp;
let owner: Client;
let profileId: string;
let server: Server;
/** Accepts what it's sent and never responds. */
let silent: Server;
let received: Received[] = [];
/** The receiver's responses by path. 200 by default. */
const statuses: Record<string, number> = {};
let heardInSilence = 0;
const hostOf = (one: Server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`;
const url = (path: string) => hostOf(server) + path;

beforeAll(async () => {
  app = await startApp({ OUTBOUND_ALLOW: "loopback" });
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { url: path = "", headers } = request;
    received.push({ path, headers, body });
    const location = path === "/moved" ? { location: url("/elsewhere") } : {};
    response.writeHead(statuses[path] ?? 200, location).end(`\0heard ${"x".repeat(5000)}`);
  });
  silent = createServer(() => void heardInSilence++);
  for (const one of [server, silent]) await new Promise<void>((done) => one.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  for (const one of [server, silent]) {
    one?.closeAllConnections();
    one?.close();
  }
  await app?.close();
});
beforeEach(async () => {
  received = [];
  owner = await app.signUp();
  profileId = (await owner.api("POST", "/profiles", { name: "Mia" })).body.id;
});

const WAIT = { timeout: 20_000 };
const create = (path: string, events: string[], who = owner) =>
  who.api("POST", "/webhooks", { url: url(path), events });
const deliveriesOf = async (id: string) => (await owner.api("GET", `/webhooks/${id}/deliveries`)).body.items;
const addLink = () =>
  owner.api("POST", `/profiles/${profileId}/links`, { title: "Shop", url: "https://shop.example" });
/** A webhook's only delivery, once it's no longer in progress. */
async function settled(id: string, state: string) {
  await vi.waitUntil(async () => (await deliveriesOf(id))[0]?.state === state, WAIT);
  return (await deliveriesOf(id))[0];
}
const turnOf = (id: string) =>
  rowsOf<{ id: string; account: string; turn: number }>(
    app.platform.db,
    sql`select id, account, turn from webhook_deliveries where webhook_id = ${id}`,
  );
/** Runs the next try as if it were due. */
async function tryAgain(id: string) {
  const [turn] = await turnOf(id);
  if (turn) await deliver(app.platform, turn);
}

describe("a webhook", () => {
  it("receives an event with what it's about, signed with its secret, and records the response", async () => {
    const { body: hook, status } = await create("/ok", ["link.created", "lead.created"]);
    expect(status).toBe(201);
    const link = (await addLink()).body;
    const delivery = await settled(hook.id, "delivered");
    expect(delivery).toMatchObject({ type: "link.created", tries: 1, status: 200, outcome: "" });
    expect(delivery.answer).toBe(`heard ${"x".repeat(2048 - 7)}`);
    const [message] = received as [Received];
    const [event] = await eventsOf(app, link.id);
    expect(new Webhook(hook.secret).verify(message.body, message.headers as Record<string, string>)).toEqual({
      type: "link.created",
      version: 1,
      id: event?.id,
      timestamp: new Date(event?.time ?? "").toISOString(),
      account: owner.id,
      data: { id: link.id, profile_id: profileId, link },
    });
    expect(message.headers["webhook-id"]).toBe(`msg_${delivery.id}`);
    expect(received).toHaveLength(1);
  });

  it("receives every event that it can be made for, with what the event’s example says", async () => {
    await create("/ok", EVENT_TYPES);
    const expected = new Map<string, object>();
    for (const { type, announced } of WEBHOOK_EVENTS) {
      const event = declaredEvents().get(announced);
      const { example: payload = {} } = event?.webhook ?? {};
      if (event) await app.platform.announce(event, { account: owner.id, subject: randomUUID(), payload });
      expected.set(type, payload);
    }
    await vi.waitUntil(() => received.length === EVENT_TYPES.length, WAIT);
    for (const { body } of received) {
      const { type, data } = JSON.parse(body);
      expect(data, type).toMatchObject(expected.get(type) ?? { unknown: type });
      expected.delete(type);
    }
    expect([...expected.keys()]).toEqual([]);
  });

  it("keeps its secret sealed, and signs with both while one replaces the other", async () => {
    const { body: hook } = await create("/ok", ["link.created"]);
    expect(JSON.stringify((await owner.api("GET", "/webhooks")).body)).not.toContain(hook.secret.slice(6));
    const stored = JSON.stringify(await rowsOf(app.platform.db, sql`select * from webhooks`));
    expect(stored).not.toContain(hook.secret.slice(6));
    const rotated = (await owner.api("POST", `/webhooks/${hook.id}/rotate-secret`, { overlap_hours: 1 }))
      .body;
    expect(rotated.secret).toMatch(/^whsec_/);
    await addLink();
    await settled(hook.id, "delivered");
    const { body, headers } = received[0] as Received;
    for (const secret of [hook.secret, rotated.secret])
      new Webhook(secret).verify(body, headers as Record<string, string>);
    app.clock.advance(3_600_000);
    expect((await owner.api("GET", "/webhooks")).body.items).toMatchObject([{ old_until: null }]);
  });

  it("receives leads as far as the person who saved it may see them", async () => {
    const { db } = app.platform;
    const admin = await app.signUp();
    await db.execute(
      sql`insert into team_members (account, user_id, role, created_at) values (${owner.id}, ${admin.id}, 'admin', now())`,
    );
    const headers = { "x-account": owner.id };
    const form = { url: url("/leads"), events: ["lead.created"] };
    const { body: hook } = await admin.call("POST", "/api/v1/webhooks", form, headers);
    await owner.api("PATCH", `/profiles/${profileId}`, {
      lead_capture_enabled: true,
      collect_without_download: true,
    });
    const capture = (p_email: string) =>
      app.visitor().api("POST", "/rpc/insert_fan_lead", { p_profile_id: profileId, p_name: "Nora", p_email });
    await capture("nora@fans.example");
    await settled(hook.id, "delivered");
    expect(JSON.parse(received[0]?.body ?? "").data.lead).toMatchObject({
      name: "Nora",
      email: "nora@fans.example",
    });
    await db.execute(sql`update team_members set role = 'analyst' where user_id = ${admin.id}`);
    await capture("zoe@fans.example");
    await vi.waitUntil(() => received.length === 2, WAIT);
    expect(JSON.parse(received[1]?.body ?? "").data.lead).toMatchObject({
      name: "N…",
      email: "z…@…",
      phone: null,
    });
    await db.execute(sql`delete from team_members where user_id = ${admin.id}`);
    await capture("ada@fans.example");
    const last = await settled(hook.id, "failed");
    expect(last.outcome).toContain("Save it to take over.");
    expect(received).toHaveLength(2);
    expect((await owner.api("GET", "/webhooks")).body.items).toMatchObject([{ state: "idle" }]);
    const saved = await owner.api("PATCH", `/webhooks/${hook.id}`, {
      events: ["lead.created", "lead.deleted"],
    });
    expect(saved.body).toMatchObject({ state: "active", made_by: { id: owner.id } });
  });

  it("receives which leads were deleted, one or many, and that this was undone", async () => {
    const events = ["lead.created", "lead.deleted", "leads.deleted", "leads.restored"];
    await create("/ok", events);
    const form = { lead_capture_enabled: true, collect_without_download: true };
    await owner.api("PATCH", `/profiles/${profileId}`, form);
    const fan = { p_profile_id: profileId, p_name: "Nora", p_email: "nora@fans.example" };
    const heard = async (count: number) => {
      await vi.waitUntil(() => received.length === count, WAIT);
      return JSON.parse(received[count - 1]?.body ?? "");
    };
    await app.visitor().api("POST", "/rpc/insert_fan_lead", fan);
    const { contact_id } = (await heard(1)).data.lead;
    const undo_id = randomUUID();
    await owner.api("POST", "/contacts/delete", { selection: { ids: [contact_id] }, undo_id });
    expect(await heard(2)).toMatchObject({ type: "leads.deleted", data: { id: undo_id, ids: [contact_id] } });
    await owner.api("POST", "/contacts/restore", { undo_id });
    expect(await heard(3)).toMatchObject({ type: "leads.restored", data: { id: undo_id } });
    expect((await owner.api("DELETE", `/contacts/${contact_id}`)).status).toBe(200);
    expect(await heard(4)).toMatchObject({ type: "lead.deleted", data: { id: contact_id } });
  });

  it("is retried with growing waits, eventually turned off with an e-mail, and turned on again", async () => {
    statuses["/down"] = 503;
    const { body: hook } = await create("/down", ["link.created"]);
    await addLink();
    await vi.waitUntil(async () => (await deliveriesOf(hook.id))[0]?.tries === 1, WAIT);
    // The queue's own waits are longer than this test.
    for (const [index, wait] of WAITS_S.entries()) {
      expect((await owner.api("GET", "/webhooks")).body.items).toMatchObject([{ state: "failing" }]);
      const [{ tries, due_at, tried_at, status }] = await deliveriesOf(hook.id);
      if (tries !== index + 1) continue;
      expect([status, Date.parse(due_at) - Date.parse(tried_at)]).toEqual([503, wait * 1000]);
      app.clock.advance(wait * 1000);
      await tryAgain(hook.id);
    }
    expect(await settled(hook.id, "failed")).toMatchObject({ tries: WAITS_S.length + 1, status: 503 });
    const off = { state: "disabled", disabled_because: "failing" };
    expect((await owner.api("GET", "/webhooks")).body.items).toMatchObject([off]);
    expect((await app.mailTo(owner.email, /webhook/)).text).toContain("stopped sending it events");
    expect((await eventsOf(app, hook.id)).at(-1)?.name).toBe("webhook.disabled");
    const [delivery] = await deliveriesOf(hook.id);
    const again = () => owner.api("POST", `/webhooks/${hook.id}/deliveries/${delivery.id}/redeliver`);
    expect((await again()).body.code).toBe("WEBHOOK_DISABLED");
    expect((await owner.api("POST", `/webhooks/${hook.id}/test`)).body.code).toBe("WEBHOOK_DISABLED");
    await addLink();
    expect(await deliveriesOf(hook.id)).toHaveLength(1);
    statuses["/down"] = 200;
    const on = await owner.api("PATCH", `/webhooks/${hook.id}`, { is_enabled: true });
    expect(on.body).toMatchObject({ state: "active", disabled_at: null });
    expect((await again()).body).toMatchObject({ state: "pending", tries: 0 });
    await settled(hook.id, "delivered");
    expect(new Set(received.map(({ headers }) => headers["webhook-id"]))).toEqual(
      new Set([`msg_${delivery.id}`]),
    );
  });

  it("is turned off at once by a receiver that's gone, and follows no redirects", async () => {
    statuses["/gone"] = 410;
    statuses["/moved"] = 307;
    const { body: gone } = await create("/gone", ["link.created"]);
    const { body: moved } = await create("/moved", ["link.created"]);
    await addLink();
    const ended = await settled(gone.id, "failed");
    await vi.waitUntil(async () => (await deliveriesOf(moved.id))[0].tries === 1, WAIT);
    expect((await deliveriesOf(moved.id))[0].outcome).toBe("It redirects, which we don’t follow.");
    expect(received.map(({ path }) => path).sort()).toEqual(["/gone", "/moved"]);
    const { items } = (await owner.api("GET", "/webhooks")).body;
    expect(items.find(({ id }: { id: string }) => id === gone.id)).toMatchObject({
      disabled_because: "gone",
    });
    // Turned on again, it gets what it missed.
    const again = `/webhooks/${gone.id}/deliveries/${ended.id}/redeliver`;
    expect((await owner.api("POST", again)).body.code).toBe("WEBHOOK_DISABLED");
    statuses["/gone"] = 200;
    expect((await owner.api("PATCH", `/webhooks/${gone.id}`, { is_enabled: true })).status).toBe(200);
    expect((await owner.api("POST", again)).body).toMatchObject({ id: ended.id, state: "pending" });
    await settled(gone.id, "delivered");
  });

  it("gets a test, which can’t be resent while it’s in progress, and is forgotten after 30 days", async () => {
    const form = { url: hostOf(silent), events: ["link.created"] };
    const { body: hook } = await owner.api("POST", "/webhooks", form);
    const sent = (await owner.api("POST", `/webhooks/${hook.id}/test`)).body;
    expect(sent).toMatchObject({ type: "webhook.test", state: "pending" });
    const path = `/webhooks/${hook.id}/deliveries/${sent.id}/redeliver`;
    expect((await owner.api("POST", path)).body.code).toBe("DELIVERY_PENDING");
    app.clock.advance(31 * DAY_MS);
    await purgeDeliveries(app.platform);
    expect(await deliveriesOf(hook.id)).toEqual([]);
    expect((await owner.api("POST", path)).body.code).toBe("DELIVERY_NOT_FOUND");
  });

  it("that's slow doesn't hold up others, and receives two events at a time", async () => {
    heardInSilence = 0;
    await owner.api("POST", "/webhooks", { url: hostOf(silent), events: ["profile.updated"] });
    for (let number = 0; number < 6; number++)
      await owner.api("PATCH", `/profiles/${profileId}`, { notes: `${number}` });
    await vi.waitUntil(() => heardInSilence > 0, WAIT);
    const { body: quick } = await create("/ok", ["link.created"]);
    await addLink();
    await settled(quick.id, "delivered");
    expect(heardInSilence).toBeLessThanOrEqual(2);
  });
});

describe("a webhook that isn’t allowed", () => {
  it.each([
    ["no URL", { url: "nonsense", events: ["link.created"] }, "WEBHOOK_URL_INVALID"],
    ["script", { url: "javascript:alert(1)", events: ["link.created"] }, "WEBHOOK_URL_DANGEROUS"],
    ["no events", { url: "https://example.com", events: [] }, "WEBHOOK_EVENTS_MISSING"],
    ["an unknown event", { url: "https://example.com", events: ["key.created"] }, "BAD_REQUEST"],
  ])("can’t be created or changed to: one with %s", async (_, form, code) => {
    expect((await owner.api("POST", "/webhooks", form)).body.code).toBe(code);
    const { body: hook } = await create("/ok", ["link.created"]);
    expect((await owner.api("PATCH", `/webhooks/${hook.id}`, form)).body.code).toBe(code);
  });

  it("isn’t created if events could be read in transit, or it would reach our own network", async () => {
    const strict = await startApp();
    const who = await strict.signUp();
    const send = (to: string) => who.api("POST", "/webhooks", { url: to, events: ["link.created"] });
    expect((await send("http://example.com")).body.code).toBe("WEBHOOK_URL_INSECURE");
    expect((await send("https://127.0.0.1/")).body.code).toBe("WEBHOOK_URL_DANGEROUS");
    const hook = (await send("https://example.com")).body;
    const path = `/webhooks/${hook.id}`;
    expect((await who.api("PATCH", path, { url: "http://example.com" })).body.code).toBe(
      "WEBHOOK_URL_INSECURE",
    );
    await strict.close();
  });

  it("is one more than there may be", async () => {
    await app.platform.db.execute(
      sql`insert into webhooks (id, account, made_by, url, events, secret, created_at)
          select gen_random_uuid(), ${owner.id}, ${owner.id}, 'https://a.example', '{}', '', now()
          from generate_series(2, ${WEBHOOKS_MAX})`,
    );
    const answers = await Promise.all([create("/ok", ["link.created"]), create("/ok", ["link.created"])]);
    expect(answers.map(({ body }) => body.code ?? "made").sort()).toEqual(["WEBHOOK_LIMIT", "made"]);
  });

  it("is someone else’s, or requested by someone who signed in long ago", async () => {
    const { body: hook } = await create("/ok", ["link.created"]);
    const { body: own } = await create("/ok", ["link.created"]);
    await owner.api("POST", `/webhooks/${hook.id}/test`);
    const { id } = await settled(hook.id, "delivered");
    const path = `/webhooks/${hook.id}`;
    const asked: [string, string, object?][] = [
      ["PATCH", path, { is_enabled: false }],
      ["DELETE", path],
      ["POST", `${path}/rotate-secret`, {}],
      ["POST", `${path}/test`],
      ["GET", `${path}/deliveries`],
      ["POST", `${path}/deliveries/${id}/redeliver`],
    ];
    const stranger = await app.signUp();
    for (const [method, to, body] of asked)
      expect((await stranger.api(method, to, body)).body.code, to).toBe("WEBHOOK_NOT_FOUND");
    const elsewhere = await owner.api("POST", `/webhooks/${own.id}/deliveries/${id}/redeliver`);
    expect(elsewhere.body.code).toBe("DELIVERY_NOT_FOUND");
    const wrong = await owner.api("GET", `${path}/deliveries?cursor=nonsense`);
    expect(wrong.body.code).toBe("CURSOR_INVALID");
    app.clock.advance(DAY_MS);
    const required = "REAUTHENTICATION_REQUIRED";
    expect((await create("/ok", ["link.created"])).body.code).toBe(required);
    expect((await owner.api("PATCH", path, { url: url("/mine") })).body.code).toBe(required);
    expect((await owner.api("POST", `${path}/rotate-secret`, {})).body.code).toBe(required);
    expect((await owner.api("PATCH", path, { is_enabled: false })).body.disabled_because).toBe("paused");
    expect((await owner.api("DELETE", path)).body).toEqual({ id: hook.id });
    expect((await eventsOf(app, hook.id)).map(({ name }) => name)).toEqual([
      "webhook.created",
      "webhook.updated",
      "webhook.deleted",
    ]);
  });
});
