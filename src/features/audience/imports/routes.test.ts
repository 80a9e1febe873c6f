import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { suppress } from "#src/features/audience/consent/consent.ts";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import { importContacts } from "#src/features/audience/contacts/import/import.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { resumeImports, runImport } from "./import-job.ts";
import { NO_COUNTS } from "./rules.ts";

let app: TestApp;
let owner: Client;
const NOWHERE = "0198a000-0000-7000-8000-000000000001";
const CONSENT = { consent: true, consent_text: "They signed up at my shows." };

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp();
});

type Content = string | Uint8Array<ArrayBuffer>;

function form(content: Content, fields: Record<string, string> = {}): FormData {
  const data = new FormData();
  data.set("file", new File([content], "fans.csv", { type: "text/csv" }));
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

const send = (content: Content, fields?: Record<string, string>) =>
  owner.api("POST", "/contacts/imports", form(content, fields));

async function until(id: string, ...states: string[]) {
  const at = async () => (await owner.api("GET", `/contacts/imports/${id}`)).body;
  await vi.waitUntil(async () => states.includes((await at()).state), { timeout: 20_000 });
  return at();
}

/** Uploads and checks a file. Columns hold what they were recognized as, unless it's said here. */
async function check(content: Content, { targets, ...more }: Record<string, unknown> = {}) {
  const { status, body } = await send(content);
  expect([status, body.message]).toEqual([201, undefined]);
  const guessed = body.columns.map(({ target }: { target: string | null }) => target);
  const mapping = { targets: targets ?? guessed, ...CONSENT, ...more };
  const mapped = await owner.api("PUT", `/contacts/imports/${body.id}/mapping`, mapping);
  expect([mapped.status, mapped.body.message]).toEqual([200, undefined]);
  return until(body.id, "ready", "failed");
}

async function bring(content: Content, options: Record<string, unknown> = {}) {
  const { id, state } = await check(content, options);
  expect(state).toBe("ready");
  expect((await owner.api("POST", `/contacts/imports/${id}/start`)).status).toBe(200);
  return until(id, "done", "done_with_errors");
}

const isAnyoneWaiting = async (db: Db) =>
  (
    await rowsOf(
      db,
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).length > 0;

const contacts = () =>
  rowsOf<Record<string, unknown>>(
    app.platform.db,
    sql`select email, name, phone, country, tags, status from contacts where user_id = ${owner.id} order by email`,
  );
const codes = async (calls: Promise<{ status: number; body: { code: string } }>[]) =>
  (await Promise.all(calls)).map(({ body }) => body.code);

/** Each row is counted once. */
const sumOf = ({ added, updated, unchanged, left_out }: typeof NO_COUNTS) =>
  added + updated + unchanged + left_out;

describe("an import", () => {
  it("recognizes what other products export, and checks everything before it changes anything", async () => {
    const file =
      "\ufeffEmail Address;First Name;Last Name;Phone Number;OPTIN_TIME;TAGS\r\n" +
      'Nora@Fans.example;Nora;"O""Neil; Jr.";+49 30 123456;2024-05-01 10:00:00;"vip,""berlin"""\r\n' +
      "\r\nnobody;;;;;\r\nzoe@fans.example;Zoé;;call me;2999-01-01;\r\nnora@fans.example;Nora B.;;;;new\r\n";
    const checked = await check(file, { tags: ["import"] });
    expect(checked.columns.map(({ target }: { target: string }) => target)).toEqual([
      ...["email", "first_name", "last_name", "phone", "signed_up_at", "tags"],
    ]);
    expect(checked.expected).toMatchObject({ rows: 4, added: 2, updated: 0, unchanged: 1, left_out: 1 });
    expect(sumOf(checked.expected)).toBe(4);
    expect([checked.problems, await contacts()]).toEqual([2, []]);
    await owner.api("POST", `/contacts/imports/${checked.id}/start`);
    const done = await until(checked.id, "done_with_errors");
    expect(done.counts).toEqual({ ...NO_COUNTS, rows: 4, added: 2, unchanged: 1, combined: 1, left_out: 1 });
    expect(sumOf(done.counts)).toBe(4);
    expect(await contacts()).toMatchObject([
      { email: "nora@fans.example", name: "Nora B.", tags: ["import", "vip", "berlin", "new"] },
      { email: "zoe@fans.example", name: "Zoé", phone: null },
    ]);
    const problems = await owner.call("GET", `/api/v1/contacts/imports/${checked.id}/problems`);
    expect(problems.body).toContain("row,problem,outcome,Email Address,First Name,");
    expect(problems.body).toContain("3,“nobody” isn’t an e-mail address.,left out,nobody,,,,,\r\n");
    expect(problems.body).toContain("The phone number was left out: it isn’t one. The date was left out");
    const [consent] = await rowsOf(
      app.platform.db,
      sql`select text, method, state from contact_consents where user_id = ${owner.id}`,
    );
    expect(consent).toEqual({ text: CONSENT.consent_text, method: "import", state: "confirmed" });
    const told = (await eventsOf(app, checked.id)).map(({ name }) => name);
    expect(told).toEqual(["import.begun", "import.mapped", "import.started", "import.done"]);
  });

  it.each([
    [
      "UTF-16 with a byte order mark",
      Buffer.from("\ufeffemail\tname\njo@x.example\tJosé 山田\n", "utf16le"),
      "José 山田",
    ],
    ["UTF-16 without one", Buffer.from("email\tname\njo@x.example\tJosé Müller\n", "utf16le"), "José Müller"],
    ["Windows-1252", Buffer.from("email|name\njo@x.example|José\n", "latin1"), "José"],
    ["no header", Buffer.from("jo@x.example,José\n"), "José"],
  ])("reads %s", async (_, bytes, name) => {
    await bring(new Uint8Array(bytes));
    expect(await contacts()).toMatchObject([{ email: "jo@x.example", name }]);
  });

  it("updates, completes, or leaves alone who is there, and says who was", async () => {
    await bring("email,name,phone\nann@x.example,Ann,\nbo@x.example,,\n");
    const again = "email,name,phone,tags\nann@x.example,Anna,+1 555 0100,b\nbo@x.example,Bo,,\n";
    expect((await bring(again, { mode: "skip" })).counts).toMatchObject({ updated: 0, unchanged: 2 });
    expect(await contacts()).toMatchObject([{ name: "Ann", phone: null }, { name: "" }]);
    expect((await bring(again, { mode: "append" })).counts).toMatchObject({ updated: 2 });
    expect(await contacts()).toMatchObject([
      { name: "Ann", phone: "+1 555 0100", tags: ["b"] },
      { name: "Bo" },
    ]);
    const updated = await bring(again);
    expect(updated.counts).toMatchObject({ added: 0, updated: 1, unchanged: 1 });
    expect(await contacts()).toMatchObject([{ name: "Anna" }, { name: "Bo" }]);
  });

  it("never gets around a suppression, and leaves out who was erased or isn't subscribed", async () => {
    const account = owner.id;
    await app.platform.write(async (ctx) => {
      await suppress(ctx, { account, email: "bounced@x.example", reason: "hard_bounce" });
      await suppress(ctx, { account, email: "erased@x.example", reason: "erased" });
    });
    const file =
      "email,status\nBounced@x.example,enabled\nerased@x.example,enabled\noff@x.example,Unsubscribed\n";
    const { counts } = await bring(file);
    expect(counts).toMatchObject({ added: 1, suppressed: 1, unchanged: 1, left_out: 1 });
    expect(sumOf(counts)).toBe(counts.rows);
    expect(await contacts()).toMatchObject([{ email: "bounced@x.example", status: "bounced" }]);
  });

  it("leaves out who's erased at the very moment when they're imported", async () => {
    const { id } = (await owner.api("POST", "/contacts", { email: "gone@x.example" })).body;
    const { db, database } = app.platform;
    const begun = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const erasing = app.platform.write(async (ctx) => {
      await ctx.db.execute(sql`insert into suppressions (user_id, id, email_hash, reason, created_at)
        values (${owner.id}, gen_random_uuid(), ${emailHash(owner.id, "gone@x.example")}, 'erased', now())`);
      await ctx.db.execute(sql`delete from contacts where user_id = ${owner.id} and id = ${id}`);
      begun.resolve();
      await mayEnd.promise;
    });
    await begun.promise;
    const draft = {
      email: "gone@x.example",
      name: "Gone",
      phone: null,
      country: "UNKNOWN",
      tags: [],
      fields: {},
    };
    const importing = importContacts(app.platform, {
      account: owner.id,
      mode: "update",
      source: "fans.csv",
      consent: { text: "", version: "" },
      drafts: [{ ...draft, signed_up_at: null }],
    });
    // The embedded database runs one transaction after the other.
    if (database.kind === "postgres") await vi.waitUntil(() => isAnyoneWaiting(db), { timeout: 20_000 });
    mayEnd.resolve();
    await erasing;
    expect(await importing).toMatchObject({ added: [], changed: [], suppressed: 0 });
    expect(await contacts()).toEqual([]);
    const traces = sql`select 1 from contact_consents where user_id = ${owner.id}
      union all select 1 from contact_timeline where user_id = ${owner.id} and contact_id <> ${id}`;
    expect(await rowsOf(db, traces)).toEqual([]);
  });

  it("fills fields of the account's own, new ones among them, and says what doesn't fit", async () => {
    await owner.api("PUT", "/contact-settings/fields", {
      fields: [{ key: "shoe_size", label: "Shoe size", type: "number", choices: [] }],
    });
    const file = "email,Shoe-Size,Favorite song\na@x.example,42,Yesterday\nb@x.example,big,\n";
    const checked = await check(file, { targets: ["email", "field:shoe_size", "field:favorite_song"] });
    expect(checked.columns.map(({ target }: { target: string }) => target)[1]).toBe("field:shoe_size");
    await owner.api("POST", `/contacts/imports/${checked.id}/start`);
    await until(checked.id, "done");
    const settings = (await owner.api("GET", "/contact-settings")).body;
    expect(settings.fields).toMatchObject([{ key: "shoe_size" }, { label: "Favorite song", type: "text" }]);
    const found = (await owner.api("GET", "/contacts?sort=email&order=asc")).body.items;
    expect(found.map(({ fields }: { fields: object }) => fields)).toEqual([
      { shoe_size: 42, favorite_song: "Yesterday" },
      {},
    ]);
    const problems = await owner.call("GET", `/api/v1/contacts/imports/${checked.id}/problems`);
    expect(problems.body).toContain("Shoe size was left out: “big” doesn’t fit.");
    const [, b] = found;
    await owner.api("DELETE", `/contacts/${b.id}`);
    const left = () =>
      rowsOf(
        app.platform.db,
        sql`select content from import_problems where user_id = ${owner.id} union all
          select contact_id::text from import_changes where user_id = ${owner.id} and contact_id = ${b.id}`,
      );
    await vi.waitUntil(async () => (await left()).length === 0);
    const many = {
      fields: Array.from({ length: 50 }, (_, n) => ({ key: `f${n}`, label: "F", type: "text" })),
    };
    await owner.api("PUT", "/contact-settings/fields", many);
    const { body } = await send("email,one more\nc@x.example,1\n");
    const mapping = { targets: ["email", "field:one_more"], ...CONSENT };
    expect(await codes([owner.api("PUT", `/contacts/imports/${body.id}/mapping`, mapping)])).toEqual([
      "TOO_MANY_FIELDS",
    ]);
  });

  it("goes on by itself when its job has died, whatever it was doing", async () => {
    const { id } = await check("email\na@x.example\n");
    for (const [state, then] of [
      ["validating", "ready"],
      ["running", "done"],
      ["undoing", "undone"],
    ] as const) {
      await app.platform.db.execute(
        sql`update imports set state = ${state}, rows_done = 0, counts = ${JSON.stringify(NO_COUNTS)}::jsonb where id = ${id}`,
      );
      await resumeImports(app.platform);
      await until(id, then);
    }
    expect(await contacts()).toEqual([]);
  });

  it("reads dates as the check of the whole file found, also where it goes on after an interruption", async () => {
    const rows = ["a@x.example,13/01/2024", "b@x.example,05/01/2024"];
    const { id } = await check(`email,Joined\n${rows.join("\n")}\n`);
    await app.platform.db.execute(sql`update imports set state = 'running', rows_done = 1 where id = ${id}`);
    await resumeImports(app.platform);
    await until(id, "done");
    const agreed = await rowsOf<{ day: string }>(
      app.platform.db,
      sql`select (given_at at time zone 'utc')::date::text as day from contact_consents where user_id = ${owner.id}`,
    );
    expect(agreed).toEqual([{ day: "2024-01-05" }]);
  });

  it("is taken back as a whole, except for who has changed since", async () => {
    await bring("email,name\nold@x.example,Old\n");
    const { id } = await bring("email,name\nold@x.example,Changed\nnew@x.example,New\nkept@x.example,Kept\n");
    await app.platform.db.execute(
      sql`update contacts set updated_at = now() + interval '1 hour' where user_id = ${owner.id} and email = 'kept@x.example'`,
    );
    expect((await owner.api("POST", `/contacts/imports/${id}/undo`)).status).toBe(200);
    expect((await until(id, "undone")).undo_until).toBeNull();
    expect(await contacts()).toMatchObject([
      { email: "kept@x.example", name: "Kept" },
      { email: "old@x.example", name: "Old" },
    ]);
    expect(await codes([owner.api("POST", `/contacts/imports/${id}/undo`)])).toEqual(["STATE_WRONG"]);
  });

  it("waits where it's paused, and two workers and a restart do nothing twice", async () => {
    const rows = Array.from({ length: 3500 }, (_, n) => `fan${n}@x.example,Fan ${n}`);
    const { id } = await check(`email,name\n${rows.join("\n")}\n`);
    const key = { account: owner.id, id };
    await app.platform.db.execute(sql`update imports set state = 'running' where id = ${id}`);
    const stopped = { ...app.platform, abortSignal: AbortSignal.abort(new Error("stopping")) };
    await expect(runImport(stopped, key)).rejects.toThrow("stopping");
    await owner.api("POST", `/contacts/imports/${id}/pause`);
    await runImport(app.platform, key);
    expect([(await until(id, "paused")).rows_done, await contacts()]).toEqual([0, []]);
    await Promise.all([
      owner.api("POST", `/contacts/imports/${id}/start`),
      ...[1, 2].map(() => runImport(app.platform, key)),
    ]);
    const { counts, rows_done } = await until(id, "done");
    expect([counts.added, counts.updated, counts.unchanged, rows_done]).toEqual([3500, 0, 0, 3500]);
    expect(await contacts()).toHaveLength(3500);
    const parts = await rowsOf(app.platform.db, sql`select 1 from import_parts where import_id = ${id}`);
    expect(parts).toEqual([]);
  });

  it("arrives in parts, any of them twice, and cut inside a letter", async () => {
    const bytes = new TextEncoder().encode("email,name\njo@x.example,Zoë\n");
    const cut = bytes.indexOf(0xc3) + 1;
    const total = { bytes: String(bytes.length) };
    const { id, state } = (await send(bytes.slice(0, cut), total)).body;
    expect(state).toBe("uploading");
    const add = (start: number, content: Content) =>
      owner.api("POST", `/contacts/imports/${id}/parts`, form(content, { start: String(start) }));
    expect(await codes([add(cut + 1, bytes.slice(cut + 1))])).toEqual(["PART_WRONG"]);
    await add(cut, bytes.slice(cut));
    const { body } = await add(cut, bytes.slice(cut));
    expect(body).toMatchObject({ state: "uploaded", columns: [{}, { sample: ["Zoë"] }] });
  });

  it("says in words what's wrong with a file", async () => {
    const big = { bytes: String(300 * 1024 * 1024) };
    const zip = new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0]);
    const wide = `${"a,".repeat(501)}\n${"b,".repeat(501)}\n`;
    expect(
      await codes([
        send("email\n", big),
        send(""),
        send(zip),
        send("email\n"),
        send(wide),
        send("abc", { bytes: "2" }),
      ]),
    ).toEqual([
      ...[
        "IMPORT_TOO_LARGE",
        "IMPORT_EMPTY",
        "IMPORT_UNREADABLE",
        "IMPORT_EMPTY",
        "TOO_MANY_COLUMNS",
        "PART_WRONG",
      ],
    ]);
    const inParts = async (first: string, second: string) => {
      const { body } = await send(first, { bytes: String(first.length + second.length) });
      const data = form(second, { start: String(first.length) });
      return owner.api("POST", `/contacts/imports/${body.id}/parts`, data);
    };
    expect(await codes([inParts("em", "ail\n"), inParts(wide.slice(0, 9), wide.slice(9))])).toEqual([
      ...["IMPORT_EMPTY", "TOO_MANY_COLUMNS"],
    ]);
    const endless = `email,name\na@x.example,"Ann\n${"b@x.example,B\n".repeat(90_000)}`;
    const { failure } = await check(endless);
    expect(failure).toMatch(/^Row 2 never ends/);
    const { expected } = await check("email,name\na@x.example,A,more\nb@x.example\n");
    expect(expected).toMatchObject({ added: 1, left_out: 1 });
  });

  it("goes only where its state leads, and is nobody else's", async () => {
    const { body } = await send("email,name\na@x.example,A\n");
    const path = `/contacts/imports/${body.id}`;
    const map = (mapping: object) =>
      owner.api("PUT", `${path}/mapping`, { ...CONSENT, targets: ["email", null], ...mapping });
    const act = (verb: string, client = owner, at = path) => client.api("POST", `${at}/${verb}`);
    expect(
      await codes([
        map({ targets: ["email"] }),
        map({ targets: [null, "name"] }),
        map({ targets: ["email", "email"] }),
        map({ targets: ["email", "shoe_size"] }),
        map({ consent: false }),
        map({ consent_text: " " }),
        act("start"),
        act("pause"),
        act("undo"),
      ]),
    ).toEqual([
      ...Array(4).fill("TARGETS_WRONG"),
      ...Array(2).fill("CONSENT_MISSING"),
      ...Array(3).fill("STATE_WRONG"),
    ]);
    const stranger = await app.signUp();
    const calls = [owner, stranger].flatMap((client) => {
      const at = client === owner ? `/contacts/imports/${NOWHERE}` : path;
      return [
        client.api("GET", at),
        client.api("PUT", `${at}/mapping`, { ...CONSENT, targets: [] }),
        ...["start", "pause", "cancel", "undo"].map((verb) => act(verb, client, at)),
        client.api("GET", `${at}/problems`),
        client.api("GET", `${at}/reasons`),
        client.api("POST", `${at}/parts`, form("a", { start: "0" })),
      ];
    });
    expect(new Set(await codes(calls))).toEqual(new Set(["IMPORT_NOT_FOUND"]));
    expect((await act("cancel")).body).toMatchObject({ state: "cancelled" });
    expect(await codes([act("cancel"), map({})])).toEqual(["STATE_WRONG", "STATE_WRONG"]);
    await app.platform.db.execute(
      sql`update imports set ended_at = now() - interval '31 days' where id = ${body.id}`,
    );
    expect(await codes([act("undo")])).toEqual(["UNDO_TOO_LATE"]);
    const listed = (await owner.api("GET", "/contacts/imports")).body.items;
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([body.id]);
  });
});
