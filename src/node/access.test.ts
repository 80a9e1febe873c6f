import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { listEndpoints } from "./api-description.ts";

/** Who may call each endpoint: a new one has to be written down here. */
const ACCESS: Record<string, "public" | "signed-in" | "founder"> = {
  "settings.allowances": "signed-in",
  "settings.setPlans": "founder",
  "accounts.me": "signed-in",
  "accounts.instance": "public",
  "accounts.listMail": "founder",
  "accounts.getMail": "founder",
  "egress.sums": "signed-in",
  "media.upload": "signed-in",
  "geo.ip": "public",
  "geo.geolocate": "public",
  "inApp.recordExit": "public",
  "inApp.exits": "signed-in",
  "profiles.list": "signed-in",
  "profiles.create": "signed-in",
  "profiles.get": "signed-in",
  "profiles.update": "signed-in",
  "profiles.setStatus": "signed-in",
  "profiles.delete": "signed-in",
  "profiles.restore": "signed-in",
  "profiles.duplicate": "signed-in",
  "profiles.slots": "signed-in",
  "links.names": "signed-in",
  "links.list": "signed-in",
  "links.create": "signed-in",
  "links.update": "signed-in",
  "links.delete": "signed-in",
  "links.restore": "signed-in",
  "links.duplicate": "signed-in",
  "links.order": "signed-in",
  "leads.profileOwner": "public",
  "leads.capture": "public",
  "leads.list": "signed-in",
  "leads.exportCsv": "signed-in",
  "leads.delete": "signed-in",
  "clicks.analytics": "signed-in",
  "clicks.exportCsv": "signed-in",
  "clicks.live": "signed-in",
  "clicks.variants": "signed-in",
  "hot.recordClicks": "public",
  "hot.recordView": "public",
  "reports.create": "public",
  "site.reportError": "public",
  "publicPage.profileData": "public",
  "publicPage.accessibleLink": "public",
  "publicPage.visit": "public",
};

/** A body that passes each endpoint's schema, so that what refuses is access and not the form. */
const BODIES: Record<string, unknown> = {
  "settings.setPlans": { plans: "free" },
  "profiles.create": { name: "Mine" },
  "profiles.setStatus": { status: "inactive" },
  "links.create": { title: "Mine", url: "https://example.com" },
  "links.update": { title: "Mine" },
  "links.order": { ids: [] },
};

let app: TestApp;
let founder: Client;
let owner: Client;
let profileId: string;
let linkId: string;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp();
  owner = await app.signUp();
  profileId = (await owner.api("POST", "/profiles", { name: "Owner" })).body.id;
  linkId = (
    await owner.api("POST", `/profiles/${profileId}/links`, { title: "One", url: "https://example.com" })
  ).body.id;
});
afterAll(() => app?.close());

function pathOf(endpoint: { name: string; path: string }): string {
  const id = endpoint.path.startsWith("/links/") ? linkId : profileId;
  return endpoint.path.replace("{profile_id}", profileId).replace("{id}", id);
}

function bodyOf({ name, method }: { name: string; method: string }): unknown {
  if (name === "profiles.duplicate") return { source_profile_id: profileId, new_profile_name: "Copy" };
  return method === "GET" || method === "DELETE" ? undefined : (BODIES[name] ?? {});
}

describe("access", () => {
  it("is declared by every endpoint as written down here", () => {
    expect(Object.fromEntries(listEndpoints().map(({ name, access }) => [name, access]))).toEqual(ACCESS);
  });

  const closed = listEndpoints().filter(({ access }) => access !== "public");
  it.each(closed)("of $name is refused to a stranger", async (endpoint) => {
    const answer = await app.visitor().api(endpoint.method, pathOf(endpoint), bodyOf(endpoint));
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ code: "UNAUTHORIZED", message: "Sign in first." });
    expect(answer.body.request_id).toBe(answer.headers.get("x-request-id"));
  });

  const owned = closed.filter(({ path, name }) => path.includes("{") && !name.startsWith("accounts."));
  it.each([...owned, ...closed.filter(({ name }) => name === "profiles.duplicate")])(
    "of $name does not reach other people's rows: not yours is not found",
    async (endpoint) => {
      // Not even the founder's own session reaches into another account.
      const answer = await founder.api(endpoint.method, pathOf(endpoint), bodyOf(endpoint));
      expect(answer.status).toBe(404);
    },
  );

  it.each(closed.filter(({ access }) => access === "founder"))(
    "of $name is not found by others",
    async (endpoint) => {
      expect((await owner.api(endpoint.method, pathOf(endpoint), bodyOf(endpoint))).status).toBe(404);
    },
  );

  it("is described in openapi.json for every endpoint", async () => {
    const { body } = await app.visitor().api("GET", "/openapi.json");
    for (const { method, path, access } of listEndpoints()) {
      expect(body.paths[path]?.[method.toLowerCase()]?.["x-access"], `${method} ${path}`).toBe(access);
    }
    const page = await app.visitor().api("GET", "/docs");
    expect(page.status).toBe(200);
    expect(page.body).toContain("/profiles/{id}/analytics");
  });
});
