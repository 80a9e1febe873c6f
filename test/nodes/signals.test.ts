import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeEach, expect, it } from "vitest";
import * as z from "zod";
import { openPostgres } from "#src/platform/db/postgres.ts";
import { Signals, type SignalType } from "#src/platform/signals.ts";
import { postgresStore, removeFolders } from "./stores.ts";

const renamed: SignalType<{ names: string[] }> = {
  name: "test.renamed",
  payload: z.object({ names: z.array(z.string()) }),
};
/** Signals arrive in commit order, so receiving this one means having received all the ones before it. */
const over: SignalType<object> = { name: "test.over", payload: z.object({}) };

const database = await openPostgres((await postgresStore()).databaseUrl, () => {});
afterAll(async () => {
  await database.close();
  await removeFolders();
});

let writer: Signals;
let heard: unknown[];
let until: Promise<void>;
beforeEach(async () => {
  const log = pino({ level: "silent" });
  writer = new Signals(database, "writer", log);
  const reader = new Signals(database, crypto.randomUUID(), log);
  const { promise, resolve } = Promise.withResolvers<void>();
  const mine: unknown[] = [];
  heard = mine;
  until = promise;
  reader.on(renamed, ({ names }) => void mine.push(...names));
  reader.on(over, () => resolve());
  reader.onGap(() => void mine.push("gap"));
  await reader.start();
});

async function hear(): Promise<unknown[]> {
  await writer.send(database.orm, [{ name: over.name, payload: {} }]);
  await until;
  return heard;
}

it("a signal reaches the other nodes, even the longest that PostgreSQL allows", async () => {
  const empty = JSON.stringify({ node: "writer", name: renamed.name, payload: { names: [""] } });
  const longest = "ä".repeat((7_999 - Buffer.byteLength(empty)) / 2);
  await writer.send(database.orm, [{ name: renamed.name, payload: { names: [longest] } }]);
  expect(await hear()).toEqual([longest]);
});

it("a signal too long for PostgreSQL is a gap for the other nodes and no error for the writer", async () => {
  const names = Array.from({ length: 1000 }, (_, n) => `somebody${n}`);
  await database.orm.transaction((db) => writer.send(db, [{ name: renamed.name, payload: { names } }]));
  expect(await hear()).toEqual(["gap"]);
});

it.each([
  ["no JSON", "{"],
  ["not an object", "null"],
  ["from nobody", JSON.stringify({ name: renamed.name, payload: { names: ["Ada"] } })],
  ["of another version", JSON.stringify({ node: "newer", name: renamed.name, payload: { name: "Ada" } })],
])("a message that is %s counts as a gap, and the node survives", async (_, message) => {
  await database.orm.execute(sql`select pg_notify('fanfare_signals', ${message})`);
  expect(await hear()).toEqual(["gap"]);
});

it("a newer version's unknown signal is ignored", async () => {
  await writer.send(database.orm, [{ name: "test.unheard-of", payload: {} }]);
  expect(await hear()).toEqual([]);
});
