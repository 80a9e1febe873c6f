import { sql } from "drizzle-orm";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Platform } from "./context.ts";
import { rowsOf } from "./db/database.ts";
import type { JobType } from "./jobs/job-types.ts";
import type { SignalType } from "./signals.ts";

/** What a verb does: it writes, calls others, and may fail after that. Its caller may carry on without it. */
interface Verb {
  fails: boolean;
  isForgiven: boolean;
  calls: Verb[];
}

const DEPTH = 3;

const verbs = (depth: number): fc.Arbitrary<Verb> =>
  fc.record({
    fails: fc.boolean(),
    isForgiven: fc.boolean(),
    calls: depth === 0 ? fc.constant([]) : fc.array(verbs(depth - 1), { maxLength: 2 }),
  });

const happened: SignalType<{ name: string }> = {
  name: "test.happened",
  payload: z.object({ name: z.string() }),
};
/** One of the product's queues. Nobody wakes up for a job due next year. */
const NEXT_YEAR_S = 365 * 86_400;
const later: JobType<{ id: string }> = {
  name: "mail.send",
  data: z.object({ id: z.string() }),
};

class Planned extends Error {}

let app: TestApp;
let platform: Platform;
const heard: string[] = [];
beforeAll(async () => {
  app = await startApp();
  platform = app.platform;
  await platform.database.script("create table deeds (name text primary key)");
  platform.signals.on(happened, ({ name }) => void heard.push(name));
});
afterAll(() => app?.close());

async function act(ctx: Platform, verb: Verb, name: string): Promise<void> {
  await ctx.write(async (ctx) => {
    await ctx.db.execute(sql`insert into deeds values (${name})`);
    await ctx.invalidate(happened, { name });
    await ctx.enqueue(later, { id: name }, { delaySeconds: NEXT_YEAR_S });
    for (const [index, called] of verb.calls.entries()) {
      await act(ctx, called, `${name}.${index}`).catch((error: unknown) => {
        if (!(called.isForgiven && error instanceof Planned)) throw error;
      });
    }
    if (verb.fails) throw new Planned();
  });
}

/** The names of everything that happens, or nothing if it fails. */
function outcome(verb: Verb, name: string): string[] | undefined {
  const names = [name];
  for (const [index, called] of verb.calls.entries()) {
    const inner = outcome(called, `${name}.${index}`);
    if (!inner && !called.isForgiven) return undefined;
    names.push(...(inner ?? []));
  }
  return verb.fails ? undefined : names;
}

async function listDone(): Promise<Record<"rows" | "jobs" | "signals", string[]>> {
  const rows = await rowsOf<{ name: string }>(platform.db, sql`select name from deeds`);
  const jobs = await rowsOf<{ name: string }>(
    platform.db,
    sql`select data->'data'->>'id' as name from jobs.job where data->>'job' = ${later.name}`,
  );
  const names = (of: { name: string }[]) => of.map(({ name }) => name).sort();
  return { rows: names(rows), jobs: names(jobs), signals: heard.splice(0).sort() };
}

it("all of a write happens, or none of it, however deep verbs call each other and wherever one fails", async () => {
  await fc.assert(
    fc.asyncProperty(verbs(DEPTH), async (verb) => {
      await platform.database.script(
        `delete from deeds; delete from jobs.job where data->>'job' = '${later.name}'`,
      );
      const failed = await act(platform, verb, "root").then(
        () => false,
        (error: unknown) => error instanceof Planned,
      );
      const expected = outcome(verb, "root");
      expect(failed).toBe(expected === undefined);
      const names = (expected ?? []).sort();
      expect(await listDone()).toEqual({ rows: names, jobs: names, signals: names });
    }),
    { numRuns: 50 },
  );
});

it("a statement that the database refuses undoes only its own write", async () => {
  await platform.database.script("delete from deeds");
  await platform.write(async (ctx) => {
    await act(ctx, { fails: false, isForgiven: false, calls: [] }, "kept");
    const again = act(ctx, { fails: false, isForgiven: false, calls: [] }, "kept");
    await expect(again).rejects.toThrow();
    await ctx.db.execute(sql`insert into deeds values ('after')`);
  });
  expect((await listDone()).rows).toEqual(["after", "kept"]);
});

it("writes that wait for each other both happen, once each", async () => {
  await platform.database.script("delete from deeds");
  await platform.database.script("insert into deeds values ('a'), ('b')");
  const isFirstLocked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const cross = (names: [string, string], index: number) =>
    platform.write(async (ctx) => {
      const lock = (name: string) => ctx.db.execute(sql`select from deeds where name = ${name} for update`);
      await lock(names[0]);
      isFirstLocked[index]?.resolve();
      // The embedded database runs one after the other.
      if (platform.database.kind === "postgres")
        await Promise.all(isFirstLocked.map(({ promise }) => promise));
      await lock(names[1]);
      await ctx.db.execute(sql`insert into deeds values (${names.join()})`);
      await ctx.invalidate(happened, { name: names.join() });
    });
  heard.length = 0;
  await Promise.all([cross(["a", "b"], 0), cross(["b", "a"], 1)]);
  const { rows, signals } = await listDone();
  expect(rows).toEqual(["a", "a,b", "b", "b,a"]);
  expect(signals).toEqual(["a,b", "b,a"]);
});

it("ignoring the context that a write passes on is an error rather than a deadlock", async () => {
  const nested = platform.write(() => platform.write(async () => undefined));
  await expect(nested).rejects.toThrow("A transaction is open.");
  const around = platform.write(() => rowsOf(platform.db, sql`select 1`));
  const reason = { message: expect.stringContaining("A transaction is open.") };
  await expect(around).rejects.toMatchObject({ cause: reason });
  const prepared = platform.write(() => platform.database.run({ name: "around", text: "select 1" }, []));
  await expect(prepared).rejects.toThrow("A transaction is open.");
  const counted = platform.write((ctx) =>
    ctx.limits.count({ name: "around", attempts: 1, seconds: 60 }, "x"),
  );
  await expect(counted).rejects.toMatchObject({ cause: reason });
  // Work that started inside and continues after the transaction may write again.
  const { promise, resolve } = Promise.withResolvers<void>();
  const afterwards = await platform.write(async () => ({
    write: promise.then(() => platform.write(async () => "done")),
  }));
  resolve();
  expect(await afterwards.write).toBe("done");
});
