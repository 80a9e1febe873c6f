import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runStaffChange } from "#src/features/pages/links/staff-changes/staff-changes.ts";
import { fileTargets } from "#src/features/pages/links/targets/targets.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let founder: Client;
let moderator: Client;
let owner: Client;
let page: { id: string; username: string };
let count = 0;

beforeAll(async () => {
  // Changes of many are done by the tests, step by step.
  app = await startApp({ ROLES: "web" });
  founder = await app.signUp({ name: "Fay" });
  moderator = await app.signUp({ name: "Mo" });
  await run(sql`update users set role = 'moderator' where id = ${moderator.id}`);
});
afterAll(() => app?.close());
beforeEach(async () => {
  await run(sql`delete from links`);
  await run(sql`delete from client_profiles`);
  owner = await app.signUp({ name: "Olga Owner" });
  page = (await owner.api("POST", "/profiles", { name: `Quetzal ${++count}` })).body;
});

const run = (query: ReturnType<typeof sql>) => app.platform.db.execute(query);
const add = async (url: string, more: object = {}, by = owner, to = page.id): Promise<string> => {
  const { status, body } = await by.api("POST", `/profiles/${to}/links`, { title: "Tour", url, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
};
async function another(name: string): Promise<{ client: Client; page: string }> {
  const client = await app.signUp({ name });
  return { client, page: (await client.api("POST", "/profiles", { name })).body.id };
}

const find = async (what: string, query: Record<string, string> = {}, by = moderator) => {
  const { status, body } = await by.api("GET", `/admin/${what}?${new URLSearchParams(query)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { items: { id: string; owner: { id: string } }[]; total: number; next?: string };
};
const idsOf = async (what: string, query: Record<string, string>) =>
  (await find(what, query)).items.map(({ id }) => id).sort();

const ask = (what: string, wanted: object, by = moderator) =>
  by.api("POST", `/admin/${what}/changes`, {
    id: randomUUID(),
    mark: "hidden",
    is_on: true,
    reason: "Phishing",
    ...wanted,
  });
const work = (id: string) => runStaffChange(app.platform, { id });
async function apply(what: string, wanted: object, by = moderator) {
  const { status, body } = await ask(what, wanted, by);
  expect(status, JSON.stringify(body)).toBe(200);
  if (body.change) await work(body.change.id);
  return body;
}
const told = async (who = owner): Promise<string[]> =>
  (
    await rowsOf<{ what: string }>(
      app.platform.db,
      sql`select payload->>'reason' || ' ' || (payload->>'count') as what from events
        where account = ${who.id} and name like '%marked_by_staff' order by id`,
    )
  ).map(({ what }) => what);

describe("finding pages", () => {
  it("goes by name, username, domain, bio and the page’s own URL, over all accounts", async () => {
    await owner.api("PATCH", `/profiles/${page.id}`, { public_notes: "Songs about Kilimanjaro" });
    await run(sql`update client_profiles set domain = 'fans.kestrel.example' where id = ${page.id}`);
    const url = `${app.platform.instance.pagesUrl}/${page.username}`;
    for (const q of ["quetz", page.username, "kestrel.exam", "kilimanj", url, `${url}?x=1`])
      expect(await idsOf("profiles", { q }), q).toEqual([page.id]);
    for (const q of ["nothing like that", "\0", "https://elsewhere.example/x"])
      expect(await idsOf("profiles", { q }), q).toEqual([]);
    for (const q of ["%", "_", "'", "(", "😀", "http://[", "https://"])
      expect((await moderator.api("GET", `/admin/profiles?q=${encodeURIComponent(q)}`)).status, q).toBe(200);
  });

  it("filters by what visitors see, what staff decided, and the owner’s state", async () => {
    const other = await another("Other");
    const at = (state: string) => idsOf("profiles", { state });
    expect(await at("shown")).toEqual([page.id, other.page].sort());
    await owner.api("PUT", `/profiles/${page.id}/status`, { status: "inactive" });
    expect([await at("shown"), await at("off")]).toEqual([[other.page], [page.id]]);
    await apply("profiles", { target: { ids: [other.page] } });
    await apply("profiles", { target: { ids: [page.id] }, mark: "adult" });
    expect([await at("shown"), await at("hidden"), await at("adult")]).toEqual([[], [other.page], [page.id]]);
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await founder.api("PUT", `/admin/users/${owner.id}/ban`, { reason: "Spam", until });
    expect(await idsOf("profiles", { owner: "suspended" })).toEqual([page.id]);
    expect(await idsOf("profiles", { owner: "active" })).toEqual([other.page]);
    await run(sql`update users set deletion_due_at = now() + interval '1 day' where id = ${other.client.id}`);
    expect(await idsOf("profiles", { owner: "leaving" })).toEqual([other.page]);
  });

  it("shows a page as visitors see it, also a hidden one, without scripts and without hidden links", async () => {
    await add("https://kept.example");
    const hidden = await add("https://gone.example");
    await apply("links", { target: { ids: [hidden] } });
    await apply("profiles", { target: { ids: [page.id] } });
    const { status, body } = await moderator.api("GET", `/admin/profiles/${page.id}/page`);
    expect(status).toBe(200);
    expect(body.html).toContain("Tour");
    expect(body.html).toContain('<base target="_blank">');
    expect(body.html).not.toContain("gone.example");
    expect((await moderator.api("GET", `/admin/profiles/${hidden}/page`)).body.code).toBe(
      "PROFILE_NOT_FOUND",
    );
    await owner.api("DELETE", `/profiles/${page.id}`);
    expect((await moderator.api("GET", `/admin/profiles/${page.id}/page`)).status).toBe(404);
  });
});

describe("finding links", () => {
  it("goes by title, description and address, but not by what owners wrote for themselves", async () => {
    const id = await add("https://pelican.example/a", {
      title: "Marabou",
      description: "An ibis",
      notes: "secretive",
    });
    await add("https://other.example");
    for (const q of ["marab", "pelican.example/a", "an ibis"])
      expect(await idsOf("links", { q }), q).toEqual([id]);
    expect(await idsOf("links", { q: "secretive" })).toEqual([]);
    expect(await idsOf("links", { q: "\0" })).toEqual([]);
    expect((await find("links")).total).toBe(2);
  });

  it("goes by an address whose parts many links have", async () => {
    const id = await add("https://shop4243.example/items/81967");
    await run(sql`insert into links (id, profile_id, user_id, title, url, position, created_at, updated_at)
      select gen_random_uuid(), ${page.id}, ${owner.id}, 'Shop ' || n, 'https://shop' || n || '.example/items/' || n, n, now(), now()
        from generate_series(10000, 10400) n`);
    await run(sql`analyze links`);
    expect((await find("links", { q: ".example/items" })).items.length).toBeGreaterThan(10);
    for (const q of ["shop4243.example", "Shop4243.example/items/81967", "/items/81967"])
      expect(await idsOf("links", { q }), q).toEqual([id]);
    expect((await find("links", { q: "shop10400.example" })).total).toBe(1);
    expect((await find("links", { q: "op4243.example/wrong" })).total).toBe(0);
  });

  it("goes by host, with what’s below it, whatever address of a link leads there", async () => {
    const [a, b, c] = [
      await add("https://www.Bad.example/x"),
      await add("https://shop.bad.example:8443"),
      await add("https://x.example", { geo_blocked_fallback_url: "https://bad.example/fallback" }),
    ];
    const not = await add("https://notbad.example/bad.example");
    await fileTargets(app.platform);
    for (const host of ["bad.example", "BAD.example", "https://www.bad.example/any"])
      expect(await idsOf("links", { host }), host).toEqual([a, b, c].sort());
    expect(await idsOf("links", { host: "shop.bad.example" })).toEqual([b]);
    expect(await idsOf("links", { host: "notbad.example" })).toEqual([not]);
    await owner.api("PATCH", `/links/${a}`, { url: "https://good.example" });
    await owner.api("DELETE", `/links/${b}`);
    await fileTargets(app.platform);
    expect(await idsOf("links", { host: "bad.example" })).toEqual([c]);
    const { items } = (await moderator.api("GET", "/admin/links/hosts")).body;
    const mine = items.filter(({ host }: { host: string }) => /(bad|good|x)\.example/.test(host));
    expect(mine).toEqual(
      expect.arrayContaining([
        { host: "bad.example", links: 1 },
        { host: "good.example", links: 1 },
        { host: "notbad.example", links: 1 },
      ]),
    );
    for (const host of ["localhost", "two words", "\0", ""])
      expect(
        (await moderator.api("GET", `/admin/links?host=${encodeURIComponent(host)}`)).body.code,
        host,
      ).toBe("HOST_INVALID");
  });

  it("finds the same address in other accounts, however it’s written", async () => {
    const other = await another("Copycat");
    const ids = [
      await add("https://www.same.example/page/?b=2&a=1&utm_source=x#top"),
      await add("http://SAME.example/page?a=1&b=2", {}, other.client, other.page),
    ];
    await add("https://same.example/other");
    await fileTargets(app.platform);
    expect(await idsOf("links", { url: "https://same.example/page?a=1&b=2" })).toEqual(ids.sort());
    expect((await moderator.api("GET", "/admin/links?url=nothing")).body.code).toBe("ADDRESS_INVALID");
  });

  it("reads pages of a host and of hosts without repeating or leaving out anything", async () => {
    const [link] = [await add("https://many.example/0")];
    await run(sql`insert into links (id, profile_id, user_id, title, url, position, created_at, updated_at)
      select gen_random_uuid(), profile_id, user_id, 'Many', 'https://' || n || '.many.example', n, created_at, updated_at
      from links, generate_series(1, 130) n where id = ${link}`);
    await fileTargets(app.platform);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const found = await find("links", { host: "many.example", ...(cursor && { cursor }) });
      expect(found.total).toBe(131);
      seen.push(...found.items.map(({ id }) => id));
      cursor = found.next;
    } while (cursor);
    expect([seen.length, new Set(seen).size]).toEqual([131, 131]);
    const first = (await moderator.api("GET", "/admin/links/hosts")).body;
    const second = (await moderator.api("GET", `/admin/links/hosts?cursor=${first.next}`)).body;
    expect(first.items).toHaveLength(100);
    expect(second.items.length).toBeGreaterThan(30);
    for (const path of [
      "links/hosts?cursor=x",
      "links?cursor=x",
      "links?host=many.example&cursor=x",
      "profiles?cursor=x",
    ])
      expect((await moderator.api("GET", `/admin/${path}`)).body.code, path).toBe("CURSOR_INVALID");
  });
});

describe("a change of many", () => {
  it("says first how many it’s about and whose they are, and changes nothing", async () => {
    const other = await another("Other");
    await add("https://bad.example/1");
    await add("https://bad.example/2");
    await add("https://bad.example/3", {}, other.client, other.page);
    const { body } = await ask("links", { target: { host: "bad.example" }, dry_run: true, reason: "" });
    expect(body).toMatchObject({
      change: null,
      total: 3,
      accounts: 2,
      spared: 0,
      examples: [
        { id: owner.id, count: 2 },
        { id: other.client.id, count: 1 },
      ],
    });
    expect(await idsOf("links", { state: "hidden" })).toEqual([]);
    expect(await told()).toEqual([]);
  });

  it("hides every link to a host, also those of a moment ago, tells each owner once, and is undone once", async () => {
    const other = await another("Other");
    const ids = [await add("https://bad.example/1"), await add("https://a.bad.example/2")];
    ids.push(await add("https://bad.example/3", {}, other.client, other.page));
    const kept = await add("https://good.example");
    const id = randomUUID();
    await apply("links", { id, target: { host: "bad.example" } });
    expect(await idsOf("links", { state: "hidden" })).toEqual(ids.sort());
    for (const link of ids) expect((await app.visitor().call("GET", `/go/${link}`)).status).toBe(404);
    expect((await app.visitor().call("GET", `/go/${kept}`)).status).toBe(302);
    expect([await told(), await told(other.client)]).toEqual([["Phishing 2"], ["Phishing 1"]]);
    // A request that's sent again, and a job that runs again, do nothing twice.
    await apply("links", { id, target: { host: "bad.example" } });
    await work(id);
    expect(await told()).toEqual(["Phishing 2"]);
    const copy = (await owner.api("POST", `/links/${ids[0]}/duplicate`)).body;
    const get = async () => (await moderator.api("GET", `/admin/links/changes/${id}`)).body;
    expect(await get()).toMatchObject({
      done: 3,
      total: 3,
      accounts: 2,
      host: "bad.example",
      is_undone: false,
    });
    const undo = (reason: string) => moderator.api("POST", `/admin/links/changes/${id}/undo`, { reason });
    expect((await undo(" ")).body.code).toBe("STAFF_REASON_MISSING");
    const undone = (await undo("A mistake")).body;
    await work(undone.id);
    expect(await idsOf("links", { state: "hidden" })).toEqual([]);
    expect(copy.id === undefined || (await app.visitor().call("GET", `/go/${copy.id}`)).status === 302).toBe(
      true,
    );
    expect((await told()).at(-1)).toMatch(/^A mistake [23]$/);
    expect((await undo("Again")).body.code).toBe("CHANGE_UNDONE");
    expect((await get()).is_undone).toBe(true);
    expect((await moderator.api("GET", "/admin/links/changes")).body.items[0]).toMatchObject({
      is_undo: true,
    });
  });

  it("survives a kill after any account, and tells nobody twice", async () => {
    const accounts: { client: Client; page: string }[] = [];
    for (let at = 0; at < 3; at++) accounts.push(await another(`Fan ${at}`));
    for (const { client, page: to } of accounts) await add("https://kill.example", {}, client, to);
    const { change } = (await ask("links", { target: { host: "kill.example" } })).body;
    // What a killed process leaves: an account that's done, and a cursor that says so.
    const killed = new AbortController();
    let writes = 0;
    const platform = {
      ...app.platform,
      abortSignal: killed.signal,
      newId: () => {
        if (++writes === 4) throw new Error("Killed");
        return app.platform.newId();
      },
    };
    await expect(runStaffChange(platform, { id: change.id })).rejects.toThrow("Killed");
    expect(await idsOf("links", { state: "hidden" })).toEqual([]);
    expect(await told(accounts[0]?.client)).toEqual([]);
    await Promise.all([work(change.id), work(change.id)]);
    for (const { client } of accounts) expect(await told(client)).toEqual(["Phishing 1"]);
    const { body } = await moderator.api("GET", `/admin/links/changes/${change.id}`);
    expect([body.done, body.ended_at === null]).toEqual([3, false]);
  });

  it("brings earlier marks back with their reasons when showing again is undone", async () => {
    await apply("profiles", { target: { ids: [page.id] }, reason: "A bank’s name" });
    const shown = await apply("profiles", {
      target: { ids: [page.id] },
      is_on: false,
      reason: "They changed it",
    });
    expect(await idsOf("profiles", { state: "hidden" })).toEqual([]);
    const path = `/admin/profiles/changes/${shown.change.id}`;
    const { body } = await moderator.api("POST", `${path}/undo`, { reason: "They changed it back" });
    await work(body.id);
    expect((await find("profiles")).items[0]).toMatchObject({ staff_hidden: { reason: "A bank’s name" } });
    expect((await app.visitor().call("GET", `/${page.username}`)).status).toBe(410);
    expect((await moderator.api("GET", path)).body).toMatchObject({ is_undone: true });
    expect((await moderator.api("GET", "/admin/profiles/changes")).body.items).toHaveLength(3 + 3);
  });

  it("waits with undoing until it’s done, and isn’t found among the others’ kind", async () => {
    const { change } = (await ask("profiles", { target: { ids: [page.id] } })).body;
    const undo = (what: string, id: string) =>
      moderator.api("POST", `/admin/${what}/changes/${id}/undo`, { reason: "x" });
    expect((await undo("profiles", change.id)).body.code).toBe("CHANGE_RUNNING");
    for (const [what, id] of [
      ["links", change.id],
      ["profiles", randomUUID()],
      ["links", "x"],
    ] as const) {
      expect((await undo(what, id)).body.code).toBe("CHANGE_NOT_FOUND");
      expect((await moderator.api("GET", `/admin/${what}/changes/${id}`)).body.code).toBe("CHANGE_NOT_FOUND");
    }
    await work(change.id);
    const undone = await undo("profiles", change.id);
    await work(undone.body.id);
    expect((await undo("profiles", change.id)).body.code).toBe("CHANGE_UNDONE");
    const id = await add("https://once.example/0");
    const ofLinks = (await ask("links", { target: { ids: [id] } })).body.change;
    expect((await undo("links", ofLinks.id)).body.code).toBe("CHANGE_RUNNING");
    await work(ofLinks.id);
  });

  it("needs a reason and a target that can be, and spares staff above whoever asks", async () => {
    expect((await ask("profiles", { target: { ids: [page.id] }, reason: " " })).body.code).toBe(
      "STAFF_REASON_MISSING",
    );
    expect((await ask("links", { target: { host: "com" } })).body.code).toBe("HOST_INVALID");
    expect((await ask("links", { target: { url: "nothing" } })).body.code).toBe("ADDRESS_INVALID");
    expect((await ask("links", { target: { ids: ["x", "\0", randomUUID()] } })).body).toMatchObject({
      total: 0,
      change: null,
    });
    await run(sql`update users set role = 'support' where id = ${owner.id}`);
    const wanted = { target: { ids: [page.id] }, dry_run: true };
    expect((await ask("profiles", wanted)).body).toMatchObject({ total: 0, spared: 1 });
    expect((await ask("profiles", wanted, founder)).body).toMatchObject({ total: 1, spared: 0 });
  });

  it("is for those who moderate only", async () => {
    for (const role of ["support", "finance", "user"]) {
      const one = await app.signUp();
      await run(sql`update users set role = ${role} where id = ${one.id}`);
      for (const path of ["profiles", "links", "links/hosts", "links/changes", `profiles/${page.id}/page`])
        expect((await one.api("GET", `/admin/${path}`)).status, `${role} ${path}`).toBe(404);
      expect((await ask("profiles", { target: { ids: [page.id] } }, one)).status).toBe(404);
    }
  });
});
