// @project server-postgres
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { joinTags, parseTags } from "#src/features/audience/contacts/export/tag-rules.ts";
import { csvLines } from "#src/lib/csv.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { cellsOf, firstRows } from "./csv-rows.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
});
afterAll(() => app?.close());

const HARD = [
  "=1+1",
  "'=x",
  "''",
  "'",
  ";-1",
  "a;'=b",
  '"',
  '","',
  "a, b",
  " ",
  "\n",
  "\r\n",
  "@x",
  "+49 30",
  "＝1",
  ";",
  "|",
  "[",
  ":::",
  "*",
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...HARD), fc.string({ maxLength: 5, unit: "grapheme" })))
  .map((parts) => parts.join(""));

it("every cell of a file that we write is read as it was", () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (cells) => {
      const [read] = firstRows(`x\r\n${csvLines([["x", ...cells]])}`, { delimiter: ",", count: 2 }).slice(1);
      expect(read).toEqual(["x", ...cells]);
    }),
    { numRuns: 500 },
  );
});

it("tags in one cell are read as they were", () => {
  const tag = text.map((one) => one.replace(/\s+/g, " ").trim()).filter((one) => one !== "");
  fc.assert(
    fc.property(fc.uniqueArray(tag, { maxLength: 6 }), (tags) => {
      expect(parseTags(joinTags(tags))).toEqual(tags);
    }),
    { numRuns: 500 },
  );
  expect(cellsOf('a,"b\n""c"', ",")).toEqual(["a", 'b\n"c']);
});

/** A file of everyone's leads, without how and when they came, which is another account's. */
async function exported(owner: Client): Promise<string[][]> {
  const { body } = await owner.call("GET", "/api/v1/contacts/export?format=csv");
  const rows = firstRows(body, { delimiter: ",", count: 1000 });
  const [head = []] = rows;
  const isOwn = (name: string) =>
    !/^(?:created_at|source|import_file|stage_at|owner|first_|last_|consent_(?!confirmed))/.test(name);
  const kept = rows.map((row) => row.filter((_, at) => isOwn(head[at] ?? "")));
  return [kept[0] ?? [], ...kept.slice(1).sort((a, b) => ((a[1] ?? "") < (b[1] ?? "") ? -1 : 1))];
}

async function bring(owner: Client, content: string) {
  const data = new FormData();
  data.set("file", new File([content], "leads.csv"));
  const { id, columns } = (await owner.api("POST", "/contacts/imports", data)).body;
  const targets = columns.map(({ target }: { target: string | null }) => target);
  const agreed = { consent: true, consent_text: "They moved with me." };
  await owner.api("PUT", `/contacts/imports/${id}/mapping`, { targets, ...agreed });
  const at = async () => (await owner.api("GET", `/contacts/imports/${id}`)).body;
  await vi.waitUntil(async () => (await at()).state === "ready", { timeout: 20_000 });
  await owner.api("POST", `/contacts/imports/${id}/start`);
  await vi.waitUntil(async () => /^done/.test((await at()).state), { timeout: 20_000 });
  return at();
}

/** An account with a pipeline and fields of its own, some called like columns of the file. */
async function account() {
  const owner = await app.signUp();
  const field = (key: string, type = "text") => ({ key, label: key, type, choices: [] });
  const fields = [
    field("shoe_size", "number"),
    field("vip", "bool"),
    field("source"),
    field("status"),
    field("song"),
  ];
  await owner.api("PUT", "/contact-settings/fields", { fields });
  const stages = [
    { id: "0198a000-0000-7000-8000-00000000000a", name: "Talking, maybe", color: "blue" },
    { id: "0198a000-0000-7000-8000-00000000000b", name: "Won", color: "green" },
  ];
  await app.platform.db.execute(
    sql`update contact_settings set stages = ${JSON.stringify(stages)}::jsonb, currency = 'EUR' where user_id = ${owner.id}`,
  );
  return { owner, stages };
}

const PEOPLE = [
  {
    email: "ann@x.example",
    name: "O'Neil; =Ann",
    phone: "+49 (30) 123",
    tags: ["a, b", 'say "hi"', "=x", "'quoted'"],
  },
  { email: "bo@x.example", name: "-Bo", phone: "+1 555 0100", tags: ["|", "* star"] },
  { email: "cy@x.example", name: "李小明", phone: null, tags: [] },
];

it("leads that are exported, imported into another account, and exported again make the same file", async () => {
  const [one, other] = await Promise.all([account(), account()]);
  for (const person of PEOPLE) {
    const fields = {
      shoe_size: 42.5,
      vip: false,
      source: "=radio",
      status: "gone",
      song: '\'La, la; -la\r\n"la" 🎉 ŷ',
    };
    const { status, body } = await one.owner.api("POST", "/contacts", {
      ...person,
      phone: person.phone ?? undefined,
      fields,
    });
    expect([status, body.message]).toEqual([200, undefined]);
  }
  const [stage] = one.stages;
  await app.platform.db.execute(sql`update contacts set time_zone = 'Europe/Berlin', country = 'DE', stage_id = ${stage?.id},
    stage_at = now(), value_cents = 123450 where user_id = ${one.owner.id} and email <> 'cy@x.example'`);
  await app.platform.db.execute(
    sql`update contacts set status = 'confirmed' where user_id = ${one.owner.id} and email = 'bo@x.example'`,
  );
  await app.platform.db.execute(sql`insert into contact_consents
    (user_id, contact_id, id, topic, state, text, version, method, given_at, confirmed_at)
    select user_id, id, id, 'news', 'confirmed', 'Yes.', 'v', 'form', '2026-01-01', '2026-01-02T03:04:05.678Z'
    from contacts where user_id = ${one.owner.id} and email = 'bo@x.example'`);
  const before = await exported(one.owner);
  const { body } = await one.owner.call("GET", "/api/v1/contacts/export?format=csv");
  const done = await bring(other.owner, body);
  expect(done).toMatchObject({ problems: 0, counts: { added: 3, left_out: 0 } });
  expect(await exported(other.owner)).toEqual(before);
  // Where they already are, nothing changes.
  const again = await bring(one.owner, body);
  expect(again.counts).toMatchObject({ added: 0, updated: 0, unchanged: 3 });
  expect((await one.owner.call("GET", "/api/v1/contacts/export?format=csv")).body).toBe(body);
});

it("who left stays away from the other account's campaigns, for the same reason", async () => {
  const [one, other] = await Promise.all([account(), account()]);
  const reasons = ["unsubscribe", "hard_bounce", "complaint", "manual"];
  for (const [at, reason] of reasons.entries()) {
    await one.owner.api("POST", "/contacts", { email: `fan${at}@x.example` });
    await one.owner.api("POST", "/suppressions", { email: `fan${at}@x.example`, reason });
  }
  const { body } = await one.owner.call("GET", "/api/v1/contacts/export?format=csv");
  const { id, columns } = await bring(other.owner, body);
  expect(columns.length).toBeGreaterThan(10);
  expect((await other.owner.api("GET", `/contacts/imports/${id}`)).body.counts).toMatchObject({
    added: 0,
    left_out: 4,
  });
  expect((await other.owner.api("GET", "/contacts")).body.items).toEqual([]);
});

it("suppressed addresses that are exported and imported into another account are suppressed there, for the same reasons", async () => {
  const [one, other] = await Promise.all([account(), account()]);
  const stop = (more: object) => one.owner.api("POST", "/suppressions", { note: "=1,\n2", ...more });
  for (const reason of ["unsubscribe", "hard_bounce", "complaint", "manual", "spamtrap"])
    await stop({ email: `${reason}@münchen.example`, reason });
  await stop({ email: "both@x.example", reason: "unsubscribe" });
  await stop({ email: "both@x.example", reason: "hard_bounce" });
  await stop({ email: "topic@x.example", scope: "tour" });
  const file = async (owner: Client) => (await owner.call("GET", "/api/v1/suppressions/export")).body;
  const said = async (owner: Client) =>
    firstRows(await file(owner), { delimiter: ",", count: 100 }).map((row) => row.slice(0, 2));
  const before = await said(one.owner);
  expect(before.map((row) => row.join(" ")).sort()).toEqual([
    ...["both@x.example unsubscribed", "complaint@xn--mnchen-3ya.example complained", "email status"],
    ...["hard_bounce@xn--mnchen-3ya.example bounced", "manual@xn--mnchen-3ya.example blocked"],
    ...["spamtrap@xn--mnchen-3ya.example spam trap", "unsubscribe@xn--mnchen-3ya.example unsubscribed"],
  ]);
  expect(await bring(other.owner, await file(one.owner))).toMatchObject({
    counts: { added: 0, left_out: 6 },
  });
  const words = (rows: string[][]) =>
    rows.map((row) => row.join(" ").replace("spam trap", "complained")).sort();
  expect(words(await said(other.owner))).toEqual(words(before));
  // Whichever way its domain is written.
  for (const q of ["unsubscribe@münchen.ex", "unsubscribe@xn--mnchen", "MÜNCHEN"])
    expect((await one.owner.api("GET", `/suppressions?q=${encodeURIComponent(q)}`)).body.total, q).toBe(
      q === "MÜNCHEN" ? 5 : 1,
    );
});

it("undoing an import gives back zones, stages and values, too", async () => {
  const { owner } = await account();
  await owner.api("POST", "/contacts", { email: "ann@x.example" });
  const { id, counts } = await bring(
    owner,
    'email,time_zone,stage,value,currency\nann@x.example,Europe/Paris,won,"1.234,50",EUR\nbo@x.example,Mars,Lost,much,USD\n',
  );
  expect(counts).toMatchObject({ added: 1, updated: 1 });
  const rows = () =>
    rowsOf(
      app.platform.db,
      sql`select time_zone, stage_id is not null as staged, stage_at is not null as dated, value_cents::int as cents
        from contacts where user_id = ${owner.id} and email = 'ann@x.example'`,
    );
  expect(await rows()).toEqual([{ time_zone: "Europe/Paris", staged: true, dated: true, cents: 123450 }]);
  await owner.api("POST", `/contacts/imports/${id}/undo`);
  const at = async () => (await owner.api("GET", `/contacts/imports/${id}`)).body.state;
  await vi.waitUntil(async () => (await at()) === "undone", { timeout: 20_000 });
  expect(await rows()).toEqual([{ time_zone: null, staged: false, dated: false, cents: null }]);
});
