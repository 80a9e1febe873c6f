import { and, eq, lt, sql } from "drizzle-orm";
import { doublePrecision, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { foldText } from "#src/lib/fold.ts";
import { uuidv7 } from "#src/lib/ids.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { type Db, rowsOf } from "./database.ts";
import {
  countRows,
  foundRows,
  isPartOf,
  type ListShape,
  type PageRequest,
  readPage,
  readPages,
  type Source,
  sortBy,
  sortByText,
} from "./list.ts";

const things = pgTable("things", {
  id: uuid().notNull(),
  title: text().notNull(),
  /** With PostgreSQL's full precision, which JavaScript dates don't have. */
  at: timestamp({ precision: 6, withTimezone: true, mode: "string" }).notNull(),
  weight: doublePrecision(),
});

const SHAPE: ListShape<"at" | "title" | "weight"> = {
  sorts: { at: sortBy(things.at), title: sortByText(things.title), weight: sortBy(things.weight) },
  tie: [things.id],
  usual: { sort: "at", order: "desc" },
};

let app: TestApp;
let db: Db;
beforeAll(async () => {
  app = await startApp();
  ({ db } = app.platform);
  await db.execute(
    sql`create table things (id uuid primary key, title text not null, at timestamptz not null, weight float8)`,
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  await db.delete(things);
});

type Request = PageRequest<"at" | "title" | "weight">;

const page = (request: Request, rows: number) =>
  readPage({ shape: SHAPE, request, rows }, ({ key, after, orderBy, limit }) =>
    db
      .select({ id: things.id, key })
      .from(things)
      .where(after)
      .orderBy(...orderBy)
      .limit(limit),
  );

let ids = 0;
const newId = () => uuidv7(++ids, (bytes) => bytes.fill(ids % 7));

/** Few distinct values, so that many rows share theirs. */
const row = fc.record({
  title: fc.constantFrom("a", "A", "b", "ä", "", "z\nz", "'", "\\", "😀"),
  at: fc.constantFrom(
    "2026-01-01T00:00:00.000001Z",
    "2026-01-01T00:00:00.000002Z",
    "2026-10-25T02:30:00+02:00",
    "0900-01-01T00:00:00Z",
  ),
  weight: fc.constantFrom(null, 0, -0.1, 0.1 + 0.2, 1e300, Number.NaN),
});
const sorting = fc.record({
  sort: fc.constantFrom("at", "title", "weight", undefined),
  order: fc.constantFrom("asc", "desc", undefined),
});

describe("a paged list", () => {
  it("has every row exactly once and in the database's order, whatever values rows share or lack", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 25 }),
        sorting,
        fc.integer({ min: 1, max: 7 }),
        async (rows, request, size) => {
          await db.delete(things);
          if (rows.length > 0) await db.insert(things).values(rows.map((one) => ({ id: newId(), ...one })));
          const seen: string[] = [];
          let cursor: string | undefined;
          do {
            const { rows: part, next } = await page({ ...request, cursor }, size);
            expect(part.length).toBeLessThanOrEqual(size);
            seen.push(...part.map(({ id }) => id));
            cursor = next;
          } while (cursor !== undefined);
          const whole = await page(request, 100);
          expect(seen).toEqual(whole.rows.map(({ id }) => id));
          expect(new Set(seen).size).toBe(rows.length);
          expect(whole.next).toBeUndefined();
        },
      ),
      { numRuns: 40 },
    );
  });

  it("has rows that stay put exactly once, even as others come and go", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 4, maxLength: 20 }),
        fc.array(row, { minLength: 1, maxLength: 4 }),
        sorting,
        async (rows, extra, request) => {
          await db.delete(things);
          const stored = rows.map((one) => ({ id: newId(), ...one }));
          await db.insert(things).values(stored);
          const gone = new Set<string>();
          const seen: string[] = [];
          let cursor: string | undefined;
          do {
            const { rows: part, next } = await page({ ...request, cursor }, 3);
            seen.push(...part.map(({ id }) => id));
            // The row that the cursor names may be among the deleted ones.
            const victim = part.at(-1)?.id ?? "";
            await db.delete(things).where(eq(things.id, victim));
            gone.add(victim);
            const more = extra.pop();
            if (more) await db.insert(things).values({ id: newId(), ...more });
            cursor = next;
          } while (cursor !== undefined);
          expect(new Set(seen).size).toBe(seen.length);
          const stayed = stored.map(({ id }) => id).filter((id) => !gone.has(id));
          expect(stayed.filter((id) => !seen.includes(id))).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("is read to the end, batch by batch", async () => {
    const rows = Array.from({ length: 7 }, (_, n) => ({
      id: newId(),
      title: "t",
      at: `2026-01-0${(n % 3) + 1}`,
    }));
    await db.insert(things).values(rows);
    const sizes: number[] = [];
    const batches = readPages({ shape: SHAPE, rows: 3, account: "a" }, ({ key, after, orderBy, limit }) =>
      db
        .select({ key })
        .from(things)
        .where(and(lt(things.at, "2026-01-03"), after))
        .orderBy(...orderBy)
        .limit(limit),
    );
    for await (const batch of batches) sizes.push(batch.length);
    expect(sizes).toEqual([3, 2]);
  });

  const never = () => {
    const { promise, resolve } = Promise.withResolvers<{ key: string[] }[]>();
    return { promise, end: () => resolve([]) };
  };

  it("is read to the end by two at once, and then by those who waited, each account in turn", async () => {
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const read = async (account: string, name: string) => {
      const { promise, end } = never();
      const pages = readPages({ shape: SHAPE, rows: 1, account }, () => {
        begun.push(name);
        ends.set(name, end);
        return promise;
      });
      for await (const _ of pages);
    };
    const all = ["a1", "a2", "a3", "a4", "b1"].map((name) => read(name.charAt(0), name));
    for (const name of ["a1", "a2", "a3", "b1", "a4"]) {
      await vi.waitUntil(() => ends.has(name));
      ends.get(name)?.();
    }
    await Promise.all(all);
    expect(begun).toEqual(["a1", "a2", "a3", "b1", "a4"]);
  });

  it("is read to the end without blocking the process's other work", async () => {
    let left = 5;
    const did: string[] = [];
    setImmediate(() => did.push("other work"));
    const pages = readPages({ shape: SHAPE, rows: 1, account: "a" }, async () => {
      did.push("page");
      return Array.from({ length: left-- > 0 ? 2 : 1 }, () => ({ key: ["2026-01-01", newId()] }));
    });
    for await (const _ of pages);
    expect(did.slice(0, 2)).toEqual(["page", "other work"]);
  });

  const cursorOf = (...place: unknown[]) => Buffer.from(JSON.stringify(place)).toString("base64url");
  it.each([
    ["is no cursor", "nonsense"],
    ["is no list", Buffer.from('{"at":1}').toString("base64url")],
    ["sorts in another way", cursorOf("title", "asc", "a", newId())],
    ["lacks a part", cursorOf("at", "desc", "2026-01-01")],
    ["names no row", cursorOf("at", "desc", "2026-01-01", null)],
    ["names no place", cursorOf("at", "desc", null, newId())],
    ["has a day that no month has", cursorOf("at", "desc", "2026-02-30", newId())],
    ["has no id", cursorOf("at", "desc", "2026-01-01", "1")],
    ["has a character that no text has", cursorOf("at", "desc", "\0", newId())],
    ["has numbers for text", cursorOf("at", "desc", 1, 2)],
  ])("refuses a cursor that %s with a sentence", async (_, cursor) => {
    await expect(page({ cursor }, 3)).rejects.toMatchObject({ code: "CURSOR_INVALID", status: 400 });
  });
});

describe("the size of a list", () => {
  const fill = (count: number) =>
    db.execute(
      sql`insert into things select gen_random_uuid(), 't' || n, now(), null from generate_series(1, ${count}::int) as n`,
    );

  it("is exact up to 10,000 rows, and the planner's estimate above that", async () => {
    await fill(10_000);
    expect(await countRows(db, things, undefined)).toEqual({ total: 10_000, is_estimate: false });
    await fill(20_000);
    await db.execute(sql`analyze things`);
    const { total, is_estimate } = await countRows(db, things, undefined);
    expect(is_estimate).toBe(true);
    expect(Math.abs(total - 30_000)).toBeLessThan(6_000);
    expect(await countRows(db, things, isPartOf(sql`${things.title}`, "T19999"))).toEqual({
      total: 1,
      is_estimate: false,
    });
  });
});

describe("a search", () => {
  const text = sql`${things.title}`;
  const fill = (titles: string[]) =>
    db.insert(things).values(titles.map((title) => ({ id: newId(), title, at: "2026-01-01" })));
  const titles = async (words: string) => {
    const rows = await db.select({ title: things.title }).from(things).where(isPartOf(text, words));
    return rows.map(({ title }) => title);
  };

  it.each([
    ["three letters", "nn ", "Ann Lee"],
    ["three letters of any case", "ANN", "Ann Lee"],
    ["three letters of another script", "енй", "Женйа"],
    ["one letter where a word begins", "l", "Ann Lee"],
    ["two letters where the text begins", "an", "Ann Lee"],
    ["two letters where a line begins", "bo", "x\nbob@example.com"],
    ["two signs of a script without spaces", "田中", "田中太郎"],
    ["a letter behind a sign", "@e", "x\nbob@example.com"],
    ["what LIKE has a meaning for", "100%", "100% Bo"],
  ])("finds %s", async (_, words, title) => {
    await fill(["Ann Lee", "Женйа", "x\nbob@example.com", "田中太郎", "100% Bo", "1000"]);
    expect(await titles(words)).toContain(title);
  });

  it.each([
    ["jose", "José"],
    ["JOSÉ", "Jose\u0301 Lee"],
    ["jose\u0301", "José"],
    ["strasse", "Anna Straße"],
    ["Straße", "STRASSE"],
    ["lodz", "Łódź"],
    ["orsted", "Ørsted"],
    ["isik", "Işık"],
    ["istanbul", "İstanbul"],
    ["دبي", "دُبَيّ"],
    ["משה", "מֹשֶׁה"],
    ["ann", "Ａｎｎ"],
    ["ИВАН", "Иван"],
    ["γιωργοσ", "ΓΙΏΡΓΟΣ"],
    ["e", "Éva"],
    ["がく", "か\u3099くと"],
    ["김철", "김철수"],
  ])("for %j finds %j: case, accents and forms don’t count", async (words, title) => {
    await fill([title, "Bob"]);
    expect(await titles(words)).toEqual([title]);
  });

  it("folds a text as the database does", async () => {
    const chars = Array.from({ length: 0x3100 - 0x21 }, (_, at) => String.fromCodePoint(0x21 + at));
    const rows = await rowsOf<{ char: string; text: string }>(
      db,
      sql`select char, fold_text(char) as text from json_array_elements_text(${JSON.stringify(chars)}::json) as c(char)`,
    );
    // Of scripts with two cases, databases know more or fewer.
    const others = rows.filter(
      ({ char, text }) => text !== foldText(char) && text !== foldText(char).toUpperCase(),
    );
    expect(others).toEqual([]);
  });

  it("doesn't find words by one or two letters from their middle, nor anything by punctuation alone", async () => {
    await fill(["Ann Lee", "100%", "a_b\\", "😀"]);
    for (const words of ["nn", "e", "%", "_", "\\", "😀", "0%0", "n_l"])
      expect([words, await titles(words)]).toEqual([words, []]);
  });

  it.each(["zq", "z", "田", "zzz", "@z", "z_", "1", "😀", "%"])(
    "for %j reads no row that can't match",
    async (words) => {
      await db.execute(
        sql`create index if not exists things_title on things using gin (fold_text(title) gin_trgm_ops)`,
      );
      await db.execute(
        sql`insert into things select gen_random_uuid(), 'Ann Lee', now(), null from generate_series(1, 300)`,
      );
      const plan = await db.transaction(async (db) => {
        await db.execute(sql`set local enable_seqscan = off`);
        const where = isPartOf(text, words);
        return rowsOf(db, sql`explain (analyze, timing off) select 1 from ${things} where ${where}`);
      });
      expect(JSON.stringify(plan)).not.toMatch(/Seq Scan|Removed by (Filter|Index Recheck)/);
    },
  );

  it("sorts afterwards when it finds little, and follows the sort order when it finds a lot", () => {
    const all = { from: things, where: isPartOf(text, "ann") };
    const from = (total: number, isUsual: boolean) =>
      foundRows(all, { total, is_estimate: total > 10_000, isUsual }).where ? "order" : "found";
    expect([from(10_000, true), from(10_001, true)]).toEqual(["found", "order"]);
    expect([from(50_000, false), from(50_001, false)]).toEqual(["found", "order"]);
  });

  it("returns the same pages either way", async () => {
    await fill(["Ann C", "Ann A", "Bob", "Ann B", "Ann A"]);
    const all = { from: things, where: isPartOf(text, "ann") };
    const ways = [all, foundRows(all, { total: 4, is_estimate: false, isUsual: true })];
    const found = await Promise.all(ways.map((way) => allPages(way)));
    expect(found[0]).toHaveLength(4);
    expect(found[1]).toEqual(found[0]);
  });

  async function allPages({ from, where }: Source<typeof things>) {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const request = { sort: "title" as const, cursor };
      const { rows, next } = await readPage({ shape: SHAPE, request, rows: 2 }, (parts) =>
        db
          .select({ id: things.id, key: parts.key })
          .from(from)
          .where(and(where, parts.after))
          .orderBy(...parts.orderBy)
          .limit(parts.limit),
      );
      ids.push(...rows.map(({ id }) => id));
      cursor = next;
    } while (cursor !== undefined);
    return ids;
  }
});
