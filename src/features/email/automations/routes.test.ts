// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { TestApp } from "#test/harness/app.ts";
import { onTag, type Ruler, send, startRuler, tag } from "#test/harness/automations.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";

const GONE = "00000000-0000-4000-8000-000000000000";
let app: TestApp;
let on: Ruler;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  on = await startRuler(app);
});

const DRAFT = { triggers: [onTag("vip")], actions: [tag("seen")] };
const add = async (draft: object = DRAFT, name = "Rule") =>
  (await on.call("POST", "", { name, draft })).body.id as string;

it("5.5 is written by one person at a time, and a form sent twice makes one", async () => {
  const id = app.platform.newId();
  const made = await on.call("POST", "", { id, name: " Welcome  them ", draft: DRAFT });
  const { name, state, is_changed, has_secret, updated_at } = made.body;
  expect([made.status, name, state, is_changed, has_secret]).toEqual([
    201,
    "Welcome them",
    "draft",
    true,
    false,
  ]);
  expect((await on.call("POST", "", { id, name: "Twice" })).body.name).toBe("Welcome them");
  expect((await on.call("PATCH", `/${id}`, { name: "First", updated_at })).status).toBe(200);
  const late = await on.call("PATCH", `/${id}`, { name: "Second", updated_at });
  expect([late.body.code, late.body.data.name]).toEqual(["CHANGED_MEANWHILE", "First"]);
  expect((await on.call("PATCH", `/${id}`, { name: "First", updated_at })).status).toBe(200);
  const { items } = (await on.call("GET", "")).body;
  expect(items).toEqual([
    expect.objectContaining({ id, name: "First", outline: expect.objectContaining(DRAFT) }),
  ]);
  expect(items[0].draft).toBeUndefined();
});

it("goes on and off, each change a version, and is deleted once it’s off", async () => {
  const id = await add();
  const on1 = (await on.call("POST", `/${id}/enable`, {})).body;
  expect([on1.state, on1.version, on1.is_changed]).toEqual(["active", 1, false]);
  expect((await on.call("POST", `/${id}/enable`, {})).body.code).toBe("AUTOMATION_STATE");
  expect((await on.call("DELETE", `/${id}`)).body.code).toBe("AUTOMATION_ACTIVE");
  await on.call("PATCH", `/${id}`, { draft: { ...DRAFT, actions: [tag("other")] } });
  expect((await on.call("POST", `/${id}/enable`, {})).body.version).toBe(2);
  expect((await on.call("POST", `/${id}/pause`, {})).body.state).toBe("paused");
  expect((await on.call("POST", `/${id}/pause`, {})).body.code).toBe("AUTOMATION_STATE");
  expect((await on.call("POST", `/${id}/enable`, {})).body.version).toBe(2);
  await on.call("POST", `/${id}/pause`, {});
  const [a, b] = [
    (await on.call("POST", `/${id}/rotate-secret`, {})).body.secret,
    (await on.call("POST", `/${id}/rotate-secret`, {})).body.secret,
  ];
  expect([a.startsWith("whsec_"), a === b]).toEqual([true, false]);
  expect((await on.call("GET", `/${id}`)).body.has_secret).toBe(true);
  expect((await on.call("DELETE", `/${id}`)).body).toEqual({ id });
  expect((await on.call("GET", `/${id}`)).body.code).toBe("AUTOMATION_NOT_FOUND");
});

it("says at once what’s wrong", async () => {
  const id = await add();
  const attachments = [{ id: GONE }];
  const files = { ...DRAFT, actions: [{ id: "a", type: "send", mail: { subject: "Hi", attachments } }] };
  const cases: [string, string, object | undefined, string][] = [
    ["POST", "", { name: "  " }, "AUTOMATION_NAME_MISSING"],
    ["POST", "", { name: "x", draft: files }, "ATTACHMENT_NOT_FOUND"],
    ["PATCH", `/${id}`, { name: "" }, "AUTOMATION_NAME_MISSING"],
    ["PATCH", `/${id}`, { draft: files }, "ATTACHMENT_NOT_FOUND"],
    ["POST", `/${id}/pause`, {}, "AUTOMATION_STATE"],
    ["POST", `/${await add({})}/enable`, {}, "AUTOMATION_NOT_READY"],
  ];
  for (const [method, path, body, code] of cases)
    expect([path, (await on.call(method as "GET", path, body)).body.code]).toEqual([path, code]);
  const gone: [string, string, object?][] = [
    ["GET", ""],
    ["PATCH", "", { name: "x" }],
    ["DELETE", ""],
    ["POST", "/check", {}],
    ["POST", "/enable", {}],
    ["POST", "/pause", {}],
    ["POST", "/rotate-secret", {}],
  ];
  for (const [method, path, body] of gone)
    expect([path, (await on.call(method as "GET", `/${GONE}${path}`, body)).body.code]).toEqual([
      path,
      "AUTOMATION_NOT_FOUND",
    ]);
  await app.platform.db.execute(sql`update automations set version = 500 where id = ${id}`);
  expect((await on.call("POST", `/${id}/enable`, {})).body.code).toBe("AUTOMATION_VERSIONS");
});

it("files that are too large together are refused", async () => {
  const files = [];
  for (const name of ["one", "two"]) {
    const form = new FormData();
    form.set("file", new File([name.repeat(1024 * 1024)], `${name}.txt`));
    files.push((await on.owner.api("POST", "/templates/files", form)).body);
  }
  const attachments = files.map(({ id }) => ({ id }));
  const draft = { ...DRAFT, actions: [{ id: "a", type: "send", mail: { attachments } }] };
  const id = await add();
  const refused = [
    await on.call("POST", "", { name: "Heavy", draft }),
    await on.call("PATCH", `/${id}`, { draft }),
  ];
  expect(refused.map(({ body }) => body.code)).toEqual(["ATTACHMENTS_TOO_LARGE", "ATTACHMENTS_TOO_LARGE"]);
});

it("an account has up to 100", async () => {
  for (let at = 0; at < 100; at++) await add();
  expect((await on.call("POST", "", { name: "One too many" })).body.code).toBe("AUTOMATION_LIMIT");
});

it("names what’s missing, and what was never the account’s", async () => {
  const other = await app.signUp();
  const profile = (await other.api("POST", "/profiles", { name: "Mine" })).body.id;
  const draft = {
    triggers: [
      { type: "lead", profile_ids: [profile] },
      { type: "segment", segment_id: GONE },
      { type: "schedule", every: "day", is_for_each: false },
      { type: "field", key: "nope" },
      { type: "webhook", webhook_id: GONE },
    ],
    event_tests: [{ fact: "amount", operator: "at_least", value: 3 }],
    condition: { attribute: "field.nope", operator: "equals", value: "x" },
    actions: [
      { id: "a", type: "promotion", action: "show", profile_id: profile },
      { id: "b", type: "link", action: "hide", link_id: GONE },
      { id: "c", type: "start_sequence", sequence_id: GONE },
      { id: "d", type: "owner", owner_id: other.id },
      { id: "e", type: "webhook", url: "javascript:alert(1)" },
      { id: "f", type: "topic", action: "subscribe", topic: "nope" },
      { id: "g", type: "stage", stage_id: GONE },
      { ...send("h"), mail: { subject: "" } },
      { id: "i", type: "note", text: " " },
    ],
    budget: 5,
  };
  const id = await add(draft);
  const { problems, is_ready } = (await on.call("POST", `/${id}/check`, {})).body;
  const where = problems.map(({ where }: { where: string }) => where);
  expect(is_ready).toBe(false);
  expect(where.filter((one: string) => one === "triggers")).toHaveLength(5);
  expect([...new Set(where)]).toEqual(
    expect.arrayContaining(["event_tests", "condition", "sender", ..."abcdefghi".split("")]),
  );
});

it("whoever turns it on may do what it does", async () => {
  const id = await add({
    ...DRAFT,
    actions: [{ id: "w", type: "webhook", url: "https://hooks.example/x", body: "" }],
  });
  const marketer = await app.signUp();
  await app.platform.db.execute(sql`insert into team_members (account, user_id, role, created_at)
    values (${on.owner.id}, ${marketer.id}, 'marketer', now())`);
  const { body } = await marketer.call(
    "POST",
    `/api/v1/rules/${id}/enable`,
    {},
    { "x-account": on.owner.id },
  );
  expect(body.code).toBe("ACTION_FORBIDDEN");
  expect((await on.call("POST", `/${id}/enable`, {})).body.state).toBe("active");
});

it("a rule with e-mail isn’t turned on while sending is stopped", async () => {
  const ruler = await startRuler(app);
  const add = async (actions: object[]) => {
    const draft = { mailbox_id: ruler.mailbox.id, triggers: [onTag("vip")], actions };
    return (await ruler.call("POST", "", { name: "Rule", draft })).body.id;
  };
  const [mails, tags] = [await add([send("hello")]), await add([tag("seen")])];
  await ruler.owner.api("PUT", "/sending", { is_stopped: true });
  expect((await ruler.call("POST", `/${mails}/enable`, {})).body.code).toBe("SENDING_STOPPED");
  expect((await ruler.call("POST", `/${tags}/enable`, {})).status).toBe(200);
});
