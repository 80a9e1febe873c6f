// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { formatTerm, parseLinkQuery } from "./search-rules.ts";
import { matchingLinks } from "./search-store.ts";

let app: TestApp;
let owner: Client;
let pages: string[] = [];

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signUp();
  pages = [];
  for (const name of ["Mía", "Work"])
    pages.push(
      (await owner.api("POST", "/profiles", { name: `${name} ${randomUUID().slice(0, 8)}` })).body.id,
    );
});

async function add(fields: Record<string, unknown>, page = pages[0]): Promise<string> {
  const answer = await owner.api("POST", `/profiles/${page}/links`, { url: "https://a.example", ...fields });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}

async function found(q: string, more: Record<string, string> = {}, who = owner): Promise<string[]> {
  const answer = await who.api("GET", `/links/search?${new URLSearchParams({ q, ...more })}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { items, total } = answer.body;
  expect(total).toBe(items.length);
  return items.map(({ title }: { title: string }) => title).toSorted();
}

it("every link is found by its own title, tags, folder, and host, however they look", async () => {
  const names = [
    "Été à la plage",
    "Me & You (DJ)",
    "🔥",
    "🔥 New 🎧",
    "50% off_now",
    "C:\\path\\",
    "tag: you're it",
    "url:me in:love",
    "#1 song",
    'The "best" 12"',
    "東京",
    "a b",
    "Straße — 3",
    "دُبَيّ",
    "O’Neil's",
    "Ａｎｎ, Jr.",
  ];
  const rows = names.map((title, at) => ({ title, url: `https://host${at}.example/${at}` }));
  await app.platform.db.execute(sql`
    insert into links (id, profile_id, user_id, title, url, tags, folder, position, created_at, updated_at)
    select gen_random_uuid(), ${pages[0]}, ${owner.id}, title, url, array[title], title, 0, now(), now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(title text, url text)`);
  for (const [at, title] of names.entries()) {
    for (const q of [title, formatTerm(undefined, title)])
      expect([q, await found(q)]).toEqual([q, expect.arrayContaining([title])]);
    const narrow = [formatTerm("tag", title), formatTerm("in", title), `url:host${at}.example`, ""];
    expect([title, await found(narrow.join(" "))]).toEqual([title, [title]]);
    expect(await found(`https://host${at}.example/${at}/`)).toEqual([title]);
  }
});

it("finds words in any text, in any order and case, and narrows by tags, status, folder, and page", async () => {
  await add({
    title: "Summer Tour",
    url: "https://tix.example/tour",
    tags: ["VIP", "2026"],
    folder: "Shows",
  });
  await add({
    title: "Album",
    description: "Out this summer\nSecond line",
    notes: "Ask María",
    tags: ["2026"],
  });
  await add(
    { title: "Later", schedule: { from: "2099-01-01T00:00:00Z", time_zone: "UTC", windows: [] } },
    pages[1],
  );
  const group = await add({ kind: "group", title: "Off", url: undefined, is_visible: false }, pages[1]);
  await add({ title: "Inside", parent_id: group, expires_at: "2020-01-01T00:00:00Z" }, pages[1]);
  const { username } = (await owner.api("GET", `/profiles/${pages[1]}`)).body;
  const cases: [string, string[]][] = [
    ["tour SUMMER", ["Summer Tour"]],
    ["summer", ["Album", "Summer Tour"]],
    ["maria album", ["Album"]],
    ["umme", ["Album", "Summer Tour"]],
    ['"this summer"', ["Album"]],
    ["tag:vip", ["Summer Tour"]],
    ["tag:vi", []],
    ["tag:2026 tag:vip", ["Summer Tour"]],
    ["vip", ["Summer Tour"]],
    ["in:shows", ["Summer Tour"]],
    ["in:show", []],
    [`in:${username} status:shown`, ["Later"]],
    [`in:${username} status:hidden`, ["Inside", "Off"]],
    ["status:scheduled", ["Later"]],
    ["status:ended", ["Inside"]],
    ["status:scheduled status:ended", ["Inside", "Later"]],
    ["url:tix", ["Summer Tour"]],
    ["url:summer", []],
    ["nothing like it", []],
  ];
  for (const [q, titles] of cases) expect([q, await found(q)]).toEqual([q, titles]);
  expect(await found("", { profile_id: pages[0] ?? "" })).toEqual(["Album", "Summer Tour"]);
  const inOrder = (await owner.api("GET", `/links/search?profile_id=${pages[0]}&sort=position`)).body.items;
  expect(inOrder.map(({ title }: { title: string }) => title)).toEqual(["Summer Tour", "Album"]);
  const labels = (await owner.api("GET", "/links/labels")).body;
  expect(labels).toEqual({
    tags: [
      { name: "2026", count: 2 },
      { name: "VIP", count: 1 },
    ],
    folders: [{ name: "Shows", count: 1 }],
  });
});

it("goes on page by page, and tells nobody of what's deleted, of others', or of pages they can't see", async () => {
  await app.platform.db.execute(sql`
    insert into links (id, profile_id, user_id, title, url, position, created_at, updated_at)
    select gen_random_uuid(), ${pages[0]}, ${owner.id}, 'Link ' || n, 'https://a.example', n, now(), now()
    from generate_series(1, 53) n`);
  const gone = await add({ title: "Link gone" });
  await owner.api("DELETE", `/links/${gone}`);
  const first = (await owner.api("GET", "/links/search?q=link")).body;
  expect([first.items.length, first.total, first.is_estimate]).toEqual([50, 53, false]);
  const next = (await owner.api("GET", `/links/search?q=link&cursor=${encodeURIComponent(first.next)}`)).body;
  const ids = [...first.items, ...next.items].map(({ id }: { id: string }) => id);
  expect([new Set(ids).size, next.next]).toEqual([53, undefined]);

  const refused = await owner.api("GET", "/links/search?cursor=eA");
  expect(refused.body.code).toBe("CURSOR_INVALID");
  const stranger = await app.signUp();
  expect(await found("link", {}, stranger)).toEqual([]);
  expect((await stranger.api("GET", `/links/search?profile_id=${pages[0]}`)).body.code).toBe(
    "PROFILE_NOT_FOUND",
  );
  await owner.api("DELETE", `/profiles/${pages[0]}`);
  expect(await found("link")).toEqual([]);
});

it("finds by many words at once, and reads each link’s text once for all of them", async () => {
  const title = "One two three four five six";
  await add({ title, tags: ["VIP"], folder: "Tour", url: "https://shop.example/x" });
  await add({ title: `${title} seven`, url: "https://shop.example/y" });
  const words = 'three "four five" SIX on #vip tag:vip in:tour url:shop.example status:shown';
  expect(await found(words)).toEqual([title]);
  expect(await found(`${words} in:"Mía"`)).toEqual([title]);
  expect(await found(`${words} nothing`)).toEqual([]);
  const terms = parseLinkQuery(Array.from({ length: 60 }, (_, n) => `in:w${n} word${n}`).join(" "));
  const filter = { account: owner.id, profileIds: pages, terms, now: "2026-01-01T00:00:00Z" };
  const { sql: written } = new PgDialect().sqlToQuery(matchingLinks(filter) ?? sql``);
  expect(written.match(/fold_text/g)?.length).toBeLessThan(5);
});
