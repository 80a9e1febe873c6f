import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deleteOldErrors } from "#src/features/public/site/browser-errors/browser-errors.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let founder: Client;
beforeAll(async () => {
  app = await startApp({ TRUSTED_PROXIES: "loopback" });
  founder = await app.signUp();
});
afterAll(() => app?.close());

const report = (message: string, path = "/dashboard/links") =>
  app.visitor().api("POST", "/client-errors", { source: "dashboard", message, path, stack: "at a.js:1" });
const list = async (state = "open") =>
  (await founder.api("GET", `/admin/security/browser-errors?state=${state}`)).body.items;
const resolve = (id: string, is_resolved: boolean) =>
  founder.api("PUT", `/admin/security/browser-errors/${id}`, { is_resolved });

it("what goes wrong in browsers is one entry for all that look the same, without names", async () => {
  await report("TypeError: row 17 is undefined");
  app.clock.advance(1000);
  await report("TypeError: row 204 is undefined");
  await report("ContentSecurityPolicy: script-src refused https://ads.example", "/mia/shop?mail=a@b.example");
  const items = await list();
  expect(items).toEqual([
    expect.objectContaining({
      message: expect.stringContaining("script-src"),
      path: "/{username}/…",
      count: 1,
    }),
    expect.objectContaining({
      message: "TypeError: row 17 is undefined",
      count: 2,
      path: "/dashboard/links",
    }),
  ]);
  expect(items[1].last_at > items[1].first_at).toBe(true);
});

it("what’s resolved is hidden until it recurs, and can be put back", async () => {
  const [, { id }] = await list();
  expect((await resolve(id, true)).status).toBe(200);
  expect((await list()).map((one: { id: string }) => one.id)).not.toContain(id);
  expect((await list("resolved"))[0].id).toBe(id);
  await report("TypeError: row 3 is undefined");
  expect((await list())[0]).toMatchObject({ id, count: 3, resolved_at: null });
  await resolve(id, true);
  await resolve(id, false);
  expect((await list()).map((one: { id: string }) => one.id)).toContain(id);
  const { items } = (await founder.api("GET", "/admin/audit?what=browser_error.resolved")).body;
  expect(items.map(({ what }: { what: string }) => what).slice(0, 2)).toEqual([
    "Reopened an error in browsers",
    "Resolved an error in browsers",
  ]);
  expect((await resolve("nothing", true)).body.code).toBe("BROWSER_ERROR_NOT_FOUND");
});

it("a flood of different ones takes no more room than 500, and old ones go", async () => {
  await app.platform.db.execute(sql`insert into browser_errors
    select 'flood' || n, 'page', 'Flood ' || n, '/', '', '0.1.0', 1, now(), now() - n * interval '1 minute', null
    from generate_series(1, 5000) n`);
  await deleteOldErrors(app.platform);
  const { rows } = (await app.platform.db.execute(sql`select id from browser_errors`)) as unknown as {
    rows: { id: string }[];
  };
  expect(rows).toHaveLength(500);
  expect(rows.map(({ id }) => id)).toContain("flood1");
  expect(await list()).toHaveLength(100);
  app.clock.advance(91 * 86_400_000);
  await deleteOldErrors(app.platform);
  expect(await list()).toEqual([]);
});
