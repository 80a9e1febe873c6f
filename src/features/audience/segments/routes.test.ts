// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { SEGMENTS_MAX } from "./rules.ts";

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
  profileId = (await owner.api("POST", "/profiles", { name: `S${randomUUID().slice(0, 8)}` })).body.id;
});

const create = (body: object, who = owner) => who.api("POST", "/segments", body);
const tagged = (tag: string) => ({ attribute: "tag", operator: "equals", value: tag });
const add = async (name: string, more: object = {}) =>
  (await owner.api("POST", "/contacts", { email: `${name}@example.com`, name, ...more })).body.id as string;
const members = async (id: string) =>
  (await owner.api("GET", `/segments/${id}/members?sort=name`)).body.items.map(
    ({ name }: { name: string }) => name,
  );
const count = async (body: object) => (await owner.api("POST", "/segments/count", body)).body.count;
const told = async (subject: string) =>
  (await eventsOf(app)).filter((event) => event.subject === subject).map(({ name }) => name);

/* What users of other products reported. */
describe("from the field", () => {
  it("a phone number is found by its digits, however it's written (Chatwoot 3770)", async () => {
    await add("ada", { phone: "+49 (30) 123-456" });
    await add("bob");
    const found = (text: string) => count({ text });
    expect(await found('phone contains "4930"')).toBe(1);
    expect(await found('phone = "+4930123456"')).toBe(1);
    expect(await found('phone contains "(30)"')).toBe(1);
    expect(await found('phone not contains "4930"')).toBe(1);
    expect(await found("phone is empty")).toBe(1);
  });

  it("a filter that makes no sense is refused, and breaks no screen (Keila 279, 280)", async () => {
    for (const condition of [
      { contactType: { $like: "%" } },
      { all: { attribute: "tag" } },
      { all: [{ all: [] }, null] },
      { attribute: "field.contactType", operator: "equals", value: "x" },
      { attribute: "tag", operator: "equals", value: { a: 1 } },
      { attribute: "constructor", operator: "empty" },
      { attribute: "field.__proto__", operator: "empty" },
      { event: "opened", at_least: -1 },
      [],
      "tag vip",
    ]) {
      const { status } = await owner.api("POST", "/segments/count", { condition });
      expect([condition, status]).toEqual([condition, 400]);
    }
  });

  it("two topics that people left are both asked for, and a field may be called segment (Ghost 20926, Mautic 7261)", async () => {
    await owner.api("PUT", "/contact-settings/topics", { topics: [{ key: "shows", name: "Shows" }] });
    const fields = [{ key: "segment", label: "Segment", type: "text", choices: [] }];
    await owner.api("PUT", "/contact-settings/fields", { fields });
    await add("ada", { fields: { segment: "1" } });
    const left = "consent.news = unsubscribed and consent.shows = unsubscribed";
    expect([await count({ text: left }), await count({ text: `not (${left})` })]).toEqual([0, 1]);
    expect(await count({ text: 'field.segment = "1"' })).toBe(1);
  });

  it("everyone who matches is picked at once, without their ids being sent (listmonk 1906)", async () => {
    await app.platform.db.execute(sql`insert into contacts (user_id, id, email, status, country, created_at, updated_at)
      select ${owner.id}, gen_random_uuid(), n || '@example.com', 'new', case when n % 2 = 0 then 'DE' else 'US' end, now(), now()
      from generate_series(1, 5000) n`);
    const { id } = (await create({ name: "Germans", kind: "static" })).body;
    const selection = { all: true, filter: { country: "DE" } };
    expect((await owner.api("POST", `/segments/${id}/members`, { selection })).body).toEqual({ count: 2500 });
    expect(await count({ segment_id: id })).toBe(2500);
  });
});

describe("a segment", () => {
  it("is added once, by its text or its value, renamed, changed, and deleted, and each of it is announced", async () => {
    const id = app.platform.newId();
    const made = await create({ id, name: "  Big \n fans ", text: "tag vip or country in (de, at)" });
    expect([made.status, made.body.name, made.body.kind, made.body.text]).toEqual([
      201,
      "Big fans",
      "dynamic",
      'tag "vip" or country in (DE, AT)',
    ]);
    expect((await create({ id, name: "Again", condition: tagged("x") })).body).toEqual(made.body);
    const changed = (await owner.api("PATCH", `/segments/${id}`, { name: "Fans", condition: tagged("new") }))
      .body;
    expect(changed).toMatchObject({ name: "Fans", text: 'tag "new"', condition: tagged("new") });
    expect((await owner.api("PATCH", `/segments/${id}`, { name: "Fans" })).body.updated_at).toBe(
      changed.updated_at,
    );
    expect((await owner.api("GET", `/segments/${id}`)).body).toEqual(changed);
    expect((await owner.api("GET", "/segments")).body.items).toEqual([changed]);
    expect((await owner.api("DELETE", `/segments/${id}`)).body).toEqual({ id });
    expect((await owner.api("GET", `/segments/${id}`)).body.code).toBe("SEGMENT_NOT_FOUND");
    expect(await told(id)).toEqual(["segment.created", "segment.updated", "segment.deleted"]);
  });

  it("has whoever matches at the time of asking, and the table of leads shows exactly them", async () => {
    const { id } = (await create({ name: "VIPs", condition: tagged("vip") })).body;
    const ada = await add("ada", { tags: ["vip"] });
    await add("bob");
    expect([await members(id), await count({ segment_id: id }), await count({})]).toEqual([["ada"], 1, 2]);
    const list = await owner.api("GET", `/contacts?segment_id=${id}`);
    expect(list.body.items.map((one: { id: string }) => one.id)).toEqual([ada]);
    await owner.api("PATCH", `/contacts/${ada}`, { tags: [] });
    expect(await members(id)).toEqual([]);
    expect((await owner.api("GET", `/contacts?segment_id=${randomUUID()}`)).body.code).toBe(
      "SEGMENT_NOT_FOUND",
    );
    expect((await owner.api("GET", "/contacts?segment_id=x")).body.code).toBe("SEGMENT_NOT_FOUND");
  });

  it("keeps bulk changes to its people, and exports only them", async () => {
    const { id } = (await create({ name: "VIPs", condition: tagged("vip") })).body;
    const ada = await add("ada", { tags: ["vip"] });
    const bob = await add("bob");
    const selection = { all: true, filter: { segment_id: id } };
    const text: string = (await owner.api("POST", "/contacts/export", { selection })).body;
    expect([text.includes("ada@"), text.includes("bob@")]).toEqual([true, false]);
    const remove = { selection, undo_id: randomUUID(), tag: "seen", action: "add" };
    expect((await owner.api("POST", "/contacts/tag", remove)).body.count).toBe(1);
    expect((await owner.api("GET", `/contacts/${bob}`)).body.tags).toEqual([]);
    expect((await owner.api("GET", `/contacts/${ada}`)).body.tags).toEqual(["vip", "seen"]);
    await owner.api("DELETE", `/segments/${id}`);
    const gone = { selection, undo_id: randomUUID() };
    const asked = [
      owner.api("POST", "/contacts/delete", gone),
      owner.api("POST", "/contacts/tag", { ...gone, tag: "x", action: "add" }),
      owner.api("POST", "/contacts/export", { selection }),
      owner.api("GET", `/contacts/export?segment_id=${id}`),
      owner.api("GET", `/pipeline?segment_id=${id}`),
    ];
    const codes = (await Promise.all(asked)).map(({ body }) => body.code);
    expect(codes).toEqual(Array(5).fill("SEGMENT_NOT_FOUND"));
  });

  it("is refused without a name, with a taken one, and with a condition that doesn't work", async () => {
    expect((await create({ name: " ", text: "everyone" })).body.code).toBe("SEGMENT_NAME_REQUIRED");
    await create({ name: "Fans", text: "everyone" });
    expect((await create({ name: "fans", text: "everyone" })).body.code).toBe("SEGMENT_NAME_TAKEN");
    expect((await create({ name: "None" })).body.code).toBe("CONDITION_INVALID");
    const misspelled = await create({ name: "X", text: "contry = DE" });
    expect(misspelled.body).toMatchObject({
      code: "CONDITION_INVALID",
      message: "We don’t know “contry”. Did you mean “country”?",
      data: { at: 0, length: 6 },
    });
    const gone = await create({ name: "X", condition: { all: [tagged("a"), { segment_id: randomUUID() }] } });
    expect(gone.body.data.problems).toEqual([
      { path: [1], message: "There’s no such segment, or not anymore." },
    ]);
    const pattern = { attribute: "email", operator: "matches", value: "a{2,1}" };
    expect((await create({ name: "X", condition: pattern })).status).toBe(400);
    expect((await create({ name: "X", condition: { attribute: "tag" } })).status).toBe(400);
    let deep: unknown = tagged("a");
    for (let level = 0; level < 1000; level++) deep = { all: [deep] };
    expect((await create({ name: "X", condition: deep })).status).toBe(400);
  });

  it("can't be part of itself, not even through another one", async () => {
    const a = (await create({ name: "A", condition: tagged("a") })).body;
    const b = (await create({ name: "B", text: 'in segment "A" or tag b' })).body;
    const circle = await owner.api("PATCH", `/segments/${a.id}`, { text: 'in segment "B"' });
    expect(circle.body).toMatchObject({
      code: "SEGMENT_CIRCULAR",
      message: "A segment can’t be part of itself: “A” → “B” → “A”.",
    });
    expect((await owner.api("PATCH", `/segments/${b.id}`, { text: 'in segment "B"' })).body.code).toBe(
      "SEGMENT_CIRCULAR",
    );
    await add("both", { tags: ["a", "b"] });
    await add("other");
    expect(await members(b.id)).toEqual(["both"]);
    const used = await owner.api("DELETE", `/segments/${a.id}`);
    expect(used.body).toMatchObject({
      code: "SEGMENT_IN_USE",
      message: "This segment is used by “B”. Change that first.",
    });
  });

  it("can't multiply by naming others again and again, and an edit can't make others too large", async () => {
    const many = (id: string, times: number) => ({ any: Array(times).fill({ segment_id: id }) });
    const a = (await create({ name: "A", condition: tagged("a") })).body;
    const b = (await create({ name: "B", condition: many(a.id, 150) })).body;
    const message = expect.stringContaining("more than 500 parts");
    expect((await create({ name: "C", condition: many(b.id, 4) })).body).toMatchObject({
      code: "CONDITION_INVALID",
      message,
    });
    expect((await owner.api("POST", "/segments/count", { condition: many(b.id, 4) })).body.message).toEqual(
      message,
    );
    const edit = { condition: { any: [tagged("a"), tagged("b"), tagged("c")] } };
    expect((await owner.api("PATCH", `/segments/${a.id}`, edit)).body.message).toBe(
      "With this, the segment “B”, which is about this one, gets too large.",
    );
    expect(await count({ segment_id: b.id })).toBe(0);
  });

  it("of people picked by hand has those who are added, until they're taken out or erased", async () => {
    const { id } = (await create({ name: "Team", kind: "static" })).body;
    const [ada, bob] = [await add("ada"), await add("bob")];
    const picked = { selection: { ids: [ada, bob, randomUUID()] } };
    expect((await owner.api("POST", `/segments/${id}/members`, picked)).body).toEqual({ count: 2 });
    expect((await owner.api("POST", `/segments/${id}/members`, picked)).body).toEqual({ count: 0 });
    expect(await members(id)).toEqual(["ada", "bob"]);
    expect(await count({ text: 'not in segment "Team"' })).toBe(0);
    await owner.api("POST", `/segments/${id}/members/remove`, { selection: { ids: [bob] } });
    expect(await members(id)).toEqual(["ada"]);
    expect(await told(id)).toEqual(["segment.created", "segment.members_changed", "segment.members_changed"]);
    await owner.api("DELETE", `/contacts/${ada}`);
    const rowsLeft = () =>
      rowsOf(app.platform.db, sql`select 1 from segment_members where segment_id = ${id}`);
    await vi.waitUntil(async () => (await rowsLeft()).length === 0);
    const fixed = await owner.api("PATCH", `/segments/${id}`, { text: "everyone" });
    expect(fixed.body.code).toBe("SEGMENT_FIXED");
    const { id: dynamic } = (await create({ name: "All", text: "everyone" })).body;
    expect((await owner.api("POST", `/segments/${dynamic}/members`, picked)).body.code).toBe("SEGMENT_FIXED");
    expect((await owner.api("POST", `/segments/${dynamic}/members/remove`, picked)).body.code).toBe(
      "SEGMENT_FIXED",
    );
    const foreign = { selection: { all: true, filter: { profile_id: randomUUID() } } };
    for (const path of ["members", "members/remove"])
      expect((await owner.api("POST", `/segments/${id}/${path}`, foreign)).body.code).toBe(
        "PROFILE_NOT_FOUND",
      );
    const nowhere = await owner.api("GET", `/segments/${id}/members?cursor=x`);
    expect(nowhere.body.code).toBe("CURSOR_INVALID");
  });

  it("can be kept as it is now, and compared: who came, who left", async () => {
    const { id } = (await create({ name: "VIPs", condition: tagged("vip") })).body;
    const ada = await add("ada", { tags: ["vip"] });
    await add("bob", { tags: ["vip"] });
    const kept = await owner.api("POST", `/segments/${id}/snapshot`, { name: "VIPs in May" });
    expect([kept.status, kept.body.kind, kept.body.source_id]).toEqual([201, "snapshot", id]);
    await owner.api("PATCH", `/contacts/${ada}`, { tags: [] });
    await add("cleo", { tags: ["vip"] });
    expect(await members(kept.body.id)).toEqual(["ada", "bob"]);
    const { both, came, left } = (await owner.api("GET", `/segments/${id}/compare?with=${kept.body.id}`))
      .body;
    const names = ({ count, items }: { count: number; items: { name: string }[] }) => [
      count,
      items.map(({ name }) => name),
    ];
    expect([both, names(came), names(left)]).toEqual([1, [1, ["cleo"]], [1, ["ada"]]]);
    expect(await told(kept.body.id)).toEqual(["segment.snapshot_taken"]);
    await owner.api("DELETE", `/segments/${id}`);
    expect((await owner.api("GET", `/segments/${kept.body.id}`)).body.source_id).toBe(null);
    const missing = await owner.api("GET", `/segments/${kept.body.id}/compare?with=${id}`);
    expect(missing.body.code).toBe("SEGMENT_NOT_FOUND");
  });

  it("says why each of the newest is in it, and why somebody is or isn't", async () => {
    const ada = await add("ada", { tags: ["vip"], country: "DE" });
    await add("bob", { country: "DE" });
    const condition = { any: [tagged("vip"), { attribute: "country", operator: "in", value: ["DE", "AT"] }] };
    const shown = (await owner.api("POST", "/segments/preview", { condition })).body;
    const reasons = shown.items.map(
      ({ contact, reasons }: { contact: { name: string }; reasons: number[][] }) => [contact.name, reasons],
    );
    expect(Object.fromEntries(reasons)).toEqual({ ada: [[0], [1]], bob: [[1]] });
    const { id } = (await create({ name: "Both", text: "tag vip and country = AT" })).body;
    const why = (await owner.api("POST", "/segments/explain", { segment_id: id, contact_id: ada })).body;
    expect(why).toMatchObject({
      is_in: false,
      tests: [
        { path: [0], is_true: true },
        { path: [1], is_true: false },
      ],
    });
    const stranger = { segment_id: id, contact_id: randomUUID() };
    expect((await owner.api("POST", "/segments/explain", stranger)).body.code).toBe("CONTACT_NOT_FOUND");
    const wrong = { text: "tag" };
    for (const [path, more] of [
      ["explain", { contact_id: ada }],
      ["preview", {}],
      ["count", {}],
    ] as const)
      expect((await owner.api("POST", `/segments/${path}`, { ...wrong, ...more })).body.code).toBe(
        "CONDITION_INVALID",
      );
  });

  it("is somebody else's: not found, in every field that takes one", async () => {
    const { id } = (await create({ name: "Mine", condition: tagged("vip") })).body;
    const other = await app.signUp();
    const contact_id = (await other.api("POST", "/contacts", { email: "x@example.com" })).body.id;
    const asked = [
      other.api("GET", `/segments/${id}`),
      other.api("PATCH", `/segments/${id}`, { name: "Yours" }),
      other.api("DELETE", `/segments/${id}`),
      other.api("GET", `/segments/${id}/members`),
      other.api("POST", `/segments/${id}/members`, { selection: { all: true } }),
      other.api("POST", `/segments/${id}/members/remove`, { selection: { all: true } }),
      other.api("POST", `/segments/${id}/snapshot`, { name: "Copy" }),
      other.api("GET", `/contacts?segment_id=${id}`),
      other.api("POST", "/segments/count", { segment_id: id }),
      other.api("POST", "/segments/explain", { segment_id: id, contact_id }),
    ];
    for (const answer of await Promise.all(asked)) expect(answer.body.code).toBe("SEGMENT_NOT_FOUND");
    const named = await other.api("POST", "/segments/count", { condition: { segment_id: id } });
    expect(named.body.code).toBe("CONDITION_INVALID");
  });

  it("that's edited in two tabs refuses the older one, with the newer state", async () => {
    const { id, updated_at } = (await create({ name: "Fans", text: "everyone" })).body;
    await owner.api("PATCH", `/segments/${id}`, { name: "Newer" });
    const late = await owner.api("PATCH", `/segments/${id}`, { name: "Older", updated_at });
    expect(late.body).toMatchObject({ code: "CHANGED_MEANWHILE", data: { name: "Newer" } });
    await create({ name: "Other", text: "everyone" });
    expect((await owner.api("PATCH", `/segments/${id}`, { name: "OTHER" })).body.code).toBe(
      "SEGMENT_NAME_TAKEN",
    );
    expect((await owner.api("PATCH", `/segments/${id}`, { name: "\u200b" })).body.code).toBe(
      "SEGMENT_NAME_REQUIRED",
    );
    expect((await owner.api("PATCH", `/segments/${id}`, { text: "x" })).body.code).toBe("CONDITION_INVALID");
  });

  it("counts toward the limit", async () => {
    await app.platform.db.execute(sql`insert into segments (user_id, id, name, kind, created_at, updated_at)
      select ${owner.id}, gen_random_uuid(), 'S' || n, 'static', now(), now() from generate_series(1, ${SEGMENTS_MAX}::int) n`);
    expect((await create({ name: "One more", kind: "static" })).body.code).toBe("SEGMENT_LIMIT");
    const { items } = (await owner.api("GET", "/segments")).body;
    expect((await owner.api("POST", `/segments/${items[0].id}/snapshot`, { name: "Kept" })).body.code).toBe(
      "SEGMENT_LIMIT",
    );
    expect((await owner.api("POST", `/segments/${items[0].id}/snapshot`, { name: "" })).body.code).toBe(
      "SEGMENT_NAME_REQUIRED",
    );
  });

  it("says which ones are about something that's going to be deleted, and a page's links go with it", async () => {
    const link = (
      await owner.api("POST", `/profiles/${profileId}/links`, { title: "Shop", url: "https://example.com" })
    ).body.id;
    await create({ name: "Shoppers", text: 'clicked link "Shop"' });
    await create({ name: "Tagged", text: "tag vip" });
    const uses = async (kind: string, ...ids: string[]) =>
      (await owner.api("POST", "/segments/uses", { kind, ids })).body.items.map(
        ({ name }: { name: string }) => name,
      );
    expect(await uses("links", link)).toEqual(["Shoppers"]);
    expect(await uses("pages", profileId)).toEqual(["Shoppers"]);
    expect(await uses("tags", "vip", "x")).toEqual(["Tagged"]);
    expect(await uses("stages", "vip")).toEqual([]);
    const { id } = (await create({ name: "Mine", text: "tag mine" })).body;
    const other = await app.signUp();
    const foreign = { kind: "tags", ids: ["mine"] };
    expect((await other.api("POST", "/segments/uses", foreign)).body).toEqual({ items: [] });
    expect((await owner.api("GET", `/segments/${id}/moves`)).body.items).toEqual([]);
    expect((await other.api("GET", `/segments/${id}/moves`)).body.code).toBe("SEGMENT_NOT_FOUND");
    expect((await owner.api("GET", `/segments/${id}/moves?cursor=x`)).body.code).toBe("CURSOR_INVALID");
  });

  it("names everything that a condition can name, and a condition says it by name", async () => {
    await owner.api("POST", `/profiles/${profileId}/links`, { title: "Shop", url: "https://example.com" });
    await owner.api("PUT", "/contact-settings/fields", {
      fields: [{ key: "birthday", label: "Birthday", type: "date", choices: [] }],
    });
    const { body } = await owner.api("GET", "/segments/catalog");
    expect(body).toMatchObject({
      fields: [{ key: "birthday" }],
      topics: [{ key: "news" }],
      pages: [{ id: profileId }],
      links: [{ name: "Shop" }],
      owners: [{ id: owner.id }],
    });
    const text = 'clicked link "Shop" >= 2 times in 30 days and field.birthday anniversary within 7 days';
    expect((await create({ name: "Shoppers", text })).body.text).toBe(text);
  });
});

it("thousands are added, kept, and taken out in parts", { timeout: 60_000 }, async () => {
  const total = 5200;
  await app.platform.db.execute(sql`insert into contacts (user_id, id, email, status, tags, created_at, updated_at)
    select ${owner.id}, gen_random_uuid(), 'm' || n || '@many.example', 'new', '{many}', ${app.clock.now().toISOString()}, now()
    from generate_series(1, ${total}::int) n`);
  const { id } = (await owner.api("POST", "/segments", { name: "Many", kind: "static" })).body;
  const selection = { all: true, filter: { tag: "many" } };
  const members = `/segments/${id}/members`;
  expect((await owner.api("POST", members, { selection })).body).toEqual({ count: total });
  expect((await owner.api("POST", members, { selection })).body).toEqual({ count: 0 });
  const count = async (segment_id: string) =>
    (await owner.api("POST", "/segments/count", { segment_id })).body.count;
  const snapshot = await owner.api("POST", `/segments/${id}/snapshot`, { name: "Many then" });
  expect(snapshot.status).toBe(201);
  expect(await count(snapshot.body.id)).toBe(total);
  expect((await owner.api("POST", `${members}/remove`, { selection })).body).toEqual({ count: total });
  expect([await count(id), await count(snapshot.body.id)]).toEqual([0, total]);
});
