// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { readVisits } from "./packed-days.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

it("visits of packed days come from there however many they are, without their rows", async () => {
  const profileId = randomUUID();
  const days = 6;
  // More names than are remembered. No day has rows.
  await app.platform.db.execute(sql`
    insert into packed_days (profile_id, day, version, events, words, minutes, kinds, visits, visit_names, first_clicks)
    select ${profileId}, '2026-01-01'::date + n, gen_random_uuid(), 1,
      '{"places": [""], "clients": [""], "sources": [""], "utms": [""], "links": [""], "visitors": 1}',
      '\\x0000', '\\x00', '\\x00', decode(repeat('00', 8 * 1024 * 1024), 'hex'), ''
    from generate_series(0, ${days - 1}) as n`);
  await app.platform.db.execute(
    sql`insert into rollup_progress (name, done_until) values ('packed', '2026-01-07Z')
        on conflict (name) do update set done_until = excluded.done_until`,
  );
  const reading = { profileId, from: Date.parse("2026-01-01"), to: Date.parse("2026-01-07") };
  const read = async () => {
    const starts: number[] = [];
    for await (const { events } of readVisits(app.platform, reading)) starts.push(events.start);
    return starts;
  };
  const all = Array.from({ length: days }, (_, day) => reading.from + day * 86_400_000);
  expect(await read()).toEqual(all);
  expect(await read()).toEqual(all);
});
