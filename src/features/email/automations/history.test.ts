// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, DAY_MS } from "#src/lib/time.ts";
import { systemCtx } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { onTag, type Ruler, send, startRuler, tag, WAIT, wait } from "#test/harness/automations.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { automationHalted, automationNotified } from "./events.ts";

const GONE = "00000000-0000-4000-8000-000000000000";
const COUNTRY = { attribute: "country", operator: "equals", value: "DE" };
let app: TestApp;
let on: Ruler;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  on = await startRuler(app);
  await on.addFans({ nora: { country: "DE" }, omar: {} });
});

interface Made {
  who?: string;
  state?: string;
  [column: string]: unknown;
}

/** A run as the engine writes it. Returns its id. */
async function ran(automation_id: string, { who = "nora", state = "done", ...more }: Made = {}) {
  const id = app.platform.newId();
  const at = app.clock.now().toISOString();
  const row = {
    user_id: on.owner.id,
    id,
    automation_id,
    version: 1,
    contact_id: who === "" ? null : await on.contactOf(who),
    type: "tag",
    source: id,
    facts: JSON.stringify({ tag: "vip" }),
    state,
    due_at: at,
    step_at: at,
    event_at: at,
    created_at: at,
    ended_at: state === "waiting" || state === "active" ? null : at,
    ...more,
  };
  const names = sql.raw(Object.keys(row).join(", "));
  const values = sql.join(
    Object.values(row).map((value) => sql`${value}`),
    sql`, `,
  );
  await app.platform.db.execute(sql`insert into automation_runs (${names}) values (${values})`);
  return id;
}

const result = (action_id: string, outcome = "done", reason = "") => ({
  action_id,
  outcome,
  reason,
  at: app.clock.now().toISOString(),
});
const reach = (path: string, body: object = {}) => on.call("POST", path, body);

describe("5.5.5 a rule’s history", () => {
  it("says why each run ran or didn’t, what became of each action, and what led to it", async () => {
    const actions = [tag("seen"), wait("w", 1)];
    const first = await on.rule({ triggers: [onTag("a")], actions }, "First");
    const id = await on.rule({ triggers: [onTag("vip")], actions, condition: { all: [COUNTRY] } }, "Second");
    const cause = await ran(first);
    await ran(id, { who: "omar", state: "skipped", skip_reason: "condition", failed_test: "[0]" });
    app.clock.advance(1000);
    const results = JSON.stringify([result("add-seen", "failed", "No.")]);
    await ran(id, { cause_id: cause, depth: 1, state: "failed", results });
    const { items } = (await on.call("GET", `/${id}/runs`)).body;
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({
      automation_name: "Second",
      contact: { email: "nora@fans.example" },
      state: "failed",
      skip_reason: "",
      depth: 1,
      chain: [{ automation_id: first, name: "First" }],
      results: [{ action_id: "add-seen", action: "tag", outcome: "failed", reason: "No." }],
      due_at: null,
    });
    expect(items[1]).toMatchObject({ skip_reason: "condition", failed_test: "country = DE", chain: [] });
    const some = async (query: string) => (await on.call("GET", `/${id}/runs?${query}`)).body.items.length;
    expect([await some("state=failed"), await some("state=waiting")]).toEqual([1, 0]);
    expect(await some(`contact_id=${await on.contactOf("omar")}`)).toBe(1);
    expect(await some("contact_id=nobody")).toBe(0);
    expect((await on.call("GET", `/${GONE}/runs`)).body.code).toBe("AUTOMATION_NOT_FOUND");
    expect((await on.call("GET", `/${id}/runs?cursor=x`)).body.code).toBe("CURSOR_INVALID");
  });

  it("goes on page by page", async () => {
    const id = await on.rule({ triggers: [onTag("vip")], actions: [tag("seen")] });
    for (let n = 0; n < 52; n++) await ran(id);
    const page = (await on.call("GET", `/${id}/runs`)).body;
    const rest = (await on.call("GET", `/${id}/runs?cursor=${page.next}`)).body;
    expect([page.items.length, rest.items.length, rest.next]).toEqual([50, 2, undefined]);
  });
});

describe("5.5.5 trying a rule", () => {
  it("shows what it would do for somebody or someone made up, and when", async () => {
    const draft = {
      triggers: [onTag("vip")],
      condition: { all: [COUNTRY, { attribute: "tag", operator: "equals", value: "vip" }] },
      event_tests: [{ fact: "tag", operator: "contains", value: "VI" }],
      actions: [wait("w", 2), send("hi"), { id: "t", type: "task", title: "" }],
      mailbox_id: on.mailbox.id,
    };
    const { id } = (await reach("", { name: "Rule", draft })).body;
    const nora = await on.contactOf("nora");
    const trial = (await reach(`/${id}/test`, { contact_id: nora, facts: { tag: "vip" } })).body;
    expect(trial).toMatchObject({
      would_run: false,
      skip_reason: "condition",
      tests: [
        { path: [0], is_true: true },
        { path: [1], is_true: false },
      ],
      event_tests: [true],
    });
    expect(
      trial.actions.map(({ is_possible, reason }: Record<string, unknown>) => [is_possible, reason]),
    ).toEqual([
      [true, ""],
      [true, ""],
      [false, "Say what’s to do."],
    ]);
    expect(trial.actions[1].at.slice(0, 13)).toBe(addDays(app.clock.now(), 2).slice(0, 13));
    const invented = (await reach(`/${id}/test`, {})).body;
    expect([invented.would_run, invented.skip_reason]).toEqual([true, ""]);
    expect((await reach(`/${id}/test`, { facts: { tag: "x" } })).body.skip_reason).toBe("event");
    await app.platform.db.execute(sql`update contacts set status = 'unsubscribed' where id = ${nora}`);
    const left = (await reach(`/${id}/test`, { contact_id: nora })).body;
    expect(left.actions[1].reason).toBe("They’ve unsubscribed.");
    expect((await reach(`/${id}/test`, { contact_id: GONE })).body.code).toBe("CONTACT_NOT_FOUND");
    expect((await reach(`/${GONE}/test`, {})).body.code).toBe("AUTOMATION_NOT_FOUND");
    expect(await on.tagsOf("nora")).toEqual([]);
  });

  it("explains for anybody why it ran or didn’t, and whether it would now", async () => {
    // Budgets are for a day, which mustn't end meanwhile.
    const left = DAY_MS - (app.clock.now().getTime() % DAY_MS);
    if (left < 300_000) app.clock.advance(left);
    const draft = { triggers: [onTag("vip")], condition: COUNTRY, actions: [tag("seen")], budget: 2 };
    const id = await on.rule(draft);
    const of = async (who: string) =>
      (await reach(`/${id}/explain`, { contact_id: await on.contactOf(who) })).body;
    const why = async (who: string) => (await of(who)).skip_reason;
    expect(await of("nora")).toMatchObject({ would_run: true, skip_reason: "", runs: [] });
    expect(await of("omar")).toMatchObject({
      would_run: false,
      skip_reason: "condition",
      tests: [{ path: [], is_true: false }],
    });
    await ran(id);
    expect(await why("nora")).toBe("minute");
    expect((await of("nora")).runs).toHaveLength(1);
    app.clock.advance(61_000);
    expect(await why("nora")).toBe("");
    await ran(id, { who: "omar" });
    expect(await why("nora")).toBe("budget");
    // What's being written isn't what runs.
    await on.call("PATCH", `/${id}`, { draft: { ...draft, condition: null } });
    expect((await of("omar")).tests).toHaveLength(1);
    await reach(`/${id}/pause`);
    expect(await why("nora")).toBe("state");
    expect((await reach(`/${id}/explain`, { contact_id: GONE })).body.code).toBe("CONTACT_NOT_FOUND");
    const gone = await reach(`/${GONE}/explain`, { contact_id: GONE });
    expect(gone.body.code).toBe("AUTOMATION_NOT_FOUND");
  });
});

it("5.5 the overview has everything that runs by itself, and the last 24 hours", async () => {
  const id = await on.rule({ triggers: [onTag("vip")], actions: [tag("seen")] }, "Busy");
  const sequence = (await on.owner.api("POST", "/sequences", { name: "Welcome" })).body.id;
  const test = { name: "Subjects", versions: [{}, { subject: "Other" }] };
  const campaign_id = await on.add();
  const abTest = (await on.owner.api("POST", "/experiments", { campaign_id, ...test })).body.id;
  const now = app.clock.now().getTime();
  const acted = (ms: number) => ({
    event_at: new Date(now).toISOString(),
    acted_at: new Date(now + ms).toISOString(),
  });
  await ran(id, acted(200));
  await ran(id, acted(400));
  await ran(id, {
    state: "failed",
    ...acted(900),
    results: JSON.stringify([result("add-seen", "failed", "No.")]),
  });
  await ran(id, { state: "skipped", skip_reason: "minute" });
  await ran(id, { state: "waiting" });
  const old = addDays(app.clock.now(), -2);
  await ran(id, { ...acted(0), created_at: old, event_at: old });
  const { status, body } = await on.call("GET", "/overview");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ran: 4,
    failed: 1,
    skipped: 1,
    waiting: 1,
    inside: 0,
    latency: { p50: 400, p99: 900 },
  });
  expect(body.hours).toHaveLength(24);
  expect(body.hours.at(-1)).toMatchObject({ ran: 4, failed: 1 });
  expect(Date.parse(body.hours[1].at) - Date.parse(body.hours[0].at)).toBe(3_600_000);
  expect(body.items.map(({ kind, id }: Record<string, unknown>) => [kind, id])).toEqual([
    ["sequence", sequence],
    ["automation", id],
    ["ab_test", abTest],
  ]);
  expect(body.items[1]).toMatchObject({
    name: "Busy",
    state: "active",
    figures: { ran: 4, failed: 1, skipped: 1, waiting: 1 },
  });
  expect(body.failures).toEqual([expect.objectContaining({ automation_name: "Busy", state: "failed" })]);
  const page = (await on.owner.api("POST", "/profiles", { name: "Zoe" })).body.id;
  const link = { title: "Shop", url: "https://a.example", is_ab_test: true, ab_url: "https://b.example" };
  await on.owner.api("POST", `/profiles/${page}/links`, link);
  const kinds = (await on.call("GET", "/overview")).body.items.map(({ kind }: { kind: string }) => kind);
  expect(kinds.slice(0, 3)).toEqual(["sequence", "automation", "ab_test"]);
});

describe("people", () => {
  it("what waits for two who are merged goes on for the one who stays, once", async () => {
    const id = await on.rule({ triggers: [onTag("vip")], actions: [wait("w", 9), tag("seen")] });
    const other = await on.rule({ triggers: [onTag("vip")], actions: [wait("w", 9), tag("late")] });
    const due_at = addDays(app.clock.now(), 9);
    await ran(id, { state: "waiting", due_at, source: "birthday" });
    await ran(id, { who: "omar", state: "waiting", due_at, source: "birthday" });
    await ran(other, { who: "omar", state: "waiting", due_at });
    const [kept, gone] = [await on.contactOf("nora"), await on.contactOf("omar")];
    const merged = await on.owner.api("POST", "/contacts/merge", { keep_id: kept, gone_id: gone });
    expect([merged.status, merged.body]).toEqual([200, merged.body]);
    await vi.waitFor(async () => {
      const rows = await rowsOf<{ contact_id: string; state: string }>(
        app.platform.db,
        sql`select contact_id, state from automation_runs where user_id = ${on.owner.id} order by state, automation_id`,
      );
      expect(rows.map(({ contact_id, state }) => [contact_id === kept, state])).toEqual([
        [true, "skipped"],
        [true, "waiting"],
        [true, "waiting"],
      ]);
    }, WAIT);
  });

  it("an erased fan leaves nothing behind, and a copy of their data has what rules did", async () => {
    const id = await on.rule({ triggers: [onTag("vip")], actions: [tag("seen")] }, "Greet");
    const fan = await on.contactOf("nora");
    await ran(id, { results: JSON.stringify([result("add-seen")]), acted_at: app.clock.now().toISOString() });
    await ran(id, { state: "failed", results: JSON.stringify([result("add-seen", "failed", "No.")]) });
    await ran(id, { state: "skipped", skip_reason: "condition" });
    await ran(id, { state: "skipped", skip_reason: "budget" });
    const timeline = (await on.owner.api("GET", `/contacts/${fan}/timeline`)).body.items;
    const told = timeline.filter(({ kind }: { kind: string }) => kind.startsWith("rule_"));
    expect(told.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      "rule_failed",
      "rule_ran",
      "rule_skipped",
    ]);
    const failed = told.find(({ kind }: { kind: string }) => kind === "rule_failed");
    expect(failed.data).toEqual({ rule: "Greet", rule_id: id, reason: "No." });
    const copy = await on.owner.api("POST", `/contacts/${fan}/export`, {});
    if (copy.status === 200) expect(JSON.stringify(copy.body)).toContain("Greet");
    expect((await on.owner.api("DELETE", `/contacts/${fan}`)).status).toBe(200);
    await vi.waitFor(async () => {
      const rows = await rowsOf(
        app.platform.db,
        sql`select 1 from automation_runs where user_id = ${on.owner.id}`,
      );
      expect(rows).toEqual([]);
    }, WAIT);
  });
});

describe("what needs a rule’s parts says so before it’s deleted", () => {
  it("sequences, and everything that conditions, triggers and actions can name", async () => {
    const sequence = (await on.owner.api("POST", "/sequences", { name: "Welcome" })).body.id;
    const page = (await on.owner.api("POST", "/profiles", { name: "Zoe" })).body.id;
    const link = (
      await on.owner.api("POST", `/profiles/${page}/links`, { title: "S", url: "https://s.example" })
    ).body.id;
    const draft = {
      triggers: [{ type: "link_clicked", link_ids: [link] }, onTag("vip")],
      condition: { attribute: "field.city", operator: "equals", value: "Rome" },
      actions: [{ id: "s", type: "start_sequence", sequence_id: sequence }],
    };
    const id = (await reach("", { name: "Start it", draft })).body.id;
    const refused = await on.owner.api("DELETE", `/sequences/${sequence}`);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      "SEQUENCE_IN_USE",
      "This sequence is used by “Start it”. Change that first.",
    ]);
    const uses = async (kind: string, ...ids: string[]) =>
      (await on.owner.api("POST", "/segments/uses", { kind, ids })).body.items;
    const rule = [{ id, name: "Start it", kind: "automation" }];
    expect(await uses("links", link)).toEqual(rule);
    expect(await uses("pages", page)).toEqual(rule);
    expect(await uses("tags", "vip")).toEqual(rule);
    expect(await uses("fields", "city")).toEqual(rule);
    expect([await uses("fields", "town"), await uses("stages", GONE)]).toEqual([[], []]);
    await on.call("DELETE", `/${id}`);
    expect((await on.owner.api("DELETE", `/sequences/${sequence}`)).status).toBe(200);
  });
});

describe("what rules tell", () => {
  const tell = (payload: object) =>
    app.platform.write((platform) => {
      const ctx = systemCtx(platform, { job: "test", account: on.owner.id });
      return ctx.announce(automationNotified, payload as never);
    });
  const bell = async () =>
    (await on.owner.api("GET", "/notifications")).body.items.filter(({ kind }: { kind: string }) =>
      kind.startsWith("automation_"),
    );

  it("reaches the team or the one who’s meant, by bell, and by e-mail once an hour", async () => {
    const automation_id = await on.rule({ triggers: [onTag("vip")], actions: [tag("seen")] }, "Watch");
    const contact_id = await on.contactOf("nora");
    const notice = { automation_id, contact_id, text: "Call Nora", person_id: null };
    await tell({ subject: contact_id, payload: notice });
    await tell({ subject: contact_id, payload: { ...notice, text: "Somebody else’s", person_id: GONE } });
    await tell({ subject: automation_id, payload: { ...notice, contact_id: null, person_id: on.owner.id } });
    await vi.waitFor(async () => {
      const texts = (await bell()).map(({ text }: { text: string }) => text.replace(/[⁦-⁩]/g, ""));
      expect(texts.sort()).toEqual(["Watch: Call Nora", "nora@fans.example: Call Nora"]);
      const rows = await rowsOf<{ data: { text: string } }>(
        app.platform.db,
        sql`select data from mails where account = ${on.owner.id} and template = 'automations.notice'`,
      );
      expect(rows.map(({ data }) => data.text)).toEqual(["Call Nora"]);
    }, WAIT);
  });

  it("says that a rule turned itself off, with the way that rules led to each other", async () => {
    const id = await on.rule({ triggers: [onTag("vip")], actions: [tag("seen")] }, "B");
    const chain = ["A", "B", "A"].map((name) => ({ automation_id: id, name }));
    await app.platform.write((platform) =>
      systemCtx(platform, { job: "test", account: on.owner.id }).announce(automationHalted, {
        subject: id,
        payload: { reason: "", chain },
      }),
    );
    await vi.waitFor(async () => {
      const [one] = await bell();
      expect(one?.text.replace(/[⁦-⁩]/g, "")).toBe(
        "“B” was turned off, because rules triggered each other: A → B → A",
      );
      expect(one.path).toBe(`/dashboard/marketing/automation/rules/${id}`);
    }, WAIT);
  });
});
