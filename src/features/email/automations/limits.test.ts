// @project server-postgres
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { onTag, type Ruler, send, startRuler, tag, WAIT } from "#test/harness/automations.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { startBySchedule } from "./clock.ts";
import { deleteEvents } from "./inbox-store.ts";
import { EVENT_TRIES_MAX } from "./rules.ts";
import { retryHappened } from "./sweep.ts";
import type { ActionResult } from "./tables.ts";

let app: TestApp;
let on: Ruler;
let server: Server;
let answer = "";
let causes: string[] = [];

beforeAll(async () => {
  app = await startMailboxApp();
  server = createServer((request, response) => {
    causes.push(String(request.headers["fanfare-cause"]));
    response.writeHead(400).end(answer);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await app?.close();
});
beforeEach(async () => {
  on = await startRuler(app);
  await on.addFans({ nora: {} });
});

async function hooked() {
  const { id, url } = (await on.owner.api("POST", "/incoming-webhooks", { name: "Shop" })).body;
  const path = new URL(url).pathname;
  return {
    id,
    path,
    post: (body: object, headers: Record<string, string> = {}) =>
      fetch(on.owner.url + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
  };
}

it("values of any kind that came in can be read, asked about, and sent on", async () => {
  const hook = await hooked();
  const rule = await on.rule({
    triggers: [{ type: "webhook", webhook_id: hook.id }],
    event_tests: [{ fact: "body.paid", operator: "equals", value: "true" }],
    actions: [tag("paid")],
  });
  await hook.post({ email: "nora@fans.example", paid: true, note: null, count: 3, list: ["a", false] });
  await on.settle();
  expect(await on.tagsOf("nora")).toEqual(["paid"]);
  const runs = await on.call("GET", `/${rule}/runs`);
  expect(runs.status).toBe(200);
  const replay = await on.call("POST", `/${rule}/replay`, {});
  expect(replay.body).toMatchObject({ count: 1 });
  expect((await on.call("GET", "/overview")).status).toBe(200);
});

it("an answer that’s cut within an emoji is kept", async () => {
  answer = `${"a".repeat(199)}😀`;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const rule = await on.rule({
    triggers: [onTag("vip")],
    actions: [{ id: "w", type: "webhook", url, body: "" }],
  });
  await on.tag("nora", "vip");
  const result = async () =>
    (
      await rowsOf<{ results: ActionResult[] }>(
        app.platform.db,
        sql`select results from automation_runs where automation_id = ${rule}`,
      )
    )[0]?.results[0];
  await vi.waitFor(async () => expect((await result())?.outcome).toBe("failed"), WAIT);
});

it("a sending account may be named in capitals", async () => {
  await on.rule({
    mailbox_id: on.mailbox.id.toUpperCase(),
    triggers: [onTag("vip")],
    actions: [send("hi")],
  });
  await on.tag("nora", "vip");
  await on.arrived(["nora hi"]);
});

async function keyWith(...scopes: string[]) {
  const { key } = (await on.owner.api("POST", "/keys", { name: "Program", scopes })).body;
  return (method: string, path: string, body?: object) =>
    app.visitor().call(method as "GET", `/api/v1${path}`, body, { authorization: `Bearer ${key}` });
}

it("whoever may send but not see leads sees nobody, and has no rule tell them", async () => {
  const hook = await hooked();
  const rule = await on.rule({
    triggers: [{ type: "webhook", webhook_id: hook.id }],
    actions: [tag("told")],
  });
  await hook.post({ email: "nora@fans.example" });
  await on.settle();
  const by = await keyWith("campaigns.send", "webhooks.manage");
  const sequence = await on.owner.api("POST", "/sequences", { name: "Course" });
  const answers = [
    await by("GET", `/rules/${rule}/runs`),
    await by("GET", `/rules/overview`),
    await by("POST", `/rules/${rule}/replay`, {}),
    await by("GET", `/incoming-webhooks/${hook.id}/calls`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers[0]?.body.items).toMatchObject([
    { contact: { email: "n…@…" }, facts: { webhook_id: hook.id } },
  ]);
  expect(answers[2]?.body).toMatchObject({ count: 1, items: [{ contact: { email: "n…@…" } }] });
  expect(answers[3]?.body.items).toMatchObject([{ body: { email: null } }]);
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain("nora");
  const draft = {
    triggers: [onTag("vip")],
    actions: [{ id: "w", type: "webhook", url: "https://x.example/", body: "" }],
  };
  const made = await by("POST", "/rules", { name: "Tell me", draft });
  const on1 = await by("POST", `/rules/${made.body.id}/enable`, {});
  expect([on1.status, on1.body.code]).toEqual([403, "ACTION_FORBIDDEN"]);
  // Whether somebody meets a condition says what’s known of them.
  const contact_id = await on.contactOf("nora");
  const asked = [
    await by("POST", `/rules/${rule}/explain`, { contact_id }),
    await by("POST", `/rules/${rule}/test`, { contact_id }),
    await by("POST", `/rules/${rule}/test`, {}),
    await by("POST", `/sequences/${sequence.body.id}/course`, { contact_id }),
    await by("POST", `/sequences/${sequence.body.id}/course`, {}),
  ];
  expect(asked.map(({ status }) => status)).toEqual([403, 403, 200, 403, 200]);
  // Whoever has the secret may speak for the rule.
  expect((await by("POST", `/rules/${made.body.id}/rotate-secret`, {})).status).toBe(403);
});

it("a rule that starts a sequence isn’t a way around a second person’s approval", async () => {
  await on.owner.api("PUT", "/sending/rules", { approval_above: 3 });
  const { id: sequence_id } = (await on.owner.api("POST", "/sequences", { name: "Course" })).body;
  const problemsOf = async (budget: number) => {
    const actions = [{ id: "s", type: "start_sequence", sequence_id }];
    const draft = { triggers: [onTag("vip")], actions, budget };
    const { id } = (await on.call("POST", "", { name: "Course", draft })).body;
    const { problems } = (await on.call("POST", `/${id}/check`, {})).body;
    return problems.map(({ where }: { where: string }) => where);
  };
  expect([await problemsOf(4), await problemsOf(3)]).toEqual([["budget"], []]);
  await on.rule({ triggers: [onTag("vip")], actions: [send("hi")], budget: 2 });
  expect([await problemsOf(2), await problemsOf(1)]).toEqual([["budget"], []]);
});

it("once a day’s budget is used up, a schedule names only one person who’d have been next", async () => {
  const now = app.clock.now().getTime();
  app.clock.advance(Math.ceil(now / 86_400_000) * 86_400_000 - now + 9.5 * 3_600_000);
  await on.addFans({ ben: {}, cleo: {} });
  const triggers = [{ type: "schedule", every: "hour", time: "00:00" }];
  const rule = await on.rule({ triggers, actions: [tag("seen")], budget: 1, is_repeatable: true });
  for (let hour = 0; hour < 2; hour++) {
    app.clock.advance(3_600_000);
    await startBySchedule(app.platform);
    await on.settle();
  }
  expect(await on.runsOf(rule)).toEqual(["done", "skipped budget", "skipped budget"]);
});

it("long bodies are taken in portions, and runs that don’t send them on keep little of them", async () => {
  const hook = await hooked();
  const triggers = [{ type: "webhook", webhook_id: hook.id }];
  const event_tests = [{ fact: "body.z", operator: "equals", value: "yes" }];
  const rule = await on.rule({ triggers, event_tests, actions: [tag("seen")], is_repeatable: true });
  const nora = await on.contactOf("nora");
  await app.platform.write(async ({ db }) => {
    await db.execute(sql`insert into automation_events (user_id, type, contact_id, source, facts, at)
      select ${on.owner.id}, 'webhook', ${nora}::uuid, 'w ' || n, jsonb_build_object('webhook_id', ${hook.id}::text,
        'body.a', repeat('a', 15000), 'body.z', case when n % 2 = 0 then 'yes' else 'no' end),
        now() + interval '1 year' from generate_series(1, 50) n`);
    expect((await deleteEvents(db, on.owner.id, { most: 500 })).length).toBe(17);
    await db.execute(sql`update automation_events set facts = facts || jsonb_build_object('body.b', repeat('b', 400000))
      where user_id = ${on.owner.id}`);
    expect((await deleteEvents(db, on.owner.id, { most: 500 })).length).toBe(1);
    await db.execute(
      sql`update automation_events set facts = facts - 'body.b' where user_id = ${on.owner.id}`,
    );
  });
  await on.settle();
  const kept = await rowsOf<{ state: string; count: number; facts: object }>(
    app.platform.db,
    sql`select state, count(*)::int as count, (array_agg(facts))[1] as facts from automation_runs
      where automation_id = ${rule} group by state order by state`,
  );
  expect(kept).toEqual([
    { state: "done", count: 16, facts: { webhook_id: hook.id, "body.z": "yes" } },
    { state: "skipped", count: 16, facts: { webhook_id: hook.id, "body.z": "no" } },
  ]);
});

it("old versions keep what they do without their e-mail, and have a limit together", async () => {
  const draftOf = (subject: string) => ({
    mailbox_id: on.mailbox.id,
    triggers: [onTag("vip")],
    actions: [send("hi", subject)],
  });
  const id = await on.rule(draftOf("First"));
  const again = async (subject: string) => {
    await on.call("PATCH", `/${id}`, { draft: draftOf(subject) });
    return on.call("POST", `/${id}/enable`, {});
  };
  expect((await again("Second")).body.version).toBe(2);
  const kept = await rowsOf<{ has_mail: boolean }>(
    app.platform.db,
    sql`select snapshots <> '{}' as has_mail from automation_versions where automation_id = ${id} order by version`,
  );
  expect(kept.map(({ has_mail }) => has_mail)).toEqual([false, true]);
  await app.platform.db.execute(sql`insert into automation_versions (user_id, automation_id, version, definition, snapshots, published_at)
    select ${on.owner.id}, ${id}, 100 + n, jsonb_build_object('actions', '[]'::jsonb, 'noise', min(noise)), '{}', now()
    from generate_series(1, 17) n, (select string_agg(md5(random()::text), '') as noise from generate_series(1, 90000)) x
    group by n`);
  expect((await again("Third")).body.code).toBe("AUTOMATION_SPACE");
});

it("5.5.4 what can’t be looked at waits alone, is set aside in the end, and the rest goes on", async () => {
  const rule = await on.rule({
    triggers: [{ type: "order" }, onTag("vip")],
    actions: [tag("seen")],
    is_repeatable: true,
  });
  await app.platform.db.execute(sql`insert into automation_events (user_id, type, contact_id, source, facts, at)
    values (${on.owner.id}, 'order', ${await on.contactOf("nora")}, 'broken', '{"amount":1,"currency":"?"}', ${app.clock.now().toISOString()})`);
  await on.tag("nora", "vip");
  expect(await on.runsOf(rule)).toEqual(["done"]);
  const tries = () =>
    rowsOf<{ tries: number }>(
      app.platform.db,
      sql`select tries from automation_events where user_id = ${on.owner.id}`,
    );
  expect(await tries()).toEqual([{ tries: 1 }]);
  for (let minute = 0; minute < EVENT_TRIES_MAX + 2; minute++) await retryHappened(app.platform);
  expect(await tries()).toEqual([{ tries: EVENT_TRIES_MAX }]);
  await app.platform.db.execute(
    sql`update automation_events set tries = 1, facts = '{"amount":100,"currency":"EUR"}' where user_id = ${on.owner.id}`,
  );
  await retryHappened(app.platform);
  await on.settle();
  expect(await on.runsOf(rule)).toEqual(["done", "done"]);
});

it("5.5.7 what a rule sends to the account’s own webhook counts as its doing", async () => {
  const hook = await hooked();
  await on.owner.api("PATCH", `/incoming-webhooks/${hook.id}`, { adds_contacts: true });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const rule = await on.rule({
    triggers: [{ type: "contact_added" }],
    actions: [{ id: "w", type: "webhook", url, body: "" }],
  });
  causes = [];
  await on.owner.api("POST", "/contacts", { email: "first@fans.example" });
  await on.settle();
  await vi.waitFor(() => expect(causes).toHaveLength(1), WAIT);
  const [cause = ""] = causes;
  await hook.post({ email: "second@fans.example" }, { "fanfare-cause": cause });
  await hook.post({ email: "third@fans.example" }, { "fanfare-cause": `${cause}x` });
  await on.settle();
  const runs = await rowsOf<{ depth: number; email: string }>(
    app.platform.db,
    sql`select r.depth, c.email from automation_runs r join contacts c on c.user_id = r.user_id and c.id = r.contact_id
      where r.automation_id = ${rule} order by c.email`,
  );
  expect(runs.map(({ depth, email }) => `${email.split("@")[0]} ${depth}`)).toEqual([
    "first 0",
    "second 1",
    "third 0",
  ]);
});
