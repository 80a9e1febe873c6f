// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { suppress } from "#src/features/audience/consent/consent.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp();
});

async function until(id: string, ...states: string[]) {
  const at = async () => (await owner.api("GET", `/contacts/imports/${id}`)).body;
  await vi.waitUntil(async () => states.includes((await at()).state), { timeout: 20_000 });
  return at();
}

/** Checks a file and imports it. Returns what the check expected, and what became of it. */
async function bring(rows: string[], more: object = {}) {
  const data = new FormData();
  data.set("file", new File([rows.join("\n")], "old.csv", { type: "text/csv" }));
  const { id, columns } = (await owner.api("POST", "/contacts/imports", data)).body;
  await owner.api("PUT", `/contacts/imports/${id}/mapping`, {
    targets: columns.map(({ target }: { target: string | null }) => target),
    consent: true,
    consent_text: "They signed up at my shows.",
    ...more,
  });
  const { expected } = await until(id, "ready");
  await owner.api("POST", `/contacts/imports/${id}/start`);
  const { counts } = await until(id, "done", "done_with_errors");
  return { id, expected, counts };
}

async function undo(id: string): Promise<void> {
  await owner.api("POST", `/contacts/imports/${id}/undo`);
  await until(id, "undone");
}

const add = async (email: string) => (await owner.api("POST", "/contacts", { email })).body.id;
const statusOf = async (id: string) => (await owner.api("GET", `/contacts/${id}`)).body.status;
const suppressed = async () =>
  rowsOf<{ email: string; reason: string }>(
    app.platform.db,
    sql`select email, reason from suppressions where user_id = ${owner.id} order by email`,
  );
const stop = (email: string, reason: "hard_bounce" | "erased" | "unsubscribe") =>
  app.platform.write((ctx) => suppress(ctx, { account: owner.id, email, reason }));

const FILE = [
  "email,status",
  "left@x.example,Unsubscribed",
  "gone@x.example,cleaned",
  "angry@x.example,complained",
  "angry@x.example,unsubscribed",
  "maybe@x.example,pending",
  "new@x.example,subscribed",
];

it("people who unsubscribed there are suppressed here, as the check said, and undoing it lifts that", async () => {
  const known = await add("left@x.example");
  const { id, expected, counts } = await bring(FILE);
  expect(counts).toMatchObject({ added: 1, left_out: 5, stopped: 3, suppressed: 0 });
  expect(expected).toEqual(counts);
  expect(await suppressed()).toEqual([
    { email: "angry@x.example", reason: "complaint" },
    { email: "gone@x.example", reason: "hard_bounce" },
    { email: "left@x.example", reason: "unsubscribe" },
  ]);
  expect(await statusOf(known)).toBe("unsubscribed");
  const told = (await eventsOf(app)).filter(({ account }) => account === owner.id);
  expect(told.filter(({ name }) => name === "contacts.suppressed")).toMatchObject([
    { payload: { count: 3 } },
  ]);
  await undo(id);
  expect(await suppressed()).toEqual([]);
  expect(await statusOf(known)).toBe("new");
  const { items } = (await owner.api("GET", `/contacts/${known}/timeline`)).body;
  expect(items.map(({ kind }: { kind: string }) => kind)).not.toContain("suppressed");
});

it("people who were there before have agreed to nothing again once the import that said so is undone", async () => {
  const [hand, other] = [await add("hand@x.example"), await add("other@x.example")];
  await bring(["email,name", "other@x.example,Other"]);
  const { id } = await bring(["email,name", "hand@x.example,Hand", "other@x.example,Also"]);
  const agreed = async (contact: string) =>
    (await owner.api("GET", `/contacts/${contact}`)).body.consents.length;
  expect([await agreed(hand), await agreed(other)]).toEqual([1, 1]);
  await undo(id);
  expect([await agreed(hand), await agreed(other)]).toEqual([0, 1]);
});

it("what somebody says themselves since outlasts the undoing of an import that said it first", async () => {
  const known = await add("left@x.example");
  const { id } = await bring(FILE);
  await stop("left@x.example", "unsubscribe");
  await undo(id);
  expect(await suppressed()).toEqual([{ email: "left@x.example", reason: "unsubscribe" }]);
  expect(await statusOf(known)).toBe("unsubscribed");
});

it("what another import says, too, outlasts the undoing of the one that said it first", async () => {
  const known = await add("left@x.example");
  const { id } = await bring(["email,status", "left@x.example,cleaned", "gone@x.example,cleaned"]);
  await bring(["email,status", "left@x.example,unsubscribed"]);
  // Nobody new in the third file: the check knows who's suppressed already.
  const again = await bring(["email,status", "left@x.example,unsubscribed"]);
  expect([again.expected.stopped, again.counts.stopped]).toEqual([0, 0]);
  await undo(id);
  expect(await suppressed()).toEqual([{ email: "left@x.example", reason: "hard_bounce" }]);
  expect(await statusOf(known)).toBe("bounced");
  const lifted = await owner.api("DELETE", "/suppressions", {
    email: "left@x.example",
    note: "It works again",
  });
  expect(lifted.body).toEqual({ email: "left@x.example", wish: "unsubscribe" });
});

it("nobody is suppressed if that isn't wanted, and those who left aren't imported either way", async () => {
  const { counts } = await bring(FILE, { suppresses: false });
  expect(counts).toMatchObject({ added: 1, left_out: 5, stopped: 0 });
  expect(await suppressed()).toEqual([]);
});

it("a file of people who left, as Mailchimp has it, imports nobody", async () => {
  const header = "Email Address,First Name,OPTIN_TIME,UNSUB_TIME,UNSUB_REASON";
  const { counts } = await bring([
    header,
    "a@x.example,Ann,2024-01-01 10:00:00,2024-05-01 10:00:00,Too many",
  ]);
  expect(counts).toMatchObject({ added: 0, left_out: 1, stopped: 1 });
  const ghost = await bring(["email,name,subscribed_to_emails", "b@x.example,Bob,false"]);
  expect(ghost.counts).toMatchObject({ added: 0, left_out: 1, stopped: 1 });
});

it.each(["update", "append", "skip"])(
  "the check counts suppressed and erased people as the import does: %s",
  async (mode) => {
    await stop("bounced@x.example", "hard_bounce");
    await stop("erased@x.example", "erased");
    await add("known@x.example");
    await add("silent@x.example");
    await stop("silent@x.example", "unsubscribe");
    const names = ["bounced", "erased", "known", "silent", "new", "both"];
    const rows = names.map((name) => `${name}@x.example,Name,yes`);
    const { expected, counts } = await bring(
      ["email,name,subscribed", ...rows, "both@x.example,Name,unsubscribed"],
      { mode },
    );
    expect(expected).toEqual(counts);
    expect(counts).toMatchObject(
      mode === "skip"
        ? { added: 3, updated: 0, unchanged: 3, suppressed: 2, stopped: 1 }
        : { added: 3, updated: 2, unchanged: 1, suppressed: 3, stopped: 1 },
    );
  },
);

it("an import of many is taken back in steps, its suppressions first, and each of its contacts once", async () => {
  await bring(["email,name", "fan7@x.example,Before"]);
  const fans = Array.from({ length: 1203 }, (_, n) => `fan${n}@x.example,subscribed`);
  const left = Array.from({ length: 600 }, (_, n) => `left${n}@x.example,unsubscribed`);
  const { id, counts } = await bring(["email,status", ...fans, ...left]);
  expect(counts).toMatchObject({ added: fans.length - 1, stopped: left.length });
  await undo(id);
  expect((await owner.api("GET", "/contacts")).body.items).toMatchObject([{ email: "fan7@x.example" }]);
  expect(await suppressed()).toEqual([]);
  const erased = (await eventsOf(app, owner.id)).filter(({ name }) => name === "contacts.erased");
  const ids = erased.flatMap(({ payload }) => (payload as { ids: string[] }).ids);
  expect([ids.length, new Set(ids).size]).toEqual([fans.length - 1, fans.length - 1]);
});
