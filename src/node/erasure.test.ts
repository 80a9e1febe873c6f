// @project server-postgres
import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableName, sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fileTargets } from "#src/features/pages/links/targets/targets.ts";
import { eraseDueAccounts } from "#src/features/reach/account-data/account-data.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { accountParts } from "#src/platform/account-data-registry.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { fillByHand } from "#test/harness/left-rows.ts";

/** Tables that belong to nobody although a column looks like it, and why. */
const NOBODYS: Record<string, string> = {
  coupon_redemptions: "what an account used up stays used up, without the account",
};

/** Columns that say who a row belongs to. */
const WHOSE = ["user_id", "profile_id", "profile_ids", "account", "made_by", "email", "recipient"];

let app: TestApp;
let leaving: Client;
let staying: Client;
/** Everything that reveals that someone was here: ids, names, addresses. */
let traces: string[];

beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
  staying = await app.signUp({ name: "Stay" });
  leaving = await app.signUp({ name: "Zaphodine Quux", email: "zaphodine@quux.example" });
  traces = [leaving.id, leaving.email, "Zaphodine", ...(await fill())];
});
afterAll(() => app?.close());

/** Makes the person who leaves store something in every possible place. Returns what reveals it. */
async function fill(): Promise<string[]> {
  const make = async (name: string) => (await leaving.api("POST", "/profiles", { name })).body;
  const profile = await make("Quuxpage");
  const trashed = await make("Quuxtrash");
  await leaving.api("DELETE", `/profiles/${trashed.id}`);
  const form = { lead_capture_enabled: true, collect_without_download: true };
  await leaving.api("PATCH", `/profiles/${profile.id}`, { username: "quuxnew", ...form });
  const url = "https://quux.example";
  const named = { title: "Quuxlink", url, short_name: "quuxshop" };
  const link = (await leaving.api("POST", `/profiles/${profile.id}/links`, named)).body;
  await leaving.api("PATCH", `/links/${link.id}`, { notes: "Quux" });
  await leaving.api("POST", `/links/${link.id}/check`);
  await leaving.api("PUT", `/utm-templates/${randomUUID()}`, { name: "Quux", utm_source: "quux" });
  await visit(profile.id, link.id);
  const leads = [
    await sign(profile.id, "fan-one@quux.example"),
    await sign(profile.id, "fan-two@quux.example"),
  ];
  const fan = (await leaving.api("GET", "/contacts?q=fan-two")).body.items[0].id;
  await leaving.api("POST", "/contacts/delete", { selection: { ids: [fan] }, undo_id: randomUUID() });
  const upload = new FormData();
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } });
  upload.set("file", new File([(await picture.png().toBuffer()) as BlobPart], "red.png"));
  const media = (await leaving.api("POST", "/media", upload)).body.url.slice(
    "/media/".length,
    -".webp".length,
  );
  const report = { reason: "spam", details: "", reporter_email: leaving.email };
  await app.visitor().api("POST", "/reports", { ...report, username: "quuxnew", reporter_email: null });
  await fillByHand({ app, leaving, staying }, profile.id);
  await app.egress.write();
  return ["Quux", "quux", profile.id, trashed.id, link.id, ...leads, fan, media];
}

async function visit(profile_id: string, link_id: string) {
  const headers = {
    "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15",
  };
  const call = (path: string, body: object) => app.visitor().call("POST", `/api/v1${path}`, body, headers);
  expect((await call("/views", { id: randomUUID(), profile_id, session_id: "s" })).status).toBe(202);
  const events = [{ id: randomUUID(), link_id, session_id: "s" }];
  expect((await call("/clicks", { events })).status).toBe(202);
}

async function sign(p_profile_id: string, p_email: string): Promise<string> {
  const answer = await app
    .visitor()
    .api("POST", "/rpc/insert_fan_lead", { p_profile_id, p_name: "Quuxfan", p_email });
  return answer.body.id;
}

/** Where any of these texts appears: in any column of any table, and in any file next to the database. */
async function find(texts: readonly string[]): Promise<string[]> {
  const { db } = app.platform;
  const tables = await rowsOf<{ schema: string; name: string }>(
    db,
    sql`select table_schema as schema, table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1, 2`,
  );
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const named = sql.join(
      texts.map((text) => sql`strpos(t::text, ${text}) > 0`),
      sql` or `,
    );
    const table = sql.raw(`"${schema}"."${name}"`);
    const rows = await rowsOf(db, sql`select 1 from ${table} t where ${named} limit 1`);
    if (rows.length > 0) found.push(schema === "public" ? name : `${schema}.${name}`);
  }
  const files = globSync("mail/**/*.eml", { cwd: app.dataFolder });
  const kept = files.filter((file) => {
    const text = readFileSync(join(app.dataFolder, file), "utf8");
    return texts.some((one) => text.includes(one));
  });
  return [...found, ...kept];
}

it("every table that says who a row belongs to is in what some slice stores about an account", async () => {
  const columns = await rowsOf<{ name: string; column: string }>(
    app.platform.db,
    sql`select table_name as name, column_name as column from information_schema.columns where table_schema = 'public'`,
  );
  const whose = new Set(columns.flatMap(({ name, column }) => (WHOSE.includes(column) ? [name] : [])));
  const held = new Set(
    accountParts().flatMap(({ tables }) => tables.map(({ table }) => getTableName(table))),
  );
  const forgotten = [...whose].filter((name) => !held.has(name) && !(name in NOBODYS));
  expect(
    forgotten.map(
      (name) => `${name}: list it in its slice's account-part.ts, or here under NOBODYS with a reason`,
    ),
  ).toEqual([]);
});

it("an account is erased without a trace, wherever its erasure was interrupted", async () => {
  const { db } = app.platform;
  const before = await find(traces);
  const held = accountParts().flatMap(({ tables }) => tables.map(({ table }) => getTableName(table)));
  // Otherwise this test would search where there's nothing to find. The day's hashes of visitors contain
  // nothing else.
  const tables = [...new Set(held)].sort();
  expect(before).toEqual(expect.arrayContaining([...tables, "verifications"]));
  const others = await rowsOf(
    db,
    sql`select id from events where account = ${staying.id} and name = 'profile.created'`,
  );
  const closed = await leaving.api("DELETE", "/me", { confirmation: leaving.email });
  expect(closed.status).toBe(200);
  app.clock.advance(14 * DAY_MS);
  for (let steps = 0; ; steps++) {
    const erased = eraseDueAccounts({ ...app.platform, abortSignal: afterSteps(steps) });
    if (
      await erased.then(
        () => true,
        () => false,
      )
    )
      break;
    expect((await rowsOf(db, sql`select 1 from users where id = ${leaving.id}`)).length).toBe(1);
  }
  // Deleted links are taken out of what's filed about them within a minute.
  await fileTargets(app.platform);
  // The last e-mail may take a day.
  expect(await find(traces)).toEqual(["link_names", "mails", "old_usernames"]);
  app.clock.advance(DAY_MS + 1);
  await eraseDueAccounts(app.platform);
  expect(await find(traces)).toEqual(["link_names", "old_usernames"]);
  expect(
    await find([leaving.id, leaving.email, "Zaphodine", ...traces.filter((text) => text.includes("-"))]),
  ).toEqual([]);
  const kept = await rowsOf(
    db,
    sql`select id, actor from events where account = ${staying.id} and name = 'profile.created'`,
  );
  expect(kept).toEqual(
    others.map((event) => ({ ...(event as object), actor: { type: "person", id: "erased", role: "admin" } })),
  );
  expect((await staying.api("GET", "/profiles")).body.items).toHaveLength(1);
  const knock = { email: leaving.email, password: PASSWORD };
  expect((await app.visitor().call("POST", "/api/auth/sign-in/email", knock)).status).toBe(401);
}, 120_000);

/** A process that's killed after this many steps. */
function afterSteps(steps: number): AbortSignal {
  let left = steps;
  return Object.assign(new AbortController().signal, {
    throwIfAborted: () => {
      if (left-- === 0) throw new Error("Killed");
    },
  });
}
