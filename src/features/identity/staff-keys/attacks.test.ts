// @project server-postgres
import { request } from "node:http";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { exportTimeline } from "#src/features/admin/security/security.ts";
import { requireRecentProof } from "#src/features/identity/accounts/reauthentication.ts";
import { KEY_CALLS } from "#src/features/identity/api-keys/api-keys.ts";
import { exportInstanceLog } from "#src/features/instance/audit/instance-log/instance-log.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { staffCtx } from "#src/platform/context.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { freshDatabase } from "#test/harness/database.ts";
import { eventsOf } from "#test/harness/events.ts";

let app: TestApp;
let databaseUrl: string;
let founder: Client;
let admin: Client;
let person: Client;

beforeAll(async () => {
  databaseUrl = await freshDatabase("");
  app = await startApp({ DATABASE_URL: databaseUrl, TRUSTED_PROXIES: "loopback" });
  founder = await app.signUp({ name: "Fay Founder" });
});
afterAll(() => app?.close());
beforeEach(async () => {
  admin = await app.signUp({ name: "Ada Admin" });
  await app.platform.db.execute(sql`update users set role = 'admin' where id = ${admin.id}`);
  person = await app.signUp();
});

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString();

async function keyOf(who: Client, ...scopes: string[]): Promise<{ id: string; key: string }> {
  await app.platform.db.execute(
    sql`update sessions set proven_at = ${app.clock.now().toISOString()} where user_id = ${who.id}`,
  );
  const form = { name: "Robot <b>", scopes, expires_at: inDays(30) };
  const { status, body } = await who.api("POST", "/admin/keys", form);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

interface Asked {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  by?: Client;
}

const send = (path: string, { method = "GET", body, headers = {}, by = app.visitor() }: Asked = {}) =>
  by.call(method, `/api/v1${path}`, body, headers);
const call = (key: string, path: string, { headers, ...asked }: Asked = {}) =>
  send(path, { ...asked, headers: { authorization: `Bearer ${key}`, ...headers } });
const outcome = async (answer: ReturnType<typeof send>) => {
  const { status, body } = await answer;
  return status < 300 ? status : body.code;
};

describe("a staff key in a request", () => {
  it("is only what follows Bearer, exactly as it is", async () => {
    const { key } = await keyOf(admin, "staff:accounts:read");
    const as = (authorization: string) => outcome(send("/admin/users", { headers: { authorization } }));
    for (const scheme of ["Bearer ", "bearer ", "BEARER    "]) expect(await as(scheme + key)).toBe(200);
    for (const wrong of [
      key.toUpperCase(),
      key.toLowerCase(),
      `${key}x`,
      key.slice(0, -1),
      `${key} ${key}`,
      `${key}, Bearer ${key}`,
    ])
      expect(await as(`Bearer ${wrong}`), wrong).toBe("KEY_UNKNOWN");
    for (const wrong of [key, `Basic ${btoa(`${key}:`)}`, `Token ${key}`])
      expect(await as(wrong)).toBe("UNAUTHORIZED");
  });

  it("doesn't count in the URL, in a cookie, or in other headers", async () => {
    const { key } = await keyOf(admin, "staff:accounts:read");
    for (const name of ["key", "access_token", "api_key", "authorization"])
      expect(await outcome(send(`/admin/users?${name}=${key}`))).toBe("UNAUTHORIZED");
    for (const name of ["cookie", "x-api-key", "x-authorization", "proxy-authorization"])
      expect(
        await outcome(send("/admin/users", { headers: { [name]: `authorization=Bearer ${key}` } })),
      ).toBe("UNAUTHORIZED");
  });

  it("isn't made up for by another key or a session beside it", async () => {
    const { key: weak } = await keyOf(admin, "staff:accounts:read");
    const { key: strong } = await keyOf(founder, "staff:security:read");
    const twice = (keys: string[]) =>
      new Promise<number | undefined>((resolve, reject) => {
        const both = keys.flatMap((key) => ["authorization", `Bearer ${key}`]);
        const headers = ["host", new URL(app.url).host, ...both];
        request(`${app.url}/api/v1/admin/security`, { headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        })
          .on("error", reject)
          .end();
      });
    expect([401, 403]).toContain(await twice([weak, strong]));
    expect(await outcome(call(weak, "/admin/security", { by: founder }))).toBe("SCOPE_MISSING");
    expect(await outcome(call("fanfare_staff_nonsense", "/admin/security", { by: founder }))).toBe(
      "KEY_UNKNOWN",
    );
    expect(await outcome(call(weak, "/me", { by: admin }))).toBe("PERSON_REQUIRED");
  });

  it("is for no account, whatever account the request names, and for no stream", async () => {
    const { key } = await keyOf(admin, "staff:accounts:read");
    for (const account of [admin.id, person.id, founder.id]) {
      expect(await outcome(call(key, "/profiles", { headers: { "x-account": account } }))).toBe(
        "SCOPE_MISSING",
      );
      expect(await outcome(call(key, `/profiles?account=${account}`))).toBe("SCOPE_MISSING");
    }
    for (const stream of ["/notifications/stream", "/analytics/live"])
      expect([403, 404]).toContain((await call(key, stream)).status);
  });

  it("reads with HEAD, too, and nothing turns its reading into writing", async () => {
    const { key } = await keyOf(admin, "staff:security:read");
    expect((await call(key, "/admin/security", { method: "HEAD" })).status).toBe(200);
    const block = { kind: "network", effect: "block", value: "203.0.113.0/24", reason: "x", ends_at: null };
    const headers = { "x-http-method-override": "POST", "x-method-override": "POST" };
    expect(await outcome(call(key, "/admin/security/blocks?_method=POST", { headers }))).toBe("BAD_REQUEST");
    expect(await outcome(call(key, "/admin/security/blocks", { headers }))).toBe(200);
    expect(await outcome(call(key, "/admin/security/blocks", { method: "POST", body: block }))).toBe(
      "SCOPE_MISSING",
    );
    for (const path of ["/admin/security/blocks/", "/Admin/Security/Blocks", "//admin/security/blocks"])
      expect([403, 404]).toContain((await call(key, path, { method: "POST", body: block })).status);
    expect((await founder.api("GET", "/admin/security/blocks")).body.items).toEqual([]);
  });

  it("doesn't come from another site's page", async () => {
    const { key } = await keyOf(admin, "staff:security:write");
    const asked = { method: "POST", body: {}, headers: { origin: "https://evil.example" } };
    expect(await outcome(call(key, "/admin/security/blocks", asked))).toBe("ORIGIN_REFUSED");
    const preflight = await app.visitor().call("OPTIONS", "/api/v1/admin/security/blocks", undefined, {
      origin: "https://evil.example",
      "access-control-request-method": "POST",
    });
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("what a staff key may do", () => {
  it("isn't more than its scopes where a verb asks for another area", async () => {
    const own = await keyOf(admin, "staff:audit.own:read");
    const all = await keyOf(admin, "staff:audit.own:read", "staff:audit:read");
    const people = async (key: string) => {
      const { items } = (await call(key, "/admin/audit")).body;
      return new Set(items.map(({ by }: { by: { id: string } | null }) => by?.id));
    };
    expect(await people(own.key)).toEqual(new Set([admin.id]));
    expect((await people(all.key)).size).toBeGreaterThan(1);
    expect((await call(own.key, "/admin/audit/export")).body).not.toContain("Fay Founder");
    expect((await call(all.key, "/admin/audit/export")).body).toContain("Fay Founder");
    expect(await outcome(call(own.key, "/admin/audit/chain"))).toBe("SCOPE_MISSING");
  });

  it("leaves others' changes of many accounts alone, unless it has what they're about", async () => {
    const id = crypto.randomUUID();
    await app.platform.db.execute(sql`insert into user_changes (id, change, selection, reason, state, total, created_at)
      values (${id}, '{"kind": "lift"}', '{"filter": {}}', 'x', 'running', 1, now())`);
    const stop = { method: "POST", body: {} };
    const { key } = await keyOf(admin, "staff:accounts:write");
    expect(await outcome(call(key, `/admin/users/changes/${id}/stop`, stop))).toBe("CHANGE_NOT_YOURS");
    const { key: both } = await keyOf(admin, "staff:accounts:write", "staff:bans:write");
    expect(await outcome(call(both, `/admin/users/changes/${id}/stop`, stop))).toBe(200);
  });

  it("shows of what waits for a second member of staff what its scopes are about", async () => {
    await person.api("GET", "/me");
    await admin.api("PUT", `/admin/users/${person.id}/ban`, { reason: "Spam" });
    const { key } = await keyOf(founder, "staff:accounts:read");
    expect((await call(key, "/admin/approvals")).body.items).toEqual([]);
    const { key: both } = await keyOf(founder, "staff:accounts:read", "staff:bans:write");
    expect((await call(both, "/admin/approvals")).body.items).toHaveLength(1);
  });

  it("is no suspension for good, not even where nobody else could confirm it", async () => {
    const { key } = await keyOf(admin, "staff:bans:write");
    const ban = (until: string | null) =>
      outcome(call(key, `/admin/users/${person.id}/ban`, { method: "PUT", body: { reason: "Spam", until } }));
    expect(await ban(null)).toBe("PERSON_REQUIRED");
    for (const until of ["9999-12-31T00:00:00Z", inDays(367)]) expect(await ban(until)).toBe("BAN_LONG");
    expect((await person.api("GET", "/me")).status).toBe(200);
    expect(await ban(inDays(3))).toBe(200);
    expect((await person.api("GET", "/me")).status).toBe(401);
  });

  it("doesn't change from how many receivers on a second member of staff is asked", async () => {
    const { key } = await keyOf(admin, "staff:settings:write");
    const change = (values: object) => outcome(call(key, "/settings", { method: "PATCH", body: { values } }));
    expect(await change({ notification_approval_over: "9999999" })).toBe("SETTING_INVALID");
    expect(await change({ notification_approval_over: "0" })).toBe("SETTING_INVALID");
    expect(await change({ messages_per_week: "4" })).toBe(200);
    expect(
      (await admin.api("PATCH", "/settings", { values: { notification_approval_over: "2000" } })).status,
    ).toBe(200);
    // Back to the default raises or lowers it, too.
    expect(await change({ notification_approval_over: null })).toBe("SETTING_INVALID");
  });

  it("doesn't change what plans include or whether there are any, which people say why they do", async () => {
    const { key } = await keyOf(admin, "staff:settings:write");
    const change = (body: object) => outcome(call(key, "/settings", { method: "PATCH", body }));
    const reason = "Trying it";
    for (const values of [{ plans: "off" }, { profiles_free: "999" }, { links_per_unit: "1000" }])
      expect(await change({ values, reason })).toBe("SETTING_INVALID");
    const refused = await admin.api("PATCH", "/settings", { values: { profiles_free: "11" }, reason: " " });
    expect(refused.body).toMatchObject({
      code: "SETTING_INVALID",
      data: { fields: { profiles_free: "Say why." } },
    });
    const changed = await admin.api("PATCH", "/settings", { values: { profiles_free: "11" }, reason });
    expect(changed.status).toBe(200);
    const { items } = (await admin.api("GET", "/settings/profiles_free/changes")).body;
    expect(items[0]).toMatchObject({ before: "10", after: "11", reason });
    expect(await change({ values: { profiles_free: null }, reason })).toBe("SETTING_INVALID");
    await admin.api("PATCH", "/settings", { values: { profiles_free: null }, reason });
  });

  it("is nothing to staff above its maker", async () => {
    const { key } = await keyOf(admin, "staff:bans:write", "staff:help:write");
    const other = await app.signUp();
    await app.platform.db.execute(sql`update users set role = 'admin' where id = ${other.id}`);
    for (const { id } of [founder, other]) {
      const ban = { method: "PUT", body: { reason: "x", until: inDays(1) } };
      expect(await outcome(call(key, `/admin/users/${id}/ban`, ban))).toBe("ACCOUNT_IS_STAFF");
      const help = { method: "POST", body: { reason: "x" } };
      expect(await outcome(call(key, `/admin/users/${id}/sign-out`, help))).toBe("ACCOUNT_IS_STAFF");
    }
  });

  it("is never a fresh proof: without a session, nobody has one", async () => {
    const { db } = app.platform;
    await db.execute(sql`update sessions set proven_at = now()`);
    const { name, email } = { name: "Ada", email: admin.email };
    const who = { id: admin.id, name, email, email_verified: true, role: "admin", deletion_due_at: null };
    await expect(requireRecentProof(app.platform, { person: who, sessionId: "" })).rejects.toMatchObject({
      code: "PERSON_REQUIRED",
    });
  });
});

describe("what a staff key did", () => {
  it("is in the audit log with its name, and with the maker's for nobody outside the staff", async () => {
    const { key, id } = await keyOf(admin, "staff:bans:write");
    const ban = { method: "PUT", body: { reason: "Spam run", until: inDays(3) } };
    await call(key, `/admin/users/${person.id}/ban`, ban);
    const [event] = (await eventsOf(app)).filter(
      ({ name, account }) => name === "account.banned" && account === person.id,
    );
    expect(event?.actor).toEqual({ type: "staff", id: admin.id, role: "admin", key: id });
    const found = async (query: string) => (await founder.api("GET", `/admin/audit?${query}`)).body.items;
    expect(await found(`key=${id}`)).toMatchObject([
      { event: "account.banned", through: "staff", key: { id, name: "Robot <b>" }, by: { id: admin.id } },
    ]);
    expect(await found(`key=${id}&who=${founder.id}`)).toEqual([]);
    for (const odd of ["x", "%00", crypto.randomUUID()]) expect(await found(`key=${odd}`)).toEqual([]);
    const csv = (await founder.api("GET", `/admin/audit/export?key=${id}`)).body;
    expect(csv.trim().split("\n")).toHaveLength(2);
    expect(csv).toContain(id);
    await app.platform.db.execute(sql`delete from staff_keys where id = ${id}`);
    expect(await found(`key=${id}`)).toMatchObject([{ key: { id, name: null } }]);
    await founder.api("DELETE", `/admin/users/${person.id}/ban`);
    const log = JSON.stringify((await person.api("GET", "/audit")).body);
    for (const hidden of [id, admin.id, "Ada Admin", "Robot"]) expect(log).not.toContain(hidden);
  });

  it("is a file that breaks off once the key is over", async () => {
    const { key } = await keyOf(founder, "staff:security:read");
    expect((await call(key, "/admin/security/export")).headers.get("content-type")).toContain("text/csv");
    const who = {
      id: founder.id,
      name: "Fay",
      email: founder.email,
      email_verified: true,
      role: "founder",
      deletion_due_at: null,
    };
    const ctx = staffCtx(
      app.platform,
      { person: who, role: "founder", sessionId: "" },
      { isAdmitted: async () => false },
    );
    for (const file of [await exportTimeline(ctx, {}), await exportInstanceLog(ctx, { format: "jsonl" })])
      await expect(file.text()).rejects.toThrow("breaks off");
  });
});

describe("a staff key and what guards every request", () => {
  it("doesn't get its maker's answers to an Idempotency-Key, nor they its, and a revoked one gets none", async () => {
    const { key, id } = await keyOf(admin, "staff:security:write");
    const headers = { "idempotency-key": "once" };
    const block = { kind: "user_agent", effect: "block", value: "BadBot/1", reason: "x", ends_at: null };
    const asked = { method: "POST", body: block, headers };
    const first = await call(key, "/admin/security/blocks", asked);
    expect(first.status).toBe(201);
    const again = await call(key, "/admin/security/blocks", asked);
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([201, "true"]);
    expect(await outcome(send("/admin/security/blocks", { ...asked, by: admin }))).toBe("BLOCK_EXISTS");
    const other = await keyOf(admin, "staff:security:write");
    expect(await outcome(call(other.key, "/admin/security/blocks", asked))).toBe("BLOCK_EXISTS");
    const { key: rotated } = (await admin.api("POST", `/admin/keys/${id}/rotate`, { overlap_hours: 1 })).body;
    for (const one of [key, rotated])
      expect((await call(one, "/admin/security/blocks", asked)).body).toEqual(first.body);
    await admin.api("POST", `/admin/keys/${id}/revoke`, {});
    for (const one of [key, rotated])
      expect(await outcome(call(one, "/admin/security/blocks", asked))).toBe("KEY_REVOKED");
    await founder.api("DELETE", `/admin/security/blocks/${first.body.id}`);
  });

  it("is kept out with its network, even the founder's", async () => {
    const { key } = await keyOf(founder, "staff:accounts:read");
    const block = { kind: "network", effect: "block", value: "198.51.100.0/24", reason: "x", ends_at: null };
    const { id } = (await founder.api("POST", "/admin/security/blocks", block)).body;
    const from = { headers: { "x-forwarded-for": "198.51.100.7" } };
    expect(await outcome(call(key, "/admin/users", from))).toBe("FORBIDDEN");
    expect(await outcome(call(key, "/admin/users"))).toBe(200);
    await founder.api("DELETE", `/admin/security/blocks/${id}`);
    expect(await outcome(call(key, "/admin/users", from))).toBe(200);
  });

  it("has its own limit of calls, as every key has", async () => {
    const { key, id } = await keyOf(admin, "staff:accounts:read");
    const { key: other } = await keyOf(admin, "staff:accounts:read");
    await Promise.all(
      Array.from({ length: KEY_CALLS.attempts }, () => app.platform.limits.count(KEY_CALLS, id)),
    );
    const { status, headers } = await call(key, "/admin/users");
    expect([status, headers.has("retry-after")]).toEqual([429, true]);
    expect(await outcome(call(other, "/admin/users"))).toBe(200);
  });

  it("is over on every node in the moment it's revoked, and its maker's role is", async () => {
    const second = await startApp({ DATABASE_URL: databaseUrl, ROLES: "web" });
    try {
      const { key, id } = await keyOf(admin, "staff:accounts:read");
      const there = async (one: string) => {
        const { status, body } = await second
          .visitor()
          .call("GET", "/api/v1/admin/users", undefined, { authorization: `Bearer ${one}` });
        return status < 300 ? status : body.code;
      };
      expect(await there(key)).toBe(200);
      const { key: next } = (await admin.api("POST", `/admin/keys/${id}/rotate`, { overlap_hours: 0 })).body;
      expect([await there(key), await there(next)]).toEqual(["KEY_REPLACED", 200]);
      await founder.api("PUT", `/admin/users/${admin.id}/ban`, { reason: "x", until: inDays(1) });
      expect(await there(next)).toBe("NOT_FOUND");
      await founder.api("DELETE", `/admin/users/${admin.id}/ban`);
      await founder.api("POST", `/admin/keys/${id}/revoke`, { reason: "Leaked" });
      expect(await there(next)).toBe("KEY_REVOKED");
    } finally {
      await second.close();
    }
  });

  it("isn't seen, made or exported by whoever is in its maker's account", async () => {
    const { id } = await keyOf(admin, "staff:accounts:read");
    await app.platform.db.execute(sql`insert into team_members (account, user_id, role, created_at)
      values (${admin.id}, ${person.id}, 'admin', now())`);
    const headers = { "x-account": admin.id };
    expect(await outcome(send("/admin/keys", { by: person, headers }))).toBe("NOT_FOUND");
    const log = JSON.stringify((await send("/audit", { by: person, headers })).body);
    expect(log).toContain("Created a staff key");
    expect(JSON.stringify((await send("/keys", { by: person, headers })).body)).not.toContain(id);
  });
});
