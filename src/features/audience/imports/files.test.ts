// @project server-postgres
import { execFileSync } from "node:child_process";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let owner: Client;
const CONSENT = { consent: true, consent_text: "They signed up at my shows." };
const NOWHERE = "0198a000-0000-7000-8000-000000000001";

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp();
});

async function send(content: string | Uint8Array<ArrayBuffer>) {
  const data = new FormData();
  data.set("file", new File([content], "fans.csv", { type: "text/csv" }));
  return (await owner.api("POST", "/contacts/imports", data)).body;
}

async function until(id: string, ...states: string[]) {
  const at = async () => (await owner.api("GET", `/contacts/imports/${id}`)).body;
  await vi.waitUntil(async () => states.includes((await at()).state), { timeout: 20_000 });
  return at();
}

const reread = (id: string, reading: object) => owner.api("PUT", `/contacts/imports/${id}/reading`, reading);

/** Imports a file as it was recognized. */
async function bring({ id, columns }: { id: string; columns: { target: string | null }[] }, mode = "update") {
  const targets = columns.map(({ target }) => target);
  const mapped = await owner.api("PUT", `/contacts/imports/${id}/mapping`, { targets, mode, ...CONSENT });
  expect([mapped.status, mapped.body.message]).toEqual([200, undefined]);
  await until(id, "ready");
  await owner.api("POST", `/contacts/imports/${id}/start`);
  return until(id, "done", "done_with_errors");
}

const contacts = () =>
  rowsOf<Record<string, unknown>>(
    app.platform.db,
    sql`select email, name, phone, tags from contacts where user_id = ${owner.id} order by email`,
  );

it("says how it reads a file's letters, with some of them, and reads them anew as somebody knows better", async () => {
  const text = "email,name\nwang@x.example,王伟\nli@x.example,李小明\n";
  const begun = await send(new Uint8Array(execFileSync("iconv", ["-t", "GBK"], { input: text })));
  expect(begun).toMatchObject({ encoding: "gb18030", is_encoding_guessed: true, is_garbled: false });
  expect(begun.letters).toEqual(["wang@x.example,王伟", "li@x.example,李小明"]);
  const { body } = await reread(begun.id, { encoding: "windows-1252" });
  expect(body).toMatchObject({ encoding: "windows-1252", is_encoding_guessed: false });
  expect(body.columns[1].sample[0]).not.toBe("王伟");
  const again = (await reread(begun.id, { encoding: "gb18030" })).body;
  expect(again.columns[1].sample).toEqual(["王伟", "李小明"]);
  await bring(again);
  expect(await contacts()).toMatchObject([{ name: "李小明" }, { name: "王伟" }]);
  expect((await reread(begun.id, { encoding: "utf-8" })).body.code).toBe("STATE_WRONG");
  expect((await reread(NOWHERE, {})).body.code).toBe("IMPORT_NOT_FOUND");
});

it("warns of letters that were garbled before, and of nothing in plain Unicode", async () => {
  expect(await send("email,name\na@x.example,JosÃ©\n")).toMatchObject({ is_garbled: true });
  const { is_garbled, is_encoding_guessed } = await send("email,name\na@x.example,José\n");
  expect([is_garbled, is_encoding_guessed]).toEqual([false, false]);
});

it("takes another separator and another idea of the header, also after the check", async () => {
  const begun = await send("sep=,\nname;x,email\nAnn;y,a@x.example\n");
  expect(begun).toMatchObject({ delimiter: ",", rows_before: 1, has_header: true });
  const other = (await reread(begun.id, { has_header: false })).body;
  expect(other.columns.map(({ header }: { header: string }) => header)).toEqual(["Column 1", "Column 2"]);
  const header = (await reread(begun.id, { has_header: true })).body;
  await owner.api("PUT", `/contacts/imports/${begun.id}/mapping`, { targets: [null, "email"], ...CONSENT });
  await until(begun.id, "ready");
  const back = (await reread(begun.id, { delimiter: ";" })).body;
  expect(back).toMatchObject({ state: "uploaded", expected: null, delimiter: ";" });
  expect((await reread(begun.id, { delimiter: "," })).body.columns).toEqual(header.columns);
});

it.each([
  ["IMPORT_ROW_TOO_LONG", `email,name\na@x.example,"${"x".repeat(9_000_000)}`.slice(0, 3_900_000)],
  ["TOO_MANY_COLUMNS", `email${",a".repeat(600)}\na@x.example\n`],
  ["IMPORT_EMPTY", "sep=;\nemail;name\n"],
])("refuses with %s what can't be shown, and says why", async (code, content) => {
  expect(await send(content)).toMatchObject({ code });
});

it("says so, too, once the last part of a file has arrived", async () => {
  const content = `email,name\na@x.example,"${"x".repeat(3_000_000)}`;
  const data = new FormData();
  data.set("file", new File([content.slice(0, 10)], "fans.csv"));
  data.set("bytes", String(content.length));
  const { id } = (await owner.api("POST", "/contacts/imports", data)).body;
  const rest = new FormData();
  rest.set("file", new File([content.slice(10)], "fans.csv"));
  rest.set("start", "10");
  const { body } = await owner.api("POST", `/contacts/imports/${id}/parts`, rest);
  expect(body.code).toBe("IMPORT_ROW_TOO_LONG");
});

it.each([
  ["IMPORT_EMPTY", "a@x.example\n", { has_header: true }],
  ["TOO_MANY_COLUMNS", `email;x\na@x.example;${"a,".repeat(600)}\n`, { delimiter: "," }],
  ["IMPORT_ROW_TOO_LONG", `email\n${"a@x.example\n".repeat(30_000)}`, { encoding: "utf-16le" }],
])("refuses with %s to read a file so that nothing of it can be shown", async (code, content, reading) => {
  const { id, columns } = await send(content);
  expect((await reread(id, reading)).body.code).toBe(code);
  expect((await owner.api("GET", `/contacts/imports/${id}`)).body.columns).toEqual(columns);
});

it("reads a row with a cell of 300 KB", async () => {
  const begun = await send(`email,notes\na@x.example,${"x".repeat(300_000)}\nb@x.example,\n`);
  expect((await bring(begun)).counts).toMatchObject({ added: 2, left_out: 0 });
});

it.each(["a@x.example, Bo Ek <b@x.example>, c@x.example\n", "a@x.example;b@x.example\nc@x.example;\n"])(
  "takes addresses behind each other, as e-mail programs write them, as somebody each: %j",
  async (content) => {
    expect((await bring(await send(content))).counts).toMatchObject({ added: 3, left_out: 0 });
    const { items } = (await owner.api("GET", "/contacts")).body;
    expect(items.map(({ email }: { email: string }) => email[0]).sort()).toEqual(["a", "b", "c"]);
  },
);

it("puts the rows of one address together, as far apart as they are: nothing is emptied, and the oldest date stays", async () => {
  await owner.api("PATCH", "/me", { time_zone: "America/Chicago" });
  const rest = "x".repeat(1_000_000);
  const file = (between: string) =>
    `name;email;phone;OPTIN_TIME;status;tags;notes\nSmith, Bob;bob@x.example;(312) 555-0101;12/25/2025;subscribed;vip;${between}\n` +
    `Bob S.;BOB@x.example;;1/2/2026;subscribed;tour;\n"Bob S.";bob@x.example;;12/24/2025;subscribed;;\n`;
  const consent = () =>
    rowsOf(
      app.platform.db,
      sql`select given_at at time zone 'utc' = '2025-12-24T06:00' as is_oldest from contact_consents where user_id = ${owner.id}`,
    );
  const modes = ["update", "append", "skip"].flatMap((mode) => [
    [mode, ""],
    [mode, rest],
  ]) as [string, string][];
  for (const [mode, between] of modes) {
    const { id, counts } = await bring(await send(file(between)), mode);
    expect(counts.added, mode).toBe(1);
    if (between === "") expect(counts, mode).toMatchObject({ updated: 0, unchanged: 2, combined: 2 });
    const name = mode === "update" ? "Bob S." : "Smith, Bob";
    expect(await contacts(), `${mode} ${between.length}`).toEqual([
      { email: "bob@x.example", name, phone: "(312) 555-0101", tags: ["vip", "tour"] },
    ]);
    expect(await consent(), `${mode} ${between.length}`).toEqual([{ is_oldest: true }]);
    await owner.api("POST", `/contacts/imports/${id}/undo`);
    await until(id, "undone");
    expect(await contacts()).toEqual([]);
  }
});

it("an address with something else around it is a problem, and so are addresses beside it that nobody reads", async () => {
  const begun = await send('name;email\nAnn;"comma,typo@x.example"\nBo;Bo <b@x.example>\n');
  expect((await bring(begun)).counts).toMatchObject({ added: 1, left_out: 1 });
  const lines = await send("a@x.example;c@x.example;f@x.example\nd@x.example;e@x.example;oops\n");
  const { id, counts } = await bring(lines);
  expect(counts).toMatchObject({ added: 4, left_out: 0 });
  const { items } = (await owner.api("GET", `/contacts/imports/${id}/reasons`)).body;
  expect(items).toMatchObject([
    { problem: "Only the first of several e-mail addresses was taken.", rows: 1 },
  ]);
});

it("takes a row of more addresses than a file may have columns for one with too many cells", async () => {
  const row = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => `${name}${at}@x.example`);
  const begun = await send(`${row(2, "a")}\n${row(500, "b")}\n${row(501, "c")}\n${row(2, "d")}\n`);
  expect((await bring(begun)).counts).toMatchObject({ added: 504, left_out: 1 });
});

it("fills fields from JSON in a column", async () => {
  const begun = await send('email,attributes\na@x.example,"{""city"":""Berlin"",""age"":5}"\n');
  const names = begun.columns.map(({ header, part_of }: Record<string, string>) => [header, part_of]);
  expect(names.slice(2)).toEqual([
    ["city", "attributes"],
    ["age", "attributes"],
  ]);
  const columns = begun.columns.map((column: object, at: number) => ({
    ...column,
    target: ["email", null, "field:city", "field:age"][at],
  }));
  await bring({ ...begun, columns });
  const [fan] = (await owner.api("GET", "/contacts")).body.items;
  expect(fan.fields).toEqual({ city: "Berlin", age: "5" });
});

it("takes its own file of problems, mended, as it is", async () => {
  const file = 'Wer;Kontakt;Tags\n"O\'Neil; Ann";nobody;"=1, ""a, b"""\nBo;b@x.example;\nCy;c@x@;x;more\n';
  const begun = await send(file);
  const columns = begun.columns.map((column: object, at: number) => ({
    ...column,
    target: ["name", "email", "tags"][at] ?? null,
  }));
  const done = await bring({ ...begun, columns });
  expect(done.counts).toMatchObject({ added: 1, left_out: 2 });
  const { body } = await owner.call("GET", `/api/v1/contacts/imports/${done.id}/problems`);
  const again = await send(body.replaceAll("nobody", "ann@x.example"));
  expect(again.columns.map(({ target }: { target: string | null }) => target)).toEqual([
    ...[null, null, null, "name", "email", "tags"],
  ]);
  expect((await bring(again)).counts).toMatchObject({ added: 1, left_out: 1 });
  expect(await contacts()).toMatchObject([
    { email: "ann@x.example", name: "O'Neil; Ann", tags: ["=1", "a, b"] },
    { email: "b@x.example" },
  ]);
});

it("a column for each thing that may stop people can be chosen, and other columns only once", async () => {
  const begun = await send(
    "email,status,Opted out,name\na@x.example,active,TRUE,Ann\nb@x.example,active,FALSE,Bo\n",
  );
  const map = (targets: (string | null)[]) =>
    owner.api("PUT", `/contacts/imports/${begun.id}/mapping`, { targets, ...CONSENT });
  expect((await map(["email", "name", "name", null])).body.code).toBe("TARGETS_WRONG");
  const nowhere = { targets: ["email", null, null, null], time_zone: "Mars/Base", ...CONSENT };
  const refused = await owner.api("PUT", `/contacts/imports/${begun.id}/mapping`, nowhere);
  expect(refused.body.code).toBe("TIME_ZONE_UNKNOWN");
  expect((await map(["email", "subscribed", "unsubscribed_at", "name"])).status).toBe(200);
  expect((await until(begun.id, "ready")).expected).toMatchObject({ added: 1, left_out: 1, stopped: 1 });
});
