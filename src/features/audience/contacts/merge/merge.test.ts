// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { suppress, unsubscribePath } from "#src/features/audience/consent/consent.ts";
import { systemCtx } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { purgeDeletedContacts } from "../bulk/bulk.ts";
import { addTimelineEntry } from "../timeline/timeline.ts";
import { listDuplicates, mergeContacts } from "./merge.ts";
import { MERGE_UNDO_DAYS } from "./merge-contract.ts";

const DAY_MS = 86_400_000;
let app: TestApp;
let owner: Client;
let page: string;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp();
  page = (await owner.api("POST", "/profiles", { name: "One" })).body.id;
  await owner.api("PATCH", `/profiles/${page}`, {
    lead_capture_enabled: true,
    collect_without_download: true,
  });
});

const add = async (email: string, more: object = {}) =>
  (await owner.api("POST", "/contacts", { email, ...more })).body;
const signUp = async (p_email: string) => {
  const lead = { p_profile_id: page, p_name: "Nora Fan", p_email };
  expect((await app.visitor().api("POST", "/rpc/insert_fan_lead", lead)).status).toBe(200);
  return (await owner.api("GET", `/contacts?q=${encodeURIComponent(p_email)}`)).body.items[0];
};
const get = async (id: string) => (await owner.api("GET", `/contacts/${id}`)).body;
const timelineOf = async (id: string) => (await owner.api("GET", `/contacts/${id}/timeline`)).body.items;
const kindsOf = async (id: string) => (await timelineOf(id)).map(({ kind }: { kind: string }) => kind).sort();
const merge = (keep_id: string, gone_id: string, more: object = {}, who = owner) =>
  who.api("POST", "/contacts/merge", { keep_id, gone_id, ...more });
const split = (id: string, who = owner) => who.api("POST", `/contact-merges/${id}/undo`);
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const stop = (email: string, reason: "complaint" | "unsubscribe" | "hard_bounce" | "manual") =>
  suppress(app.platform, { account: owner.id, email, reason });
const follow = (contact: { id: string; email: string }, action?: string) => {
  const link = { account: owner.id, contact_id: contact.id, email: contact.email };
  const body = new URLSearchParams(action && { action });
  return fetch(app.url + unsubscribePath(app.platform, link), { method: "POST", body });
};

describe("a merge", () => {
  it("knows a field of its own that's called like what every object has from one that's there", async () => {
    const ada = await add("ada@one.example");
    const bea = await add("bea@two.example", { fields: { constructor: "Ferrari" } });
    expect((await merge(ada.id, bea.id)).body.contact.fields).toEqual({ constructor: "Ferrari" });
    await add("cleo@three.example");
    const { body } = await owner.call("GET", "/api/v1/contacts/export?format=csv");
    expect([body.includes("Ferrari"), body.includes("native code")]).toEqual([true, false]);
  });

  it("makes one of two, with what either of them knew and had, and can be undone", async () => {
    const ada = await add("ada@one.example", { tags: ["vip"], fields: { size: "M" } });
    const bea = await add("bea@two.example", {
      name: "Ada L",
      phone: "+49 30 123456",
      tags: ["vip", "shop"],
      fields: { size: "L", pet: "cat" },
    });
    await owner.api("POST", `/contacts/${bea.id}/notes`, { text: "Likes cats" });
    const task = { title: "Call", due_at: app.clock.now().toISOString() };
    await owner.api("POST", `/contacts/${bea.id}/tasks`, task);
    const seen = await merge(ada.id, bea.id, { take: ["fields.size"], dry_run: true });
    const fields = { size: "L", pet: "cat" };
    const one = { id: ada.id, email: "ada@one.example", name: "Ada L", phone: "+49 30 123456", fields };
    expect(seen.body).toMatchObject({ contact: one, keep: { name: "" }, gone: { name: "Ada L" } });
    expect((await get(ada.id)).name).toBe("");
    const { body } = await merge(ada.id, bea.id, { take: ["fields.size"] });
    expect(body.contact).toMatchObject({ ...one, tags: ["vip", "shop"] });
    expect(await kindsOf(ada.id)).toEqual(["created", "created", "merged", "note", "task"]);
    expect((await owner.api("GET", `/contact-tasks?contact_id=${ada.id}`)).body.items).toHaveLength(1);
    // Links to the one who's gone lead to the one who's left, and so does what's said to their old address.
    expect(await get(bea.id)).toMatchObject({ id: ada.id, merged: [{ id: bea.id, name: "Ada L" }] });
    const at = app.clock.now().toISOString();
    const reply = {
      user_id: owner.id,
      contact_id: bea.id,
      id: randomUUID(),
      kind: "reply",
      data: {},
      at,
    } as const;
    expect(await addTimelineEntry(app.platform, reply)).toBe(true);
    await owner.api("PATCH", `/contacts/${ada.id}`, { name: "Ada Lovelace" });

    expect((await split(bea.id)).body).toMatchObject({ id: bea.id, email: "bea@two.example" });
    expect(await get(bea.id)).toMatchObject({ name: "Ada L", tags: ["vip", "shop"], merged: [] });
    expect(await get(ada.id)).toMatchObject({
      name: "Ada Lovelace",
      phone: null,
      tags: ["vip"],
      fields: { size: "M" },
    });
    expect(await kindsOf(bea.id)).toEqual(["created", "note", "reply", "split", "task"]);
    expect((await owner.api("GET", `/contact-tasks?contact_id=${bea.id}`)).body.items).toHaveLength(1);
    const told = (await eventsOf(app)).filter(({ account }) => account === owner.id).map(({ name }) => name);
    expect(told).toEqual(expect.arrayContaining(["contact.merged", "contact.split"]));
  });

  it("lets the stricter consent win, at both addresses, and brings back what it made stricter", async () => {
    const [ada, bea] = [await signUp("ada@one.example"), await signUp("bea@two.example")];
    await stop("bea@two.example", "unsubscribe");
    expect((await merge(ada.id, bea.id)).body.contact.status).toBe("unsubscribed");
    expect((await get(ada.id)).consents).toMatchObject([{ topic: "news", state: "unsubscribed" }]);
    await split(bea.id);
    expect(await get(ada.id)).toMatchObject({
      status: "new",
      consents: [{ state: "confirmed" }],
      suppressions: [],
    });
    expect((await get(bea.id)).status).toBe("unsubscribed");
    // That an address doesn't work says nothing about another one.
    const cleo = await add("cleo@three.example");
    await stop("cleo@three.example", "hard_bounce");
    expect((await merge(ada.id, cleo.id)).body.contact.status).toBe("new");
    // An old e-mail's link unsubscribes whoever its reader has become, and nobody splits them from that.
    const opened = await (
      await fetch(
        app.url +
          unsubscribePath(app.platform, { account: owner.id, contact_id: cleo.id, email: cleo.email }),
      )
    ).text();
    expect(opened).not.toContain("ada@one.example");
    await follow(cleo);
    expect((await get(ada.id)).status).toBe("unsubscribed");
    await split(cleo.id);
    expect((await get(ada.id)).status).toBe("unsubscribed");
    expect((await get(cleo.id)).suppressions).toMatchObject([{ reason: "hard_bounce", wish: "unsubscribe" }]);
  });

  it("leaves the person unsubscribed who says it again themselves, and their other address with them", async () => {
    const [ada, bea] = [await signUp("ada@one.example"), await signUp("bea@two.example")];
    await stop("bea@two.example", "unsubscribe");
    await stop("ada@one.example", "hard_bounce");
    await merge(ada.id, bea.id);
    app.clock.advance(1000);
    await follow(ada);
    await split(bea.id);
    expect(await get(ada.id)).toMatchObject({
      consents: [{ state: "unsubscribed" }],
      suppressions: [{ reason: "hard_bounce", wish: "unsubscribe" }],
    });
    const [cleo, dora] = [await signUp("cleo@one.example"), await signUp("dora@two.example")];
    await stop("cleo@one.example", "hard_bounce");
    await merge(cleo.id, dora.id);
    app.clock.advance(1000);
    await follow(cleo);
    await split(dora.id);
    expect((await get(dora.id)).status).toBe("unsubscribed");
  });

  it("leaves nobody subscribed who unsubscribes at the very moment when they're merged", async () => {
    const [ada, bea] = [await add("ada@one.example"), await add("bea@two.example")];
    const begun = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const merging = app.platform.write(async (ctx) => {
      await mergeContacts(systemCtx(ctx, { job: "test", account: owner.id }), {
        keep_id: ada.id,
        gone_id: bea.id,
      });
      begun.resolve();
      await mayEnd.promise;
    });
    await begun.promise;
    const leaving = follow(bea);
    const { db, database } = app.platform;
    const waiting = sql`select from pg_locks where not granted and pid in
      (select pid from pg_stat_activity where datname = current_database())`;
    // The embedded database runs one transaction after the other.
    if (database.kind === "postgres")
      await Promise.race([leaving, vi.waitUntil(async () => (await rowsOf(db, waiting)).length > 0, 20_000)]);
    mayEnd.resolve();
    await merging;
    expect((await leaving).status).toBe(200);
    expect((await get(ada.id)).status).toBe("unsubscribed");
  });

  it("brings nobody back who was erased, at their old address, nor their name", async () => {
    const bea = await add("bea@two.example", { name: "Bea" });
    const ada = await add("ada@one.example");
    await merge(ada.id, bea.id);
    expect((await timelineOf(ada.id))[0]).toMatchObject({ kind: "merged", data: { name: "Bea" } });
    const again = await signUp("bea@two.example");
    // An address that they had counts as well.
    await owner.api("PATCH", `/contacts/${again.id}`, { email: "bea@three.example" });
    await follow({ ...again, email: "bea@three.example" }, "erase");
    expect(codeOf(await split(bea.id))).toEqual([409, "MERGE_FINAL"]);
    const { undo, data } = (
      await rowsOf<{ undo: unknown; data: object }>(
        app.platform.db,
        sql`select undo, (select jsonb_agg(data) from contact_timeline t where t.user_id = m.user_id) as data
          from contact_merges m where user_id = ${owner.id}`,
      )
    )[0] ?? { undo: 1, data: {} };
    expect([undo, JSON.stringify(data).includes("Bea")]).toEqual([null, false]);
    const [named] = (await timelineOf(ada.id)).filter(({ kind }: { kind: string }) => kind === "merged");
    expect(named.data).toEqual({ other: bea.id });
  });

  it("doesn't hide from its old links who's deleted for now", async () => {
    const [ada, bea] = [await add("ada@one.example"), await add("bea@two.example")];
    const [cleo, dora] = [await add("cleo@one.example"), await add("dora@two.example")];
    await merge(ada.id, bea.id);
    await merge(cleo.id, dora.id);
    const undo_id = randomUUID();
    await owner.api("POST", "/contacts/delete", { selection: { ids: [ada.id, cleo.id] }, undo_id });
    await follow(bea);
    await follow(dora, "erase");
    expect((await owner.api("POST", "/contacts/restore", { undo_id })).body).toMatchObject({ restored: 1 });
    expect((await get(ada.id)).status).toBe("unsubscribed");
    expect((await get(cleo.id)).code).toBe("CONTACT_NOT_FOUND");
  });

  it("is undone for 30 days, the last one first, unless the address is taken", async () => {
    const [ada, bea, cleo] = [
      await add("a@one.example"),
      await add("b@one.example"),
      await add("c@one.example"),
    ];
    await merge(bea.id, cleo.id);
    await merge(ada.id, bea.id);
    expect(codeOf(await split(cleo.id))).toEqual([409, "MERGE_FINAL"]);
    const again = await add("b@one.example");
    expect(codeOf(await split(bea.id))).toEqual([409, "CONTACT_EXISTS"]);
    const other = { email: "b@elsewhere.example" };
    await owner.api("PATCH", `/contacts/${again.id}`, other);
    expect((await split(bea.id)).status).toBe(200);
    app.clock.advance(MERGE_UNDO_DAYS * DAY_MS + 1);
    expect(codeOf(await split(cleo.id))).toEqual([409, "MERGE_FINAL"]);
    await purgeDeletedContacts(app.platform);
    const [kept] = await rowsOf(
      app.platform.db,
      sql`select undo, kept_id from contact_merges where user_id = ${owner.id}`,
    );
    expect(kept).toEqual({ undo: null, kept_id: bea.id });
    expect(await get(cleo.id)).toMatchObject({ id: bea.id, merged: [] });
  });

  it("is of two leads that are there, and erased with them", async () => {
    const [ada, bea] = [await signUp("ada@one.example"), await signUp("bea@two.example")];
    expect(codeOf(await merge(ada.id, ada.id))).toEqual([400, "MERGE_SAME"]);
    expect(codeOf(await merge(ada.id, randomUUID()))).toEqual([404, "CONTACT_NOT_FOUND"]);
    expect(codeOf(await merge(ada.id, bea.id, {}, await app.signUp()))).toEqual([404, "CONTACT_NOT_FOUND"]);
    expect(codeOf(await split(ada.id))).toEqual([404, "CONTACT_NOT_FOUND"]);
    const twice = await Promise.all([merge(ada.id, bea.id), merge(bea.id, ada.id)]);
    expect(twice.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    expect((await owner.api("GET", "/contacts")).body.total).toBe(1);
    const leads = () => rowsOf(app.platform.db, sql`select 1 from fan_leads where user_id = ${owner.id}`);
    await follow(bea, "erase");
    await expect.poll(leads, { timeout: 20_000 }).toEqual([]);
    for (const table of ["contacts", "contact_merges", "contact_timeline", "contact_consents"])
      expect(
        await rowsOf(
          app.platform.db,
          sql`select 1 from ${sql.identifier(table)} where user_id = ${owner.id}`,
        ),
      ).toEqual([]);
  });
});

it("leads with one inbox or one phone number are found", async () => {
  const emails = [
    "a.da+x@gmail.com",
    "ada@googlemail.com",
    "bea+1@two.example",
    "bea@two.example",
    "b.ea@two.example",
  ];
  for (const email of emails) await add(email);
  await add("tel@one.example", { phone: "0049 30 123456" });
  await add("fon@one.example", { phone: "+49 (30) 12-34-56" });
  await add("kurz@one.example", { phone: "110110" });
  const { items } = (await owner.api("GET", "/contact-duplicates")).body;
  const found = items.map(({ kind, contacts }: { kind: string; contacts: { email: string }[] }) => [
    kind,
    ...contacts.map(({ email }) => email),
  ]);
  expect(found.map((group: string[]) => [...group].sort()).sort()).toEqual(
    [
      ["address", "a.da+x@gmail.com", "ada@googlemail.com"],
      ["address", "bea+1@two.example", "bea@two.example"],
      ["phone", "fon@one.example", "tel@one.example"],
    ]
      .map((group) => [...group].sort())
      .sort(),
  );
  // Those of no profile are nobody's whom people who are limited to profiles see.
  const limited = { ...systemCtx(app.platform, { job: "test", account: owner.id }), profileIds: [page] };
  expect((await listDuplicates(limited)).items).toEqual([]);
});
