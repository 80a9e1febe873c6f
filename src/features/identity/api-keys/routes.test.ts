// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Answer, Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { KEYS_MAX } from "./rules.ts";

let app: TestApp;
let owner: Client;
let profileId: string;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp();
  profileId = (await owner.api("POST", "/profiles", { name: "Mia" })).body.id;
});

const form = { name: "Zapier", scopes: ["profiles.see", "leads.see"] };
const create = (more: object = {}, who = owner) => who.api("POST", "/keys", { ...form, ...more });
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const asKey = (key: string, path: string): Promise<Answer> =>
  app.visitor().call("GET", `/api/v1${path}`, undefined, { authorization: `Bearer ${key}` });

describe("an API key", () => {
  it("is shown once, is stored as a hash, and opens what it was made for", async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body.key).toMatch(/^fanfare_[\w-]{43}$/);
    expect(body).toMatchObject({ ...form, state: "active", profile_ids: null, made_by: { id: owner.id } });
    const listed = (await owner.api("GET", "/keys")).body.items;
    expect(listed).toEqual([{ ...body, key: undefined }]);
    expect(body.key.startsWith(listed[0].start)).toBe(true);
    const secret = body.key.slice("fanfare_".length + 4);
    expect(JSON.stringify(await rowsOf(app.platform.db, sql`select * from api_keys`))).not.toContain(secret);
    expect(JSON.stringify(await eventsOf(app))).not.toContain(secret);
    expect((await asKey(body.key, "/profiles")).body.items).toMatchObject([{ id: profileId }]);
    expect((await asKey(body.key, `/profiles/${profileId}/links`)).status).toBe(403);
    expect((await asKey(`${body.key}x`, "/profiles")).status).toBe(401);
  });

  it("reaches only the chosen profiles", async () => {
    const other = (await owner.api("POST", "/profiles", { name: "Zoe" })).body.id;
    const { key } = (await create({ profile_ids: [other] })).body;
    expect((await asKey(key, "/profiles")).body.items).toMatchObject([{ id: other }]);
    expect((await asKey(key, `/profiles/${profileId}`)).status).toBe(404);
    const stranger = (await (await app.signUp()).api("POST", "/profiles", { name: "S" })).body.id;
    expect((await create({ profile_ids: [stranger] })).body.code).toBe("PROFILE_NOT_FOUND");
  });

  it("ends when it expires, and says so", async () => {
    const expires_at = new Date(app.clock.now().getTime() + DAY_MS).toISOString();
    const { key } = (await create({ expires_at })).body;
    expect((await asKey(key, "/profiles")).status).toBe(200);
    app.clock.advance(DAY_MS);
    const { status, body, headers } = await asKey(key, "/profiles");
    expect([status, body.code]).toEqual([401, "KEY_EXPIRED"]);
    expect(headers.get("www-authenticate")).toBe(
      'Bearer realm="API", error="invalid_token", error_description="The API key has expired"',
    );
    expect((await owner.api("GET", "/keys")).body.items).toMatchObject([{ state: "expired" }]);
  });

  it("records when it was used, at most once a minute", async () => {
    const { key } = (await create()).body;
    const used = async () => {
      await asKey(key, "/profiles");
      return (await owner.api("GET", "/keys")).body.items[0].used_at;
    };
    const first = await used();
    expect(Date.parse(first)).not.toBeNaN();
    app.clock.advance(30_000);
    expect(await used()).toBe(first);
    app.clock.advance(30_000);
    expect(Date.parse(await used())).toBeGreaterThanOrEqual(Date.parse(first) + 60_000);
  });

  it("can be replaced, and the old one works for as long as requested", async () => {
    const { id, key } = (await create()).body;
    const rotated = (await owner.api("POST", `/keys/${id}/rotate`, { overlap_hours: 24 })).body;
    expect(rotated).toMatchObject({ id, name: "Zapier" });
    for (const one of [key, rotated.key]) expect((await asKey(one, "/profiles")).status).toBe(200);
    app.clock.advance(DAY_MS);
    expect((await asKey(key, "/profiles")).status).toBe(401);
    expect((await asKey(rotated.key, "/profiles")).status).toBe(200);
    await app.platform.db.execute(sql`update sessions set proven_at = now() + interval '10 years'`);
    const last = (await owner.api("POST", `/keys/${id}/rotate`, { overlap_hours: 0 })).body;
    for (const old of [key, rotated.key])
      expect((await asKey(old, "/profiles")).body.code).toBe("KEY_REPLACED");
    expect((await asKey(last.key, "/profiles")).status).toBe(200);
    await owner.api("DELETE", `/keys/${id}`);
    for (const old of [rotated.key, last.key])
      expect((await asKey(old, "/profiles")).body.code).toBe("KEY_REVOKED");
    const kept = JSON.stringify(await rowsOf(app.platform.db, sql`select * from ended_keys`));
    for (const one of [key, rotated.key, last.key]) expect(kept).not.toContain(one.slice(8));
  });

  it("is revoked at once, along with anything it held open", async () => {
    const { id, key } = (await create({ scopes: ["analytics.see"] })).body;
    const stream = await fetch(`${app.url}/api/v1/profiles/${profileId}/analytics/live`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(stream.status).toBe(200);
    const reader = stream.body?.getReader();
    await reader?.read();
    expect((await owner.api("DELETE", `/keys/${id}`)).body).toEqual({ id });
    await vi.waitUntil(async () => (await reader?.read())?.done, { timeout: 10_000 });
    expect((await asKey(key, `/profiles/${profileId}/analytics`)).body.code).toBe("KEY_REVOKED");
    expect((await eventsOf(app, id)).map(({ name, actor }) => [name, actor.id])).toEqual([
      ["key.created", owner.id],
      ["key.revoked", owner.id],
    ]);
  });

  it("is told how many calls it has left, and when there are none", async () => {
    const { key } = (await create()).body;
    const first = (await asKey(key, "/profiles")).headers;
    expect(first.get("ratelimit-policy")).toBe('"key-calls";q=600;w=60');
    expect(first.get("ratelimit")).toMatch(/^"key-calls";r=599;t=\d+$/);
    expect([first.get("ratelimit-limit"), first.get("ratelimit-remaining")]).toEqual(["600", "599"]);
    expect((await owner.api("GET", "/profiles")).headers.get("ratelimit")).toBeNull();
    await app.platform.db.execute(sql`update rate_limits set points = 600 where key like 'key-calls%'`);
    const refused = await asKey(key, "/profiles");
    expect([refused.status, refused.body.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect(refused.headers.get("ratelimit-remaining")).toBe("0");
    expect(refused.headers.get("retry-after")).toBe(refused.headers.get("ratelimit-reset"));
    const { key: other } = (await create()).body;
    expect((await asKey(other, "/profiles")).status).toBe(200);
  });

  it("that’s unknown, or lacks a scope, says so as RFC 6750 wants it", async () => {
    const unknown = await asKey("fanfare_nobodys", "/profiles");
    expect([unknown.status, unknown.body.code]).toEqual([401, "KEY_UNKNOWN"]);
    expect(unknown.headers.get("www-authenticate")).toContain('error="invalid_token"');
    const { key } = (await create()).body;
    const refused = await asKey(key, "/campaigns");
    expect([refused.status, refused.body.code]).toEqual([403, "SCOPE_MISSING"]);
    expect(refused.body.data).toEqual({ scope: "campaigns.send" });
    expect(refused.headers.get("www-authenticate")).toBe(
      'Bearer realm="API", error="insufficient_scope", scope="campaigns.send"',
    );
    for (const path of ["/me", "/keys", "/team/members"])
      expect((await asKey(key, path)).body.code).toBe("PERSON_REQUIRED");
    const nobody = await app.visitor().api("GET", "/profiles");
    expect([nobody.status, nobody.headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="API"']);
  });

  it.each([
    ["campaigns.send", "/campaigns"],
    ["templates.edit", "/templates"],
    ["domains.manage", "/domains"],
    ["webhooks.manage", "/webhooks"],
  ])("with the scope %s opens %s, and nothing else", async (scope, path) => {
    const { key } = (await create({ scopes: [scope] })).body;
    expect((await asKey(key, path)).status).toBe(200);
    expect((await asKey(key, "/profiles")).body.data).toEqual({ scope: "profiles.see" });
  });

  it("adds webhooks only for events about what it may see", async () => {
    const { key } = (await create({ scopes: ["webhooks.manage", "leads.see"] })).body;
    const add = (events: string[]) =>
      app
        .visitor()
        .call("POST", "/api/v1/webhooks", { url: "https://hooks.example/in", events }, bearer(key));
    const made = await add(["lead.created"]);
    expect([made.status, made.body.made_by?.id]).toEqual([201, owner.id]);
    expect((await add(["lead.created", "profile.created"])).body.data).toEqual({ scope: "profiles.see" });
    const form = { url: "https://hooks.example/in", events: ["profile.created"] };
    const { id } = (await owner.api("POST", "/webhooks", form)).body;
    const turned = { url: "https://elsewhere.example/in" };
    const answer = await app.visitor().call("PATCH", `/api/v1/webhooks/${id}`, turned, bearer(key));
    expect(answer.body.code).toBe("SCOPE_MISSING");
  });

  it("is renamed", async () => {
    const { id } = (await create()).body;
    expect((await owner.api("PATCH", `/keys/${id}`, { name: " Make " })).body.name).toBe("Make");
    expect((await owner.api("PATCH", `/keys/${id}`, { name: " " })).body.code).toBe("KEY_NAME_MISSING");
  });
});

describe("a key's maker", () => {
  it("limits it: by their role, their profiles, and whether they're on the team at all", async () => {
    const admin = await app.signUp();
    const { db } = app.platform;
    await db.execute(
      sql`insert into team_members (account, user_id, role, created_at) values (${owner.id}, ${admin.id}, 'admin', now())`,
    );
    const headers = { "x-account": owner.id };
    const made = await admin.call(
      "POST",
      "/api/v1/keys",
      { ...form, scopes: ["leads.see", "links.see"] },
      headers,
    );
    const { key } = made.body;
    const links = () => asKey(key, `/profiles/${profileId}/links`);
    await app.visitor().api("GET", "/instance");
    await db.execute(
      sql`insert into contacts (user_id, id, email, name, status, profile_ids, created_at, updated_at)
          values (${owner.id}, gen_random_uuid(), 'nora@fans.example', 'Nora', 'new', array[${profileId}::uuid],
            now(), now())`,
    );
    expect((await asKey(key, "/contacts")).body.items[0].email).toBe("nora@fans.example");
    expect((await links()).status).toBe(200);
    await db.execute(sql`update team_members set role = 'analyst' where user_id = ${admin.id}`);
    expect((await asKey(key, "/contacts")).body.items[0].email).not.toContain("nora");
    await db.execute(sql`update team_members set role = 'billing' where user_id = ${admin.id}`);
    expect((await links()).status).toBe(403);
    await db.execute(
      sql`update team_members set role = 'admin', profile_ids = array[gen_random_uuid()] where user_id = ${admin.id}`,
    );
    expect((await links()).status).toBe(404);
    expect((await admin.call("GET", "/api/v1/keys", undefined, headers)).body.code).toBe("PROFILES_LIMITED");
    await db.execute(sql`delete from team_members where user_id = ${admin.id}`);
    expect((await links()).body.code).toBe("KEY_IDLE");
    expect((await owner.api("GET", "/keys")).body.items).toMatchObject([{ state: "idle" }]);
  });
});

describe("a key that isn’t allowed", () => {
  it.each([
    ["a name", { name: " \u200b" }, "KEY_NAME_MISSING"],
    ["anything to do", { scopes: [] }, "KEY_SCOPES_MISSING"],
    ["any profile", { profile_ids: [] }, "KEY_PROFILES_MISSING"],
    ["a future", { expires_at: "2020-01-01T00:00:00Z" }, "KEY_EXPIRY_PAST"],
    ["a date", { expires_at: "tomorrow" }, "BAD_REQUEST"],
    ["a scope for keys", { scopes: ["team.manage"] }, "BAD_REQUEST"],
  ])("isn’t created: one without %s", async (_, more, code) => {
    expect((await create(more)).body.code).toBe(code);
  });

  it("is one more than the limit", async () => {
    await app.platform.db.execute(
      sql`insert into api_keys (id, account, made_by, name, start, hash, scopes, created_at)
          select gen_random_uuid(), ${owner.id}, ${owner.id}, 'Key', 'fanfare_', gen_random_uuid()::text, '{}', now()
          from generate_series(2, ${KEYS_MAX})`,
    );
    const answers = await Promise.all([create(), create()]);
    expect(answers.map(({ body }) => body.code ?? "made").sort()).toEqual(["KEY_LIMIT", "made"]);
  });

  it("requires people who signed in long ago to prove who they are", async () => {
    const { id } = (await create()).body;
    app.clock.advance(DAY_MS);
    expect((await create()).body.code).toBe("REAUTHENTICATION_REQUIRED");
    expect((await owner.api("POST", `/keys/${id}/rotate`, {})).body.code).toBe("REAUTHENTICATION_REQUIRED");
  });

  it("is someone else’s", async () => {
    const { id } = (await create()).body;
    const stranger = await app.signUp();
    for (const [method, path] of [
      ["DELETE", `/keys/${id}`],
      ["POST", `/keys/${id}/rotate`],
    ] as const) {
      expect((await stranger.api(method, path, method === "POST" ? {} : undefined)).body.code).toBe(
        "KEY_NOT_FOUND",
      );
    }
    expect((await stranger.api("PATCH", `/keys/${id}`, { name: "Mine" })).body.code).toBe("KEY_NOT_FOUND");
  });
});
