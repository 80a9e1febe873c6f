// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { suppress } from "#src/features/audience/consent/consent.ts";
import { eraseDueAccounts } from "#src/features/reach/account-data/account-data.ts";
import { DAY_MS } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { pictureForm } from "#test/harness/pictures.ts";
import { moveLateDecisions, resumeMerges, runMerge } from "./merge-job.ts";

let app: TestApp;
let founder: Client;
let source: Client;
let target: Client;

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
  founder = await app.signUp({ name: "Fay Founder" });
});
afterAll(() => app?.close());

beforeEach(async () => {
  await app.platform.db.execute(sql`update users set role = 'user' where role <> 'founder'`);
  await prove(founder);
  source = await app.signUp({ name: "Sue Source" });
  target = await app.signUp({ name: "Tia Target" });
});

async function prove({ id }: Client): Promise<void> {
  const now = app.clock.now().toISOString();
  await app.platform.db.execute(sql`update sessions set proven_at = ${now} where user_id = ${id}`);
}

interface Start {
  id?: string;
  from?: string;
  to?: string;
  reason?: string;
  by?: Client;
}
const start = ({
  id = randomUUID(),
  from = source.id,
  to = target.id,
  reason = "Same person",
  by = founder,
}: Start = {}) => by.api("POST", `/admin/users/${to}/merges`, { merge_id: id, source: from, reason });
const preview = (from = source.id, to = target.id) =>
  founder.api("POST", `/admin/users/${to}/merges/preview`, { source: from });
const listed = async (account = target.id) =>
  (await founder.api("GET", `/admin/users/${account}/merges`)).body.items;
const done = (account = target.id, step = "done") =>
  expect.poll(async () => (await listed(account))[0]?.step, { timeout: 30_000, interval: 100 }).toBe(step);

/** A merge without its job, which the test runs itself. */
async function addMerge(): Promise<string> {
  const id = randomUUID();
  const now = app.clock.now().toISOString();
  await app.platform.db.execute(sql`insert into account_merges (id, source, target, reason, step, pages_total, made_by, started_at)
    values (${id}, ${source.id}, ${target.id}, 'Same person', 'contacts', 2, ${founder.id}, ${now})`);
  return id;
}

async function addPage(owner: Client, name: string) {
  const page = (await owner.api("POST", "/profiles", { name })).body;
  await owner.api("PATCH", `/profiles/${page.id}`, {
    lead_capture_enabled: true,
    collect_without_download: true,
  });
  return page as { id: string; username: string };
}
const addLink = async (owner: Client, page: { id: string }, short_name: string) =>
  (
    await owner.api("POST", `/profiles/${page.id}/links`, {
      title: short_name,
      url: "https://shop.example",
      short_name,
    })
  ).body;
async function signUpFan(page: { id: string }, email: string): Promise<void> {
  const lead = { p_profile_id: page.id, p_name: "Fan", p_email: email };
  expect((await app.visitor().api("POST", "/rpc/insert_fan_lead", lead)).status).toBe(200);
}

/** Clicks as they're kept, without going through a browser. */
async function addClicks(page: { id: string }, link: { id: string }, count: number): Promise<void> {
  await app.platform.db.execute(sql`insert into link_analytics (id, link_id, profile_id, user_id, session_id, region, city,
      device_type, browser, os, referrer_host, app, is_bot, clicked_at)
    select gen_random_uuid(), ${link.id}, ${page.id}, ${source.id}, 's' || n, '', '', 'desktop', 'Firefox', 'Linux', '', '', false, now()
    from generate_series(1, ${count}) n`);
}

async function accountsIn(table: string, column = "user_id"): Promise<object> {
  const name = sql.identifier(column);
  const rows = await rowsOf<{ account: string; n: number }>(
    app.platform.db,
    sql`select ${name} as account, count(*)::int as n from ${sql.identifier(table)}
      where ${name} in (${source.id}, ${target.id}) group by 1`,
  );
  return Object.fromEntries(rows.map(({ account, n }) => [account === source.id ? "source" : "target", n]));
}

const statusOf = async (path: string) => (await app.visitor().call("GET", path)).status;

describe("merging two accounts", () => {
  it("moves pages with links, names, sign-ups, leads and figures, and closes the other account", async () => {
    const word = `w${randomUUID().slice(0, 8)}`;
    const own = await addPage(target, "Own");
    const page = await addPage(source, "Moved");
    await addLink(target, own, word);
    const link = await addLink(source, page, `${word}-free`);
    await addClicks(page, link, 50);
    await signUpFan(page, `${word}@fans.example`);
    await signUpFan(own, `both-${word}@fans.example`);
    await signUpFan(page, `both-${word}@fans.example`);
    const share = (
      await source.api("POST", "/analytics/shares", {
        profile_id: page.id,
        kind: "figures",
        parts: ["clicks"],
        period: "90d",
        zone: "UTC",
        about: "",
      })
    ).body;
    const plan = (await preview()).body;
    expect(plan).toMatchObject({
      refusal: null,
      renamed: [],
      grace_days: 14,
      source: { email: source.email },
    });
    expect(plan.moves).toContainEqual({ label: "Sign-ups", count: 2, is_estimate: false });
    expect((await start()).body).toEqual({ approval_id: null });
    await done();
    expect(await listed(source.id)).toMatchObject([
      {
        pages_total: 1,
        pages_moved: 1,
        by: "Fay Founder",
        reason: "Same person",
        due_at: expect.any(String),
      },
    ]);
    for (const table of ["client_profiles", "links", "link_names", "fan_leads", "link_analytics"])
      expect(Object.keys(await accountsIn(table)), table).toEqual(["target"]);
    const [stray] = await rowsOf<{ n: number }>(
      app.platform.db,
      sql`select count(*)::int as n from fan_leads l left join contacts c on c.user_id = l.user_id and c.id = l.contact_id
        where l.user_id = ${target.id} and (c.email is null or c.email <> l.email)`,
    );
    expect(stray?.n).toBe(0);
    const [both] = await rowsOf<{ pages: string[] }>(
      app.platform.db,
      sql`select profile_ids as pages from contacts where user_id = ${target.id} and email = ${`both-${word}@fans.example`}`,
    );
    expect(both?.pages).toEqual([own.id, page.id]);
    expect(await statusOf(`/${page.username}`)).toBe(200);
    expect(await statusOf(`/go/${word}-free`)).toBe(302);
    expect(await statusOf(new URL(share.url).pathname)).toBe(200);
    expect((await source.api("GET", "/me")).status).toBe(401);
    const [to] = await app.mailsTo(target.email, /are one now/, 1);
    const path = /\/api\/v1(\/me\/merged-export\/[^\s"]+)/.exec(to?.text ?? "")?.[1] ?? "";
    expect((await target.api("GET", path)).status).toBe(200);
    expect((await founder.api("GET", path)).body.code).toBe("EXPORT_EXPIRED");
    const [gone] = await app.mailsTo(source.email, /was merged into another one/, 1);
    expect(gone?.text).toContain("but not its pages");
    const whats = (await target.api("GET", "/audit")).body.items.map(({ what }: { what: string }) => what);
    expect(whats).toContain("Merged another account into this one: Same person");
    // Whoever keeps the other account has the rest of it to themselves again.
    expect((await founder.api("DELETE", `/admin/users/${source.id}/deletion`)).status).toBe(200);
    expect((await target.api("GET", path)).body.code).toBe("EXPORT_EXPIRED");
  });

  it("gives a moved link another name where the account has one like it, and says so first", async () => {
    const word = `w${randomUUID().slice(0, 8)}`;
    const [own, page] = [await addPage(target, "Own"), await addPage(source, "Moved")];
    const mine = await addLink(target, own, word);
    await addLink(source, page, `${word}-x`);
    await app.platform.db.execute(
      sql`update link_names set name = ${word}, is_shared = false where name = ${`${word}-x`}`,
    );
    await app.platform.db.execute(
      sql`update links set short_name = ${word} where short_name = ${`${word}-x`}`,
    );
    expect((await preview()).body.renamed).toEqual([{ title: `${word}-x`, name: word }]);
    await start();
    await done();
    const names = (await target.api("GET", `/profiles/${page.id}/links`)).body.items;
    expect(names).toMatchObject([{ short_name: `${word}-2` }]);
    expect((await target.api("GET", `/profiles/${own.id}/links`)).body.items).toMatchObject([
      { id: mine.id, short_name: word },
    ]);
    expect(await statusOf(`/go/${word}-2`)).toBe(302);
  });

  it("moves domains with their proof, and drops what the account only claimed", async () => {
    const page = await addPage(source, "Moved");
    const own = await addPage(target, "Own");
    const host = `${randomUUID().slice(0, 8)}.example`;
    for (const [account, profile, proven] of [
      [source.id, page.id, true],
      [target.id, own.id, false],
    ] as const)
      await app.platform.db.execute(sql`insert into domains (id, account, profile_id, host, zone, token, state, verified_at, created_at)
        values (gen_random_uuid(), ${account}, ${profile}, ${host}, ${host}, ${account}, 'active',
          case when ${proven} then now() end, now())`);
    await start();
    await done();
    expect((await target.api("GET", "/domains")).body.items).toMatchObject([{ host, profile_id: page.id }]);
    expect(await accountsIn("domains", "account")).toEqual({ target: 1 });
  });

  it("keeps whoever refused e-mail in either account out of both", async () => {
    const word = randomUUID().slice(0, 8);
    const page = await addPage(source, "Moved");
    const own = await addPage(target, "Own");
    await signUpFan(page, `${word}@fans.example`);
    await app.platform.db.execute(sql`update contact_consents set given_at = now() - interval '1 day'`);
    await signUpFan(own, `${word}@fans.example`);
    await source.api("POST", "/suppressions", { email: `${word}@fans.example`, reason: "manual" });
    const before = await accountsIn("suppressions");
    await start();
    await done();
    const after = await rowsOf<{ status: string }>(
      app.platform.db,
      sql`select status from contacts where user_id = ${target.id} and email = ${`${word}@fans.example`}`,
    );
    expect([before, after[0]?.status]).toEqual([{ source: 1 }, "blocked"]);
  });

  it("takes over whoever refuses e-mail or confirms by an old link until the other account is deleted", async () => {
    const [email, late] = [0, 1].map(() => `${randomUUID().slice(0, 8)}@fans.example`) as [string, string];
    const page = await addPage(source, "Moved");
    await signUpFan(page, email);
    await source.api("PATCH", `/profiles/${page.id}`, { confirm_sign_ups: true });
    await signUpFan(page, late);
    const { text } = await app.mailTo(late, /^Confirm/);
    await start();
    await done();
    const statuses = async () =>
      rowsOf<{ status: string }>(
        app.platform.db,
        sql`select status from contacts where user_id = ${target.id} order by email <> ${email}`,
      );
    expect(await statuses()).toEqual([{ status: "new" }, { status: "unconfirmed" }]);
    await suppress(app.platform, { account: source.id, email, reason: "unsubscribe" });
    const path = new URL(/https?:\S+\/u\/confirm\/\S+/.exec(text)?.[0] ?? "").pathname;
    expect((await fetch(app.url + path, { method: "POST" })).status).toBe(200);
    await moveLateDecisions(app.platform);
    expect(await statuses()).toEqual([{ status: "unsubscribed" }, { status: "confirmed" }]);
  });

  it("keeps pictures where they are, even the same one in both accounts", async () => {
    const upload = async (owner: Client) => {
      const form = await pictureForm();
      return (await owner.api("POST", "/media", form)).body.url as string;
    };
    const [own, moved] = [await addPage(target, "Own"), await addPage(source, "Moved")];
    const urls = [await upload(target), await upload(source)];
    await target.api("PATCH", `/profiles/${own.id}`, { profile_picture_url: urls[0] });
    await source.api("PATCH", `/profiles/${moved.id}`, { profile_picture_url: urls[1] });
    await start();
    await done();
    expect(await accountsIn("media")).toEqual({ target: 2 });
    app.clock.advance(15 * DAY_MS);
    await eraseDueAccounts(app.platform);
    app.clock.set(new Date());
    for (const url of urls) expect(await statusOf(url)).toBe(200);
    expect(await statusOf(`/${moved.username}`)).toBe(200);
    expect(await listed()).toEqual([]);
  });

  it("goes on after a kill in each of its transactions, on two nodes at once: nothing is left, nothing is twice", async () => {
    const word = randomUUID().slice(0, 8);
    const pages = [await addPage(source, "One"), await addPage(source, "Two")];
    for (const page of pages) {
      await addLink(source, page, `k${word}-${pages.indexOf(page)}`);
      await signUpFan(page, `${word}@fans.example`);
    }
    const id = await addMerge();
    const kill = (): Platform => {
      let left = 1;
      const write: Platform["write"] = function (this: Platform, work: (ctx: Platform) => Promise<unknown>) {
        return app.platform.write.call(this, async (ctx: Platform) => {
          const answer = await work(ctx);
          if (left-- === 0) throw new Error("killed");
          return answer;
        }) as never;
      } as never;
      return { ...app.platform, write };
    };
    for (let kills = 0; kills < 60; kills++) {
      const state = await runMerge(kill(), { id }).then(
        () => "ended",
        () => "killed",
      );
      if (state === "ended") break;
      for (const { username } of pages) expect(await statusOf(`/${username}`)).toBe(200);
    }
    await Promise.all([runMerge(app.platform, { id }), runMerge(app.platform, { id })]);
    expect(await listed()).toMatchObject([{ step: "done", pages_moved: 2 }]);
    expect(await accountsIn("fan_leads")).toEqual({ target: 2 });
    expect(await accountsIn("client_profiles")).toEqual({ target: 2 });
    const mails = await rowsOf(
      app.platform.db,
      sql`select 1 from mails where account = ${target.id} and template = 'users.merged'`,
    );
    expect(mails).toHaveLength(1);
  });

  it("moves 50,000 clicks in batches, and those from before and after are one sum", async () => {
    const page = await addPage(source, "Moved");
    const link = await addLink(source, page, `c${randomUUID().slice(0, 8)}`);
    await addClicks(page, link, 50_000);
    const go = () =>
      fetch(`${app.url}/go/${link.id}`, {
        redirect: "manual",
        headers: { "user-agent": "Mozilla/5.0 Firefox/140.0" },
      });
    expect((await go()).status).toBe(302);
    await start();
    await done();
    expect((await go()).status).toBe(302);
    await expect.poll(() => accountsIn("link_analytics"), { timeout: 10_000 }).toEqual({ target: 50_002 });
    const { body } = await target.api("GET", `/profiles/${page.id}/links`);
    expect(body.items).toMatchObject([{ click_count: 2 }]);
  });

  it("takes pages along that are made until the other account is closed", async () => {
    const id = await addMerge();
    await app.platform.db.execute(sql`update account_merges set step = 'closing' where id = ${id}`);
    await addPage(source, "Late");
    await runMerge(app.platform, { id });
    expect(await listed()).toMatchObject([{ step: "done", pages_moved: 1 }]);
    expect(await accountsIn("client_profiles")).toEqual({ target: 1 });
  });

  it("begins anew by itself if its job failed for good", async () => {
    await addPage(source, "One");
    await addMerge();
    await resumeMerges(app.platform);
    await done();
    expect(await accountsIn("client_profiles")).toEqual({ target: 1 });
  });

  it("stops when one of the accounts is suspended meanwhile, and a second one goes on with the rest", async () => {
    await addPage(source, "One");
    const id = await addMerge();
    await app.platform.db.execute(sql`update users set banned = true where id = ${source.id}`);
    await runMerge(app.platform, { id });
    expect(await listed()).toMatchObject([{ step: "stopped", pages_moved: 0, due_at: null }]);
    expect((await preview()).body.refusal).toMatch(/suspended/);
    expect((await start()).body.code).toBe("MERGE_SUSPENDED");
    await app.platform.db.execute(sql`update users set banned = false where id = ${source.id}`);
    await start();
    await done();
    expect(await accountsIn("client_profiles")).toEqual({ target: 1 });
  });
});

describe("a merge is refused", () => {
  const refused = async (code: string, undo: ReturnType<typeof sql>) => {
    expect((await start()).body.code).toBe(code);
    expect((await preview()).body.refusal).toEqual(expect.any(String));
    await app.platform.db.execute(undo);
  };

  it("without a reason, a fresh proof, somebody below, and an account", async () => {
    expect((await start({ reason: " " })).body.code).toBe("REASON_MISSING");
    for (const id of ["nobody", "no%00body"]) {
      expect((await start({ to: id })).body.code).toBe("ACCOUNT_NOT_FOUND");
      expect(
        (await founder.api("POST", `/admin/users/${id}/merges/preview`, { source: source.id })).body.code,
      ).toBe("ACCOUNT_NOT_FOUND");
      expect((await founder.api("GET", `/admin/users/${id}/merges`)).body.code).toBe("ACCOUNT_NOT_FOUND");
    }
    for (const from of ["nobody", "no\0body"])
      expect((await start({ from })).status).toBeGreaterThanOrEqual(400);
    expect((await start({ from: founder.id })).body.code).toBe("ACCOUNT_IS_STAFF");
    expect((await preview(founder.id)).body.code).toBe("ACCOUNT_IS_STAFF");
    expect((await start({ from: target.id })).body.code).toBe("MERGE_SAME");
    await app.platform.db.execute(
      sql`update sessions set proven_at = now() - interval '1 day' where user_id = ${founder.id}`,
    );
    expect((await start()).body.code).toBe("REAUTHENTICATION_REQUIRED");
  });

  it("for staff, a pending deletion or ban, a handover, a subscription, and e-mail that goes out", async () => {
    const { db } = app.platform;
    await db.execute(sql`update users set role = 'support' where id = ${source.id}`);
    await refused("MERGE_STAFF", sql`update users set role = 'user' where id = ${source.id}`);
    const leaving = sql`update users set deletion_due_at = now() + interval '1 day' where id = ${target.id}`;
    await db.execute(leaving);
    await refused("MERGE_LEAVING", sql`update users set deletion_due_at = null where id = ${target.id}`);
    await db.execute(sql`insert into handover_offers (account, id, user_id, is_staying, created_at, expires_at)
      values (${target.id}, gen_random_uuid(), ${founder.id}, true, now(), now() + interval '1 day')`);
    await refused("MERGE_HANDOVER", sql`delete from handover_offers`);
    await db.execute(sql`insert into subscriptions (account, provider, status, created_at)
      values (${source.id}, 'sandbox', 'active', now())`);
    await refused("MERGE_SUBSCRIPTION", sql`delete from subscriptions`);
    await db.execute(sql`insert into batches (user_id, id, state, topic, tracking, mailbox_ids, shares, snapshot, sender_recipients, late_minutes, started_at, looked_at)
      values (${source.id}, gen_random_uuid(), 'sending', 'news', 'none', '{}', '{}', '{}', '{}', 60, now(), now())`);
    await refused("MERGE_SENDING", sql`delete from batches`);
    await db.execute(sql`insert into staff_approvals (id, action, account, data, reason, proposed_by, proposed_at, expires_at)
      values (gen_random_uuid(), 'account.ban', ${source.id}, '{}', '', ${founder.id}, now(), now() + interval '1 day')`);
    await refused("MERGE_BAN_PROPOSED", sql`delete from staff_approvals`);
    expect((await preview()).body.refusal).toBeNull();
  });

  it("if either account takes part in another: two opposite ones at once are one", async () => {
    const both = await Promise.all([start(), start({ from: target.id, to: source.id })]);
    const codes = both.map(({ status, body }) => (status === 200 ? "begun" : body.code)).sort();
    expect(["MERGE_RUNNING", "MERGE_LEAVING"]).toContain(codes[0]);
    expect(codes[1]).toBe("begun");
    const [id] = both[0].status === 200 ? [target.id] : [source.id];
    await done(id);
    const row = await addOpen();
    expect((await start({ from: row.third, to: row.source })).body.code).toBe("MERGE_RUNNING");
  });

  async function addOpen() {
    const [one, two, third] = [await app.signUp(), await app.signUp(), await app.signUp()];
    await app.platform.db.execute(sql`insert into account_merges (id, source, target, reason, step, pages_total, started_at)
      values (gen_random_uuid(), ${one.id}, ${two.id}, 'x', 'pages', 0, now())`);
    return { source: one.id, third: third.id };
  }

  it("by an administrator alone: it waits for another member of staff, and the same id twice is one", async () => {
    const admin = await app.signUp();
    await app.platform.db.execute(sql`update users set role = 'admin' where id = ${admin.id}`);
    await prove(admin);
    const id = randomUUID();
    const { approval_id } = (await start({ by: admin, id })).body;
    expect((await start({ by: admin, id })).body).toEqual({ approval_id });
    expect(await listed()).toEqual([]);
    const [waiting] = (await founder.api("GET", "/admin/approvals")).body.items;
    expect(waiting).toMatchObject({ reason: `→ ${target.email}: Same person`, account: { id: source.id } });
    await prove(founder);
    expect((await founder.api("POST", `/admin/approvals/${approval_id}/confirm`)).status).toBe(200);
    await done();
    await prove(admin);
    expect((await start({ by: admin, id })).body).toEqual({ approval_id: null });
    expect(await listed()).toHaveLength(1);
  });
});
