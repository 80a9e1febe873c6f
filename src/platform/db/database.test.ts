import { resolve } from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { openFreshDatabase } from "#test/harness/database.ts";
import { type Db, rowsOf } from "./database.ts";
import { migrate } from "./migrate.ts";

const MIGRATIONS = resolve(import.meta.dirname, "../../../migrations");

describe("migrations", () => {
  it("run once, even when requested again and at the same time", async () => {
    const database = await openFreshDatabase();
    await Promise.all([migrate(database, MIGRATIONS), migrate(database, MIGRATIONS)]);
    const rows = await rowsOf(database.orm, sql`select * from schema_migrations`);
    expect(rows.length).toBeGreaterThan(0);
    await database.close();
  });

  it("refuse a database that a newer version has changed", async () => {
    const database = await openFreshDatabase();
    await database.script("insert into schema_migrations (name, hash) values (99999999999999, 'x')");
    await expect(migrate(database, MIGRATIONS)).rejects.toThrow(/newer version/i);
    await database.close();
  });

  it("refuse a database from before the first release instead of creating its tables again", async () => {
    const database = await openFreshDatabase();
    await database.script("update schema_migrations set name = name - 1");
    await expect(migrate(database, MIGRATIONS)).rejects.toThrow(/never released/);
    await database.close();
  });
});

describe("a transaction", () => {
  it("that fails leaves nothing behind, and the next one works", async () => {
    const database = await openFreshDatabase();
    const failing = database.orm.transaction(async (db) => {
      await db.execute(sql`insert into instance_values values ('a', 'b', now())`);
      await db.execute(sql`select no_such_function()`);
    });
    await expect(failing).rejects.toThrow();
    expect(await rowsOf(database.orm, sql`select * from instance_values`)).toEqual([]);
    await database.close();
  });
});

/** More than enough for a hundredth of a second. */
const STATEMENTS = 400;
const WORK = sql`select count(*) from generate_series(1, 20000)`;

it.each(["one by one", "in a transaction"])(
  "statements that follow each other %s let the process get to its other work",
  async (how) => {
    const database = await openFreshDatabase();
    let turns = 0;
    const turn = () => {
      turns++;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    const work = async (db: Db) => {
      for (let n = 0; n < STATEMENTS && turns === 0; n++) await db.execute(WORK);
    };
    await (how === "one by one" ? work(database.orm) : database.orm.transaction(work));
    clearImmediate(next);
    expect(turns).toBeGreaterThan(0);
    await database.close();
  },
);

it("bytes come back as they were, also those that are a part of others", async () => {
  const database = await openFreshDatabase();
  const every = Uint8Array.from({ length: 512 }, (_, n) => n % 256);
  const all = [every, every.subarray(100, 110), new Uint8Array(), Buffer.from("\\x41")];
  await database.orm.execute(sql`create temporary table kept (n int, content bytea)`);
  for (const [n, content] of all.entries())
    await database.run({ name: "keep", text: "insert into kept values ($1, $2)" }, [n, content]);
  const rows = await rowsOf<{ content: Uint8Array }>(database.orm, sql`select content from kept order by n`);
  expect(rows.map(({ content }) => [...content])).toEqual(all.map((content) => [...content]));
  await database.close();
});

it("a statement that takes long keeps the process from nothing else", async () => {
  const database = await openFreshDatabase();
  const order: string[] = [];
  const long = database.orm
    .execute(sql`select count(*) from generate_series(1, 300000) n, pg_sleep(0.05)`)
    .then(() => order.push("statement"));
  for (let n = 0; n < 20; n++) await new Promise((done) => setImmediate(done));
  order.push("other work");
  await long;
  expect(order).toEqual(["other work", "statement"]);
  await database.close();
});

it("an error says what PostgreSQL says, and a closed database answers with one", async () => {
  const database = await openFreshDatabase();
  await database.script("create temporary table once (n int primary key)");
  const add = () => database.run({ name: "add", text: "insert into once values ($1)" }, [1]);
  await add();
  await expect(add()).rejects.toMatchObject({ code: "23505", constraint: "once_pkey" });
  await database.close();
  await expect(add()).rejects.toThrow();
});
