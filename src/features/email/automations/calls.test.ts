// @project server-postgres
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { banAccount } from "#src/features/identity/accounts/bans/bans.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { onTag, type Ruler, startRuler, tag, WAIT } from "#test/harness/automations.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { callServer } from "./calls.ts";
import { sweepAutomations } from "./sweep.ts";
import type { ActionResult } from "./tables.ts";

let app: TestApp;
let on: Ruler;
let server: Server;
let received: { path: string; headers: Record<string, string>; body: string }[] = [];
const statuses: Record<string, number> = {};
const url = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

beforeAll(async () => {
  app = await startMailboxApp();
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ path: request.url ?? "", headers: request.headers as Record<string, string>, body });
    if (request.url !== "/silent") response.writeHead(statuses[request.url ?? ""] ?? 200).end("heard");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await app?.close();
});
beforeEach(async () => {
  received = [];
  on = await startRuler(app);
  await on.addFans({ nora: {} });
});

const ruleTo = (path: string, body: string) =>
  on.rule({
    triggers: [onTag("vip")],
    actions: [{ id: "w", type: "webhook", url: url(path), body }, tag("called")],
  });
const runOf = async (id: string) => {
  const [row] = await rowsOf<{ id: string; state: string; results: ActionResult[] }>(
    app.platform.db,
    sql`select id, state, results from automation_runs where automation_id = ${id}`,
  );
  return row;
};

it("5.5.3 another server is called with a body of merge tags, signed with the rule’s secret", async () => {
  const id = await ruleTo(
    "/ok",
    '{"to": {{ contact.email }}, "text": "Hi \\"{{contact.name}}\\"", "tag": "{{ event.tag }}", "gone": {{ contact.nope }} }',
  );
  const { secret } = (await on.call("POST", `/${id}/rotate-secret`, {})).body;
  await on.owner.api("PATCH", `/contacts/${await on.contactOf("nora")}`, { name: 'Nora "N" \\ 👋' });
  await on.tag("nora", "vip");
  await vi.waitFor(async () => expect((await runOf(id))?.results[0]?.outcome).toBe("done"), WAIT);
  const [call] = received;
  const body = new Webhook(secret).verify(call?.body ?? "", call?.headers ?? {}) as Record<string, unknown>;
  expect(body).toEqual({ to: "nora@fans.example", text: 'Hi "Nora "N" \\ 👋"', tag: "vip", gone: null });
  expect((await runOf(id))?.state).toBe("done");
  expect(await on.tagsOf("nora")).toEqual(["called", "vip"]);
});

it("a body that isn’t JSON, or has other tags, isn’t one to turn on", async () => {
  for (const body of ["{", '{"a": {{ contact.name }} ', "{% for x in y %}", '{"a": "{{ user.password }}"}']) {
    const actions = [{ id: "w", type: "webhook", url: url("/ok"), body }];
    const made = await on.call("POST", "", { name: "x", draft: { triggers: [onTag("vip")], actions } });
    expect((await on.call("POST", `/${made.body.id}/enable`, {})).body.code).toBe("AUTOMATION_NOT_READY");
  }
});

it("a server that refuses or hangs fails the run, which is called again by hand", async () => {
  statuses["/no"] = 403;
  statuses["/busy"] = 503;
  const [no, busy] = [await ruleTo("/no", ""), await ruleTo("/busy", "")];
  await on.tag("nora", "vip");
  await vi.waitFor(async () => expect((await runOf(no))?.state).toBe("failed"), WAIT);
  expect((await runOf(no))?.results[0]).toMatchObject({
    outcome: "failed",
    reason: "It answered 403: heard",
  });
  // A busy one is called again by itself, later.
  await vi.waitFor(() => expect(received.filter(({ path }) => path === "/busy")).toHaveLength(1), WAIT);
  const run = await runOf(busy);
  expect(run?.results[0]?.outcome).toBe("queued");
  const call = { account: on.owner.id, run_id: run?.id ?? "", action_id: "w", attempt: 3 };
  await callServer(app.platform, call);
  expect((await runOf(busy))?.state).toBe("failed");
  await callServer(app.platform, call);
  expect(received.filter(({ path }) => path === "/busy")).toHaveLength(2);
  delete statuses["/busy"];
  await on.call("POST", `/${busy}/pause`, {});
  await on.call("POST", `/${busy}/enable`, { retry: true });
  await on.settle();
  await vi.waitFor(async () => expect((await runOf(busy))?.state).toBe("done"), WAIT);
  expect(received.filter(({ path }) => path === "/busy")).toHaveLength(3);
  const ids = received.filter(({ path }) => path === "/busy").map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(1);
});

it("a server that never answers delays no other account, and the run fails in the end", async () => {
  const silent = await ruleTo("/silent", "");
  await on.tag("nora", "vip");
  await vi.waitFor(() => expect(received.map(({ path }) => path)).toContain("/silent"), WAIT);
  const mine = on;
  on = await startRuler(app);
  await on.addFans({ nora: {} });
  const answered = await ruleTo("/ok", "");
  await on.tag("nora", "vip");
  await vi.waitFor(async () => expect((await runOf(answered))?.state).toBe("done"), WAIT);
  const run = await runOf(silent);
  expect(run?.results[0]?.outcome).toBe("queued");
  await callServer(app.platform, {
    account: mine.owner.id,
    run_id: run?.id ?? "",
    action_id: "w",
    attempt: 3,
  });
  const failed = await runOf(silent);
  expect([failed?.state, failed?.results[0]?.reason]).toEqual(["failed", "It took longer than 10 seconds."]);
});

it("a suspended account’s rules wait until that’s lifted, and nobody can send to its webhooks", async () => {
  const id = await ruleTo("/later", "");
  const { url: hook } = (await on.owner.api("POST", "/incoming-webhooks", { name: "Shop" })).body;
  const send = () => app.visitor().call("POST", new URL(hook).pathname, { email: "a@fans.example" });
  const people = [await on.contactOf("nora")];
  await banAccount(app.platform, { id: on.owner.id, reason: "Spam" });
  expect((await send()).body.code).toBe("WEBHOOK_UNKNOWN");
  await app.platform.db.execute(sql`update contacts set tags = '{vip}' where id = ${people[0]}`);
  await sweepAutomations(app.platform);
  expect(await runOf(id)).toBe(undefined);
  await app.platform.db.execute(sql`update users set banned = false where id = ${on.owner.id}`);
  expect((await send()).status).toBe(202);
  await on.settle();
  await vi.waitFor(async () => expect((await runOf(id))?.state).toBe("done"), WAIT);
});
