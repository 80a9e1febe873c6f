// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import type { StaffKey } from "./contract.ts";
import { ENDED_STAFF_KEYS_KEPT, STAFF_KEYS_MAX } from "./rules.ts";

let app: TestApp;
let founder: Client;
let admin: Client;
let helper: Client;

beforeAll(async () => {
  app = await startApp({ TRUSTED_PROXIES: "loopback" });
  founder = await app.signUp({ name: "Fay Founder" });
});
afterAll(() => app?.close());
beforeEach(async () => {
  admin = await staffMember("admin");
  helper = await staffMember("support");
});

async function setRole({ id }: Client, role: string): Promise<void> {
  await app.platform.db.execute(sql`update users set role = ${role} where id = ${id}`);
}

async function staffMember(role: string): Promise<Client> {
  const person = await app.signUp();
  await setRole(person, role);
  return person;
}

async function prove({ id }: Client, at = app.clock.now()): Promise<void> {
  await app.platform.db.execute(
    sql`update sessions set proven_at = ${at.toISOString()} where user_id = ${id}`,
  );
}

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString();
const form = () => ({ name: "Night report", scopes: ["staff:accounts:read"], expires_at: inDays(90) });

async function create(who: Client, more: object = {}) {
  await prove(who);
  return who.api("POST", "/admin/keys", { ...form(), ...more });
}

async function keyOf(who: Client, ...scopes: string[]): Promise<{ id: string; key: string }> {
  const { status, body } = await create(who, { scopes });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

const bearer = (key: string, more: Record<string, string> = {}) => ({
  authorization: `Bearer ${key}`,
  ...more,
});
const call = (
  key: string,
  path: string,
  { method = "GET", body = undefined as unknown, headers = {} } = {},
) => app.visitor().call(method, `/api/v1${path}`, body, bearer(key, headers));
const codeOf = async (...of: Parameters<typeof call>) => {
  const { status, body } = await call(...of);
  return status < 300 ? status : body.code;
};
const listAll = async (who: Client): Promise<StaffKey[]> => (await who.api("GET", "/admin/keys")).body.items;
const listOf = async (who: Client) => (await listAll(who)).filter(({ is_own }) => is_own);
const onlyOf = async (who: Client) => (await listOf(who))[0] as StaffKey;

describe("making a staff key", () => {
  it("shows it once, stores its hash, and opens what it's for", async () => {
    const { status, body } = await create(admin, { name: "  Night\u0000 report " });
    expect(status).toBe(201);
    expect(body.key).toMatch(/^fanfare_staff_[\w-]{43}$/);
    expect(body).toMatchObject({
      name: "Night report",
      scopes: ["staff:accounts:read"],
      working_scopes: ["staff:accounts:read"],
      state: "active",
      is_own: true,
      made_by: { id: admin.id },
      revoked: null,
    });
    expect(await listOf(admin)).toEqual([{ ...body, key: undefined }]);
    const secret = body.key.slice(body.start.length);
    expect(body.key.startsWith(body.start)).toBe(true);
    expect(JSON.stringify(await rowsOf(app.platform.db, sql`select * from staff_keys`))).not.toContain(
      secret,
    );
    expect(JSON.stringify(await eventsOf(app))).not.toContain(secret);
    const { status: found, headers } = await call(body.key, "/admin/users");
    expect([found, headers.get("ratelimit") === null]).toEqual([200, false]);
    expect(await codeOf(body.key, "/admin/security")).toBe("SCOPE_MISSING");
  });

  it("takes a fresh proof of who asks", async () => {
    await prove(admin, new Date(app.clock.now().getTime() - HOUR_MS));
    expect((await admin.api("POST", "/admin/keys", form())).body.code).toBe("REAUTHENTICATION_REQUIRED");
    const { id } = await keyOf(admin, "staff:accounts:read");
    await prove(admin, new Date(app.clock.now().getTime() - HOUR_MS));
    expect((await admin.api("POST", `/admin/keys/${id}/rotate`, {})).body.code).toBe(
      "REAUTHENTICATION_REQUIRED",
    );
    expect((await admin.api("POST", `/admin/keys/${id}/revoke`, {})).status).toBe(200);
  });

  it.each([
    ["without a name", { name: " \u200b\u0000 " }, "STAFF_KEY_NAME_MISSING"],
    ["for nothing", { scopes: [] }, "STAFF_KEY_SCOPES_MISSING"],
    ["for what the role doesn't have", { scopes: ["staff:settings:write"] }, "STAFF_KEY_SCOPES_REFUSED"],
    ["for what no key has", { scopes: ["staff:outbox:read"] }, "BAD_REQUEST"],
    ["for an account's API", { scopes: ["profiles.see"] }, "BAD_REQUEST"],
    ["for scopes in another case", { scopes: ["STAFF:ACCOUNTS:READ"] }, "BAD_REQUEST"],
    ["without an end", { expires_at: null }, "BAD_REQUEST"],
    ["with an end in the past", { expires_at: "2020-01-01T00:00:00Z" }, "STAFF_KEY_END_PAST"],
    ["with an end after more than a year", { expires_at: "2099-01-01T00:00:00Z" }, "STAFF_KEY_END_LATE"],
  ])("is refused %s", async (_, more, code) => {
    expect((await create(helper, more)).body.code).toBe(code);
    expect(await listOf(helper)).toEqual([]);
  });

  it("isn't for accounts' owners, strangers, or anybody through a key", async () => {
    const owner = await app.signUp();
    await prove(owner);
    expect((await owner.api("POST", "/admin/keys", form())).status).toBe(404);
    expect((await owner.api("GET", "/admin/keys")).status).toBe(404);
    expect((await app.visitor().api("GET", "/admin/keys")).status).toBe(401);
    const { key, id } = await keyOf(admin, "staff:accounts:read", "staff:accounts:write");
    expect(await codeOf(key, "/admin/keys")).toBe("PERSON_REQUIRED");
    for (const path of ["/admin/keys", `/admin/keys/${id}/rotate`, `/admin/keys/${id}/revoke`])
      expect(await codeOf(key, path, { method: "POST", body: form() })).toBe("PERSON_REQUIRED");
  });

  it(`is refused beyond ${STAFF_KEYS_MAX} keys that work, even at once`, async () => {
    await prove(helper);
    const answers = await Promise.all(
      Array.from({ length: STAFF_KEYS_MAX + 3 }, () => helper.api("POST", "/admin/keys", form())),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(STAFF_KEYS_MAX);
    expect(answers.find(({ status }) => status !== 201)?.body.code).toBe("STAFF_KEY_LIMIT");
    const { id } = await onlyOf(helper);
    await helper.api("POST", `/admin/keys/${id}/revoke`, {});
    expect((await create(helper)).status).toBe(201);
  });

  it(`keeps the last ${ENDED_STAFF_KEYS_KEPT} that are over, for the audit log to name them`, async () => {
    await app.platform.db.execute(sql`insert into staff_keys (id, made_by, name, start, hash, scopes, expires_at, created_at)
      select gen_random_uuid(), ${helper.id}, 'Old ' || n, 'x', 'hash ' || n || ${helper.id}, '{}', now() - n * interval '1 day', now()
      from generate_series(1, ${ENDED_STAFF_KEYS_KEPT + 10}) n`);
    await create(helper);
    const items = await listOf(helper);
    expect(items).toHaveLength(ENDED_STAFF_KEYS_KEPT + 1);
    expect(items[0]?.name).toBe("Night report");
    expect(items.map(({ name }) => name)).not.toContain(`Old ${ENDED_STAFF_KEYS_KEPT + 1}`);
  });
});

describe("a staff key", () => {
  it("has what its maker's role has at the moment, at each call", async () => {
    const { key } = await keyOf(admin, "staff:accounts:read", "staff:security:read");
    expect(await codeOf(key, "/admin/security")).toBe(200);
    await setRole(admin, "support");
    expect(await codeOf(key, "/admin/security")).toBe("NOT_FOUND");
    expect(await codeOf(key, "/admin/users")).toBe(200);
    expect(await listOf(admin)).toMatchObject([{ state: "active", working_scopes: ["staff:accounts:read"] }]);
    await setRole(admin, "user");
    expect(await codeOf(key, "/admin/users")).toBe("NOT_FOUND");
    expect((await listAll(founder)).find(({ made_by }) => made_by.id === admin.id)).toMatchObject({
      state: "idle",
      working_scopes: [],
    });
  });

  it("opens nothing of a role that its maker got later", async () => {
    const { key } = await keyOf(helper, "staff:accounts:read");
    await setRole(helper, "admin");
    expect(await codeOf(key, "/admin/nothing-like-that")).toBe("NOT_FOUND");
    expect(await codeOf(key, "/settings")).toBe("SCOPE_MISSING");
  });

  it("opens nothing while its maker is suspended, and ends with their account", async () => {
    const { key } = await keyOf(helper, "staff:accounts:read");
    await founder.api("PUT", `/admin/users/${helper.id}/ban`, {
      reason: "Lost laptop",
      until: inDays(3),
    });
    expect(await codeOf(key, "/admin/users")).toBe("NOT_FOUND");
    await founder.api("DELETE", `/admin/users/${helper.id}/ban`);
    expect(await codeOf(key, "/admin/users")).toBe(200);
    await app.platform.db.execute(sql`delete from users where id = ${helper.id}`);
    expect(await codeOf(key, "/admin/users")).toBe("KEY_UNKNOWN");
  });

  it("ends at its time, and says so", async () => {
    const { key } = (await create(admin, { expires_at: inDays(1) })).body;
    app.clock.advance(DAY_MS);
    const { status, body, headers } = await call(key, "/admin/users");
    expect([status, body.code]).toEqual([401, "KEY_EXPIRED"]);
    expect(headers.get("www-authenticate")).toContain("invalid_token");
    expect(await listOf(admin)).toMatchObject([{ state: "expired" }]);
    const { id } = await onlyOf(admin);
    await prove(admin);
    for (const path of ["rotate", "revoke"])
      expect((await admin.api("POST", `/admin/keys/${id}/${path}`, {})).body.code).toBe("STAFF_KEY_OVER");
  });

  it("tells when it was used, at most once a minute", async () => {
    const { key } = await keyOf(admin, "staff:accounts:read");
    const used = async () => {
      await call(key, "/admin/users");
      return (await onlyOf(admin)).used_at ?? "";
    };
    const first = await used();
    expect(Date.parse(first)).not.toBeNaN();
    app.clock.advance(30_000);
    expect(await used()).toBe(first);
    app.clock.advance(30_000);
    expect(Date.parse(await used())).toBeGreaterThanOrEqual(Date.parse(first) + 60_000);
  });

  it("tells once when it's used from another country", async () => {
    const { key, id } = await keyOf(admin, "staff:accounts:read");
    const from = (address: string) => call(key, "/admin/users", { headers: { "x-forwarded-for": address } });
    for (const address of ["8.8.8.8", "8.8.4.4"]) await from(address);
    const moved = async () =>
      (await eventsOf(app)).filter(
        ({ name, subject }) => name === "staff_key.used_elsewhere" && subject === id,
      );
    expect(await moved()).toEqual([]);
    await Promise.all(Array.from({ length: 3 }, () => from("2a00:1450:4001::1")));
    expect(await moved()).toMatchObject([{ account: admin.id, payload: { country: expect.any(String) } }]);
  });
});

describe("replacing a staff key", () => {
  it("is for its maker, and the old one works on for a while", async () => {
    const { key, id } = await keyOf(admin, "staff:accounts:read");
    const rotate = (overlap_hours: number) =>
      admin.api("POST", `/admin/keys/${id}/rotate`, { overlap_hours });
    const second = (await rotate(2)).body;
    expect(second).toMatchObject({ id, scopes: ["staff:accounts:read"], old_until: expect.any(String) });
    for (const one of [key, second.key]) expect(await codeOf(one, "/admin/users")).toBe(200);
    app.clock.advance(2 * HOUR_MS);
    expect(await codeOf(key, "/admin/users")).toBe("KEY_REPLACED");
    await prove(admin);
    const third = (await rotate(0)).body;
    expect(await codeOf(second.key, "/admin/users")).toBe("KEY_REPLACED");
    expect(await codeOf(key, "/admin/users")).toBe("KEY_REPLACED");
    expect(await codeOf(third.key, "/admin/users")).toBe(200);
    await admin.api("POST", `/admin/keys/${id}/revoke`, {});
    for (const one of [key, second.key, third.key])
      expect(await codeOf(one, "/admin/users")).toBe("KEY_REVOKED");
  });

  it("is refused to everyone else, the founder and the owner of a team among them", async () => {
    const { id } = await keyOf(admin, "staff:accounts:read");
    await prove(founder);
    await prove(helper);
    const rotate = async (who: Client) => (await who.api("POST", `/admin/keys/${id}/rotate`, {})).body.code;
    expect(await rotate(founder)).toBe("STAFF_KEY_NOT_YOURS");
    expect(await rotate(helper)).toBe("STAFF_KEY_NOT_FOUND");
    const owner = await app.signUp();
    await app.platform.db.execute(sql`insert into team_members (account, user_id, role, created_at)
      values (${owner.id}, ${admin.id}, 'admin', now()), (${admin.id}, ${owner.id}, 'admin', now())`);
    await prove(owner);
    expect(await rotate(owner)).toBe("NOT_FOUND");
    for (const headers of [{}, { "x-account": admin.id }] as Record<string, string>[]) {
      const { body } = await owner.call("GET", "/api/v1/keys", undefined, headers);
      expect(body.items).toEqual([]);
      for (const [method, path] of [
        ["POST", `/keys/${id}/rotate`],
        ["DELETE", `/keys/${id}`],
      ] as const)
        expect(
          (await owner.call(method, `/api/v1${path}`, method === "POST" ? {} : undefined, headers)).body.code,
        ).toBe("KEY_NOT_FOUND");
    }
  });
});

describe("revoking a staff key", () => {
  it("is its maker's, and of those in charge of staff with a reason, which the maker reads", async () => {
    const { id, key } = await keyOf(helper, "staff:help:read");
    expect((await listAll(admin)).map((one) => one.id)).toContain(id);
    const other = await staffMember("support");
    expect(await listAll(other)).toEqual([]);
    const revoke = async (who: Client, reason?: string) =>
      (await who.api("POST", `/admin/keys/${id}/revoke`, reason === undefined ? {} : { reason })).body;
    expect((await revoke(other, "Mine")).code).toBe("STAFF_KEY_NOT_FOUND");
    expect((await revoke(admin)).code).toBe("STAFF_KEY_REASON_MISSING");
    expect((await revoke(admin, "  ")).code).toBe("STAFF_KEY_REASON_MISSING");
    expect(await codeOf(key, `/admin/users/${helper.id}/sessions`)).toBe(200);
    expect(await revoke(admin, "It was in a public log")).toMatchObject({ state: "revoked" });
    expect(await codeOf(key, `/admin/users/${helper.id}/sessions`)).toBe("KEY_REVOKED");
    expect(await listOf(helper)).toMatchObject([
      { state: "revoked", revoked: { reason: "It was in a public log", by: expect.any(String) } },
    ]);
    expect((await revoke(helper)).code).toBe("STAFF_KEY_OVER");
    const { items } = (await helper.api("GET", "/audit")).body;
    expect(items.map(({ what }: { what: string }) => what)).toContain(
      "Revoked a staff key: It was in a public log",
    );
    for (const odd of ["nothing", "\u0000", "0190163d-8694-739b-aea5-966c26f8ad91"])
      expect((await admin.api("POST", `/admin/keys/${encodeURIComponent(odd)}/revoke`, {})).body.code).toBe(
        "STAFF_KEY_NOT_FOUND",
      );
  });
});
