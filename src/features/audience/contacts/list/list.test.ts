// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { systemCtx } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { insertMail } from "#src/platform/mail/store.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Answer, Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { purgeDeletedContacts } from "../bulk/bulk.ts";
import { exportContacts } from "../export/export.ts";
import { contacts, contactText } from "../tables.ts";

let app: TestApp;
let owner: Client;
let profileId: string;

beforeAll(async () => {
  app = await startApp();
  await app.signUp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signUp();
  const { body } = await owner.api("POST", "/profiles", { name: `L${randomUUID().slice(0, 8)}` });
  profileId = body.id;
});

async function fill(count: number, name = "P"): Promise<void> {
  const at = app.clock.now().toISOString();
  await app.platform.db.execute(sql`
    insert into contacts (user_id, id, name, email, status, profile_ids, created_at, updated_at)
    select ${owner.id}, gen_random_uuid(), ${name} || n, lower(${name} || n || '@example.com'), 'new',
      array[${profileId}::uuid], ${at}, ${at} from generate_series(1, ${count}::int) as n`);
}

const list = async (query = "") => (await owner.api("GET", `/contacts${query}`)).body;
const namesOf = async (query = ""): Promise<string[]> =>
  (await list(query)).items.map(({ name }: { name: string }) => name);
const remove = (selection: object, input: object = {}, who = owner) =>
  who.api("POST", "/contacts/delete", { selection, undo_id: randomUUID(), ...input });

/** The job that a bulk deletion turned into, once it has ended. */
async function jobOf(answer: Answer) {
  const find = async () =>
    (await owner.api("GET", "/jobs")).body.items.find(({ id }: { id: string }) => id === answer.body.job);
  const isOver = async () => !["waiting", "running"].includes((await find()).state);
  await vi.waitUntil(isOver, { timeout: 20_000 });
  return find();
}

describe("the list of contacts", () => {
  it("is sorted as requested, ignoring case", async () => {
    await fill(2, "b");
    await fill(2, "A");
    expect(await namesOf("?sort=name")).toEqual(["A1", "A2", "b1", "b2"]);
    expect(await namesOf("?sort=name&order=desc")).toEqual(["b2", "b1", "A2", "A1"]);
    expect((await owner.api("GET", "/contacts?sort=phone")).status).toBe(400);
  });

  it("is sorted by score, page by page, with nobody twice", async () => {
    await fill(120);
    await app.platform.db.execute(
      sql`update contacts set score = length(name) * 10 - 20 where user_id = ${owner.id}`,
    );
    const scores: number[] = [];
    const ids = new Set<string>();
    for (let cursor = ""; ; ) {
      const { items, next } = await list(`?sort=score&order=desc&cursor=${encodeURIComponent(cursor)}`);
      for (const { id, score } of items) ids.add(id) && scores.push(score);
      if (!next) break;
      cursor = next;
    }
    expect([ids.size, scores.length]).toEqual([120, 120]);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it("is searched through an index, however long it is", async () => {
    await fill(3000);
    await app.platform.db.execute(sql`analyze contacts`);
    const plan = await app.platform.db.transaction(async (db) => {
      await db.execute(sql`set local enable_seqscan = off`);
      await db.execute(sql`set local enable_indexscan = off`);
      return rowsOf(
        db,
        sql`explain select 1 from ${contacts} where fold_text(${contactText(contacts)}) like '%p2999%'`,
      );
    });
    expect(JSON.stringify(plan)).toContain("contacts_text");
    expect(await namesOf("?q=p2999")).toEqual(["P2999"]);
  });

  const exported = async (selection: object, who = owner) => {
    const { body } = await who.api("POST", "/contacts/export", { selection });
    return body.trimEnd().split("\r\n").length - 1;
  };

  it("exports those that are selected, however many, or all except some", async () => {
    await fill(900);
    const rows = await rowsOf<{ id: string }>(
      app.platform.db,
      sql`select id from contacts where user_id = ${owner.id}`,
    );
    const ids = rows.map(({ id }) => id);
    expect(await exported({ ids: [...ids, "nonsense"] })).toBe(900);
    expect(await exported({ ids: ids.slice(0, 2) })).toBe(2);
    expect(await exported({ all: true, except: ids.slice(0, 1) })).toBe(899);
    expect(await exported({ all: true, filter: { q: "P89" }, except: ids })).toBe(0);
    expect(await exported({ all: true, filter: { q: "P89" } })).toBe(11);
    expect(await exported({ ids }, await app.signUp())).toBe(0);
    const elsewhere = { all: true, filter: { profile_id: randomUUID() } };
    for (const answer of [
      await owner.api("POST", "/contacts/export", { selection: elsewhere }),
      await owner.api("GET", `/contacts/export?profile_id=${randomUUID()}`),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, "PROFILE_NOT_FOUND"]);
    }
    const tooMany = await owner.api("POST", "/contacts/export", {
      selection: { ids: Array(1001).fill("x") },
    });
    expect([tooMany.status, tooMany.body.message]).toEqual([
      400,
      expect.stringContaining("Pick 1 to 1,000 rows, or all of them."),
    ]);
  });

  it("exports everything, even beyond what's read at once", async () => {
    await fill(2500);
    const answer = await owner.api("GET", "/contacts/export");
    expect(answer.headers.get("content-length")).toBeNull();
    await fill(1, "Ž田م");
    expect((await owner.api("GET", "/contacts/export?q=ž田")).body).toContain("\r\nŽ田م1,ž田م1@example.com,");
    const lines: string[] = answer.body.trimEnd().split("\r\n");
    expect(new Set(lines).size).toBe(2501);
  });

  it("stops being exported as soon as the person who asked for it loses access", async () => {
    await fill(2500);
    let asked = 0;
    const own = systemCtx(app.platform, { job: "test", account: owner.id });
    const file = await exportContacts({ ...own, isAdmitted: async () => ++asked < 2 }, { format: "csv" });
    const read = new Response(file.stream()).text();
    await expect(read).rejects.toThrow("breaks off");
    expect(asked).toBe(2);
  });
});

describe("the list of contacts for a role that sees them masked", () => {
  const asAnalyst = async () => {
    const analyst = await app.signUp();
    await app.platform.db.execute(
      sql`insert into team_members (account, user_id, role, created_at)
          values (${owner.id}, ${analyst.id}, 'analyst', now())`,
    );
    return (method: "GET" | "POST", path: string, body?: object) =>
      analyst.call(method, `/api/v1${path}`, body, { "x-account": owner.id });
  };

  it("shows only first letters, newest first or oldest first", async () => {
    await fill(2);
    const ask = await asAnalyst();
    for (const query of ["", "?sort=created_at&order=asc", "?sort=created_at&order=desc"]) {
      const { status, body } = await ask("GET", `/contacts${query}`);
      expect([query, status, body.total]).toEqual([query, 200, 2]);
      expect(body.items).toMatchObject(Array(2).fill({ name: "P…", email: "p…@…", phone: null }));
      expect(JSON.stringify(body)).not.toMatch(/p1|p2|example\.com/i);
    }
  });

  it("doesn't let a search, a sort order, or its cursor reveal how an address begins", async () => {
    await fill(60);
    const ask = await asAnalyst();
    const { next } = await list("?sort=email");
    for (const query of [
      "?q=P1",
      "?q=p1%40example.com",
      "?q=1",
      "?sort=name",
      "?sort=email&order=desc",
      `?sort=email&cursor=${encodeURIComponent(next)}`,
    ]) {
      const { status, body } = await ask("GET", `/contacts${query}`);
      expect([query, status, body.code]).toEqual([query, 403, "FORBIDDEN"]);
    }
    const { body } = await ask("GET", `/contacts?cursor=${encodeURIComponent(next)}`);
    expect(body.code).toBe("CURSOR_INVALID");
  });

  it("reveals nothing hidden in its own cursors", async () => {
    await fill(60);
    const { body } = await (await asAnalyst())("GET", "/contacts");
    expect(Buffer.from(body.next, "base64url").toString()).not.toMatch(/p\d|example/i);
  });

  it("can't be exported or deleted, not even for a count", async () => {
    await fill(2);
    const ask = await asAnalyst();
    const selection = { all: true, filter: { q: "P1" } };
    const answers = await Promise.all([
      ask("GET", "/contacts/export?q=P1"),
      ask("POST", "/contacts/export", { selection }),
      ask("POST", "/contacts/delete", { selection, dry_run: true, undo_id: randomUUID() }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});

describe("deleting many contacts", () => {
  it("says how many first, and deletes nothing yet", async () => {
    await fill(60);
    const answer = await remove({ all: true, filter: { q: "P1" } }, { dry_run: true });
    expect(answer.body).toEqual({ count: 11, skipped: [], until: expect.any(String) });
    expect((await list()).total).toBe(60);
  });

  it("is a job if there are many, and takes all that match except those left out and those that came later", async () => {
    await fill(2100);
    const { items } = await list();
    const { until } = (await remove({ all: true }, { dry_run: true })).body;
    app.clock.advance(1000);
    await fill(1, "late");
    const selection = { all: true, except: [items[0].id], until };
    const answer = await remove(selection);
    expect(answer.body.count).toBe(0);
    const job = await jobOf(answer);
    expect(job).toMatchObject({ name: "contacts.change", state: "done", done: 2099, total: 2099 });
    const [begun] = await eventsOf(app, answer.body.job);
    expect(begun).toMatchObject({ name: "contacts.change_begun", actor: { type: "person", id: owner.id } });
    expect((await namesOf()).sort()).toEqual([items[0].name, "late1"].sort());
  });

  it("takes the selected leads and says which were already gone", async () => {
    await fill(3);
    const ids = (await list()).items.slice(0, 2).map(({ id }: { id: string }) => id);
    const answer = await remove({ ids: [...ids, randomUUID(), "x"] });
    expect(answer.body).toMatchObject({ count: 2, skipped: [{ reason: "already deleted", count: 2 }] });
    expect((await list()).total).toBe(1);
  });

  it.each([
    ["a filter that is misspelled", { selection: { all: true, filter: { profile: "A" } } }],
    ["a dry run that is misspelled", { selection: { all: true }, dryRun: true }],
    ["some and all at once", { selection: { ids: [randomUUID()], all: true } }],
    ["a moment that no database has", { selection: { all: true, until: "0000-01-01T00:00:00Z" } }],
  ])("refuses %s, and deletes nothing", async (_, input) => {
    await fill(2);
    expect((await remove({}, input)).status).toBe(400);
    expect((await list()).total).toBe(2);
  });

  it("by a search for characters that no text contains finds nothing", async () => {
    await fill(2);
    expect((await remove({ all: true, filter: { q: "\u0000" } })).body.count).toBe(0);
    expect((await list()).total).toBe(2);
  });

  it("leaves other accounts' contacts alone", async () => {
    await fill(2);
    const ids = (await list()).items.map(({ id }: { id: string }) => id);
    const stranger = await app.signUp();
    expect((await remove({ ids }, {}, stranger)).body.count).toBe(0);
    expect((await remove({ all: true }, {}, stranger)).body.count).toBe(0);
    expect((await remove({ all: true, filter: { profile_id: profileId } }, {}, stranger)).status).toBe(404);
    expect((await list()).total).toBe(2);
  });

  it.each([[{}], [{ all: false }], [{ ids: [] }], [{ ids: Array(1001).fill("x") }]])(
    "refuses an unspecific selection: %j",
    async (selection) => {
      await fill(1);
      expect((await remove(selection)).status).toBe(400);
      expect((await list()).total).toBe(1);
    },
  );

  it("can be undone as a whole, by its account, once", async () => {
    await fill(1200);
    const before = (await owner.api("GET", "/contacts/export")).body;
    const undo_id = randomUUID();
    await jobOf(await remove({ all: true }, { undo_id }));
    expect((await list()).total).toBe(0);
    const restore = (who: Client) => who.api("POST", "/contacts/restore", { undo_id });
    expect((await restore(await app.signUp())).body.code).toBe("UNDO_TOO_LATE");
    expect((await restore(owner)).body).toEqual({ restored: 1200, taken: 0 });
    expect((await owner.api("GET", "/contacts/export")).body).toBe(before);
    const again = await restore(owner);
    expect([again.status, again.body.message]).toEqual([409, "There’s nothing left to bring back."]);
  });

  it("can be undone however large it was, by its account, for an hour", async () => {
    await fill(1200);
    const undo_id = randomUUID();
    const done = await remove({ all: true }, { undo_id });
    expect((await jobOf(done)).state).toBe("done");
    const undo = () => owner.api("POST", "/contacts/restore", { undo_id });
    expect((await undo()).body).toEqual({ restored: 1200, taken: 0 });
    const again = { undo_id: randomUUID() };
    await remove({ ids: [(await list()).items[0].id] }, again);
    app.clock.advance(3_700_000);
    expect((await owner.api("POST", "/contacts/restore", again)).body.code).toBe("UNDO_TOO_LATE");
  });

  it("doesn't restore people twice if they've signed up again", async () => {
    await fill(2);
    const undo_id = randomUUID();
    await remove({ all: true }, { undo_id });
    await fill(1);
    expect((await owner.api("POST", "/contacts/restore", { undo_id })).body).toEqual({
      restored: 1,
      taken: 1,
    });
    expect((await list()).total).toBe(2);
  });

  /** Someone who has signed up on the page, and an e-mail about that. */
  async function signUp() {
    const form = { lead_capture_enabled: true, collect_without_download: true };
    await owner.api("PATCH", `/profiles/${profileId}`, form);
    const fan = { p_profile_id: profileId, p_name: "Nora", p_email: "nora@fans.example" };
    const { id } = (await app.visitor().api("POST", "/rpc/insert_fan_lead", fan)).body;
    const at = app.clock.now().toISOString();
    const about = { account: owner.id, about: id, recipient: owner.email };
    const mail = { template: "leads.more", data: {}, state: "sent", created_at: at, due_at: at } as const;
    const { db } = app.platform;
    await insertMail(db, { ...mail, ...about, id: randomUUID() });
    return {
      leads: () => rowsOf(db, sql`select name from fan_leads where id = ${id}`),
      mails: () => rowsOf(db, sql`select id from mails where about = ${id} and template = 'leads.more'`),
    };
  }

  it("takes their sign-ups along, and brings them back", async () => {
    await signUp();
    const undo_id = randomUUID();
    const [before] = (await list()).items;
    await remove({ all: true }, { undo_id });
    expect((await owner.api("POST", "/contacts/restore", { undo_id })).body).toEqual({
      restored: 1,
      taken: 0,
    });
    expect((await list()).items).toEqual([before]);
    const timeline = (await owner.api("GET", `/contacts/${before.id}/timeline`)).body.items;
    expect(timeline.map(({ kind }: { kind: string }) => kind)).toEqual(["sign_up"]);
  });

  it("is permanent after an hour, including sign-ups and the e-mail about them", async () => {
    const { leads, mails } = await signUp();
    const undo_id = randomUUID();
    await remove({ all: true }, { undo_id });
    app.clock.advance(3_500_000);
    await purgeDeletedContacts(app.platform);
    const kept = () => rowsOf(app.platform.db, sql`select from removed_rows where undo_id = ${undo_id}`);
    expect([await kept(), await leads(), await mails()].map(({ length }) => length)).toEqual([1, 1, 1]);
    app.clock.advance(200_000);
    await purgeDeletedContacts(app.platform);
    expect(await kept()).toHaveLength(0);
    await expect.poll(async () => [...(await leads()), ...(await mails())], { timeout: 20_000 }).toEqual([]);
    expect((await owner.api("POST", "/contacts/restore", { undo_id })).status).toBe(409);
  });
});
