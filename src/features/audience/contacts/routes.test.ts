// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { purgeDeletedContacts } from "./bulk/bulk.ts";
import { NOTES_MAX } from "./rules.ts";

let app: TestApp;
let owner: Client;
let profileId: string;

beforeAll(async () => {
  app = await startApp();
  await app.signUp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signUp();
  profileId = (await owner.api("POST", "/profiles", { name: "Mia" })).body.id;
});

const add = (contact: object) => owner.api("POST", "/contacts", contact);
const list = async (query = "", who = owner) => (await who.api("GET", `/contacts${query}`)).body;
const emailsOf = async (query = ""): Promise<string[]> =>
  (await list(query)).items.map(({ email }: { email: string }) => email).sort();
const timelineOf = async (id: string) => (await owner.api("GET", `/contacts/${id}/timeline`)).body.items;
const told = async () =>
  (await eventsOf(app)).filter(({ account }) => account === owner.id).map(({ name }) => name);

async function fill(): Promise<void> {
  await add({ email: "ada@one.example", name: "Ada", tags: ["vip", "press"], country: "DE" });
  await add({ email: "bea@two.example", name: "Bea", tags: ["vip"], country: "FR", phone: "+49 30 123456" });
  await add({ email: "cleo@two.example", name: "=Cleo", profile_id: profileId });
}

async function member(role: string, profileIds: string | null = null): Promise<Client> {
  const client = await app.signUp();
  await app.platform.db.execute(sql`insert into team_members (account, user_id, role, profile_ids, created_at)
    values (${owner.id}, ${client.id}, ${role}, ${profileIds}::uuid[], now())`);
  await client.api("PUT", "/me/account", { account: owner.id });
  return client;
}

describe("contacts", () => {
  it("are added by hand, with typed fields, and once for a form that's sent twice", async () => {
    const id = randomUUID();
    const draft = {
      id,
      email: " Ada@One.example ",
      name: "Ada",
      tags: ["vip", "vip"],
      fields: { city: "Köln", age: 7 },
    };
    const [made, again] = [await add(draft), await add(draft)];
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({ id, email: "ada@one.example", tags: ["vip"], status: "new" });
    expect(again.body).toEqual(made.body);
    const settings = (await owner.api("GET", "/contact-settings")).body;
    expect(settings).toMatchObject({
      tags: ["vip"],
      fields: [
        { key: "city", type: "text" },
        { key: "age", type: "number" },
      ],
    });
    const refused = await owner.api("PATCH", `/contacts/${id}`, { fields: { age: "old" } });
    expect([refused.status, refused.body.code, refused.body.data]).toEqual([
      400,
      "FIELD_INVALID",
      { field: "age" },
    ]);
    expect((await told()).filter((name) => name === "contact.created")).toHaveLength(1);
  });

  it.each([
    [{ email: "ada@one.example" }, 409, "CONTACT_EXISTS"],
    [{ email: "nobody" }, 400, "EMAIL_INVALID"],
    [{ email: "x@one.example", phone: "call me" }, 400, "PHONE_INVALID"],
    [{ email: "x@one.example", fields: { "Bad key": 1 } }, 400, "FIELD_INVALID"],
    [{ email: "x@one.example", profile_id: randomUUID() }, 404, "PROFILE_NOT_FOUND"],
  ])("can't be added as %o: %i %s", async (draft, status, code) => {
    await fill();
    const answer = await add(draft);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it("have at most fifty fields", async () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, n]));
    expect((await add({ email: "a@one.example", fields: many(50) })).status).toBe(200);
    expect((await add({ email: "b@one.example", fields: { more: 1 } })).body.code).toBe("TOO_MANY_FIELDS");
    const { id } = (await list()).items[0];
    const full = await owner.api("PATCH", `/contacts/${id}`, { fields: { more: 1 } });
    expect([full.status, full.body.code]).toEqual([409, "TOO_MANY_FIELDS"]);
    const fields = [{ key: "pick", label: "Pick", type: "choice", choices: ["A", "B"] }];
    expect((await owner.api("PUT", "/contact-settings/fields", { fields })).status).toBe(200);
    const twice = await owner.api("PUT", "/contact-settings/fields", { fields: [...fields, ...fields] });
    expect([twice.status, twice.body.code]).toEqual([400, "FIELD_INVALID"]);
    expect((await owner.api("PATCH", `/contacts/${id}`, { fields: { pick: "b" } })).body.fields.pick).toBe(
      "B",
    );
    expect(await told()).toContain("contacts.fields_changed");
  });

  it("are found by any part of a name, an address, or a number, and by several filters at once", async () => {
    await fill();
    expect(await emailsOf("?q=wo.exa")).toEqual(["bea@two.example", "cleo@two.example"]);
    expect(await emailsOf("?q=30123456")).toEqual(["bea@two.example"]);
    expect(await emailsOf("?tag=vip&country=DE&status=new")).toEqual(["ada@one.example"]);
    expect(await emailsOf(`?profile_id=${profileId}`)).toEqual(["cleo@two.example"]);
    const now = encodeURIComponent(new Date(app.clock.now().getTime() + 1000).toISOString());
    expect(await emailsOf(`?since=${now}`)).toEqual([]);
    expect(await emailsOf(`?before=${now}`)).toHaveLength(3);
    const sorted = (await list("?sort=email&order=desc")).items.map(({ name }: { name: string }) => name);
    expect(sorted).toEqual(["=Cleo", "Bea", "Ada"]);
    for (const email of ["info@three.example", "kim@mailinator.com", "info@yopmail.com"])
      await add({ email });
    expect(await emailsOf("?address=role")).toEqual(["info@three.example", "info@yopmail.com"]);
    expect(await emailsOf("?address=disposable")).toEqual(["info@yopmail.com", "kim@mailinator.com"]);
    expect((await owner.api("GET", "/contacts?cursor=x")).body.code).toBe("CURSOR_INVALID");
    expect((await owner.api("GET", `/contacts?profile_id=${randomUUID()}`)).body.code).toBe(
      "PROFILE_NOT_FOUND",
    );
  });

  it("show what happened to them, newest first: changes and notes", async () => {
    const { id } = (await add({ email: "ada@one.example" })).body;
    app.clock.advance(1000);
    await owner.api("PATCH", `/contacts/${id}`, { name: "Ada", tags: ["vip"] });
    app.clock.advance(1000);
    const note = await owner.api("POST", `/contacts/${id}/notes`, { text: "Met in Paris" });
    expect(await timelineOf(id)).toMatchObject([
      { kind: "note", data: { text: "Met in Paris" } },
      { kind: "updated", data: { before: { name: "", tags: [] }, after: { name: "Ada", tags: ["vip"] } } },
      { kind: "created" },
    ]);
    const path = `/contacts/${id}/notes/${note.body.id}`;
    expect((await owner.api("DELETE", path)).status).toBe(200);
    expect((await owner.api("DELETE", path)).body.code).toBe("NOTE_NOT_FOUND");
    expect((await told()).filter((name) => name === "contact.updated")).toHaveLength(3);
    expect((await owner.api("GET", `/contacts/${id}/timeline?cursor=x`)).body.code).toBe("CURSOR_INVALID");
    await app.platform.db.execute(sql`insert into contact_timeline (user_id, contact_id, id, kind, data, at)
      select ${owner.id}, ${id}, gen_random_uuid(), 'note', '{}', now() from generate_series(1, ${NOTES_MAX})`);
    const refused = await owner.api("POST", `/contacts/${id}/notes`, { text: "One more" });
    expect([refused.status, refused.body.code]).toEqual([409, "NOTE_LIMIT"]);
  });

  it("can't get an address that another one has", async () => {
    await fill();
    const [{ id }] = (await list("?q=ada")).items;
    const path = `/contacts/${id}`;
    expect((await owner.api("PATCH", path, { email: "bea@two.example" })).body.code).toBe("CONTACT_EXISTS");
    expect((await owner.api("PATCH", path, { email: "bea" })).body.code).toBe("EMAIL_INVALID");
    expect((await owner.api("PATCH", path, { phone: "x" })).body.code).toBe("PHONE_INVALID");
    expect((await owner.api("PATCH", path, { email: "new@one.example" })).body.email).toBe("new@one.example");
  });

  it("refuse the later of two tabs, which gets the newer lead, and lose nothing of two at once", async () => {
    const { id, updated_at } = (await add({ email: "ada@one.example" })).body;
    const patch = (more: object) => owner.api("PATCH", `/contacts/${id}`, { updated_at, ...more });
    const first = await patch({ name: "Ada" });
    expect((await patch({ name: "Ada" })).body).toEqual(first.body);
    const second = await patch({ name: "Bea" });
    expect(second).toMatchObject({
      status: 409,
      body: {
        code: "CHANGED_MEANWHILE",
        message: "This lead was changed somewhere else while you were editing it.",
        data: first.body,
      },
    });
    const newer = { updated_at: first.body.updated_at };
    const both = await Promise.all(["Cleo", "Dora"].map((name) => patch({ name, ...newer })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("are nobody else's: not found with another account, and masked for analysts", async () => {
    await fill();
    const [{ id }] = (await list("?q=ada")).items;
    const stranger = await app.signUp();
    for (const [method, path, body] of [
      ["GET", ""],
      ["PATCH", "", {}],
      ["DELETE", ""],
      ["GET", "/timeline"],
      ["POST", "/notes", { text: "x" }],
      ["DELETE", `/notes/${id}`],
    ] as const)
      expect((await stranger.api(method, `/contacts/${id}${path}`, body)).body.code).toBe(
        "CONTACT_NOT_FOUND",
      );
    const analyst = await member("analyst");
    const { items } = (await analyst.call("GET", "/api/v1/contacts", undefined, { "x-account": owner.id }))
      .body;
    expect(items).toHaveLength(3);
    // An id may happen to contain a name.
    const shown = items.map(
      ({ id, profile_ids, first_touch, last_touch, ...shown }: Record<string, unknown>) => shown,
    );
    expect(JSON.stringify(shown)).not.toMatch(/ada|one\.example|Bea|123456/);
    const search = await analyst.call("GET", "/api/v1/contacts?q=ada", undefined, { "x-account": owner.id });
    expect(search.status).toBe(403);
    const limited = await member("marketer", `{${profileId}}`);
    const reached = await limited.call("GET", "/api/v1/contacts", undefined, { "x-account": owner.id });
    expect(reached.body.items).toMatchObject([{ email: "cleo@two.example" }]);
  });

  it("who signed up on two pages have come to only one of them, for people who reach only that one", async () => {
    const other = (await owner.api("POST", "/profiles", { name: "Hidden page" })).body.id;
    for (const p_profile_id of [other, profileId]) {
      const form = { lead_capture_enabled: true, collect_without_download: true };
      await owner.api("PATCH", `/profiles/${p_profile_id}`, form);
      const lead = { p_profile_id, p_name: "Dora", p_email: "dora@fans.example" };
      expect((await app.visitor().api("POST", "/rpc/insert_fan_lead", lead)).status).toBe(200);
    }
    const first_touch = { profile_id: other };
    const last_touch = { profile_id: profileId };
    expect((await list()).items).toMatchObject([{ first_touch, last_touch }]);
    const limited = await member("marketer", `{${profileId}}`);
    const seen = async (path: string) =>
      (await limited.call("GET", `/api/v1${path}`, undefined, { "x-account": owner.id })).body;
    expect((await seen("/contacts")).items).toMatchObject([{ first_touch: null, last_touch }]);
    expect((await owner.api("GET", "/contacts/export")).body).toContain("Hidden page");
    const file = await seen("/contacts/export");
    expect(file).toContain("dora@fans.example");
    expect(file).not.toContain("Hidden page");
  });

  it("are exported as CSV that no spreadsheet runs, and as JSON", async () => {
    await fill();
    const csv = await (
      await fetch(`${app.url}/api/v1/contacts/export`, { headers: { cookie: owner.cookie } })
    ).text();
    expect(csv).toContain("'=Cleo,cleo@two.example");
    const picked = await owner.api("POST", "/contacts/export", {
      selection: { all: true, filter: { tag: "vip" } },
      format: "json",
    });
    expect(picked.body.map(({ email }: { email: string }) => email).sort()).toEqual([
      "ada@one.example",
      "bea@two.example",
    ]);
    expect(picked.body[0].consents).toEqual([]);
    const path = `/contacts/export?profile_id=${randomUUID()}`;
    expect((await owner.api("GET", path)).body.code).toBe("PROFILE_NOT_FOUND");
  });
});

describe("changing many contacts", () => {
  const bulk = (path: string, body: object) => owner.api("POST", `/contacts/${path}`, body);

  it("adds a tag and takes it off, after a dry run, and each can be undone once", async () => {
    await fill();
    const undo_id = randomUUID();
    const tagging = { selection: { all: true }, undo_id, tag: "vip", action: "add" };
    expect((await bulk("tag", { ...tagging, dry_run: true })).body).toMatchObject({
      count: 1,
      skipped: [{ reason: "already tagged", count: 2 }],
    });
    expect((await bulk("tag", tagging)).body.count).toBe(1);
    expect(await emailsOf("?tag=vip")).toHaveLength(3);
    const off = { ...tagging, undo_id: randomUUID(), action: "remove" };
    expect((await bulk("tag", off)).body.count).toBe(3);
    expect(await emailsOf("?tag=vip")).toEqual([]);
    expect((await bulk("restore", { undo_id: off.undo_id })).body.restored).toBe(3);
    expect((await bulk("restore", { undo_id })).body.restored).toBe(1);
    expect(await emailsOf("?tag=vip")).toHaveLength(2);
    expect((await bulk("restore", { undo_id })).body.code).toBe("UNDO_TOO_LATE");
    expect(await told()).toEqual(expect.arrayContaining(["contacts.tagged", "contacts.restored"]));
  });

  it("deletes, brings back who was suppressed meanwhile as suppressed, and is final after an hour", async () => {
    await fill();
    const undo_id = randomUUID();
    const selection = { all: true, filter: { tag: "vip" } };
    expect((await bulk("delete", { selection, undo_id, dry_run: true })).body.count).toBe(2);
    expect((await bulk("delete", { selection, undo_id })).body.count).toBe(2);
    expect(await emailsOf()).toEqual(["cleo@two.example"]);
    await owner.api("POST", "/suppressions", { email: "ada@one.example", reason: "complaint" });
    expect((await bulk("restore", { undo_id })).body).toEqual({ restored: 2, taken: 0 });
    expect(await emailsOf("?status=complained")).toEqual(["ada@one.example"]);
    const again = randomUUID();
    await bulk("delete", { selection, undo_id: again });
    app.clock.advance(3_600_001);
    await purgeDeletedContacts(app.platform);
    expect((await bulk("restore", { undo_id: again })).body.code).toBe("UNDO_TOO_LATE");
    expect(await told()).toEqual(expect.arrayContaining(["contacts.deleted", "contacts.erased"]));
    const traces = await rowsOf(
      app.platform.db,
      sql`select id from contact_timeline where user_id = ${owner.id}`,
    );
    expect(traces).toHaveLength(1);
  });

  it("becomes a job if there are many", async () => {
    const at = app.clock.now().toISOString();
    await app.platform.db.execute(sql`insert into contacts (user_id, id, email, status, created_at, updated_at)
      select ${owner.id}, gen_random_uuid(), n || '@many.example', 'new', ${at}, ${at} from generate_series(1, 1200) as n`);
    const undo_id = randomUUID();
    const begun = await bulk("tag", { selection: { all: true }, undo_id, tag: "all", action: "add" });
    expect(begun.body).toMatchObject({ count: 0, job: undo_id });
    await expect.poll(async () => (await list("?tag=all")).total, { timeout: 20_000 }).toBe(1200);
    expect(await told()).toContain("contacts.change_begun");
  });

  it.each(["delete", "tag", "export"])("refuses another account's profile to %s", async (path) => {
    const selection = { all: true, filter: { profile_id: randomUUID() } };
    const more = {
      delete: { undo_id: randomUUID() },
      tag: { undo_id: randomUUID(), tag: "x", action: "add" },
    }[path];
    expect((await bulk(path, { selection, ...more })).body.code).toBe("PROFILE_NOT_FOUND");
  });
});

describe("suppressions", () => {
  it("win over every way to add someone, and say why", async () => {
    const stopped = await owner.api("POST", "/suppressions", {
      email: "Ada@One.example",
      note: "Asked us to",
    });
    expect(stopped.body).toMatchObject({ email: "ada@one.example", reason: "manual", note: "Asked us to" });
    const { id, status } = (await add({ email: "ada@one.example" })).body;
    expect(status).toBe("blocked");
    expect((await owner.api("GET", `/contacts/${id}`)).body.suppressions).toMatchObject([
      { reason: "manual" },
    ]);
    expect((await owner.api("GET", "/suppressions?q=one.ex")).body).toMatchObject({ total: 1 });
    expect((await owner.api("GET", "/suppressions?cursor=x")).body.code).toBe("CURSOR_INVALID");
    expect((await owner.api("POST", "/suppressions", { email: "x" })).body.code).toBe("EMAIL_INVALID");
  });

  it("are lifted with a reason if they weren't the person's wish", async () => {
    const { id } = (await add({ email: "ada@one.example" })).body;
    const lift = (note = "They called") =>
      owner.api("DELETE", "/suppressions", { email: "ada@one.example", note });
    expect((await lift()).body.code).toBe("NOT_SUPPRESSED");
    await owner.api("POST", "/suppressions", { email: "ada@one.example", reason: "hard_bounce" });
    expect((await lift("")).status).toBe(400);
    expect((await lift()).status).toBe(200);
    expect((await owner.api("GET", `/contacts/${id}`)).body.status).toBe("new");
    await owner.api("POST", "/suppressions", { email: "ada@one.example", reason: "complaint" });
    const kept = await lift();
    expect([kept.status, kept.body.code]).toEqual([409, "SUPPRESSION_KEPT"]);
    expect(await told()).toEqual(
      expect.arrayContaining(["contact.suppressed", "contact.suppression_lifted"]),
    );
  });

  it("take many addresses at once, with or without a lead, and tell what wasn't one", async () => {
    const { id } = (await add({ email: "ada@one.example" })).body;
    const many = { emails: ["Ada@One.example", "bob@two.example", "ada@one.example", "no address"] };
    const stop = (more: object = {}) => owner.api("POST", "/suppressions/many", { ...many, ...more });
    expect((await stop({ note: "Old list" })).body).toEqual({ added: 2, known: 0, wrong: ["no address"] });
    expect((await stop()).body).toMatchObject({ added: 0, known: 2 });
    const listed = (await owner.api("GET", "/suppressions")).body;
    expect(listed.total).toBe(2);
    expect(listed.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ email: "ada@one.example", contact_id: id, note: "Old list" }),
        expect.objectContaining({ email: "bob@two.example", contact_id: null, reason: "manual" }),
      ]),
    );
    const lead = (await owner.api("GET", `/contacts/${id}`)).body;
    expect(lead).toMatchObject({ status: "blocked", suppressions: [{ reason: "manual" }] });
    const { items } = (await owner.api("GET", `/contacts/${id}/timeline`)).body;
    expect(items.map(({ kind }: { kind: string }) => kind)).toContain("suppressed");
    const told = (await eventsOf(app)).filter(({ account }) => account === owner.id);
    expect(told.filter(({ name }) => name === "contacts.suppressed")).toMatchObject([
      { payload: { count: 2 } },
    ]);
  });

  it("of one topic are lifted on their own, and a note about nobody's address is kept in the activity", async () => {
    const email = "bob@two.example";
    await owner.api("POST", "/suppressions", { email, scope: "tour" });
    const lift = (scope?: string) =>
      owner.api("DELETE", "/suppressions", { email, scope, note: "He called" });
    expect((await lift()).body.code).toBe("SUPPRESSION_KEPT");
    expect((await lift("tour")).status).toBe(200);
    expect((await owner.api("GET", "/suppressions")).body.total).toBe(0);
    const told = (await eventsOf(app)).filter(({ account }) => account === owner.id);
    expect(told.at(-1)?.payload).toEqual({ reason: "manual", note: "He called" });
  });

  it("keep only a hash of someone who's deleted, which still holds when they're added again", async () => {
    const { id } = (await add({ email: "ada@one.example" })).body;
    await owner.api("POST", "/suppressions", { email: "ada@one.example", reason: "hard_bounce" });
    expect((await owner.api("DELETE", `/contacts/${id}`)).status).toBe(200);
    expect((await owner.api("GET", "/suppressions")).body.items).toMatchObject([{ email: null }]);
    expect((await add({ email: "ada@one.example" })).body.status).toBe("bounced");
    expect(await told()).toContain("contact.deleted");
  });
});
