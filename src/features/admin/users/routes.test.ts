// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay Founder" });
});
afterAll(() => app?.close());

async function staffMember(role: string): Promise<Client> {
  const person = await app.signUp();
  await app.platform.db.execute(sql`update users set role = ${role} where id = ${person.id}`);
  return person;
}

const find = async (query: string, by = founder) => {
  const { status, body } = await by.api("GET", `/admin/users?${query}`);
  expect(status).toBe(200);
  return body as { items: { id: string; email: string }[]; total: number };
};
const idsOf = async (query: string) => (await find(query)).items.map(({ id }) => id);
const detailsOf = async ({ id }: { id: string }, by = founder) =>
  (await by.api("GET", `/admin/users/${id}`)).body;

describe("finding accounts", () => {
  it("goes by any part of a name, address, id, username or domain, in any script and case", async () => {
    const person = await app.signUp({ name: "Zoë Müller-Łukasz", email: "quetzal.fan@example.org" });
    const page = (await person.api("POST", "/profiles", { name: "Peregrine Shop" })).body;
    await app.platform.db.execute(
      sql`update client_profiles set domain = 'links.kestrel.example' where id = ${page.id}`,
    );
    const parts = [
      "zoe mull",
      "LUKASZ",
      "etzal.f",
      "fan@example.org",
      person.id,
      "peregrine",
      "kestrel.exam",
    ];
    for (const words of [...parts, page.username])
      expect(await idsOf(`q=${encodeURIComponent(words)}`), words).toEqual([person.id]);
    expect(await idsOf("q=nobody-like-that")).toEqual([]);
  });

  it("takes any text, however odd", async () => {
    for (const words of ["%", "_", "\\", "'", "a".repeat(200), "😀", "\u0000", "((("])
      expect((await founder.api("GET", `/admin/users?q=${encodeURIComponent(words)}`)).status, words).toBe(
        200,
      );
  });

  it("filters by state, plan, address, and role, together", async () => {
    const [a, b] = [await app.signUp(), await app.signUp()];
    await founder.api("PUT", `/admin/users/${a.id}/ban`, { reason: "Spam" });
    expect(await idsOf("state=suspended")).toEqual([a.id]);
    expect(await idsOf("state=active")).not.toContain(a.id);
    await founder.api("POST", `/admin/users/${b.id}/grants`, { kind: "premium_units", reason: "A friend" });
    expect(await idsOf("plan=premium")).toEqual([b.id]);
    expect(await idsOf("plan=free")).not.toContain(b.id);
    expect(await idsOf("plan=premium&state=suspended")).toEqual([]);
    await app.platform.db.execute(sql`update users set email_verified = true where id = ${b.id}`);
    expect(await idsOf("verified=yes")).toContain(b.id);
    expect(await idsOf("verified=no")).not.toContain(b.id);
    expect(await idsOf("role=founder")).toEqual([founder.id]);
    expect(await idsOf("role=staff")).toEqual([founder.id]);
    const leaving = await app.signUp();
    await app.platform.db.execute(
      sql`update users set deletion_due_at = now() + interval '30 days' where id = ${leaving.id}`,
    );
    expect(await idsOf("state=leaving")).toEqual([leaving.id]);
  });

  it("pages through all of them, newest first, each once", async () => {
    await app.platform.db.execute(sql`insert into users (id, name, email, created_at)
      select 'bulk' || n, 'Bulk person', 'bulk' || n || '@example.net', now() - interval '1 year' from generate_series(1, 120) n`);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = `q=${encodeURIComponent("bulk person")}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`;
      const { body } = await founder.api("GET", `/admin/users?${query}`);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.next;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
  });
});

describe("one account", () => {
  it("shows plan, pages, and ways to sign in, and nobody's secrets", async () => {
    const person = await app.signUp({ name: "Nora" });
    const page = (await person.api("POST", "/profiles", { name: "Nora Knits" })).body;
    await person.api("POST", `/profiles/${page.id}/links`, { title: "Shop", url: "https://example.com" });
    const details = await detailsOf(person);
    expect(details).toMatchObject({
      state: "active",
      plan: "free",
      profiles: 1,
      usernames: [page.username],
      sign_in: { has_password: true, has_google: false, passkeys: 0, has_two_factor: false },
      allowances: { profiles: { used: 1, limit: 10, explanation: "10 base" }, links: { used: 1 } },
      pages: [{ id: page.id, username: page.username, status: "active", links: 1 }],
    });
    expect(JSON.stringify(details)).not.toMatch(/token|password":"|hash|secret/i);
  });

  it("shows devices, our e-mail and activity to those who help, not to moderators or finance", async () => {
    const person = await app.signUp();
    await app.platform.db.execute(sql`insert into security_incidents
      (id, hour, kind, subject, network, country, account, is_own, count, first_at, last_at)
      values (gen_random_uuid(), now(), 'limit_reached', 'imports', '', '', ${person.id}, true, 3, now(), now())`);
    for (const list of ["sessions", "mails", "activity", "limits-reached"]) {
      const { status, body } = await founder.api("GET", `/admin/users/${person.id}/${list}`);
      expect([list, status, body.items.length > 0]).toEqual([list, 200, true]);
      for (const role of ["moderator", "finance"]) {
        const staff = await staffMember(role);
        expect((await staff.api("GET", `/admin/users/${person.id}/${list}`)).status).toBe(404);
      }
    }
  });

  it("shows nobody the devices and days of staff above them, but everyone their own", async () => {
    const [admin, other, support] = [
      await staffMember("admin"),
      await staffMember("admin"),
      await staffMember("support"),
    ];
    for (const list of ["sessions", "mails", "activity", "limits-reached"]) {
      const seen = async (by: Client, { id }: Client) =>
        (await by.api("GET", `/admin/users/${id}/${list}`)).body.code ?? "seen";
      const above = [
        await seen(support, founder),
        await seen(support, admin),
        await seen(admin, other),
        await seen(admin, founder),
      ];
      expect([list, ...above]).toEqual([list, ...Array(above.length).fill("ACCOUNT_IS_STAFF")]);
      const own = [await seen(founder, founder), await seen(founder, admin), await seen(admin, admin)];
      expect([list, ...own]).toEqual([list, "seen", "seen", "seen"]);
    }
  });

  it("that nobody has is not found", async () => {
    const paths = ["", "/sessions", "/mails", "/activity", "/limits-reached", "/grants"];
    for (const id of ["nobody", "no%00body", "%27"])
      for (const path of paths) {
        const { status, body } = await founder.api("GET", `/admin/users/${id}${path}`);
        expect([path, status, body.code]).toEqual([path, 404, "ACCOUNT_NOT_FOUND"]);
      }
  });
});

describe("helping someone", () => {
  const act = (by: Client, id: string, action: string, body: object = { reason: "They called" }) =>
    by.api("POST", `/admin/users/${id}/${action}`, body);

  it("needs a reason, which its person can read in their activity", async () => {
    const person = await app.signUp();
    const support = await staffMember("support");
    for (const action of ["confirm-email", "reset-link", "sign-out"]) {
      const refused = await act(support, person.id, action, { reason: " " });
      expect([refused.status, refused.body.code]).toEqual([400, "REASON_MISSING"]);
      expect((await act(support, "nobody", action)).body.code).toBe("ACCOUNT_NOT_FOUND");
    }
    expect((await act(support, person.id, "confirm-email")).body).toEqual({ email_verified: true });
    expect((await act(support, person.id, "confirm-email")).body.code).toBe("EMAIL_CONFIRMED");
    const { items } = (await person.api("GET", "/audit")).body;
    expect(items[0]).toMatchObject({
      what: "Confirmed the e-mail address for its owner: They called",
      who: "Staff",
      by: null,
    });
  });

  it("sends a link for a new password to their own address only", async () => {
    const person = await app.signUp();
    expect((await act(founder, person.id, "reset-link")).body).toEqual({ to: person.email });
    const [mail] = await app.mailsTo(person.email, /password/i, 1);
    expect(mail?.text).toContain("/reset-password?token=");
  });

  it("signs them out everywhere, and says so if they weren't signed in", async () => {
    const person = await app.signUp();
    expect((await act(founder, person.id, "sign-out")).body).toEqual({ ended: 1 });
    expect((await person.api("GET", "/me")).status).toBe(401);
    expect((await act(founder, person.id, "sign-out")).body.code).toBe("NOT_SIGNED_IN");
    expect((await eventsOf(app, person.id)).map(({ name }) => name)).toContain("account.signed_out_by_staff");
  });

  it("never acts on staff, unless the founder helps others of them", async () => {
    const [support, admin] = [await staffMember("support"), await staffMember("admin")];
    for (const [by, whom] of [
      [support, founder],
      [support, support],
      [support, admin],
      [founder, founder],
    ] as const)
      for (const action of ["confirm-email", "reset-link", "sign-out"]) {
        const { status, body } = await act(by, whom.id, action);
        expect([action, status, body.code]).toEqual([action, 403, "ACCOUNT_IS_STAFF"]);
      }
    expect((await founder.api("GET", "/me")).status).toBe(200);
    expect((await act(founder, admin.id, "reset-link")).status).toBe(200);
  });

  it("shows their activity page by page", async () => {
    const answer = await founder.api("GET", `/admin/users/${founder.id}/activity?cursor=nonsense`);
    expect([answer.status, answer.body.code]).toEqual([400, "CURSOR_INVALID"]);
  });

  it("isn't for moderators, finance, or strangers", async () => {
    const person = await app.signUp();
    for (const who of [await staffMember("moderator"), await staffMember("finance"), await app.signUp()])
      expect((await act(who, person.id, "confirm-email")).status).toBe(404);
  });
});

describe("a suspension with an end", () => {
  it("is over by itself: its person can sign in again, and the page is back", async () => {
    const person = await app.signUp();
    const page = (await person.api("POST", "/profiles", { name: "Back Soon" })).body;
    const path = `/admin/users/${person.id}/ban`;
    const past = await founder.api("PUT", path, { reason: "Spam", until: "2020-01-01T00:00:00Z" });
    expect([past.status, past.body.code]).toEqual([400, "BAN_OVER"]);
    const long = await founder.api("PUT", path, { reason: "Spam", until: "9999-12-31T00:00:00Z" });
    expect([long.status, long.body.code]).toEqual([400, "BAN_LONG"]);
    const unseen = await founder.api("PUT", path, { reason: "\u200b\u2800" });
    expect(unseen.body.code).toBe("BAN_REASON_MISSING");
    const until = new Date(Date.now() + 2500).toISOString();
    expect((await founder.api("PUT", path, { reason: "Spam", until })).body.is_banned).toBe(true);
    const statusOf = async () => (await fetch(`${app.url}/${page.username}`)).status;
    expect(await statusOf()).toBe(410);
    expect((await detailsOf(person)).ban).toEqual({ reason: "Spam", until });
    await expect.poll(statusOf, { timeout: 20_000, interval: 200 }).toBe(200);
    expect((await detailsOf(person)).state).toBe("active");
    await app.mailsTo(person.email, /is open again/, 1);
    const back = await app
      .visitor()
      .call("POST", "/api/auth/sign-in/email", { email: person.email, password: PASSWORD });
    expect(back.status).toBe(200);
  });
});

describe("what staff give", () => {
  const give = (id: string, body: object, by = founder) => by.api("POST", `/admin/users/${id}/grants`, body);

  it("adds to the account's limits until it ends or is taken back", async () => {
    const person = await app.signUp();
    const { body: slots } = await give(person.id, {
      kind: "profile_slots",
      quantity: 5,
      reason: "Beta tester",
    });
    expect(slots).toMatchObject({ kind: "profile_slots", quantity: 5, state: "active", ends_at: null });
    const allowances = async () => (await person.api("GET", "/allowances")).body;
    expect((await allowances()).profiles).toMatchObject({ limit: 15, explanation: "10 base + 5 granted" });
    const ends_at = new Date(app.clock.now().getTime() + DAY_MS).toISOString();
    await give(person.id, { kind: "premium_units", reason: "Sorry for the outage", ends_at });
    expect((await allowances()).links).toMatchObject({ limit: 250 });
    await give(person.id, { kind: "unlimited_links", reason: "Sorry" });
    expect((await allowances()).links_per_profile.limit).toBeNull();
    app.clock.advance(2 * DAY_MS);
    expect((await allowances()).profiles).toMatchObject({ limit: 15 });
    const ended = await founder.api("DELETE", `/admin/users/${person.id}/grants/${slots.id}`);
    expect(ended.body.state).toBe("taken_back");
    expect((await founder.api("DELETE", `/admin/users/${person.id}/grants/${slots.id}`)).status).toBe(200);
    expect((await allowances()).profiles.limit).toBe(10);
    const { items } = (await founder.api("GET", `/admin/users/${person.id}/grants`)).body;
    expect(items.map(({ state }: { state: string }) => state).sort()).toEqual([
      "active",
      "over",
      "taken_back",
    ]);
    const names = (await eventsOf(app))
      .filter(({ account }) => account === person.id)
      .map(({ name }) => name);
    expect(names.filter((name) => name.startsWith("grant."))).toEqual([
      "grant.added",
      "grant.added",
      "grant.added",
      "grant.ended",
    ]);
  });

  it.each([
    [{ kind: "profile_slots", quantity: 1, reason: " " }, 400, "GRANT_REASON_MISSING"],
    [{ kind: "profile_slots", reason: "x" }, 400, "GRANT_QUANTITY_MISSING"],
    [{ kind: "premium_units", quantity: 1, reason: "x", ends_at: "2020-01-01T00:00:00Z" }, 400, "GRANT_OVER"],
    [{ kind: "profile_slots", quantity: 0, reason: "x" }, 400, "BAD_REQUEST"],
    [{ kind: "gold", quantity: 1, reason: "x" }, 400, "BAD_REQUEST"],
  ])("refuses %j", async (body, status, code) => {
    const answer = await give(founder.id, body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it("is never for oneself, nor for others of the staff, unless the founder gives it", async () => {
    const [finance, admin] = [await staffMember("finance"), await staffMember("admin")];
    const slot = { kind: "profile_slots", quantity: 1, reason: "x" };
    for (const [by, whom] of [
      [finance, finance],
      [finance, admin],
      [founder, founder],
    ] as const)
      expect((await give(whom.id, slot, by)).body.code).toBe("ACCOUNT_IS_STAFF");
    const { body } = await give(admin.id, slot);
    const path = `/admin/users/${admin.id}/grants/${body.id}`;
    expect((await finance.api("DELETE", path)).body.code).toBe("ACCOUNT_IS_STAFF");
    expect((await founder.api("DELETE", path)).body.state).toBe("taken_back");
  });

  it("belongs to one account, and isn't for support or moderators to give", async () => {
    const [one, other] = [await app.signUp(), await app.signUp()];
    const { body } = await give(one.id, { kind: "profile_slots", quantity: 1, reason: "x" });
    const answer = await founder.api("DELETE", `/admin/users/${other.id}/grants/${body.id}`);
    expect([answer.status, answer.body.code]).toEqual([404, "GRANT_NOT_FOUND"]);
    expect((await give("nobody", { kind: "profile_slots", quantity: 1, reason: "x" })).body.code).toBe(
      "ACCOUNT_NOT_FOUND",
    );
    for (const role of ["support", "moderator"]) {
      const by = await staffMember(role);
      expect((await give(one.id, { kind: "profile_slots", quantity: 1, reason: "x" }, by)).status).toBe(404);
    }
    const finance = await staffMember("finance");
    expect((await give(one.id, { kind: "profile_slots", quantity: 1, reason: "x" }, finance)).status).toBe(
      201,
    );
  });
});

describe("roles", () => {
  /** Just after `by` has proven who they are. */
  async function change(by: Client, id: string, role: string, reason = "Joins us") {
    const now = app.clock.now().toISOString();
    await app.platform.db.execute(sql`update sessions set proven_at = ${now} where user_id = ${by.id}`);
    return by.api("PUT", `/admin/users/${id}/role`, { role, reason });
  }

  it("make someone staff at once, and end that at once", async () => {
    const person = await app.signUp();
    expect((await person.api("GET", "/admin/users")).status).toBe(404);
    expect((await change(founder, person.id, "support")).body.role).toBe("support");
    expect((await person.api("GET", "/admin/users")).status).toBe(200);
    expect((await change(founder, person.id, "support")).body.role).toBe("support");
    await change(founder, person.id, "user");
    expect((await person.api("GET", "/admin/users")).status).toBe(404);
    const names = (await eventsOf(app, person.id)).map(({ name }) => name);
    expect(names.filter((name) => name === "account.role_changed")).toHaveLength(2);
  });

  it("can't be the founder's, one's own, or a suspended account's", async () => {
    const admin = await staffMember("admin");
    for (const [by, id] of [
      [admin, founder.id],
      [admin, admin.id],
      [founder, founder.id],
    ] as const)
      expect((await change(by, id, "user")).body.code).toBe("ROLE_NOT_YOURS");
    const banned = await app.signUp();
    const until = new Date(app.clock.now().getTime() + DAY_MS).toISOString();
    await founder.api("PUT", `/admin/users/${banned.id}/ban`, { reason: "Spam", until });
    expect((await change(founder, banned.id, "admin")).body.code).toBe("ACCOUNT_CLOSED_NOW");
    expect((await change(founder, banned.id, "user")).status).toBe(200);
    expect((await change(founder, "nobody", "user")).body.code).toBe("ACCOUNT_NOT_FOUND");
    expect((await change(founder, banned.id, "user", " ")).body.code).toBe("REASON_MISSING");
    expect((await change(founder, banned.id, "founder")).body.code).toBe("BAD_REQUEST");
  });

  it("of an administrator take two members of staff where there are two", async () => {
    const admin = await staffMember("admin");
    const person = await app.signUp();
    const { body } = await change(admin, person.id, "admin", "Runs the shop");
    expect(body).toEqual({ role: "user", approval_id: expect.any(String) });
    expect((await person.api("GET", "/admin/users")).status).toBe(404);
    expect((await founder.api("POST", `/admin/approvals/${body.approval_id}/confirm`)).status).toBe(200);
    expect((await person.api("GET", "/admin/users")).status).toBe(200);
    expect((await change(admin, person.id, "admin")).body).toEqual({ role: "admin", approval_id: null });
  });

  it("take a fresh proof of who asks", async () => {
    const admin = await staffMember("admin");
    const person = await app.signUp();
    await app.platform.db.execute(
      sql`update sessions set proven_at = now() - interval '1 day' where user_id = ${admin.id}`,
    );
    const answer = await admin.api("PUT", `/admin/users/${person.id}/role`, { role: "support", reason: "x" });
    expect([answer.status, answer.body.code]).toEqual([403, "REAUTHENTICATION_REQUIRED"]);
  });
});
