import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { settingChanged } from "#src/features/instance/settings/events.ts";
import { uuidv7 } from "#src/lib/ids.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { sealEvents } from "#src/platform/events/event-chain.ts";
import { erasePerson, purgeEvents } from "#src/platform/events/events.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { runCheck } from "./chain.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay" });
});
afterAll(() => app?.close());

const announce = (subject: string) =>
  app.platform.announce(settingChanged, {
    account: founder.id,
    subject,
    payload: { before: null, after: "1" },
  });

/** Does things, and seals them: nothing can come before them after a while. */
async function happen(names = ["One", "Two", "Three", "Four"]): Promise<string[]> {
  const before = await lastPosition();
  for (const name of names) {
    app.clock.advance(5);
    await announce(name);
  }
  return seal(before);
}

async function seal(before = 0): Promise<string[]> {
  app.clock.advance(60_000);
  await sealEvents(app.platform);
  const rows = await rowsOf<{ event_id: string }>(
    app.platform.db,
    sql`select event_id from event_seals where position > ${before} and kind = 'event' order by position`,
  );
  return rows.map(({ event_id }) => event_id);
}

const lastPosition = async () =>
  (
    await rowsOf<{ last: number }>(
      app.platform.db,
      sql`select coalesce(max(position), 0)::int as last from event_seals`,
    )
  )[0]?.last ?? 0;

async function check(known?: object) {
  const { status, body } = await founder.api("POST", "/admin/audit/checks", known ? { known } : {});
  expect(status, JSON.stringify(body)).toBe(200);
  return vi.waitUntil(
    async () => {
      const { body: now } = await founder.api("GET", `/admin/audit/checks/${body.id}`);
      return now.ended_at ? (now as { problem_count: number; problems: object[]; done: number }) : undefined;
    },
    { timeout: 20_000, interval: 50 },
  );
}

const run = (query: ReturnType<typeof sql>) => app.platform.db.execute(query);

describe("the chain over all events", () => {
  let ids: string[];
  beforeEach(async () => {
    // What a test broke stays broken, so each begins a chain of its own.
    await run(sql`delete from event_seals`);
    await run(sql`delete from event_chain`);
    await run(sql`delete from events`);
    await run(sql`delete from event_changes`);
    ids = await happen();
  });

  it("is whole if nothing happened to it, and has what was done since", async () => {
    expect(ids.length).toBeGreaterThanOrEqual(4);
    const { problem_count, done } = await check();
    expect([problem_count, done]).toEqual([0, ids.length]);
    await happen(["Five"]);
    expect((await check()).problem_count).toBe(0);
    const { body } = await founder.api("GET", "/admin/audit/chain");
    expect(body.head.position).toBe(await lastPosition());
    expect(body.checks).toHaveLength(2);
    expect((await check({ position: body.head.position, hash: body.head.hash })).problem_count).toBe(0);
  });

  it("names an event that was changed: its content, its actor, its time, or its account", async () => {
    const [, id] = ids;
    for (const change of [
      sql`payload = '{"x": 1}'`,
      sql`actor = '{"type": "system", "job": "x"}'`,
      sql`time = time - interval '1 millisecond'`,
      sql`account = 'other'`,
      sql`subject = 'other'`,
      sql`name = 'link.deleted'`,
    ]) {
      const [was] = await rowsOf<{ row: unknown }>(
        app.platform.db,
        sql`select to_jsonb(e) as row from events e where id = ${id}`,
      );
      await run(sql`update events set ${change} where id = ${id}`);
      expect((await check()).problems).toMatchObject([{ kind: "changed", position: 2, event_id: id }]);
      await run(sql`delete from events where id = ${id}`);
      await run(
        sql`insert into events select * from jsonb_populate_record(null::events, ${JSON.stringify(was?.row)}::jsonb)`,
      );
      expect((await check()).problems).toEqual([]);
    }
  });

  it("names a missing event, a missing seal, and one that's gone with its seal", async () => {
    const [one, , three] = ids;
    await run(sql`delete from events where id = ${one}`);
    expect((await check()).problems).toMatchObject([{ kind: "missing", position: 1, event_id: one }]);
    await run(sql`delete from events where id = ${three}`);
    await run(sql`delete from event_seals where event_id = ${three}`);
    expect((await check()).problems).toMatchObject([
      { kind: "missing", position: 1 },
      { kind: "missing", position: 4 },
    ]);
  });

  it("names an event that was added among others", async () => {
    const [one] = ids;
    const [first] = await rowsOf<{ ms: number }>(
      app.platform.db,
      sql`select extract(epoch from time)::float8 * 1000 as ms from events where id = ${one}`,
    );
    const id = uuidv7(Math.round(first?.ms ?? 0) + 2, (bytes) => bytes.fill(7));
    await run(
      sql`insert into events select ${id}, account, name, actor, subject, time, payload from events where id = ${one}`,
    );
    await seal();
    expect((await check()).problems).toMatchObject([{ kind: "inserted", event_id: id, position: null }]);
  });

  it("names events and seals that changed places", async () => {
    const [, two, three] = ids;
    await run(sql`update event_seals s set event_id = o.event_id, digest = o.digest from event_seals o
      where (s.position, o.position) in ((2, 3), (3, 2))`);
    const { problems } = await check();
    expect(problems).toMatchObject([
      { kind: "seal", position: 2, event_id: three },
      { kind: "reordered", position: 3, event_id: two },
    ]);
  });

  it("notices a changed seal, an end that was cut off, and a head that isn't what was written down", async () => {
    const { body } = await founder.api("GET", "/admin/audit/chain");
    await run(sql`update event_seals set digest = 'x' where position = 2`);
    expect((await check()).problems).toMatchObject([{ kind: "seal", position: 2 }]);
    await run(
      sql`update event_chain set head_position = 3, head_hash = (select hash from event_seals where position = 3)`,
    );
    await run(sql`delete from event_seals where position > 3`);
    await run(sql`delete from events where id > ${ids[2]}`);
    const { problems } = await check({ position: body.head.position, hash: body.head.hash });
    expect(problems).toMatchObject([{ kind: "seal" }, { kind: "end" }, { kind: "known" }]);
  });

  it("goes on where it was after it was interrupted, and reports each problem once", async () => {
    await run(sql`delete from events where id in (${ids[0]}, ${ids[3]})`);
    const { id } = (await founder.api("POST", "/admin/audit/checks", {})).body;
    const ended = () =>
      vi.waitUntil(
        async () => {
          const { body } = await founder.api("GET", `/admin/audit/checks/${id}`);
          return body.ended_at ? body : undefined;
        },
        { timeout: 20_000 },
      );
    const positions = async () =>
      (await ended()).problems.map(({ position }: { position: number }) => position);
    expect(await positions()).toEqual([1, 4]);
    await runCheck(app.platform, { id });
    expect(await positions()).toEqual([1, 4]);
    await run(sql`update audit_checks c set ended_at = null, problems = '[]', problem_count = 0, position = 2,
      hash = s.hash, event = s.event_id from event_seals s where s.position = 2 and c.id = ${id}`);
    await runCheck(app.platform, { id });
    expect(await positions()).toEqual([4]);
  });

  it("stays whole when an account is erased and its events go, sealed or not", async () => {
    const person = await app.signUp();
    await seal();
    await founder.api("PUT", `/admin/users/${person.id}/ban`, { reason: "Spam" });
    await founder.api("DELETE", `/admin/users/${person.id}/ban`);
    await app.platform.write(async (ctx) => {
      await erasePerson(ctx, person.id);
      await ctx.db.execute(sql`delete from events where account = ${person.id}`);
    });
    // What the product says of it isn't sealed yet.
    expect((await check()).problems).toEqual([]);
    await seal();
    expect((await check()).problems).toEqual([]);
    const left = await rowsOf(app.platform.db, sql`select from events where account = ${person.id}`);
    expect(left).toEqual([]);
    expect(await rowsOf(app.platform.db, sql`select from event_changes`)).toEqual([]);
    // Whoever deletes a row by hand can't say that it was erased.
    await run(sql`delete from events where id = ${ids[1]}`);
    await run(sql`insert into event_changes values (${ids[1]}, null, 'made up')`);
    expect((await check()).problems).toMatchObject([{ kind: "missing", event_id: ids[1] }]);
    await seal();
    expect((await check()).problems).toMatchObject([{ kind: "missing", event_id: ids[1] }]);
  });

  it("goes on from where old events were purged, for as long as the instance keeps them", async () => {
    await run(
      sql`insert into settings (name, value, updated_at) values ('event_days', '365', now()) on conflict do nothing`,
    );
    await app.platform.settings.load();
    app.clock.advance(200 * DAY_MS);
    await purgeEvents(app.platform);
    expect((await check()).done).toBe(ids.length);
    await happen(["Late"]);
    app.clock.advance(200 * DAY_MS);
    await purgeEvents(app.platform);
    const kept = await rowsOf<{ n: number }>(
      app.platform.db,
      sql`select count(*)::int as n from events where id = any(${sql.param(ids)}::uuid[])`,
    );
    expect(kept[0]?.n).toBe(0);
    const { problems, problem_count } = await check();
    expect([problems, problem_count]).toEqual([[], 0]);
    const { body } = await founder.api("GET", "/admin/audit/chain");
    expect(body.purged).toBeGreaterThanOrEqual(ids.length);
    await run(sql`delete from settings where name = 'event_days'`);
    await app.platform.settings.load();
    app.clock.advance(-400 * DAY_MS);
  });

  it("seals nothing that an open transaction could still precede, on whichever node", async () => {
    const before = await lastPosition();
    await announce("Fresh");
    await Promise.all([sealEvents(app.platform), sealEvents(app.platform)]);
    expect(await lastPosition()).toBe(before);
    app.clock.advance(60_000);
    await Promise.all([sealEvents(app.platform), sealEvents(app.platform), sealEvents(app.platform)]);
    expect(await lastPosition()).toBeGreaterThan(before);
    expect((await check()).problems).toEqual([]);
  });
});

it("only those in charge of the audit log see the chain, and a check needs one", async () => {
  const moderator = await app.signUp();
  await run(sql`update users set role = 'moderator' where id = ${moderator.id}`);
  for (const [method, path] of [
    ["GET", "/admin/audit/chain"],
    ["POST", "/admin/audit/checks"],
  ] as const)
    expect((await moderator.api(method, path, method === "POST" ? {} : undefined)).status).toBe(404);
  expect((await founder.api("GET", "/admin/audit/checks/x")).body.code).toBe("CHECK_NOT_FOUND");
  await run(sql`delete from event_seals`);
  await run(sql`delete from event_chain`);
  expect((await founder.api("POST", "/admin/audit/checks", {})).body.code).toBe("NOTHING_SEALED");
});
