// @project server-postgres
import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { checkLinks, planChecks, startDueChecks, tellOfDeadLinks } from "./checks.ts";

const HOUR_MS = 3_600_000;

let app: TestApp;
let owner: Client;
let server: Server;
let origin = "";
let profileId = "";
const asked: string[] = [];
const statuses: Record<string, number> = {};

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(`${request.method} ${path} ${request.headers["user-agent"]}`);
    if (path === "/robots.txt") {
      response.writeHead(200, { "content-type": "text/plain" }).end("User-agent: *\nDisallow: /closed");
    } else if (path === "/head-only-404" && request.method === "GET") {
      response.end("here");
    } else if (path === "/loop") {
      response.writeHead(302, { location: "/loop" }).end();
    } else {
      response.writeHead(statuses[path] ?? 404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const here = new Set(["shop.example", "other.example"]);
  origin = `http://shop.example:${port}`;
  app = await startApp(
    { ROLES: "web", PLANS: "off", OUTBOUND_ALLOW: "127.0.0.1" },
    {
      lookUp: async (host) => {
        if (here.has(host)) return [{ address: "127.0.0.1", family: 4 }];
        throw Object.assign(new Error(host), { code: "ENOTFOUND" });
      },
    },
  );
});
afterAll(async () => {
  await app?.close();
  server?.close();
});
beforeEach(async () => {
  asked.length = 0;
  await app.platform.db.execute(sql`delete from links`);
  await app.platform.db.execute(sql`delete from link_checks`);
  owner = await app.signUp();
  profileId = (await owner.api("POST", "/profiles", { name: `C${randomUUID().slice(0, 8)}` })).body.id;
});

async function make(url: string, fields: object = {}): Promise<string> {
  const body = { title: `To ${url}`, url, ...fields };
  const answer = await owner.api("POST", `/profiles/${profileId}/links`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}
const platform = () => ({ ...app.platform, abortSignal: AbortSignal.timeout(60_000) });
const checked = () =>
  rowsOf<{ link_id: string; state: string; reason: string | null }>(
    app.platform.db,
    sql`select link_id, state, reason from link_checks order by url`,
  );
const problems = async () =>
  (await owner.api("GET", `/profiles/${profileId}/links`)).body.items.map(
    ({ problem }: { problem: string | null }) => problem,
  );
const checkAll = async () => checkLinks(platform(), { ids: (await checked()).map(({ link_id }) => link_id) });

it("finds what leads nowhere by two looks an hour apart, and tells once, of all together", async () => {
  statuses["/fine"] = 200;
  statuses["/busy"] = 429;
  statuses["/refused"] = 403;
  const gone = await make(`${origin}/gone`);
  await make(`${origin}/fine`);
  await make(`${origin}/busy`);
  await make(`${origin}/refused`);
  await make(`${origin}/closed/page`);
  await make(`${origin}/head-only-404`);
  await make(`${origin}/loop`);
  await make("https://nowhere.example/");
  for (const url of ["mailto:me@shop.example", "tel:+15551234567"]) await make(url);
  await make(`${origin}/hidden`, { is_visible: false });
  await planChecks(platform());
  expect(await checked()).toHaveLength(8);
  await checkAll();
  expect(await problems()).toEqual(Array(11).fill(null));
  await tellOfDeadLinks(platform());
  app.clock.advance(HOUR_MS);
  await checkAll();
  const [first, ...rest] = await problems();
  expect([first, rest.filter(Boolean)]).toEqual(["Answers 404", ["Redirects without end", "Name not found"]]);
  for (let n = 0; n < 2; n++) await tellOfDeadLinks(platform());
  expect((await eventsOf(app)).filter(({ name }) => name === "links.died")).toMatchObject([
    { account: owner.id, payload: { broken: 3, profile_id: profileId } },
  ]);
  const mails = await rowsOf(
    app.platform.db,
    sql`select 1 from mails where template = 'links.dead' and account = ${owner.id}`,
  );
  expect(mails).toHaveLength(1);
  // Looking is no click, only the head is asked for where that says enough, and what robots may not see isn't asked for.
  expect(asked.filter((line) => line.includes("/fine"))).toEqual(Array(2).fill("HEAD /fine Fanfare"));
  expect(asked.filter((line) => line.includes("/closed"))).toEqual([]);
  expect(asked.filter((line) => line.includes("robots"))).toHaveLength(1);
  const [link] = (await owner.api("GET", `/profiles/${profileId}/links`)).body.items;
  expect(link.click_count).toBe(0);
  // Gone with the reason, and with the address.
  statuses["/gone"] = 200;
  expect((await owner.api("POST", `/links/${gone}/check`)).body).toEqual({
    state: "ok",
    problem: null,
    problem_at: null,
  });
  expect((await problems())[0]).toBeNull();
  delete statuses["/gone"];
});

it("looks at both addresses of a test instead of the one that nobody gets to, and says which is dead", async () => {
  statuses["/a"] = 200;
  const test = {
    is_ab_test: true,
    link_a: `${origin}/a`,
    link_b: `http://other.example:${new URL(origin).port}/b`,
  };
  const id = await make(`${origin}/never`, test);
  await planChecks(platform());
  for (let look = 0; look < 2; look++) {
    app.clock.advance(25 * HOUR_MS);
    await startDueChecks(platform());
    const jobs = await rowsOf<{ data: { ids: string[]; host: string } }>(
      app.platform.db,
      sql`delete from jobs.job where data->>'job' = 'links.check-host' returning data->'data' as data`,
    );
    expect(jobs.map(({ data }) => data.ids)).toEqual([[id], [id]]);
    for (const { data } of jobs) await checkLinks(platform(), data);
  }
  const heads = asked.filter((line) => line.startsWith("HEAD")).sort();
  expect(heads).toEqual(["HEAD /a Fanfare", "HEAD /a Fanfare", "HEAD /b Fanfare", "HEAD /b Fanfare"]);
  const links = async () => (await owner.api("GET", `/profiles/${profileId}/links`)).body.items;
  expect(await links()).toMatchObject([{ problem: "Answers 404", problem_at: "link_b" }]);
  expect((await owner.api("POST", `/links/${id}/check`)).body).toEqual({
    state: "dead",
    problem: "Answers 404",
    problem_at: "link_b",
  });
  await tellOfDeadLinks(platform());
  expect((await eventsOf(app)).filter(({ name }) => name === "links.died").at(-1)?.payload).toMatchObject({
    broken: 1,
  });
  await owner.api("PATCH", `/links/${id}`, { is_ab_test: false });
  expect(await links()).toMatchObject([{ problem: null, problem_at: null }]);
  await planChecks(platform());
  expect(await checked()).toMatchObject([{ link_id: id, state: "ok" }]);
});

it("forgets an address that isn't a link's anymore, and looks at a new one when asked", async () => {
  const id = await make(`${origin}/one`);
  expect((await owner.api("POST", `/links/${id}/check`)).body).toEqual({
    state: "failing",
    problem: "Answers 404",
    problem_at: "url",
  });
  app.clock.advance(HOUR_MS);
  expect((await owner.api("POST", `/links/${id}/check`)).body.state).toBe("dead");
  expect(await problems()).toEqual(["Answers 404"]);
  await owner.api("PATCH", `/links/${id}`, { url: `${origin}/two` });
  expect(await problems()).toEqual([null]);
  await planChecks(platform());
  await planChecks(platform());
  expect(await checked()).toMatchObject([{ link_id: id, state: "ok" }]);
  await owner.api("PATCH", `/links/${id}`, { is_visible: false });
  expect((await owner.api("POST", `/links/${id}/check`)).body.state).toBe("unchecked");
  await planChecks(platform());
  expect(await checked()).toEqual([]);
  expect((await owner.api("POST", `/links/${randomUUID()}/check`)).body.code).toBe("LINK_NOT_FOUND");
});

it("spreads links over a day, and asks a host for a few at a time", async () => {
  const { db } = app.platform;
  for (const path of ["a", "b"]) await make(`${origin}/${path}`);
  await make("https://nowhere.example/");
  await db.execute(sql`
    insert into links (id, profile_id, user_id, title, url, position, created_at, updated_at, show_icon)
    select gen_random_uuid(), profile_id, user_id, title, url || n, 9, created_at, updated_at, false
    from links, generate_series(1, 2000) n where url like '%/a'`);
  await planChecks(platform());
  const [due] = await rowsOf<{ all: number; hour: number }>(
    db,
    sql`select count(*)::int as all, (count(*) filter (where next_check_at < ${app.clock.now().toISOString()}::timestamptz
      + interval '1 hour'))::int as hour from link_checks`,
  );
  expect(due?.all).toBe(2003);
  expect(due?.hour).toBeLessThan(200);
  app.clock.advance(25 * HOUR_MS);
  await startDueChecks(platform());
  const jobs = await rowsOf<{ ids: string[] }>(
    db,
    sql`select data->'data'->'ids' as ids from jobs.job where data->>'job' = 'links.check-host'`,
  );
  expect(jobs.map(({ ids }) => ids.length).sort()).toEqual([1, 3]);
  await startDueChecks(platform());
  const again = await rowsOf(db, sql`select 1 from jobs.job where data->>'job' = 'links.check-host'`);
  expect(again).toHaveLength(2);
});
