import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { eventsOf } from "#test/harness/events.ts";
import { rowsOf } from "../db/database.ts";
import { Jobs } from "../jobs/jobs.ts";
import { createPlatform } from "../platform.ts";
import { EVENT_DAYS_MIN } from "./event-settings.ts";
import { EVENT_BYTES_MAX, listEvents, purgeEvents, subscribe } from "./events.ts";

const happened: EventType<{ word: string }> = {
  name: "test.happened",
  payload: z.object({ word: z.string() }),
};

const NEVER_SECONDS = 24 * 3600;
const STOP_MS = 2_000;

let app: TestApp;
beforeAll(async () => {
  // This file's made-up jobs are left for the workers that it starts.
  app = await startApp({ ROLES: "web" });
});
afterAll(() => app?.close());

const tell = (account: string, subject: string, ctx = app.platform) =>
  ctx.announce(happened, { account, subject, payload: { word: subject } });

it("each subscriber to an event gets its own job with the event, and fails on its own", async () => {
  const heard: string[] = [];
  const jobs = new Jobs(app.platform.database, app.platform.log, { lookSeconds: NEVER_SECONDS });
  const handlers = [
    subscribe(
      happened,
      async (_, { payload, account }) => void heard.push(`one ${account} ${payload.word}`),
      {
        name: "test.one",
      },
    ),
    subscribe(happened, async () => Promise.reject(new Error("Not today")), { name: "test.two", retries: 0 }),
  ];
  await jobs.start(handlers);
  const platform = createPlatform({ ...app.platform, secrets: ["s"], jobs });
  await tell("ada", "first", platform);
  const failed = platform.write(async (ctx) => {
    await tell("ada", "second", ctx);
    throw new Error("Rolled back");
  });
  await expect(failed).rejects.toThrow("Rolled back");
  await jobs.work(handlers, platform);
  const states = () =>
    rowsOf<{ name: string; state: string }>(
      platform.db,
      sql`select data->>'job' as name, state from jobs.job
        where data->>'job' like 'test.%' and name <> 'dead' order by data->>'job'`,
    );
  await vi.waitUntil(async () => (await states()).every(({ state }) => /completed|failed/.test(state)), {
    timeout: 20_000,
  });
  expect(await states()).toEqual([
    { name: "test.one", state: "completed" },
    { name: "test.two", state: "failed" },
  ]);
  expect(heard).toEqual(["one ada first"]);
  expect(await eventsOf(app, "second")).toEqual([]);
  await jobs.stop(STOP_MS);
});

it("an account's events are read in order from where the reader left off, and never another account's", async () => {
  const words = ["a", "b", "c", "d", "e"];
  for (const word of words) {
    app.clock.advance(1);
    await tell("bea", word);
    await tell("cid", word);
  }
  const read = (after?: string) => listEvents(app.platform, { account: "bea", after, limit: 3 });
  expect(await read()).toEqual([]);
  app.clock.advance(60_000);
  const first = await read();
  expect(first.map(({ subject }) => subject)).toEqual(["a", "b", "c"]);
  const second = await read(first.at(-1)?.id);
  expect(second.map(({ subject }) => subject)).toEqual(["d", "e"]);
  expect(await read(second.at(-1)?.id)).toEqual([]);
});

it("announcing an event without saying whose it is fails the write", async () => {
  const nobody = app.platform.announce(happened, { subject: "x", payload: { word: "x" } } as never);
  await expect(nobody).rejects.toThrow("test.happened belongs to no account.");
});

it("announcing what readers couldn't parse, or more than they'd want to, fails the write", async () => {
  const announce = (word: unknown) =>
    app.platform.announce(happened, {
      account: "eve",
      subject: "odd",
      payload: { word } as { word: string },
    });
  await expect(announce(7)).rejects.toThrow("This takes text.");
  const around = JSON.stringify({ word: "" }).length;
  await expect(announce("x".repeat(EVENT_BYTES_MAX - around + 1))).rejects.toThrow(
    `test.happened carries ${EVENT_BYTES_MAX + 1} bytes`,
  );
  // Bytes, not characters.
  await expect(announce("é".repeat(EVENT_BYTES_MAX / 2))).rejects.toThrow("more than an event may");
  expect(await eventsOf(app, "odd")).toEqual([]);
  await announce("x".repeat(EVENT_BYTES_MAX - around));
  expect(await eventsOf(app, "odd")).toHaveLength(1);
});

it("an event of another version that this one can't read is logged, and stops nobody else", async () => {
  const later = { ...happened, payload: z.object({ word: z.string(), meaning: z.string() }) };
  const [heard, logged]: [string[], string[]] = [[], []];
  const log = pino({ base: null }, { write: (line: string) => void logged.push(line) });
  const jobs = new Jobs(app.platform.database, log, { lookSeconds: NEVER_SECONDS });
  const handlers = [
    subscribe(later, async () => void heard.push("later"), { name: "test.later", retries: 0 }),
    subscribe(happened, async (_, { subject }) => void heard.push(subject), { name: "test.same" }),
  ];
  await jobs.start(handlers);
  const platform = createPlatform({ ...app.platform, secrets: ["s"], jobs });
  await jobs.work(handlers, platform);
  await tell("fay", "older", platform);
  await vi.waitUntil(() => logged.length > 0 && heard.length > 0, { timeout: 20_000 });
  await tell("fay", "next", platform);
  await vi.waitUntil(() => heard.length > 1, { timeout: 20_000 });
  expect(heard).toEqual(["older", "next"]);
  expect(logged.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ job: "test.later", msg: expect.stringMatching(/^job failed for good/) }),
  );
  await jobs.stop(STOP_MS);
});

it("events are kept for 90 days", async () => {
  await tell("dan", "old");
  app.clock.advance(2 * DAY_MS);
  await tell("dan", "young");
  app.clock.advance((EVENT_DAYS_MIN - 1) * DAY_MS);
  await purgeEvents(app.platform);
  expect((await eventsOf(app)).map(({ subject }) => subject)).toEqual(["young"]);
});
