// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import type { Reason } from "./contract.ts";
import { resumeImports } from "./import-job.ts";
import { NO_COUNTS } from "./rules.ts";

let app: TestApp;
let owner: Client;
/** A cell after which the next batch begins. */
const FULL = "x".repeat(1_000_000);

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
  app.clock.set(new Date("2026-06-15T12:00:00Z"));
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

/** Uploads and checks a file. */
async function check(lines: string[], targets: (string | null)[]) {
  const data = new FormData();
  data.set("file", new File([`${lines.join("\n")}\n`], "fans.csv", { type: "text/csv" }));
  const { id } = (await owner.api("POST", "/contacts/imports", data)).body;
  const agreed = { consent: true, consent_text: "They signed up at my shows.", suppresses: true };
  await owner.api("PUT", `/contacts/imports/${id}/mapping`, { targets, ...agreed });
  return until(id, "ready");
}

async function run(id: string) {
  await owner.api("POST", `/contacts/imports/${id}/start`);
  return until(id, "done", "done_with_errors");
}

const TWICE = [
  "email,name,status,notes",
  "once@x.example,Once,subscribed,",
  "twice@x.example,Two,subscribed,",
  "angry@x.example,,complained,",
  "bounced@x.example,,cleaned,",
  `left@x.example,,unsubscribed,${FULL}`,
  "twice@x.example,Three,subscribed,",
  "angry@x.example,,unsubscribed,",
  "bounced@x.example,,unsubscribed,",
  `left@x.example,Left,subscribed,${FULL}`,
  "bounced@x.example,,unsubscribed,",
  "left@x.example,,complained,",
];
const TARGETS = ["email", "name", "subscribed", null];
const COUNTS = { rows: 11, added: 3, updated: 1, left_out: 7, stopped: 5, suppressed: 1 };

it("the check counts whoever is in a file twice as the import does, however far apart their rows", async () => {
  const { id, expected } = await check(TWICE, TARGETS);
  expect(expected).toEqual({ ...NO_COUNTS, ...COUNTS });
  expect((await run(id)).counts).toEqual(expected);
});

it("a check that goes on after an interruption still knows whom the file named before", async () => {
  const { id, expected } = await check(TWICE, TARGETS);
  const first = { ...NO_COUNTS, rows: 5, added: 2, left_out: 3, stopped: 3 };
  await app.platform.db.execute(
    sql`update imports set state = 'validating', rows_done = 5, counts = ${JSON.stringify(first)} where id = ${id}`,
  );
  await resumeImports(app.platform);
  expect((await until(id, "ready")).expected).toEqual(expected);
});

it("says why rows have problems, how many each, and the first of them, whatever stands in them", async () => {
  const lines = [
    "email,phone,Joined",
    ...[2, 3, 4, 5].map((row) => `no “body. ${row},,`),
    "a@x.example,call me,2999-01-01",
    `b@x.example,no,${"x".repeat(300)}`,
    "  ,1,",
    "c@x.example,x,,more",
  ];
  const { id, expected } = await check(lines, ["email", "phone", "signed_up_at"]);
  const { items } = (await owner.api("GET", `/contacts/imports/${id}/reasons`)).body;
  expect(items.map(({ problem, is_left_out, rows }: Reason) => [problem, is_left_out, rows])).toEqual([
    ["That isn’t an e-mail address.", true, 4],
    ["There’s no e-mail address.", true, 1],
    ["This row has 4 cells for 3 columns.", true, 1],
    ["The date was left out: we can’t read it, or it’s in the future.", false, 2],
    ["The phone number was left out: it isn’t one.", false, 2],
  ]);
  expect(expected.left_out).toBe(6);
  const example = (row: number) => ({ row, content: `no “body. ${row},,` });
  expect(items[0].examples).toEqual([2, 3, 4].map(example));
  expect(items[3].examples[1].content).toHaveLength(200);
});

it("the check reads every date in the order that a later row decides, as the import does", async () => {
  const lines = [
    "email,Joined,notes",
    "may@x.example,09/05/2026,",
    `future@x.example,05/09/2026,${FULL}`,
    "feb@x.example,25/02/2024,",
  ];
  const { id, expected, problems } = await check(lines, ["email", "signed_up_at", null]);
  expect([expected.added, problems]).toEqual([3, 1]);
  const listed = await owner.call("GET", `/api/v1/contacts/imports/${id}/problems`);
  expect(listed.body).toContain('\r\n3,"The date was left out');
  await run(id);
  const agreed = await rowsOf<{ email: string; day: string }>(
    app.platform.db,
    sql`select email, (given_at at time zone 'utc')::date::text as day from contact_consents g
      join contacts c on c.user_id = g.user_id and c.id = g.contact_id where g.user_id = ${owner.id} order by given_at`,
  );
  expect(agreed).toEqual([
    { email: "feb@x.example", day: "2024-02-25" },
    { email: "may@x.example", day: "2026-05-09" },
    { email: "future@x.example", day: "2026-06-15" },
  ]);
});
