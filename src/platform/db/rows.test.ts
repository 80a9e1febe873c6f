import { eq, sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { type Db, rowsOf } from "./database.ts";
import { someOf } from "./rows.ts";

const pieces = pgTable("pieces", { owner: text().notNull(), at: integer().notNull() });
const ROWS = 1000;
const MOST = 100;

let app: TestApp;
let db: Db;
beforeAll(async () => {
  app = await startApp();
  ({ db } = app.platform);
});
afterAll(() => app?.close());

/** Nobody has gathered statistics about it. */
beforeEach(async () => {
  await db.execute(sql`drop table if exists pieces`);
  await db.execute(
    sql`create table pieces (owner text not null, at integer not null, primary key (owner, at))`,
  );
  await db.execute(sql`insert into pieces select 'a', n from generate_series(1, ${ROWS}::int) n`);
  await db.execute(sql`insert into pieces values ('b', 1)`);
});

interface Plan {
  "Actual Loops": number;
  Plans?: Plan[];
}

const loopsOf = ({ "Actual Loops": loops, Plans = [] }: Plan): number =>
  Math.max(loops, ...Plans.map((plan) => loopsOf(plan)));

it("some of many rows are deleted in order, and others' are left", async () => {
  const most = someOf(pieces, { where: eq(pieces.owner, "a"), orderBy: pieces.at, most: MOST });
  expect(await db.delete(pieces).where(most).returning({ at: pieces.at })).toHaveLength(MOST);
  const left = await rowsOf(db, sql`select owner, min(at), count(*)::int from pieces group by 1 order by 1`);
  expect(left).toEqual([
    { owner: "a", min: MOST + 1, count: ROWS - MOST },
    { owner: "b", min: 1, count: 1 },
  ]);
});

it("some of many rows are found once, not once for each row of a table that nothing is known about", async () => {
  const where = someOf(pieces, { where: eq(pieces.owner, "a"), most: MOST });
  const [row] = await rowsOf<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    db,
    sql`explain (analyze, format json) delete from pieces where ${where}`,
  );
  expect(row && loopsOf(row["QUERY PLAN"][0].Plan)).toBe(1);
});
