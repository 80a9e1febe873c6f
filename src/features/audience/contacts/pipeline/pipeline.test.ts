// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { systemCtx } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { mergeContacts } from "../merge/merge.ts";
import { OPEN_TASKS_MAX } from "../rules.ts";
import { remindDueTasks } from "../tasks/task-reminders.ts";

let app: TestApp;
let owner: Client;
let profileId: string;

beforeAll(async () => {
  app = await startApp();
  await app.signUp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp({ name: "Olga" });
  profileId = (await owner.api("POST", "/profiles", { name: "Mia" })).body.id;
});

const add = async (email: string, more: object = {}) =>
  (await owner.api("POST", "/contacts", { email, ...more })).body;
const timelineOf = async (id: string) => (await owner.api("GET", `/contacts/${id}/timeline`)).body.items;
const told = async () =>
  (await eventsOf(app)).filter(({ account }) => account === owner.id).map(({ name }) => name);
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

interface Stage {
  id: string;
}
const STAGES = ["New", "Talking", "Won"].map((name) => ({ id: randomUUID(), name, color: "blue" }));
const [first, second, third] = STAGES.map(({ id }) => ({ id })) as [Stage, Stage, Stage];
const save = (stages: object[] = STAGES, more: object = {}) =>
  owner.api("PUT", "/pipeline", { stages, ...more });
const place = (id: string, where: object, who = owner) => who.api("PUT", `/contacts/${id}/pipeline`, where);
const pipeline = async (query = "") => (await owner.api("GET", `/pipeline${query}`)).body;
const countsOf = async (query = "") =>
  (await pipeline(query)).stages.map(({ count, value_cents }: { count: number; value_cents: number }) => [
    count,
    value_cents,
  ]);

async function member(name: string, role: string, profileIds: string | null = null): Promise<Client> {
  const client = await app.signUp({ name });
  await app.platform.db.execute(sql`insert into team_members (account, user_id, role, profile_ids, created_at)
    values (${owner.id}, ${client.id}, ${role}, ${profileIds}::uuid[], now())`);
  await client.api("PUT", "/me/account", { account: owner.id });
  return client;
}

describe("the pipeline", () => {
  it("counts who is in each stage and what they're worth, last moved first", async () => {
    expect((await pipeline()).stages).toEqual([]);
    expect((await save(STAGES, { currency: "EUR" })).body.stages).toEqual(STAGES);
    const [ada, bea] = [await add("ada@one.example"), await add("bea@one.example")];
    for (const [one, value_cents] of [
      [ada, 1250],
      [bea, 100],
    ]) {
      app.clock.advance(1000);
      const placed = await place(one.id, { stage_id: first.id, from_stage_id: null, value_cents });
      expect(placed.body).toMatchObject({ stage_id: first.id, value_cents });
    }
    expect(await countsOf()).toEqual([
      [2, 1350],
      [0, 0],
      [0, 0],
    ]);
    const column = await owner.api("GET", `/contacts?stage_id=${first.id}&sort=stage_at&order=desc`);
    expect(column.body.items.map(({ email }: { email: string }) => email)).toEqual([
      "bea@one.example",
      "ada@one.example",
    ]);
    expect(await timelineOf(ada.id)).toMatchObject([
      { kind: expect.stringMatching(/stage|updated/) },
      { kind: expect.stringMatching(/stage|updated/) },
      { kind: "created" },
    ]);
    expect(await told()).toEqual(expect.arrayContaining(["contacts.pipeline_changed", "contact.updated"]));
    expect((await owner.api("GET", "/contact-settings")).body).toMatchObject({
      stages: STAGES,
      currency: "EUR",
    });
  });

  it("says so if somebody has deleted meanwhile who's to be moved", async () => {
    await save();
    const { id } = await add("ada@one.example");
    const waiting = sql`select 1 from pg_locks
      where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
    let moving: ReturnType<typeof place> | undefined;
    await app.platform.write(async ({ db }) => {
      await db.execute(sql`delete from contacts where id = ${id}`);
      moving = place(id, { stage_id: first.id });
      await vi.waitUntil(async () => (await rowsOf(db, waiting)).length > 0, { timeout: 20_000 });
    });
    expect((await moving)?.body.code).toBe("CONTACT_NOT_FOUND");
  });

  it("refuses to move someone whom somebody else has moved meanwhile", async () => {
    await save();
    const { id } = await add("ada@one.example");
    await place(id, { stage_id: second.id, from_stage_id: null });
    expect(codeOf(await place(id, { stage_id: third.id, from_stage_id: first.id }))).toEqual([
      409,
      "STAGE_CHANGED",
    ]);
    const both = [first.id, third.id].map((stage_id) => place(id, { stage_id, from_stage_id: second.id }));
    const statuses = (await Promise.all(both)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409]);
    expect(codeOf(await place(id, { stage_id: randomUUID() }))).toEqual([404, "STAGE_NOT_FOUND"]);
    expect(codeOf(await place(randomUUID(), { stage_id: null }))).toEqual([404, "CONTACT_NOT_FOUND"]);
    expect((await place(id, { value_cents: -1 })).status).toBe(400);
  });

  it("keeps a stage that somebody else has added, and lets go of those in a removed one", async () => {
    await save();
    const { id } = await add("ada@one.example");
    await place(id, { stage_id: second.id });
    const added = { id: randomUUID(), name: "Lost", color: "red" };
    const kept = await save([added, ...STAGES.slice(0, 1)], { removed: [second.id] });
    expect(kept.body.stages.map(({ name }: { name: string }) => name)).toEqual(["Lost", "New", "Won"]);
    expect((await owner.api("GET", `/contacts/${id}`)).body.stage_id).toBeNull();
    const twice = [...STAGES, { id: randomUUID(), name: "new", color: "red" }];
    expect(codeOf(await save(twice))).toEqual([400, "STAGES_ALIKE"]);
    expect((await owner.api("GET", `/pipeline?profile_id=${randomUUID()}`)).body.code).toBe(
      "PROFILE_NOT_FOUND",
    );
  });

  it("knows whose leads they are, as long as that person is on the team and may see them", async () => {
    await save();
    const mark = await member("Mark", "marketer");
    const limited = await member("Lea", "marketer", `{${profileId}}`);
    const vic = await member("Vic", "viewer");
    const names = (await owner.api("GET", "/contact-owners")).body.items.map(
      ({ name }: { name: string }) => name,
    );
    expect(names).toEqual(["Olga", "Mark", "Lea"]);
    const { id } = await add("ada@one.example");
    for (const person of [limited.id, vic.id, "nobody"])
      expect(codeOf(await place(id, { owner_id: person }))).toEqual([404, "TEAMMATE_NOT_FOUND"]);
    await place(id, { owner_id: mark.id, stage_id: first.id });
    expect((await owner.api("GET", `/contacts?owner_id=${mark.id}`)).body.total).toBe(1);
    expect(await countsOf(`?owner_id=${owner.id}`)).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    await owner.api("DELETE", `/team/members/${mark.id}`);
    const ownerOf = async () => (await owner.api("GET", `/contacts/${id}`)).body.owner_id;
    await expect.poll(ownerOf, { timeout: 20_000 }).toBeNull();
  });

  it("moves many at once after a dry run, and back to where each was", async () => {
    await save();
    const [ada, bea] = [await add("ada@one.example"), await add("bea@one.example")];
    await place(ada.id, { stage_id: first.id });
    await place(bea.id, { stage_id: second.id });
    const bulk = (more: object) =>
      owner.api("POST", "/contacts/place", { selection: { all: true }, ...more });
    const undo_id = randomUUID();
    const moving = { undo_id, stage_id: second.id, owner_id: owner.id };
    expect((await bulk({ undo_id, stage_id: second.id, dry_run: true })).body).toMatchObject({
      count: 1,
      skipped: [{ reason: "already there", count: 1 }],
    });
    expect((await bulk(moving)).body.count).toBe(2);
    const placeOf = async ({ id }: { id: string }) => {
      const { stage_id, owner_id } = (await owner.api("GET", `/contacts/${id}`)).body;
      return [stage_id, owner_id];
    };
    expect(await placeOf(ada)).toEqual([second.id, owner.id]);
    await place(bea.id, { stage_id: third.id });
    expect((await owner.api("POST", "/contacts/restore", { undo_id })).body).toMatchObject({ restored: 2 });
    expect(await placeOf(ada)).toEqual([first.id, null]);
    // Somebody has moved them on since.
    expect(await placeOf(bea)).toEqual([third.id, null]);
    const refused = { undo_id: randomUUID() };
    expect(codeOf(await bulk({ ...refused, stage_id: randomUUID() }))).toEqual([404, "STAGE_NOT_FOUND"]);
    expect(codeOf(await bulk({ ...refused, owner_id: "x" }))).toEqual([404, "TEAMMATE_NOT_FOUND"]);
    const selection = { all: true, filter: { profile_id: randomUUID() } };
    expect((await bulk({ ...refused, stage_id: null, selection })).body.code).toBe("PROFILE_NOT_FOUND");
    const one = { all: true, filter: { stage_id: third.id } };
    expect((await bulk({ ...refused, stage_id: null, selection: one })).body.count).toBe(1);
    expect((await bulk(refused)).status).toBe(400);
    expect(await told()).toContain("contacts.placed");
  });

  it("shows limited people and strangers nothing that isn't theirs", async () => {
    await save();
    const { id } = await add("ada@one.example");
    await place(id, { stage_id: first.id });
    const limited = await member("Lea", "marketer", `{${profileId}}`);
    const headers = { "x-account": owner.id };
    const theirs = await limited.call("GET", "/api/v1/pipeline", undefined, headers);
    expect(theirs.body.stages[0].count).toBe(0);
    expect((await place(id, { stage_id: null }, await app.signUp())).status).toBe(404);
    const analyst = await member("Ann", "analyst");
    const search = await analyst.call("GET", "/api/v1/pipeline?q=ada", undefined, headers);
    expect(search.status).toBe(403);
  });
});

describe("tasks", () => {
  const due_at = "2027-01-02T08:00:00+02:00";
  const plan = (id: string, more: object = {}) =>
    owner.api("POST", `/contacts/${id}/tasks`, { title: "Call", due_at, ...more });
  const tasks = async (query = "", who = owner) => (await who.api("GET", `/contact-tasks${query}`)).body;

  it("are planned once, checked off, and reopened", async () => {
    const { id } = await add("ada@one.example", { name: "Ada" });
    const task_id = randomUUID();
    const [made, again] = [await plan(id, { task_id }), await plan(id, { task_id })];
    expect(made.body).toMatchObject({
      id: task_id,
      due_at: "2027-01-02T06:00:00.000Z",
      contact: { name: "Ada" },
    });
    expect(again.body).toEqual(made.body);
    expect(await tasks()).toMatchObject({ items: [{ title: "Call" }], due: 0 });
    const change = (more: object) => owner.api("PATCH", `/contact-tasks/${task_id}`, more);
    expect((await change({ due_at: app.clock.now().toISOString(), title: "Write" })).status).toBe(200);
    expect(await tasks("?assignee=me")).toMatchObject({ items: [{ title: "Write" }], due: 1 });
    expect((await change({ is_done: true })).body.done_at).not.toBeNull();
    expect((await tasks(`?contact_id=${id}`)).items).toEqual([]);
    expect((await change({ is_done: false })).body.done_at).toBeNull();
    expect((await owner.api("DELETE", `/contact-tasks/${task_id}`)).status).toBe(200);
    const actions = (await timelineOf(id)).map(({ data }: { data: { action?: string } }) => data.action);
    expect(actions.filter(Boolean).sort()).toEqual(["added", "changed", "deleted", "done", "reopened"]);
  });

  it("are nobody else's, and refuse what can't be", async () => {
    const { id } = await add("ada@one.example");
    const task = (await plan(id)).body;
    const stranger = await app.signUp();
    for (const [method, body] of [["PATCH", { is_done: true }], ["DELETE"]] as const) {
      const answer = await stranger.api(method, `/contact-tasks/${task.id}`, body);
      expect(codeOf(answer)).toEqual([404, "TASK_NOT_FOUND"]);
    }
    expect((await stranger.api("POST", `/contacts/${id}/tasks`, { title: "x", due_at })).body.code).toBe(
      "CONTACT_NOT_FOUND",
    );
    expect((await tasks(`?contact_id=${id}`, stranger)).code).toBe("CONTACT_NOT_FOUND");
    expect((await tasks("?cursor=x")).code).toBe("CURSOR_INVALID");
    expect(codeOf(await plan(id, { assignee_id: stranger.id }))).toEqual([404, "TEAMMATE_NOT_FOUND"]);
    const give = await owner.api("PATCH", `/contact-tasks/${task.id}`, { assignee_id: stranger.id });
    expect(codeOf(give)).toEqual([404, "TEAMMATE_NOT_FOUND"]);
    await app.platform.db.execute(sql`insert into contact_tasks (user_id, id, contact_id, title, due_at, created_at)
      select ${owner.id}, gen_random_uuid(), ${id}, 'x', now(), now() from generate_series(2, ${OPEN_TASKS_MAX}::int)`);
    expect(codeOf(await plan(id))).toEqual([409, "TOO_MANY_TASKS"]);
    const analyst = await member("Ann", "analyst");
    const { items } = (
      await analyst.call("GET", "/api/v1/contact-tasks", undefined, { "x-account": owner.id })
    ).body;
    expect(JSON.stringify(items)).not.toMatch(/one\.example|Call/);
  });

  it("remind whoever they're for once, in the app and by e-mail, however many nodes look", async () => {
    const mark = await member("Mark", "marketer");
    const vic = await member("Vic", "viewer");
    const { id } = await add("ada@one.example", { name: "Ada" });
    const in_a_minute = new Date(app.clock.now().getTime() + 60_000).toISOString();
    await plan(id, { title: "Call Ada", due_at: in_a_minute, assignee_id: mark.id });
    await app.platform.db.execute(sql`insert into contact_tasks (user_id, id, contact_id, title, due_at, assignee_id, created_at)
      values (${owner.id}, gen_random_uuid(), ${id}, 'Lost', ${in_a_minute}, ${vic.id}, now())`);
    await app.platform.db.execute(sql`update users set email_verified = true where id = ${mark.id}`);
    await remindDueTasks(app.platform);
    expect(await told()).not.toContain("contact.task_due");
    app.clock.advance(61_000);
    await Promise.all([remindDueTasks(app.platform), remindDueTasks(app.platform)]);
    expect((await told()).filter((name) => name === "contact.task_due")).toHaveLength(2);
    const { text } = await app.mailTo(mark.email, /Task due: Call Ada/);
    expect(text).toContain("Ada, ada@one.example");
    // At an unconfirmed address, nothing says whom it's about.
    expect((await app.mailTo(owner.email, /A task is due/)).text).not.toMatch(/Lost|ada@one/);
    const inbox = async (who: Client) => (await who.api("GET", "/notifications")).body.items;
    const isTold = async () => (await inbox(mark))[0]?.text;
    await expect.poll(isTold, { timeout: 20_000 }).toBe("Task due: Call Ada");
    await expect.poll(async () => (await inbox(owner)).length, { timeout: 20_000 }).toBe(1);
    expect(await inbox(vic)).toEqual([]);
  });
});

/** Does something about a contact who is being merged into another, and whose transaction isn't over yet. */
async function whileMerged<T>(keep_id: string, gone_id: string, act: () => Promise<T>): Promise<T> {
  const [merged, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const merging = systemCtx(app.platform, { job: "test", account: owner.id }).write(async (ctx) => {
    await mergeContacts(ctx, { keep_id, gone_id, take: [], dry_run: false });
    merged.resolve();
    await goOn.promise;
  });
  await merged.promise;
  const answer = act();
  const waiting = sql`select 1 from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`;
  await vi.waitUntil(async () => (await rowsOf(app.platform.db, waiting)).length > 0, { timeout: 10_000 });
  goOn.resolve();
  await merging;
  return answer;
}

it("whoever is merged while somebody deletes them, or writes about them, is who they’ve become", async () => {
  const [keep, noted, gone] = [
    await add("a@one.example"),
    await add("b@one.example"),
    await add("c@one.example"),
  ];
  const about = `/contacts/${noted.id}`;
  await whileMerged(keep.id, noted.id, () => owner.api("POST", `${about}/notes`, { text: "Called" }));
  expect((await timelineOf(keep.id)).map(({ kind }: { kind: string }) => kind)).toContain("note");
  const deleted = await whileMerged(keep.id, gone.id, () => owner.api("DELETE", `/contacts/${gone.id}`));
  expect(deleted.body).toEqual({ id: keep.id });
  expect((await owner.api("GET", "/contacts")).body.items).toEqual([]);
  expect(
    await rowsOf(app.platform.db, sql`select 1 from contact_timeline where user_id = ${owner.id}`),
  ).toEqual([]);
});
