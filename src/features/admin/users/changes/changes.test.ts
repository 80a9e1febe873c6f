// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { runChange } from "./changes.ts";

let app: TestApp;
let founder: Client;
let word: string;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay Founder" });
});
afterAll(() => app?.close());

beforeEach(async () => {
  word = `w${randomUUID().slice(0, 8)}`;
  await prove(founder);
});

async function prove({ id }: Client): Promise<void> {
  const now = app.clock.now().toISOString();
  await app.platform.db.execute(sql`update sessions set proven_at = ${now} where user_id = ${id}`);
}

async function staffMember(role: string): Promise<Client> {
  const member = await app.signUp({ name: `${word} staff` });
  await app.platform.db.execute(sql`update users set role = ${role} where id = ${member.id}`);
  return member;
}

/** People with an account who aren't signed in, as many as it takes. */
async function addPeople(count: number): Promise<void> {
  await app.platform.db.execute(
    sql`insert into users (id, name, email, email_verified, role, created_at, updated_at)
      select ${word} || '-' || n, ${word}, ${word} || n || '@example.com', false, 'user', now() - interval '1 day', now()
      from generate_series(1, ${count}) n`,
  );
}

const until = () => new Date(app.clock.now().getTime() + 7 * DAY_MS).toISOString();
const everyone = (more: object = {}) => ({ filter: { q: word, ...more } });
interface Start {
  change?: object;
  selection?: object;
  reason?: string;
  id?: string;
  by?: Client;
}
const start = ({
  change = { kind: "suspend", until: until() },
  selection = everyone(),
  reason = "Spam wave",
  id = randomUUID(),
  by = founder,
}: Start = {}) => by.api("POST", "/admin/users/changes", { id, change, selection, reason });
const preview = (change: object, selection: object = everyone(), by = founder) =>
  by.api("POST", "/admin/users/changes/preview", { change, selection });
const listed = async (id: string) =>
  (await founder.api("GET", "/admin/users/changes")).body.items.find((one: { id: string }) => one.id === id);
const ended = (id: string, state = "done") =>
  expect.poll(async () => (await listed(id)).state, { timeout: 20_000, interval: 100 }).toBe(state);
const banned = async () =>
  (await rowsOf(app.platform.db, sql`select 1 from users where name = ${word} and banned`)).length;
const mails = async (subject: string) =>
  (
    await rowsOf<{ n: number }>(
      app.platform.db,
      sql`select count(*)::int as n from mails where recipient like ${`${word}%`} and template = ${subject}`,
    )
  )[0]?.n;

describe("changing many accounts", () => {
  it("says first how many it will be, suspends all that match, once each, and takes it back", async () => {
    await addPeople(60);
    expect((await preview({ kind: "suspend", until: until() })).body).toEqual({
      count: 60,
      can_undo: true,
      sample: expect.arrayContaining([expect.stringContaining("@example.com")]),
    });
    const id = randomUUID();
    const change = { kind: "suspend", until: until() };
    const both = await Promise.all([start({ id, change }), start({ id, change })]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    await ended(id);
    expect(await listed(id)).toMatchObject({
      total: 60,
      changed: 60,
      undone: 0,
      can_undo: true,
      by: "Fay Founder",
    });
    expect(await banned()).toBe(60);
    expect(await mails("accounts.banned")).toBe(60);
    expect((await founder.api("POST", `/admin/users/changes/${id}/stop`)).body.code).toBe("CHANGE_ENDED");
    expect((await founder.api("POST", `/admin/users/changes/${id}/undo`)).body.state).toBe("undoing");
    await ended(id, "undone");
    expect(await banned()).toBe(0);
    expect(await listed(id)).toMatchObject({ undone: 60, can_undo: false });
    expect(await mails("accounts.ban-lifted")).toBe(60);
  });

  it("goes on after a kill at any point: nobody is told twice, nobody is left out", async () => {
    await addPeople(80);
    const id = randomUUID();
    const selection = { filter: { q: word }, except: [] };
    const change = JSON.stringify({ kind: "suspend", until: until() });
    const now = app.clock.now().toISOString();
    await app.platform.db.execute(sql`insert into user_changes (id, change, selection, reason, state, total, made_by, created_at)
      values (${id}, ${change}::jsonb, ${JSON.stringify(selection)}::jsonb, 'Spam', 'running', 80, ${founder.id}, ${now})`);
    for (let kill = 0; kill < 6; kill++) {
      const control = new AbortController();
      let left = 3 * kill + 1;
      // Stops in the middle of a batch, and undoes what it had done of it.
      const announce: typeof app.platform.announce = function (this: never, ...news) {
        if (left-- === 0) throw new Error("killed");
        return app.platform.announce.apply(this, news as never);
      };
      await runChange({ ...app.platform, announce, abortSignal: control.signal }, { id }).catch(
        () => undefined,
      );
    }
    await Promise.all([runChange(app.platform, { id }), runChange(app.platform, { id })]);
    expect(await banned()).toBe(80);
    expect(await mails("accounts.banned")).toBe(80);
    expect(await listed(id)).toMatchObject({ state: "done", changed: 80 });
  });

  it("leaves out staff, those taken out, and accounts from later on", async () => {
    await addPeople(3);
    await staffMember("support");
    const selection = { filter: { q: word }, except: [`${word}-2`] };
    expect((await preview({ kind: "confirm" }, selection)).body).toMatchObject({ count: 2, can_undo: false });
    const { id } = (await start({ change: { kind: "confirm" }, selection })).body;
    await ended(id);
    expect(await listed(id)).toMatchObject({ total: 2, changed: 2, can_undo: false });
    expect((await founder.api("POST", `/admin/users/changes/${id}/undo`)).body.code).toBe("CHANGE_FINAL");
  });

  it("gives something, signs people out, and lifts suspensions; what was given is taken back", async () => {
    await addPeople(2);
    const ids = [`${word}-1`, `${word}-2`];
    const given = await start({
      change: { kind: "grant", what: "profile_slots", quantity: 3 },
      selection: { ids: [...ids, "no\u0000body", founder.id] },
    });
    await ended(given.body.id);
    const grants = async () =>
      (await founder.api("GET", `/admin/users/${ids[0]}/grants`)).body.items.map(
        ({ state }: { state: string }) => state,
      );
    expect(await grants()).toEqual(["active"]);
    await founder.api("POST", `/admin/users/changes/${given.body.id}/undo`);
    await ended(given.body.id, "undone");
    expect(await grants()).toEqual(["taken_back"]);
    expect((await preview({ kind: "sign_out" })).body.count).toBe(0);
    await founder.api("PUT", `/admin/users/${ids[0]}/ban`, { reason: "Spam", until: until() });
    const lifted = await start({ change: { kind: "lift" } });
    await ended(lifted.body.id);
    expect(await banned()).toBe(0);
    await founder.api("POST", `/admin/users/changes/${lifted.body.id}/undo`);
    await ended(lifted.body.id, "undone");
    expect(await banned()).toBe(1);
  });

  it("is for those in charge of it only, with a reason, a fresh proof, and an end to come", async () => {
    const support = await staffMember("support");
    await prove(support);
    expect((await start({ by: support })).body.code).toBe("CHANGE_NOT_YOURS");
    expect((await preview({ kind: "lift" }, everyone(), support)).body.code).toBe("CHANGE_NOT_YOURS");
    expect((await start({ reason: " " })).body.code).toBe("REASON_MISSING");
    const past = { kind: "suspend", until: "2020-01-01T00:00:00Z" };
    expect((await start({ change: past })).body.code).toBe("CHANGE_OVER");
    expect((await preview(past)).body.code).toBe("CHANGE_OVER");
    const forever = { kind: "suspend", until: "9999-12-31T00:00:00Z" };
    expect((await start({ change: forever })).body.code).toBe("SUSPENSION_TOO_LONG");
    expect((await preview(forever)).body.code).toBe("SUSPENSION_TOO_LONG");
    expect((await start({ change: { kind: "suspend" } })).status).toBe(400);
    const { id } = (await start({ selection: { ids: [] } })).body;
    await ended(id);
    for (const verb of ["stop", "undo"]) {
      await prove(support);
      expect((await support.api("POST", `/admin/users/changes/${id}/${verb}`)).body.code).toBe(
        "CHANGE_NOT_YOURS",
      );
      for (const other of [randomUUID(), "no%00body"])
        expect((await founder.api("POST", `/admin/users/changes/${other}/${verb}`)).body.code).toBe(
          "CHANGE_NOT_FOUND",
        );
    }
    await app.platform.db.execute(
      sql`update sessions set proven_at = now() - interval '1 day' where user_id = ${founder.id}`,
    );
    expect((await start()).body.code).toBe("REAUTHENTICATION_REQUIRED");
    expect((await founder.api("POST", `/admin/users/changes/${id}/undo`)).body.code).toBe(
      "REAUTHENTICATION_REQUIRED",
    );
    expect((await (await app.signUp()).api("GET", "/admin/users/changes")).status).toBe(404);
  });

  it("stops when asked, and when whoever started it isn't staff anymore", async () => {
    await addPeople(30);
    const moderator = await staffMember("moderator");
    const now = app.clock.now().toISOString();
    const add = async (by: string) => {
      const id = randomUUID();
      await app.platform.db.execute(sql`insert into user_changes (id, change, selection, reason, state, total, made_by, created_at)
        values (${id}, ${JSON.stringify({ kind: "suspend", until: until() })}::jsonb, ${JSON.stringify({ filter: { q: word } })}::jsonb,
          'Spam', 'running', 30, ${by}, ${now})`);
      return id;
    };
    const [one, two] = [await add(founder.id), await add(moderator.id)];
    expect((await founder.api("POST", `/admin/users/changes/${one}/stop`)).body.state).toBe("stopped");
    await runChange(app.platform, { id: one });
    await app.platform.db.execute(sql`update users set role = 'user' where id = ${moderator.id}`);
    await runChange(app.platform, { id: two });
    expect(await banned()).toBe(0);
    expect((await listed(two)).state).toBe("stopped");
    expect((await eventsOf(app, one)).map(({ name }) => name)).toEqual(["users.change_stopped"]);
  });

  it("finds by when somebody was last seen, and by flags, in both orders", async () => {
    await addPeople(2);
    const person = await app.signUp({ name: word });
    await app.platform.db.execute(
      sql`update users set last_seen_at = now() - interval '2 years' where id in (${`${word}-1`}, ${`${word}-2`})`,
    );
    const find = async (query: string) =>
      (await founder.api("GET", `/admin/users?q=${word}&${query}`)).body.items.map(
        ({ id }: { id: string }) => id,
      );
    expect(await find("seen=week")).toEqual([person.id]);
    expect(await find("seen=month")).toEqual([person.id]);
    for (const seen of ["not_month", "not_year", "nowhere"])
      expect((await find(`seen=${seen}`)).sort()).toEqual([`${word}-1`, `${word}-2`]);
    expect((await find("order=seen_last"))[0]).toBe(person.id);
    expect((await find("order=seen_long_ago")).at(-1)).toBe(person.id);
    expect((await find("order=oldest")).at(-1)).toBe(person.id);
    expect((await find("order=newest"))[0]).toBe(person.id);
    for (const flag of ["second_factor", "reported", "support_access", "given"])
      expect([flag, await find(`flag=${flag}`)]).toEqual([flag, []]);
    await person.api("PUT", "/me/staff-access", { level: "look", days: 1 });
    await founder.api("POST", `/admin/users/${person.id}/grants`, {
      kind: "profile_slots",
      quantity: 1,
      reason: "x",
    });
    await app.platform.db.execute(sql`insert into two_factors (user_id, secret, recovery_codes, confirmed_at, trust_from)
      values (${person.id}, 'x', '{}', now(), now())`);
    for (const flag of ["second_factor", "support_access", "given"])
      expect([flag, await find(`flag=${flag}`)]).toEqual([flag, [person.id]]);
  });

  it("finds accounts whose e-mail was reported as spam, and that reached a limit, for 30 days", async () => {
    await addPeople(3);
    const find = async (flag: string) =>
      (await founder.api("GET", `/admin/users?q=${word}&flag=${flag}`)).body.items.map(
        ({ id }: { id: string }) => id,
      );
    const sums = (n: number, { kind = "happened", complained = 1, days = 1 }) =>
      app.platform.db.execute(sql`insert into mail_rollups (user_id, kind, at, batch_id, host, complained)
        values (${`${word}-${n}`}, ${kind}, ${app.clock.now().toISOString()}::timestamptz - ${days} * interval '1 day',
          ${randomUUID()}, 'fans.example', ${complained})`);
    await sums(1, { complained: 0 });
    await sums(2, { days: 29 });
    await sums(2, { days: 2 });
    await sums(3, { days: 31 });
    // Reported today, but sent long ago; or the other way round.
    await sums(3, { kind: "sent", days: 1 });
    expect(await find("mail_complaints")).toEqual([`${word}-2`]);

    const [person, program, victim] = [
      await app.signUp({ name: word }),
      await app.signUp({ name: word }),
      await app.signUp({ name: word }),
    ];
    await prove(program);
    const key = (await program.api("POST", "/keys", { name: "Shop", scopes: ["profiles.see"] })).body;
    const reach = async (who: string) => {
      const limit = { name: "tests", attempts: 1, seconds: 60 };
      await app.platform.limits.count(limit, who);
      await expect(app.platform.limits.count(limit, who)).rejects.toMatchObject({ status: 429 });
    };
    expect(await find("limit_reached")).toEqual([]);
    // Anybody can ask for links to somebody's address until there are no more.
    for (const who of [person.id, key.id, victim.email, `secret-${word}`]) await reach(who);
    await app.incidents.write();
    expect((await find("limit_reached")).sort()).toEqual([person.id, program.id].sort());
    const rows = await rowsOf<{ account: string }>(
      app.platform.db,
      sql`select account from security_incidents where subject = 'tests'`,
    );
    expect(rows.map((row) => row.account).sort()).toEqual(["", person.id, program.id, victim.id].sort());
    app.clock.advance(31 * DAY_MS);
    expect(await find("limit_reached")).toEqual([]);
    app.clock.advance(-31 * DAY_MS);
  });
});
