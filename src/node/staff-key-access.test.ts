// @project server-postgres
import { hash, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STAFF_SCOPE_NAMES } from "#src/features/identity/staff-keys/rules.ts";
import { isStaffFor } from "#src/features/identity/team/rules.ts";
import { SCOPE_NAMES, STAFF_AREAS, STAFF_ROLES, type StaffRole, staffScopeFor } from "#src/lib/access.ts";
import { isQuestion } from "#src/lib/endpoint.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Answer, Client } from "#test/harness/client.ts";
import { AREAS_IN_PERSON, STAFF_IN_PERSON } from "#test/harness/staff-access.ts";
import { listEndpoints } from "./api-description.ts";

let app: TestApp;
let founder: Client;
let maker: Client;
let asked = 0;

/** Everything that could be called a scope, whether or not anybody may have it. */
const EVERYTHING = STAFF_AREAS.flatMap((area) => [`staff:${area}:read`, `staff:${area}:write`]);

beforeAll(async () => {
  app = await startApp({ PLANS: "off", ROLES: "web" });
  founder = await app.signUp();
  maker = await app.signUp();
});
afterAll(async () => {
  await app?.close();
  process.stdout.write(`staff keys: ${asked} requests to ${forStaff.length} endpoints\n`);
});

const endpoints = listEndpoints();
const forStaff = endpoints.flatMap((endpoint) => {
  const { access, method, path } = endpoint;
  if (access.to !== "staff") return [];
  const isChange = method !== "GET" && !isQuestion(path as `/${string}`);
  return [{ ...endpoint, access, scope: staffScopeFor(access, isChange), isChange }];
});
const forKeys = forStaff.flatMap((endpoint) =>
  endpoint.scope === undefined ? [] : [{ ...endpoint, scope: endpoint.scope }],
);
const inPerson = forStaff.filter(({ scope }) => scope === undefined);
const forMembers = endpoints.flatMap((endpoint) =>
  endpoint.access.to === "members" ? [{ ...endpoint, access: endpoint.access }] : [],
);
type Endpoint = Pick<(typeof endpoints)[number], "method" | "path">;

async function setRole(role: StaffRole | "user"): Promise<void> {
  await app.platform.db.execute(sql`update users set role = ${role} where id = ${maker.id}`);
}

/** Its secret looks like a real one. */
async function addKey(scopes: readonly string[], made_by = maker.id): Promise<string> {
  const key = `fanfare_staff_${hash("sha256", randomUUID(), "base64url")}`;
  await app.platform.db.execute(
    sql`insert into staff_keys (id, made_by, name, start, hash, scopes, expires_at, created_at)
      values (${randomUUID()}, ${made_by}, 'Key', 'fanfare_staff_', ${hash("sha256", key, "base64url")},
        ${`{${scopes.join(",")}}`}::text[], now() + interval '30 years', now())`,
  );
  return key;
}

const NOWHERE = "0190163d-8694-739b-aea5-966c26f8ad91";

/** Nothing but access is asked here: what's admitted stumbles over its empty body, or finds nothing. */
async function ask({ method, path }: Endpoint, key: string): Promise<Answer> {
  asked++;
  const body = method === "GET" ? undefined : {};
  const url = `/api/v1${path.replaceAll(/\{\w+\}/g, NOWHERE)}`;
  return app.visitor().call(method, url, body, { authorization: `Bearer ${key}` });
}

const REFUSALS = ["UNAUTHORIZED", "NOT_FOUND", "FORBIDDEN", "SCOPE_MISSING", "PERSON_REQUIRED"];

describe("staff keys", () => {
  it("can have exactly the scopes that endpoints take", () => {
    expect(new Set(STAFF_SCOPE_NAMES)).toEqual(new Set(forKeys.map(({ scope }) => scope)));
  });

  it("never reach what's written down as taking a person", () => {
    const written = forStaff.filter(
      ({ name, access }) => STAFF_IN_PERSON.includes(name) || AREAS_IN_PERSON.includes(access.area),
    );
    expect(inPerson.map(({ name }) => name).sort()).toEqual(written.map(({ name }) => name).sort());
  });

  it.each(forKeys)("reach $name with its scope, as far as their maker's role goes", async (endpoint) => {
    const { scope, access } = endpoint;
    const key = await addKey([scope]);
    for (const role of [...STAFF_ROLES, "user"] as const) {
      const isFounder = role === "founder";
      if (!isFounder) await setRole(role);
      const { status, body } = await ask(endpoint, isFounder ? await addKey([scope], founder.id) : key);
      if (role !== "user" && isStaffFor(role, access.area)) {
        expect(REFUSALS, role).not.toContain(body.code);
        expect([401, 403], role).not.toContain(status);
      } else expect([status, body.code], role).toEqual([404, "NOT_FOUND"]);
    }
  });

  it.each(forKeys)("don't reach $name with all other scopes", async (endpoint) => {
    await setRole("admin");
    const { scope } = endpoint;
    const { status, body, headers } = await ask(
      endpoint,
      await addKey([...EVERYTHING, ...SCOPE_NAMES].filter((other) => other !== scope)),
    );
    expect([status, body.code, body.data]).toEqual([403, "SCOPE_MISSING", { scope }]);
    expect(headers.get("www-authenticate")).toContain(`scope="${scope}"`);
    const own = endpoint.isChange ? "read" : "write";
    const other = await ask(endpoint, await addKey([`staff:${endpoint.access.area}:${own}`]));
    expect(other.body.code).toBe("SCOPE_MISSING");
    // Not even the founder's.
    expect((await ask(endpoint, await addKey([], founder.id))).body.code).toBe("SCOPE_MISSING");
  });

  it.each(inPerson)("are told that $name takes a person, whatever their scopes", async (endpoint) => {
    const key = await addKey(EVERYTHING, founder.id);
    const { status, body } = await ask(endpoint, key);
    expect([status, body.code]).toEqual([403, "PERSON_REQUIRED"]);
    await setRole("user");
    expect((await ask(endpoint, await addKey(EVERYTHING))).body.code).toBe("NOT_FOUND");
  });

  it.each(forStaff)("don't reach $name once they're over, or their maker is", async (endpoint) => {
    const { db } = app.platform;
    await setRole("admin");
    const key = await addKey(EVERYTHING);
    const digest = hash("sha256", key, "base64url");
    const code = async () => (await ask(endpoint, key)).body.code;
    await db.execute(sql`update users set banned = true where id = ${maker.id}`);
    expect(await code()).toBe("NOT_FOUND");
    await db.execute(sql`update users set banned = false, deletion_due_at = now() where id = ${maker.id}`);
    expect(await code()).toBe("NOT_FOUND");
    await db.execute(sql`update users set deletion_due_at = null where id = ${maker.id}`);
    await db.execute(sql`update staff_keys set expires_at = '1999-01-01' where hash = ${digest}`);
    expect(await code()).toBe("KEY_EXPIRED");
    await db.execute(sql`update staff_keys set revoked_at = now() where hash = ${digest}`);
    expect(await code()).toBe("KEY_REVOKED");
    await db.execute(sql`delete from staff_keys where hash = ${digest}`);
    expect(await code()).toBe("KEY_UNKNOWN");
  });

  it.each(forStaff)("are the only ones that reach $name: accounts' keys don't", async (endpoint) => {
    const key = `fanfare_${hash("sha256", randomUUID(), "base64url")}`;
    const scopes = [...SCOPE_NAMES, ...EVERYTHING];
    await app.platform.db.execute(
      sql`insert into api_keys (id, account, made_by, name, start, hash, scopes, created_at)
          values (${randomUUID()}, ${founder.id}, ${founder.id}, 'Key', 'fanfare_', ${hash("sha256", key, "base64url")},
            ${`{${scopes.join(",")}}`}::text[], now())`,
    );
    expect((await ask(endpoint, key)).body.code).toBe("NOT_FOUND");
  });

  it.each(forMembers)("are no key to $name, not even in their maker's account", async (endpoint) => {
    const key = await addKey([...EVERYTHING, ...SCOPE_NAMES], founder.id);
    const { status, body } = await ask(endpoint, key);
    expect(status).toBe(403);
    const { isForPeople, permission } = endpoint.access;
    const isForPerson = isForPeople || !SCOPE_NAMES.includes(permission);
    expect(body.code).toBe(isForPerson ? "PERSON_REQUIRED" : "SCOPE_MISSING");
  });
});
