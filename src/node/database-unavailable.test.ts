// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { SAFARI } from "#test/harness/sse.ts";

let app: TestApp;
let owner: Client;
let server: pg.Client;
let database: string;
let linkId: string;
beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
  for (const name of ["Mia", "Nora"]) {
    const { id } = (await owner.api("POST", "/profiles", { name })).body;
    const link = { title: "Shop", url: "https://example.com/shop" };
    linkId = (await owner.api("POST", `/profiles/${id}/links`, link)).body.id;
  }
  await app.visitor().call("GET", "/mia");
  const [found] = await rowsOf<{ name: string }>(app.platform.db, sql`select current_database() as name`);
  database = found?.name ?? "";
  server = new pg.Client({ connectionString: `${inject("server")}/postgres` });
  await server.connect();
});
afterAll(async () => {
  await server?.end();
  await app?.close();
});

const page = (path: string) =>
  app.visitor().call("GET", path, undefined, { accept: "text/html", "user-agent": SAFARI });
const signIn = () =>
  app.visitor().call("POST", "/api/auth/sign-in/email", { email: owner.email, password: PASSWORD });
const click = () => {
  const events = [{ id: randomUUID(), link_id: linkId, session_id: "s" }];
  return app.visitor().call("POST", "/api/v1/clicks", { events }, { "user-agent": SAFARI });
};

/** What visitors, people and programs do, and what they get while the database is there. */
const ASKED: Record<string, { ask: () => ReturnType<typeof page>; status: number; isInMemory?: true }> = {
  "a page that isn't in memory": { ask: () => page("/nora"), status: 200 },
  "a page in memory": { ask: () => page("/mia"), status: 200, isInMemory: true },
  "the site around pages": { ask: () => page("/help"), status: 200, isInMemory: true },
  "a link": { ask: () => page(`/go/${linkId}`), status: 302 },
  "signing in": { ask: signIn, status: 200 },
  "a click": { ask: click, status: 202 },
  "a program": { ask: () => owner.api("GET", "/profiles"), status: 200 },
};

it("while the database is away, whoever needs it is told when to come again, and afterwards all is well", async () => {
  await server.query(`alter database ${database} allow_connections false`);
  await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
  for (const [what, { ask, status, isInMemory }] of Object.entries(ASKED)) {
    const expected = isInMemory ? [what, status, null] : [what, 503, "5"];
    // Connections that were open have to be noticed as lost first.
    await vi.waitUntil(async () => (await ask()).status === expected[1], { timeout: 20_000 });
    const answer = await ask();
    expect([what, answer.status, answer.headers.get("retry-after")]).toEqual(expected);
  }
  await server.query(`alter database ${database} allow_connections true`);
  for (const { ask, status } of Object.values(ASKED))
    await vi.waitUntil(async () => (await ask()).status === status, { timeout: 20_000 });
});
