// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { IMPORTS_OPEN_MAX } from "./rules.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
});
afterAll(() => app?.close());

const CSV = "email\nmia@fans.example\n";

function fileOf(id?: string): FormData {
  const data = new FormData();
  data.set("file", new File([CSV], "fans.csv", { type: "text/csv" }));
  if (id) data.set("id", id);
  return data;
}

it("an account has only so many imports under way, even if it begins them all at once", async () => {
  const owner = await app.signUp();
  const begin = (id?: string) => owner.api("POST", "/contacts/imports", fileOf(id));
  const answers = await Promise.all(Array.from({ length: IMPORTS_OPEN_MAX + 3 }, () => begin()));
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.map(({ body }) => body.code)).toEqual(Array(3).fill("IMPORTS_OPEN"));
  const [first] = answers.filter(({ status }) => status === 201);
  const { id } = first?.body ?? {};
  expect((await begin(id)).status).toBe(201);
  expect((await owner.api("POST", `/contacts/imports/${id}/cancel`)).status).toBe(200);
  expect([(await begin()).status, (await begin()).body.code]).toEqual([201, "IMPORTS_OPEN"]);
  const stranger = await app.signUp();
  expect((await stranger.api("POST", "/contacts/imports", fileOf())).status).toBe(201);
});

it("imports of one account wait for each other, and for nobody else's", async () => {
  const owner = await app.signUp();
  const { id } = (await owner.api("POST", "/contacts/imports", fileOf())).body;
  const mapping = { targets: ["email"], consent: true, consent_text: "They signed up at my shows." };
  expect((await owner.api("PUT", `/contacts/imports/${id}/mapping`, mapping)).status).toBe(200);
  const jobs = await rowsOf<{ group_id: string }>(
    app.platform.db,
    sql`select group_id from jobs.job where data->'data'->>'id' = ${id}`,
  );
  expect(jobs).toEqual([{ group_id: owner.id }]);
});
