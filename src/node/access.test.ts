// @project server-postgres
import { hash, randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { banAccount } from "#src/features/identity/accounts/bans/bans.ts";
import { grantOf, isStaffFor } from "#src/features/identity/team/rules.ts";
import { isForKeys, PERMISSIONS, type Permission, ROLES, type Role, STAFF_ROLES } from "#src/lib/access.ts";
import { ACCESS, ALSO_NEEDED, PERSONAL } from "#test/harness/access.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { type Client, leave } from "#test/harness/client.ts";
import { marketingFixtures } from "#test/harness/marketing-fixtures.ts";
import { listEndpoints } from "./api-description.ts";

type Endpoint = ReturnType<typeof listEndpoints>[number];

let app: TestApp;
let founder: Client;
let owner: Client;
let otherOwner: Client;
let members: Map<Role, Client>;
let limited: Client;
let profileId: string;
let linkId: string;
const leadId = randomUUID();
const contactId = randomUUID();
const jobId = randomUUID();
const keyId = randomUUID();
const invitationId = randomUUID();
/** On the owner's team, for tests to change. */
let spare: Client;
/** How many requests were made, as how many kinds of people. */
let asked = 0;
const webhookId = randomUUID();
const domainId = randomUUID();
const mailboxId = randomUUID();
let named: Record<string, Schema>;
let schemas: Record<
  string,
  Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>
>;

beforeAll(async () => {
  app = await startApp({ PLANS: "off", ROLES: "web" });
  founder = await app.signUp();
  owner = await app.signUp();
  otherOwner = await app.signUp();
  profileId = (await owner.api("POST", "/profiles", { name: "Owner" })).body.id;
  linkId = (
    await owner.api("POST", `/profiles/${profileId}/links`, { title: "One", url: "https://example.com" })
  ).body.id;
  members = new Map([["owner", owner]]);
  for (const role of ROLES) if (role !== "owner") members.set(role, await addMember(role, null));
  spare = await addMember("viewer", null);
  const other = (await owner.api("POST", "/profiles", { name: "Other" })).body.id;
  limited = await addMember("admin", [other]);
  const { paths, components } = (await app.visitor().api("GET", "/openapi.json")).body;
  schemas = paths;
  named = components.schemas;
  await prepareRevival();
});
afterAll(async () => {
  await app?.close();
  const who = `${ROLES.length} roles, a limited admin, keys, strangers, other owners, and staff`;
  process.stdout.write(`access: ${asked} requests to ${endpoints.length} endpoints as ${who}\n`);
});

/** Someone with their own account who's on the owner's team. Their requests say which account they're for. */
async function addMember(role: Role, profileIds: string[] | null): Promise<Client> {
  const member = await app.signUp();
  await app.platform.db.execute(onTeamAs(member, role, profileIds));
  return member;
}

function onTeamAs({ id }: Client, role: Role, profileIds: string[] | null = null): SQL {
  const ids = profileIds && `{${profileIds.join(",")}}`;
  return sql`insert into team_members (account, user_id, role, profile_ids, created_at)
      values (${owner.id}, ${id}, ${role}, ${ids}::uuid[], now()) on conflict do nothing`;
}

/** A program with a key of the owner's account. */
async function addKey(permissions: readonly Permission[], profileIds: string[] | null = null) {
  const key = randomUUID();
  const reach = profileIds && `{${profileIds.join(",")}}`;
  await app.platform.db.execute(
    sql`insert into api_keys (id, account, made_by, name, start, hash, scopes, profile_ids, created_at)
        values (${key}, ${owner.id}, ${owner.id}, 'Key', 'fanfare_', ${hash("sha256", key, "base64url")},
          ${`{${permissions.join(",")}}`}::text[], ${reach}::uuid[], now())`,
  );
  return { cookie: "", key };
}

interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minLength?: number;
  minItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
}

/** A value that fits the schema, so that access does the refusing rather than validation. */
function sampleOf(schema: Schema, name = ""): unknown {
  if (schema.$ref) return sampleOf(named[schema.$ref.split("/").at(-1) ?? ""] ?? {}, name);
  if (name.endsWith("profile_id") || name === "profile_uuid") return profileId;
  if (name === "account") return owner.id;
  if (name === "contact_id") return contactId;
  if (name === "keep_id" || name === "gone_id") return contactId;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0], name);
  if (schema.type === "array")
    return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}));
  if (schema.type === "boolean") return true;
  if (schema.type === "number" || schema.type === "integer") return 1;
  if (schema.type === "object") {
    return Object.fromEntries(
      (schema.required ?? []).map((key) => [key, sampleOf(schema.properties?.[key] ?? {}, key)]),
    );
  }
  if (schema.format === "uuid") return randomUUID();
  if (schema.format === "date-time") return "2030-01-01T00:00:00Z";
  return name.includes("url") ? "https://example.com" : "Sample".padEnd(schema.minLength ?? 0, "x");
}

const SESSION_ID = "another-session";

function pathOf({ path }: Endpoint): string {
  const noun = path.split("/").at(/^\/(?:team|contacts\/imports)\//.test(path) ? 2 : 1) ?? "";
  const others = {
    members: spare.id,
    invitations: invitationId,
    webhooks: webhookId,
    domains: domainId,
    mailboxes: mailboxId,
    campaigns: webhookId,
    experiments: webhookId,
    mails: webhookId,
    imports: webhookId,
    templates: webhookId,
    snippets: webhookId,
    themes: webhookId,
    contacts: contactId,
    "contact-tasks": contactId,
    "contact-merges": webhookId,
    segments: webhookId,
    sequences: webhookId,
    "incoming-webhooks": webhookId,
    rules: webhookId,
    deliverability: webhookId,
    "page-imports": webhookId,
    "utm-templates": webhookId,
    media: webhookId,
    analytics: webhookId,
  };
  const id = { links: linkId, jobs: jobId, keys: keyId, me: SESSION_ID, ...others }[noun] ?? profileId;
  return (
    path
      .replace("{profile_id}", profileId)
      .replace(/\{(?:delivery|reply|version|enrollment|run)_id\}/, webhookId)
      .replace("{note_id}", contactId)
      .replace("{table}", "leads")
      // The domain of the sending account in `marketingFixtures`.
      .replace("{host}", "mia.com")
      .replace("{id}", id)
      .replace("{token}", "no-such-token")
      .concat(path.endsWith("/compare") ? `?with=${webhookId}` : "")
  );
}

function bodyOf({ method, path }: Endpoint): unknown {
  const content = schemas[path]?.[method.toLowerCase()]?.requestBody?.content ?? {};
  const form = content["multipart/form-data"];
  if (form) {
    const body = new FormData();
    for (const key of form.schema.required ?? []) {
      const { type } = form.schema.properties?.[key] ?? {};
      body.set(key, type === "integer" ? "1" : new File(["x"], "sample"));
    }
    return body;
  }
  const json = content["application/json"];
  return json && sampleOf(json.schema);
}

/** What was found on a page that has nothing. */
const NO_PAGE = {
  service: { key: "other", label: "Another site", confidence: "best_effort" },
  address: null,
  name: "Page",
  bio: null,
  picture: null,
  socials: [],
  items: [],
  look: null,
  left_out: { duplicates: 0, service_links: 0, unusable: 0, beyond_limit: 0 },
  own: null,
};

let isStale = true;

/** What restores what calls may have deleted, and returns sessions to their own accounts. */
function revivals(): SQL[] {
  const onTeam = [...members].flatMap(([role, client]) => (role === "owner" ? [] : [onTeamAs(client, role)]));
  return [
    sql`update sessions set active_account = null where active_account is not null`,
    sql`update client_profiles set deleted_at = null where id = ${profileId} and deleted_at is not null`,
    sql`update links set deleted_at = null where id = ${linkId} and deleted_at is not null`,
    sql`insert into fan_leads (id, profile_id, user_id, name, email, phone, lead_source, country, referrer_host,
          consent_text, consent_version, consented_at, created_at)
        values (${leadId}, ${profileId}, ${owner.id}, 'Fan', 'fan@example.com', null, 'form', 'DE', '', '', '', now(), now())
        on conflict do nothing`,
    sql`insert into contacts (user_id, id, email, status, profile_ids, created_at, updated_at)
        values (${owner.id}, ${contactId}, 'fan@example.com', 'new', array[${profileId}::uuid], now(), now())
        on conflict do nothing`,
    sql`insert into contact_timeline (user_id, contact_id, id, kind, data, at)
        values (${owner.id}, ${contactId}, ${contactId}, 'note', '{}', now()) on conflict do nothing`,
    sql`insert into contact_tasks (user_id, id, contact_id, title, due_at, created_at)
        values (${owner.id}, ${contactId}, ${contactId}, 'x', now(), now()) on conflict do nothing`,
    sql`insert into segments (user_id, id, name, kind, created_at, updated_at)
        values (${owner.id}, ${webhookId}, 'Picked', 'static', now(), now()) on conflict do nothing`,
    sql`insert into seed_addresses (user_id, id, address, host, port, security, username, secret, created_at)
        values (${owner.id}, ${webhookId}, 'seed@x.example', 'x.example', 993, 'tls', 'x', 'x', now()) on conflict do nothing`,
    ...onTeam,
    onTeamAs(spare, "viewer"),
    sql`insert into team_invitations (id, account, email, role, state, created_at, expires_at)
        values (${invitationId}, ${owner.id}, 'invited@example.com', 'viewer', 'open', now(), now() + interval '9 days')
        on conflict do nothing`,
    sql`insert into api_keys (id, account, made_by, name, start, hash, scopes, created_at)
        values (${keyId}, ${owner.id}, ${owner.id}, 'Key', 'fanfare_', ${keyId}, '{}', now()) on conflict do nothing`,
    sql`insert into webhooks (id, account, made_by, url, events, secret, disabled_at, created_at)
        values (${webhookId}, ${owner.id}, ${owner.id}, 'https://example.com', '{}', '', now(), now()) on conflict do nothing`,
    sql`insert into utm_templates (user_id, id, name, utm_source)
        values (${owner.id}, ${webhookId}, 'Story', 'instagram') on conflict do nothing`,
    sql`insert into media (id, user_id, content_type, width, height, content, purpose, created_at)
        values (${webhookId}, ${owner.id}, 'image/webp', 1, 1, '', 'avatar', now()) on conflict do nothing`,
    ...marketingFixtures({ account: owner.id, mailboxId, id: webhookId }),
    sql`insert into page_imports (id, user_id, page, created_at)
        values (${webhookId}, ${owner.id}, ${JSON.stringify(NO_PAGE)}, now()) on conflict do nothing`,
    sql`insert into analytics_notes (user_id, id, profile_id, day, text, created_at)
        values (${owner.id}, ${webhookId}, ${profileId}, '2026-01-01', 'Posted', now()) on conflict do nothing`,
    sql`insert into analytics_goals (user_id, id, profile_id, metric, target, first_day, last_day, zone, created_at)
        values (${owner.id}, ${webhookId}, ${profileId}, 'views', 1, '2026-01-01', '2026-01-02', 'UTC', now())
        on conflict do nothing`,
    sql`insert into stat_shares (user_id, id, profile_id, kind, parts, period, intro, zone, created_at)
        values (${owner.id}, ${webhookId}, ${profileId}, 'figures', '{views}', '30d', '', 'UTC', now())
        on conflict do nothing`,
    sql`insert into page_versions (id, user_id, profile_id, page, made_at)
        values (${webhookId}, ${owner.id}, ${profileId}, '{"profile": {"notes": "x"}, "links": []}', now()) on conflict do nothing`,
    sql`insert into domains (id, account, profile_id, host, zone, token, created_at)
        values (${domainId}, ${owner.id}, ${profileId}, 'mia.com', 'mia.com', '', now()) on conflict do nothing`,
    sql`insert into followed_jobs (account, id, job_id, name, permission, total, created_at)
        values (${owner.id}, ${jobId}, ${jobId}, 'test.job', 'account.see', 1, now()) on conflict do nothing`,
  ];
}

/** The database plans it once per connection, instead of thirty statements after each change. */
async function prepareRevival(): Promise<void> {
  const body = sql.join([...revivals(), sql``], sql`;\n`).inlineParams();
  await app.platform.db.execute(
    sql`create function revive() returns void language plpgsql as $$ begin ${body} end $$`,
  );
}

/** Only the status. */
async function statusOf(
  endpoint: Endpoint,
  client: Pick<Client, "cookie"> & { id?: string; key?: string },
  account?: string,
): Promise<number> {
  if (isStale) await app.platform.db.execute(sql`select revive()`);
  asked++;
  if (endpoint.name === "accounts.endSession" && client.id) {
    await app.platform.db.execute(
      sql`insert into sessions (id, token, user_id, expires_at)
          values (${SESSION_ID}, ${SESSION_ID}, ${client.id}, now()) on conflict do nothing`,
    );
  }
  const body = bodyOf(endpoint);
  const isForm = body instanceof FormData;
  const response = await fetch(`${app.url}/api/v1${pathOf(endpoint)}`, {
    method: endpoint.method,
    headers: {
      cookie: client.cookie,
      ...(client.key === undefined ? {} : { authorization: `Bearer ${client.key}` }),
      ...(account === undefined ? {} : { "x-account": account }),
      // Whatever a verb does, it does in one transaction.
      ...(client.key !== undefined && endpoint.method === "POST" && { "idempotency-key": randomUUID() }),
      ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
  });
  await leave(response);
  // Only what isn't refused can have removed anything. A refusal that did would fail the next request's test.
  isStale = endpoint.method !== "GET" && response.ok;
  return response.status;
}

const REFUSED = [401, 403, 404];
const endpoints = listEndpoints();
const forMembers = endpoints.flatMap((endpoint) =>
  endpoint.access.to === "members"
    ? [{ ...endpoint, access: endpoint.access, permission: endpoint.access.permission }]
    : [],
);
const forStaff = endpoints.flatMap((endpoint) =>
  endpoint.access.to === "staff" ? [{ ...endpoint, area: endpoint.access.area }] : [],
);
/**
 * Endpoints about one of the account's rows. Anything below `/me` belongs to the person, whatever account
 * they work in.
 */
const owned = forMembers.filter(
  ({ path, name }) =>
    (path.includes("{") && !path.includes("{token}") && !path.startsWith("/me/")) ||
    name === "profiles.duplicate",
);
/** Only for the one person that a row is about, whatever their role: none of these is (their own tests). */
const FOR_ONE = ["referrals.checkAbuse", "referrals.grantRewards"];

describe("access", () => {
  it("is declared by every endpoint as written down here", () => {
    const declared = endpoints.map(({ name, access }) => {
      if (access.to === "everyone") return [name, "everyone"];
      return [name, access.to === "staff" ? `staff ${access.area}` : access.permission];
    });
    expect(Object.fromEntries(declared)).toEqual(ACCESS);
  });

  it.each(endpoints.filter(({ access }) => access.to === "everyone"))(
    "to $name is for everyone, signed in or not",
    async (endpoint) => {
      for (const client of [app.visitor(), otherOwner]) {
        expect([401, 403]).not.toContain(await statusOf(endpoint, client));
      }
    },
  );

  it.each([...forMembers, ...forStaff])("to $name is refused to strangers", async (endpoint) => {
    const answer = await app.visitor().api(endpoint.method, pathOf(endpoint), bodyOf(endpoint));
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ code: "UNAUTHORIZED", message: "Sign in first." });
    expect(answer.body.request_id).toBe(answer.headers.get("x-request-id"));
  });

  // A passkey is its person's, whatever their role: none of these has one (passkeys.test.ts), or a device for push.
  const shared = forMembers.filter(
    ({ path, name }) => !/^\/me\/(?:passkeys|push-devices)\/\{/.test(path) && !FOR_ONE.includes(name),
  );
  it.each(shared)("to $name follows the matrix for each role", async (endpoint) => {
    for (const role of ROLES) {
      const status = await statusOf(endpoint, members.get(role) as Client, owner.id);
      if (grantOf(role, endpoint.permission)) expect(REFUSED, role).not.toContain(status);
      else expect(status, role).toBe(403);
    }
  });

  it.each(forMembers)("of $name is a key's that carries it, and no other key's", async (endpoint) => {
    const others = PERMISSIONS.filter((permission) => permission !== endpoint.permission);
    const status = await statusOf(
      endpoint,
      await addKey([endpoint.permission, ALSO_NEEDED[endpoint.name] ?? endpoint.permission]),
    );
    expect(endpoint.access.isForPeople ?? false).toBe(PERSONAL.includes(endpoint.name));
    if (isForKeys(endpoint.access)) expect(REFUSED).not.toContain(status);
    else expect(status).toBe(403);
    if (ALSO_NEEDED[endpoint.name])
      expect(await statusOf(endpoint, await addKey([endpoint.permission]))).toBe(403);
    expect(await statusOf(endpoint, await addKey(others))).toBe(403);
    expect(await statusOf(endpoint, await addKey(PERMISSIONS), otherOwner.id)).toBe(404);
    // A session doesn't make up for a key that doesn't work.
    expect(await statusOf(endpoint, { cookie: owner.cookie, key: "no-such-key" })).toBe(401);
  });

  it.each(forMembers)("to $name is refused to people who aren't on the team", async (endpoint) => {
    for (const client of [founder, otherOwner]) expect(await statusOf(endpoint, client, owner.id)).toBe(404);
  });

  it.each(owned)(
    "to $name doesn't extend to other people's rows: not yours is not found",
    async (endpoint) => {
      // Not even the founder's session reaches into another account, nor a member's own account into their
      // team's.
      for (const client of [founder, otherOwner, members.get("admin") as Client]) {
        expect(await statusOf(endpoint, client)).toBe(404);
      }
    },
  );

  it.each(owned)("to $name doesn't extend to profiles that a member may not reach", async (endpoint) => {
    expect([403, 404]).toContain(await statusOf(endpoint, limited, owner.id));
    expect([403, 404]).toContain(await statusOf(endpoint, await addKey(PERMISSIONS, [randomUUID()])));
  });

  it.each(forStaff)("to $name exists for the staff it's meant for, and for nobody else", async (endpoint) => {
    const { db } = app.platform;
    for (const role of [...STAFF_ROLES, "user"] as const) {
      // There's only one founder, so otherOwner takes on the other roles for a while.
      const client = role === "founder" ? founder : otherOwner;
      if (role !== "founder") await db.execute(sql`update users set role = ${role} where id = ${client.id}`);
      const status = await statusOf(endpoint, client);
      if (role !== "user" && isStaffFor(role, endpoint.area)) expect([401, 403], role).not.toContain(status);
      else expect(status, role).toBe(404);
    }
  });

  it("is refused to a key that has expired, whose maker isn’t on the team, or that belongs to a banned account", async () => {
    const { db } = app.platform;
    const { key } = await addKey(["profiles.see"]);
    const ask = async () =>
      (await app.visitor().call("GET", "/api/v1/profiles", undefined, { authorization: `Bearer ${key}` }))
        .status;
    const authorization = `Bearer ${(await addKey(PERMISSIONS)).key}`;
    const me = await app.visitor().call("GET", "/api/v1/me", undefined, { authorization });
    expect(me.body.code).toBe("PERSON_REQUIRED");
    expect(await ask()).toBe(200);
    await db.execute(sql`update api_keys set expires_at = now() - interval '30 years' where id = ${key}`);
    expect(await ask()).toBe(401);
    await db.execute(
      sql`update api_keys set expires_at = null, made_by = ${otherOwner.id} where id = ${key}`,
    );
    expect(await ask()).toBe(401);
    await db.execute(sql`update api_keys set account = ${otherOwner.id} where id = ${key}`);
    expect(await ask()).toBe(200);
    await banAccount(app.platform, { id: otherOwner.id, reason: "spam" });
    expect(await ask()).toBe(401);
  });

  it("is described in openapi.json for every endpoint", async () => {
    for (const { method, path, access } of endpoints) {
      const who =
        access.to === "members"
          ? access.permission
          : access.to === "staff"
            ? `staff: ${access.area}`
            : access.to;
      const operation = schemas[path]?.[method.toLowerCase()] as Record<string, unknown> | undefined;
      expect(operation?.["x-access"], `${method} ${path}`).toBe(who);
    }
    const page = await app.visitor().api("GET", "/docs");
    expect(page.status).toBe(200);
    expect(page.body).toContain("/profiles/{id}/analytics");
  });
});
