// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

const PATH = "/me/table-views/leads";
const VIEWS = {
  current: { columns: ["email", "name"], sort: { by: "name", order: "asc" } },
  saved: [{ name: "Fans in Rome", columns: ["name"], filter: { country: "IT", all: true } }],
};

it("each person keeps views of their own, in each account they work in", async () => {
  const [owner, member] = [await app.signUp(), await app.signUp()];
  await app.platform.db.execute(sql`insert into team_members (account, user_id, role, created_at)
    values (${owner.id}, ${member.id}, 'marketer', now())`);
  const there = (method: string, views?: object) =>
    member.call(method, `/api/v1${PATH}`, views && { views }, { "x-account": owner.id });
  expect((await owner.api("GET", PATH)).body).toEqual({ views: null });
  expect((await owner.api("PUT", PATH, { views: VIEWS })).body).toEqual({ views: VIEWS });
  expect((await there("GET")).body.views).toBeNull();
  const theirs = { ...VIEWS, saved: [] };
  await there("PUT", VIEWS);
  expect((await there("PUT", theirs)).body.views).toEqual(theirs);
  expect((await member.api("GET", PATH)).body.views).toBeNull();
  expect((await owner.api("GET", PATH)).body.views).toEqual(VIEWS);
  expect((await owner.api("GET", "/me/table-views/suppressions")).body.views).toBeNull();
});

it("no more is kept than anyone needs", async () => {
  const owner = await app.signUp();
  const [view] = VIEWS.saved;
  const put = async (saved: object[], path = PATH) =>
    (await owner.api("PUT", path, { views: { ...VIEWS, saved } })).status;
  const many = (count: number, q: string) =>
    Array.from({ length: count }, (_, n) => ({ ...view, name: `${n}`, filter: { q } }));
  expect(await put(many(50, "x"))).toBe(200);
  expect(await put(many(51, "x"))).toBe(400);
  const filters = (count: number, filter: object) => many(count, "x").map((one) => ({ ...one, filter }));
  const long = Object.fromEntries(Array.from("abcdefgh", (key) => [key, "x".repeat(200)]));
  expect(await put(filters(25, long))).toBe(200);
  // A condition is longer than a word, and all of them together have a limit, in any alphabet.
  const condition = "x".repeat(6000);
  expect(await put(filters(9, { condition }))).toBe(200);
  expect(await put(filters(10, { condition }))).toBe(400);
  expect(await put(filters(4, { condition: "ж".repeat(6000) }))).toBe(200);
  expect(await put(filters(5, { condition: "ж".repeat(6000) }))).toBe(400);
  expect(await put(filters(1, { condition: `${condition}x` }))).toBe(400);
  expect(await put([], "/me/table-views/anything")).toBe(400);
});
