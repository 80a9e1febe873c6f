// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pageChanged } from "#src/features/pages/profiles/signals.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { purgeOldChanges } from "./bulk.ts";

let app: TestApp;
let owner: Client;
let page = "";
const changed: string[] = [];

beforeAll(async () => {
  app = await startApp({ PUBLIC_URL: "https://fanfare.example" });
  app.platform.signals.on(pageChanged, ({ profile_id }) => {
    changed.push(profile_id);
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signUp();
  page = await newPage();
});

async function newPage(): Promise<string> {
  return (await owner.api("POST", "/profiles", { name: `B${randomUUID().slice(0, 8)}` })).body.id;
}

async function add(title: string, fields: Record<string, unknown> = {}, on = page): Promise<string> {
  const answer = await owner.api("POST", `/profiles/${on}/links`, {
    title,
    url: "https://a.example",
    ...fields,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}

const linksOn = async (id = page) => (await owner.api("GET", `/profiles/${id}/links`)).body.items;
const titles = async (id = page) => (await linksOn(id)).map(({ title }: { title: string }) => title);
const all = (q: string) => ({ all: true, filter: { q } });
const ask = (selection: object, change: object, more: object = {}) =>
  owner.api("POST", "/links/changes", { selection, change, undo_id: randomUUID(), ...more });

async function apply(selection: object, change: object) {
  const undo_id = randomUUID();
  const answer = await ask(selection, change, { undo_id });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { ...answer.body, undo_id };
}
const undo = (id: string, who = owner) => who.api("POST", "/links/changes/undo", { undo_id: id });

describe("changing many links", () => {
  it("moves what belongs to a link along with it, so that it outlives the page where it was", async () => {
    const id = await add("Named", { short_name: "named-and-moved" });
    await owner.api("PATCH", `/links/${id}`, { title: "Renamed" });
    await app.platform.db.execute(sql`insert into link_checks (link_id, profile_id, user_id, url, host, state, next_check_at)
      values (${id}, ${page}, ${owner.id}, 'https://a.example', 'a.example', 'ok', now())`);
    const other = await newPage();
    const { undo_id } = await apply({ ids: [id] }, { action: "move", profile_id: other });
    const places = () =>
      rowsOf(
        app.platform.db,
        sql`select profile_id from link_names where link_id = ${id} union all select profile_id from link_checks
          where link_id = ${id} union all select profile_id from link_versions where link_id = ${id}`,
      );
    expect(await places()).toEqual(Array(3).fill({ profile_id: other }));
    await undo(undo_id);
    expect(await places()).toEqual(Array(3).fill({ profile_id: page }));
  });

  it("is undone by a member for their pages only, and by the owner for the others after that", async () => {
    const other = await newPage();
    const ids = [await add("Mine"), await add("Theirs", {}, other)];
    const { undo_id } = await apply({ ids }, { action: "hide" });
    const editor = await app.signUp();
    await app.platform.db.execute(sql`insert into team_members (account, user_id, role, profile_ids, created_at)
      values (${owner.id}, ${editor.id}, 'editor', array[${page}]::uuid[], now())`);
    const undoAsEditor = () =>
      editor.call("POST", "/api/v1/links/changes/undo", { undo_id }, { "x-account": owner.id });
    expect((await undoAsEditor()).body).toEqual({ restored: 1, taken: 0, full: 0 });
    expect((await undoAsEditor()).body.code).toBe("UNDO_TOO_LATE");
    expect((await undo(undo_id)).body).toEqual({ restored: 1, taken: 0, full: 0 });
  });

  it("leaves alone what would lead to itself, in the dry run, at once and when it's undone", async () => {
    const go = `${app.platform.instance.publicUrl}/go/`;
    const one = await add("One", { url: "https://old.example/one" });
    const two = await add("Two", { url: `${go}${one}` });
    const three = await add("Three", { url: "https://old.example/three", short_name: `n${one.slice(0, 8)}` });
    const looping = [{ reason: "leading to themselves then", count: 1 }];
    const change = { action: "replace_text", from: "https://old.example/one", to: `${go}${two}`, in: "urls" };
    for (const dry_run of [true, false])
      expect((await ask({ ids: [one] }, change, { dry_run })).body).toMatchObject({
        count: 0,
        skipped: looping,
      });
    // Each would be fine without the other.
    const ids = [
      await add("A", { url: "https://x.example/b" }),
      await add("B", { url: "https://x.example/a" }),
    ];
    await owner.api("PATCH", `/links/${ids[0]}`, { short_name: `a${one.slice(0, 8)}` });
    await owner.api("PATCH", `/links/${ids[1]}`, { short_name: `b${one.slice(0, 8)}` });
    await owner.api("PATCH", `/links/${ids[0]}`, { url: `https://x.example/go/b${one.slice(0, 8)}` });
    await owner.api("PATCH", `/links/${ids[1]}`, { url: `https://x.example/go/a${one.slice(0, 8)}` });
    const both = { action: "replace_text", from: "https://x.example/go/", to: go, in: "urls" };
    expect((await ask({ ids }, both)).body).toMatchObject({ skipped: [{ ...looping[0], count: 2 }] });
    // What it was before may lead to itself by now.
    await owner.api("PATCH", `/links/${three}`, { url: `${go}n${one.slice(0, 8)}x` });
    const { undo_id } = await apply({ ids: [three] }, { ...both, from: go, to: "https://y.example/" });
    await owner.api("PATCH", `/links/${three}`, { short_name: `n${one.slice(0, 8)}x` });
    expect((await undo(undo_id)).body).toEqual({ restored: 0, taken: 1, full: 0 });
  });

  it("cleans titles like a form does", async () => {
    const id = await add("Tour");
    await apply(
      { ids: [id] },
      { action: "replace_text", from: "Tour", to: "a\0\u202eb<script>x</script>\nc", in: "titles" },
    );
    expect(await titles()).toEqual(["ab c"]);
  });

  it("leaves a link on its page whose short name is another account's elsewhere", async () => {
    const named = `own-${randomUUID().slice(0, 8)}`;
    const stranger = await app.signUp();
    const theirs = (await stranger.api("POST", "/profiles", { name: "Theirs" })).body.id;
    const link = { title: "Theirs", url: "https://theirs.example", short_name: named };
    expect((await stranger.api("POST", `/profiles/${theirs}/links`, link)).status).toBe(201);
    const at = (id: string) =>
      app.platform.db.execute(sql`update client_profiles set domain = ${`${id}.example`} where id = ${id}`);
    await at(page);
    const id = await add("Mine", { short_name: named });
    const other = await newPage();
    const move = { action: "move", profile_id: other };
    const refused = { count: 0, skipped: [{ reason: "with a short name of their page’s domain", count: 1 }] };
    for (const dry_run of [true, false])
      expect((await ask({ ids: [id] }, move, { dry_run })).body).toMatchObject(refused);
    await at(other);
    expect((await apply({ ids: [id] }, move)).count).toBe(1);
    expect((await linksOn(other))[0]).toMatchObject({ short_name: named, is_short_name_own: true });
  });

  it("is in the history of each link, to go back to", async () => {
    const id = await add("Old", { url: "https://old.example/a" });
    const { undo_id } = await apply(
      { ids: [id] },
      { action: "replace_domain", from: "old.example", to: "new.example" },
    );
    const history = async () => (await owner.api("GET", `/links/${id}/history`)).body.items;
    expect(await history()).toMatchObject([
      {
        who: "Ada",
        changes: [{ field: "url", before: "https://old.example/a", after: "https://new.example/a" }],
        restores: { url: "https://old.example/a" },
      },
    ]);
    await undo(undo_id);
    expect(await history()).toHaveLength(2);
  });

  it("does to what's found what the dry run said, once, and undoes all of it but what changed since", async () => {
    const ids = [await add("Tour A"), await add("Tour B", { tags: ["VIP"] }), await add("Tour C")];
    await add("Album");
    const dry = (await ask(all("tour"), { action: "tag", tag: "vip" }, { dry_run: true })).body;
    expect(dry).toMatchObject({ count: 2, skipped: [{ reason: "already tagged", count: 1 }] });
    expect(dry.examples).toContainEqual({ id: ids[0], title: "Tour A", before: "", after: "vip" });
    expect((await linksOn()).map(({ tags }: { tags: string[] }) => tags)).toEqual([[], ["VIP"], [], []]);

    changed.length = 0;
    const undo_id = randomUUID();
    const send = () => ask(all("tour"), { action: "tag", tag: " vip " }, { undo_id });
    expect((await send()).body.count).toBe(2);
    // A request that's sent again changes nothing twice, and tags change no page.
    expect((await send()).body.count).toBe(2);
    expect(changed).toEqual([]);
    expect((await linksOn()).map(({ tags }: { tags: string[] }) => tags)).toEqual([
      ["vip"],
      ["VIP"],
      ["vip"],
      [],
    ]);
    const events = await rowsOf(
      app.platform.db,
      sql`select payload from events where name = 'links.changed' and account = ${owner.id}`,
    );
    expect(events).toEqual([{ payload: { action: "tag", count: 2, profile_ids: [page] } }]);

    expect((await owner.api("GET", "/links/changes")).body.items).toMatchObject([
      { undo_id, action: "tag", count: 2 },
    ]);
    await owner.api("PATCH", `/links/${ids[2]}`, { tags: ["vip", "mine"] });
    const stranger = await app.signUp();
    expect((await undo(undo_id, stranger)).body.code).toBe("UNDO_TOO_LATE");
    expect((await undo(undo_id)).body).toEqual({ restored: 1, taken: 1, full: 0 });
    expect((await linksOn()).map(({ tags }: { tags: string[] }) => tags)).toEqual([
      [],
      ["VIP"],
      ["vip", "mine"],
      [],
    ]);
    expect((await undo(undo_id)).body.code).toBe("UNDO_TOO_LATE");
    expect((await owner.api("GET", "/links/changes")).body.items).toEqual([]);
  });

  it("hides, schedules, files, and replaces, and drops each page once", async () => {
    const other = await newPage();
    await add("One", {
      url: "https://www.old.example/1",
      link_a: "https://old.example/a",
      link_b: "b.example",
    });
    await add("Two", { url: "https://old.example" }, other);
    const words = { kind: "text", url: undefined, content: { text: "Words" } };
    await owner.api("POST", `/profiles/${page}/links`, words);
    changed.length = 0;
    const { undo_id, ...replaced } = await apply(all(""), {
      action: "replace_domain",
      from: "https://old.example/",
      to: "new.example",
    });
    expect(replaced).toMatchObject({ count: 2, skipped: [{ reason: "without that domain", count: 1 }] });
    expect(changed.toSorted()).toEqual([page, other].toSorted());
    expect((await linksOn())[0]).toMatchObject({
      url: "https://www.new.example/1",
      link_a: "https://new.example/a",
    });
    expect((await undo(undo_id)).body).toEqual({ restored: 2, taken: 0, full: 0 });
    expect((await linksOn(other))[0].url).toBe("https://old.example");

    const from = "2099-01-01T00:00:00.000Z";
    const schedule = { from, time_zone: "Europe/Berlin" };
    expect((await apply(all(""), { action: "schedule", schedule })).count).toBe(2);
    expect((await linksOn())[0].schedule).toEqual({
      from,
      until: null,
      time_zone: "Europe/Berlin",
      windows: [],
    });
    expect(await apply(all(""), { action: "schedule", schedule })).toMatchObject({ count: 0 });
    expect((await apply(all("one"), { action: "folder", folder: " Old  stuff " })).count).toBe(1);
    expect((await apply(all('in:"old stuff"'), { action: "hide" })).count).toBe(1);
    expect((await linksOn())[0]).toMatchObject({ folder: "Old stuff", is_visible: false });
    expect((await apply(all("status:hidden"), { action: "show" })).count).toBe(1);
    const cased = { action: "replace_text", from: "One", to: "1", in: "titles" };
    expect((await apply({ ids: [(await linksOn())[0].id, randomUUID()] }, cased)).skipped).toEqual([
      { reason: "not found", count: 1 },
    ]);
    expect(await titles()).toEqual(["1", "Words"]);
  });

  it("deletes, and brings back to their places as many as the plan has room for", async () => {
    for (const title of ["A", "B", "C", "D", "E"]) await add(title);
    const { undo_id } = await apply(all(""), { action: "delete" });
    expect(await titles()).toEqual([]);
    expect((await owner.api("GET", `/profiles/${page}`)).body.link_count).toBe(0);
    const fresh = await add("New");
    expect((await undo(undo_id)).body).toEqual({ restored: 0, taken: 0, full: 5 });
    await owner.api("DELETE", `/links/${fresh}`);
    expect((await undo(undo_id)).body).toEqual({ restored: 5, taken: 0, full: 0 });
    expect(await titles()).toEqual(["A", "B", "C", "D", "E"]);
    expect((await owner.api("GET", `/profiles/${page}`)).body.link_count).toBe(5);
  });

  it("moves what fits to another page, and back", async () => {
    const other = await newPage();
    for (const title of ["A", "B", "C"]) await add(title);
    for (const title of ["X", "Y", "Z"]) await add(title, {}, other);
    const { undo_id, ...moved } = await apply(
      { all: true, filter: { profile_id: page } },
      { action: "move", profile_id: other },
    );
    expect(moved).toMatchObject({
      count: 2,
      skipped: [{ reason: "for which the page has no room", count: 1 }],
    });
    expect([await titles(), await titles(other)]).toEqual([["C"], ["X", "Y", "Z", "A", "B"]]);
    const counts = async () =>
      Promise.all(
        [page, other].map(async (id) => (await owner.api("GET", `/profiles/${id}`)).body.link_count),
      );
    expect(await counts()).toEqual([1, 5]);
    expect((await undo(undo_id)).body.restored).toBe(2);
    expect([await titles(), await titles(other)]).toEqual([
      ["A", "B", "C"],
      ["X", "Y", "Z"],
    ]);
    expect(await counts()).toEqual([3, 3]);
  });

  it("refuses what can't be done, changes nothing of others', and forgets after an hour", async () => {
    const id = await add("A");
    const refusals: [object, object, string][] = [
      [all(""), { action: "move", profile_id: randomUUID() }, "PROFILE_NOT_FOUND"],
      [{ all: true, filter: { profile_id: randomUUID() } }, { action: "hide" }, "PROFILE_NOT_FOUND"],
      [all(""), { action: "replace_domain", from: "old.example", to: "no domain" }, "DOMAIN_INVALID"],
      [all(""), { action: "schedule", schedule: { time_zone: "Mars" } }, "LINK_ZONE_UNKNOWN"],
      [
        all(""),
        {
          action: "schedule",
          schedule: { from: "2026-02-01T00:00:00Z", until: "2026-01-01T00:00:00Z", time_zone: "UTC" },
        },
        "SCHEDULE_INVALID",
      ],
      [{ all: true, filter: { tag: "misspelled" } }, { action: "hide" }, "BAD_REQUEST"],
      [all(""), { action: "tag", tag: " " }, "BAD_REQUEST"],
    ];
    for (const [selection, change, code] of refusals)
      expect([change, (await ask(selection, change)).body.code]).toEqual([change, code]);
    const stranger = await app.signUp();
    const theft = { selection: { ids: [id] }, change: { action: "delete" }, undo_id: randomUUID() };
    expect((await stranger.api("POST", "/links/changes", theft)).body).toMatchObject({ count: 0 });
    expect(await titles()).toEqual(["A"]);

    const { undo_id } = await apply(all(""), { action: "hide" });
    app.clock.advance(3_601_000);
    await purgeOldChanges(app.platform);
    expect((await undo(undo_id)).body.code).toBe("UNDO_TOO_LATE");
    const left = await rowsOf(app.platform.db, sql`select from removed_rows where undo_id = ${undo_id}`);
    expect(left).toEqual([]);

    await app.platform.db.execute(sql`insert into links (id, profile_id, user_id, title, url, position, created_at, updated_at)
      select gen_random_uuid(), profile_id, user_id, 'Many', url, n, created_at, updated_at from links, generate_series(1, 10001) n
      where id = ${id}`);
    expect((await ask(all("many"), { action: "hide" })).body.code).toBe("TOO_MANY_LINKS");
  });
});
