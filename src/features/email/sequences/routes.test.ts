// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { HTML } from "#test/harness/campaigns.ts";
import { eventsOf } from "#test/harness/events.ts";
import { signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";
import { type Sequencer, send, startSequencer, WAIT, wait } from "#test/harness/sequences.ts";

const GONE = "00000000-0000-4000-8000-000000000000";
let app: TestApp;
let on: Sequencer;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  on = await startSequencer(app);
  await on.addFans({ nora: { zone: "Europe/Berlin" }, omar: {} });
});

const draftOf = (more: object = {}) => ({
  mailbox_id: on.mailbox.id,
  steps: [wait("w", 1), send("hi")],
  ...more,
});
const add = async (more: object = {}, name = "Welcome") =>
  (await on.call("POST", "", { name, draft: draftOf(more) })).body.id as string;

it("is written by one person at a time, and a form sent twice makes one", async () => {
  const id = app.platform.newId();
  const made = await on.call("POST", "", { id, name: " Welcome  them ", draft: draftOf() });
  expect([made.status, made.body.name, made.body.state, made.body.is_changed]).toEqual([
    201,
    "Welcome them",
    "draft",
    true,
  ]);
  expect((await on.call("POST", "", { id, name: "Twice" })).body.name).toBe("Welcome them");
  const { updated_at } = made.body;
  expect((await on.call("PATCH", `/${id}`, { name: "First", updated_at })).status).toBe(200);
  const late = await on.call("PATCH", `/${id}`, { name: "Second", updated_at });
  expect([late.body.code, late.body.data.name]).toEqual(["CHANGED_MEANWHILE", "First"]);
  expect((await on.call("PATCH", `/${id}`, { name: "First", updated_at })).status).toBe(200);
  const { items } = (await on.call("GET", "")).body;
  expect(items).toEqual([expect.objectContaining({ id, name: "First", mails: 1 })]);
  expect(items[0].draft).toBeUndefined();
});

it("says at once what’s wrong", async () => {
  const id = await add();
  const live = await on.publish(draftOf());
  await on.enroll(live, "nora");
  const attachments = [{ id: GONE }];
  const mail = { subject: "Hi", attachments };
  const files = draftOf({ steps: [{ id: "a", type: "send", mail }] });
  const cases: [string, string, object | undefined, string][] = [
    ["POST", "", { name: "  " }, "SEQUENCE_NAME_MISSING"],
    ["POST", "", { name: "x", draft: files }, "ATTACHMENT_NOT_FOUND"],
    ["PATCH", `/${id}`, { name: "" }, "SEQUENCE_NAME_MISSING"],
    ["PATCH", `/${id}`, { draft: files }, "ATTACHMENT_NOT_FOUND"],
    ["POST", `/${id}/publish`, { moves: { w: "nowhere" } }, "STEP_NOT_FOUND"],
    ["POST", `/${id}/pause`, {}, "SEQUENCE_STATE"],
    ["POST", `/${id}/resume`, {}, "SEQUENCE_STATE"],
    ["POST", `/${id}/stop`, {}, "SEQUENCE_STATE"],
    ["POST", `/${id}/enrollments`, { contact_id: GONE }, "SEQUENCE_STATE"],
    ["POST", `/${live}/enrollments`, { contact_id: GONE }, "CONTACT_NOT_FOUND"],
    ["POST", `/${live}/enrollments`, { contact_id: await on.contactOf("nora") }, "ALREADY_INSIDE"],
    [
      "POST",
      `/${live}/enrollments/many`,
      { selection: { all: true, filter: { segment_id: GONE } } },
      "SEGMENT_NOT_FOUND",
    ],
    ["POST", `/${id}/enrollments/many`, { selection: { all: true } }, "SEQUENCE_STATE"],
    ["DELETE", `/${live}/enrollments/${GONE}`, undefined, "ENROLLMENT_NOT_FOUND"],
    ["POST", `/${live}/enrollments/${GONE}/move`, {}, "ENROLLMENT_NOT_FOUND"],
    ["POST", `/${id}/course`, { contact_id: GONE }, "CONTACT_NOT_FOUND"],
    ["GET", `/${live}/enrollments?cursor=x`, undefined, "CURSOR_INVALID"],
    ["DELETE", `/${live}`, undefined, "SEQUENCE_ACTIVE"],
  ];
  for (const [method, path, body, code] of cases)
    expect([path, (await on.call(method as "GET", path, body)).body.code]).toEqual([path, code]);
  for (const path of ["", "/figures", "/enrollments"])
    expect((await on.call("GET", `/${GONE}${path}`)).body.code).toBe("SEQUENCE_NOT_FOUND");
  const [inside] = (await on.call("GET", `/${live}/enrollments`)).body.items;
  const of = async (contact: string) => (await on.owner.api("GET", `/contacts/${contact}/enrollments`)).body;
  expect(await of(inside.contact.id)).toEqual({
    items: [{ ...inside, sequence: { id: live, name: expect.any(String) } }],
  });
  expect([(await of(GONE)).code, (await of("%00")).code]).toEqual(["CONTACT_NOT_FOUND", "CONTACT_NOT_FOUND"]);
  const move = await on.call("POST", `/${live}/enrollments/${inside.id}/move`, { step_id: "nowhere" });
  expect(move.body.code).toBe("STEP_NOT_FOUND");
  const stopped = await on.publish(draftOf());
  await on.call("POST", `/${stopped}/stop`, {});
  expect((await on.call("POST", `/${stopped}/publish`, {})).body.code).toBe("SEQUENCE_STATE");
  await app.platform.db.execute(sql`update sequences set version = 500 where id = ${live}`);
  expect((await on.call("POST", `/${live}/publish`, {})).body.code).toBe("SEQUENCE_VERSIONS");
});

it("files that are too large together are refused", async () => {
  const files = [];
  for (const name of ["one", "two"]) {
    const form = new FormData();
    form.set("file", new File([name.repeat(1024 * 1024)], `${name}.txt`));
    files.push((await on.owner.api("POST", "/templates/files", form)).body);
  }
  const attachments = files.map(({ id }) => ({ id }));
  const draft = draftOf({ steps: [{ id: "a", type: "send", mail: { attachments } }] });
  const id = await add();
  const refused = [
    await on.call("POST", "", { name: "Heavy", draft }),
    await on.call("PATCH", `/${id}`, { draft }),
  ];
  expect(refused.map(({ body }) => body.code)).toEqual(["ATTACHMENTS_TOO_LARGE", "ATTACHMENTS_TOO_LARGE"]);
});

it("no more than a hundred sequences, and nothing goes out while sending is stopped", async () => {
  const id = await add();
  const paused = await on.publish(draftOf());
  await on.call("POST", `/${paused}/pause`, {});
  await app.platform.db.execute(sql`insert into sequences (user_id, id, name, state_at, draft, created_at, updated_at)
    select ${on.owner.id}, gen_random_uuid(), 'S' || n, now(), '{"steps": []}', now(), now() from generate_series(1, 98) n`);
  expect((await on.call("POST", "", { name: "One too many" })).body.code).toBe("SEQUENCE_LIMIT");
  await on.owner.api("PUT", "/sending", { is_stopped: true });
  for (const path of [`/${id}/publish`, `/${paused}/resume`])
    expect((await on.call("POST", path, {})).body.code).toBe("SENDING_STOPPED");
});

it("what isn’t finished isn’t published, and each problem says where it is", async () => {
  const steps = [
    { id: "b", type: "branch", condition: null, yes: [], no: [] },
    { id: "t", type: "tag", action: "add", tag: " " },
    { id: "f", type: "field", key: "none", value: "x" },
    { id: "g", type: "goto", step_id: "g" },
    { id: "s", type: "stage", stage_id: GONE },
    { id: "k", type: "task", title: "", days: 0 },
    { id: "n", type: "notify", text: "" },
    { id: "c", type: "wait", wait: { kind: "condition", condition: null, amount: 1, unit: "days" } },
    { id: "m", type: "send", mail: { subject: "" } },
  ];
  const triggers = [
    { type: "tag", tag: "" },
    { type: "stage", stage_id: GONE },
    { type: "segment", segment_id: GONE },
    { type: "lead", profile_ids: [GONE] },
    { type: "date", field: "none" },
  ];
  const goal = { segment_id: GONE };
  const id = await add({ steps, triggers, goal, mailbox_id: null });
  const { problems, is_ready } = (await on.call("POST", `/${id}/check`, {})).body;
  expect(is_ready).toBe(false);
  const places = new Set(problems.map(({ where }: { where: string }) => where));
  expect([...places].sort()).toEqual([
    "b",
    "c",
    "f",
    "g",
    "goal",
    "k",
    "m",
    "n",
    "s",
    "sender",
    "t",
    "triggers",
  ]);
  const refused = await on.call("POST", `/${id}/publish`, {});
  expect([refused.status, refused.body.code]).toEqual([409, "SEQUENCE_NOT_READY"]);
  expect(refused.body.data.problems).toEqual(problems);
  const empty = await add({ steps: [] });
  expect((await on.call("POST", `/${empty}/check`, {})).body.problems[0].message).toBe("Add a step.");
});

it("5.4.6 a dry run shows the whole course, across the change of clocks, for someone real or made up", async () => {
  const steps = [
    send("hello"),
    { id: "w", type: "wait", wait: { kind: "for", amount: 2, unit: "days", time: "09:00" } },
    {
      id: "b",
      type: "branch",
      condition: { attribute: "tag", operator: "equals", value: "vip" },
      yes: [send("vip")],
      no: [{ id: "d", type: "wait", wait: { kind: "weekday", weekdays: [1], time: "10:00" } }, send("plain")],
    },
  ];
  const id = await add({ steps });
  const starts_at = "2027-03-26T12:00:00.000Z";
  const course = async (more: object) =>
    (await on.call("POST", `/${id}/course`, { starts_at, ...more })).body;
  const made = await course({ time_zone: "Europe/Berlin" });
  expect(made.items.map(({ step_id, wall }: Record<string, string>) => `${step_id} ${wall}`)).toEqual([
    "hello 2027-03-26T13:00",
    "w 2027-03-29T09:00",
    "b 2027-03-29T09:00",
    "d 2027-03-29T10:00",
    "plain 2027-03-29T10:00",
  ]);
  const nora = await on.contactOf("nora");
  await on.owner.api("PATCH", `/contacts/${nora}`, { tags: ["vip"] });
  const real = await course({ contact_id: nora });
  expect([real.time_zone, real.items.at(-1).step_id]).toEqual(["Europe/Berlin", "vip"]);
  expect((await course({ contact_id: nora, answers: { b: false } })).items.at(-1).step_id).toBe("plain");
  const circle = await add({ steps: [wait("w", 1), { id: "g", type: "goto", step_id: "w" }] });
  const round = (await on.call("POST", `/${circle}/course`, {})).body;
  expect([round.is_cut, round.items.length]).toEqual([true, 200]);
  const end = await on.call("POST", `/${circle}/course`, { starts_at: "9999-12-31T23:59:59.000Z" });
  expect([end.status, end.body.is_cut]).toEqual([200, true]);
});

it("people are moved, and their waits end, by hand", async () => {
  const id = await on.publish(draftOf({ steps: [wait("w", 5), send("one"), wait("v", 5), send("two")] }));
  await on.enroll(id, "nora");
  await on.enroll(id, "omar");
  const at = (name: string, place: string) =>
    vi.waitFor(async () => expect(await on.placeOf(id, name)).toBe(place), WAIT);
  await at("nora", "waiting w");
  await at("omar", "waiting w");
  const { items } = (await on.call("GET", `/${id}/enrollments?state=inside&step_id=w`)).body;
  expect(items).toHaveLength(2);
  const of = (name: string) =>
    items.find(({ contact }: { contact: { email: string } }) => contact.email.startsWith(name)).id;
  await on.call("POST", `/${id}/enrollments/${of("nora")}/move`, {});
  await on.call("POST", `/${id}/enrollments/${of("omar")}/move`, { step_id: "two" });
  await on.arrived(["nora one", "omar two"]);
  await at("nora", "waiting v");
  expect(await on.placeOf(id, "omar")).toBe("completed");
});

it("another account’s sequence, sending account, and people are not found", async () => {
  const id = await on.publish(draftOf());
  await on.enroll(id, "nora");
  const [inside] = (await on.call("GET", `/${id}/enrollments`)).body.items;
  const stranger = await signUpSender(app);
  for (const path of ["", "/figures", "/enrollments"])
    expect((await stranger.api("GET", `/sequences/${id}${path}`)).body.code).toBe("SEQUENCE_NOT_FOUND");
  for (const path of ["publish", "pause", "stop", "check", `enrollments/${inside.id}/move`])
    expect((await stranger.api("POST", `/sequences/${id}/${path}`, {})).body.code).toBe("SEQUENCE_NOT_FOUND");
  const draft = draftOf({
    steps: [{ id: "a", type: "send", mail: { mode: "html", subject: "x", html: HTML } }],
  });
  const theirs = (await stranger.api("POST", "/sequences", { name: "Theirs", draft })).body.id;
  const { problems } = (await stranger.api("POST", `/sequences/${theirs}/check`, {})).body;
  expect(problems.map(({ where }: { where: string }) => where)).toContain("sender");
  const own = await on.call("POST", `/${id}/enrollments`, { contact_id: stranger.id });
  expect(own.body.code).toBe("CONTACT_NOT_FOUND");
});

it("everyone whom a segment has gets in at once, and who’s inside already stays where they are", async () => {
  const id = await on.publish(draftOf({ steps: [wait("w", 1)] }));
  await on.enroll(id, "nora");
  await on.addFans({ pia: {}, quinn: {} });
  const many = await on.call("POST", `/${id}/enrollments/many`, { selection: { all: true } });
  expect(many.body).toEqual({ count: 3 });
  expect((await on.call("POST", `/${id}/enrollments/many`, { selection: { all: true } })).body).toEqual({
    count: 0,
  });
  const { counts } = (await on.call("GET", `/${id}/figures`)).body;
  expect(counts.entered).toBe(4);
});

it("a contact’s timeline and their own copy of their data tell of it, and erasing them leaves nothing", async () => {
  const id = await on.publish(draftOf({ steps: [send("hello"), wait("w", 1)] }));
  await on.enroll(id, "nora");
  await on.arrived(["nora hello"]);
  const nora = await on.contactOf("nora");
  const kinds = async () =>
    (await on.owner.api("GET", `/contacts/${nora}/timeline`)).body.items.map(
      ({ kind }: { kind: string }) => kind,
    );
  await vi.waitFor(
    async () => expect(await kinds()).toEqual(expect.arrayContaining(["sequence_entered", "sent"])),
    WAIT,
  );
  const [inside] = (await on.call("GET", `/${id}/enrollments`)).body.items;
  await on.call("POST", `/${id}/enrollments/${inside.id}/move`, {});
  await vi.waitFor(async () => expect(await kinds()).toContain("sequence_left"), WAIT);
  expect((await on.owner.api("DELETE", `/contacts/${nora}`)).status).toBe(200);
  await vi.waitFor(async () => {
    const rows = await app.platform.db.execute(
      sql`select 1 from enrollments where contact_id = ${nora} union all select 1 from enrollment_steps where contact_id = ${nora}`,
    );
    expect((rows as unknown as { rows: unknown[] }).rows).toEqual([]);
  }, WAIT);
});

it("5.3.10 it isn’t a way around a second person’s approval", async () => {
  const id = await on.publish(draftOf());
  await on.owner.api("PUT", "/sending/rules", { approval_above: 1, late_minutes: 60 });
  const many = await on.call("POST", `/${id}/enrollments/many`, { selection: { all: true } });
  expect(many.body.code).toBe("SEQUENCE_UNAPPROVED");
  const selection = { ids: [await on.contactOf("nora")] };
  expect((await on.call("POST", `/${id}/enrollments/many`, { selection })).body).toEqual({ count: 1 });
});

it("5.3.10 neither are many small requests, copies, bulk changes, or tags by the way of another sequence", async () => {
  await on.addFans({ pia: {}, quim: {}, rui: {} });
  const triggers = [{ type: "tag", tag: "vip" }];
  const id = await on.publish(draftOf({ triggers }));
  const copy = await on.publish(draftOf());
  const tags = await on.publish({ steps: [{ id: "t", type: "tag", action: "add", tag: "vip" }] });
  const waits = await on.publish({ steps: [wait("w", 1)] });
  await on.owner.api("PUT", "/sending/rules", { approval_above: 2, late_minutes: 60 });
  const all = ["nora", "omar", "pia", "quim", "rui"];
  // At the same time, too.
  const answers = await Promise.all(all.map((name) => on.enroll(id, name)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.code).toBe("SEQUENCE_UNAPPROVED");
  expect((await on.enroll(copy, "nora")).body.code).toBe("SEQUENCE_UNAPPROVED");
  expect((await on.enroll(tags, "nora")).body.code).toBe("SEQUENCE_UNAPPROVED");
  expect((await on.enroll(waits, "nora")).status).toBe(201);
  const insideOf = async () => (await on.call("GET", `/${id}/enrollments`)).body.items.length;
  const tagged = {
    tag: "vip",
    action: "add",
    selection: { all: true },
    dry_run: false,
    undo_id: app.platform.newId(),
  };
  expect((await on.owner.api("POST", "/contacts/tag", tagged)).status).toBe(200);
  await vi.waitFor(
    async () =>
      expect(await (await eventsOf(app, id)).filter(({ name }) => name === "sequence.limited")).toMatchObject(
        [{ payload: { count: 3 } }],
      ),
    WAIT,
  );
  expect(await insideOf()).toBe(2);
  app.clock.advance(25 * 3_600_000);
  const late = all[answers.findIndex(({ status }) => status === 409)] ?? "";
  expect((await on.enroll(id, late)).status).toBe(201);
  expect(await insideOf()).toBe(3);
});

it("whoever may send but not see leads sees nobody’s name or address", async () => {
  const id = await on.publish(draftOf());
  await on.enroll(id, "nora");
  const key = await on.owner.api("POST", "/keys", { name: "Sender", scopes: ["campaigns.send"] });
  const headers = { authorization: `Bearer ${key.body.key}` };
  const { body } = await app.visitor().call("GET", `/api/v1/sequences/${id}/enrollments`, undefined, headers);
  expect(body.items).toMatchObject([{ contact: { email: "n…@…" } }]);
  expect(JSON.stringify(body)).not.toContain("nora");
});

it("old versions keep what they do, without their e-mail once nobody is in them, and have a limit together", async () => {
  const id = await on.publish(draftOf());
  await on.enroll(id, "nora");
  const publishAgain = async (subject: string) => {
    await on.call("PATCH", `/${id}`, { draft: draftOf({ steps: [wait("w", 1), send("hi", subject)] }) });
    return on.call("POST", `/${id}/publish`, {});
  };
  for (const subject of ["Second", "Third"]) expect((await publishAgain(subject)).status).toBe(200);
  const kept = await rowsOf<{ version: number; has_mail: boolean }>(
    app.platform.db,
    sql`select version, snapshots <> '{}' as has_mail from sequence_versions where sequence_id = ${id} order by version`,
  );
  expect(kept.map(({ has_mail }) => has_mail)).toEqual([true, false, true]);
  expect((await on.call("GET", `/${id}/figures?version=2`)).body.definition.steps).toHaveLength(2);
  await app.platform.db.execute(sql`insert into sequence_versions (user_id, sequence_id, version, definition, snapshots, published_at)
    select ${on.owner.id}, ${id}, 100 + n, jsonb_build_object('steps', '[]'::jsonb, 'noise', min(noise)), '{}', now()
    from generate_series(1, 17) n, (select string_agg(md5(random()::text), '') as noise from generate_series(1, 90000)) x
    group by n`);
  expect((await publishAgain("Fourth")).body.code).toBe("SEQUENCE_SPACE");
});

it("a birthday that would be celebrated once in a lifetime is pointed out", async () => {
  const fields = [{ key: "birthday", label: "Birthday", type: "date", choices: [] }];
  await on.owner.api("PUT", "/contact-settings/fields", { fields });
  const triggers = [{ type: "date", field: "birthday" }];
  const wordsOf = async (more: object) => {
    const { problems } = (await on.call("POST", `/${await add({ triggers, ...more })}/check`, {})).body;
    return problems.map(({ message }: { message: string }) => message);
  };
  expect(await wordsOf({})).toContainEqual(expect.stringContaining("only once"));
  expect(await wordsOf({ reentry: "after_end" })).not.toContainEqual(expect.stringContaining("only once"));
});
