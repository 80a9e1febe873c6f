// @project server-postgres
import { afterAll, beforeAll, expect, it } from "vitest";
import { isForKeys } from "#src/lib/access.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { AREAS_IN_PERSON, STAFF_IN_PERSON } from "#test/harness/staff-access.ts";
import { listEndpoints } from "./api-description.ts";
import { type JsonSchema, type Operation, operationsOf } from "./named-schemas.ts";

let app: TestApp;
let document: {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
};
beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
  document = (await app.visitor().api("GET", "/openapi.json")).body;
});
afterAll(() => app?.close());

const operationOf = (method: string, path: string) =>
  document.paths[path]?.[method.toLowerCase()] as Operation;
const statusesOf = (method: string, path: string) => Object.keys(operationOf(method, path).responses ?? {});

function* refsIn(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, one] of Object.entries(value)) {
    if (key === "$ref" && typeof one === "string") yield one;
    else yield* refsIn(one);
  }
}

it("what endpoints take and answer has a name, and every name leads somewhere", () => {
  const { schemas } = document.components;
  const used = new Set(refsIn(document));
  expect(used.size).toBeGreaterThan(250);
  for (const ref of used) expect(schemas).toHaveProperty([ref.replace("#/components/schemas/", "")]);
  for (const name of Object.keys(schemas)) expect(name).toMatch(/^[A-Z][A-Za-z]+\d?$/);
  for (const operation of operationsOf(document)) {
    for (const [status, { content }] of Object.entries(operation.responses ?? {})) {
      const schema = content?.["application/json"]?.schema;
      if (schema?.properties && status < "300")
        throw new Error(`${operation.operationId} answers something unnamed`);
    }
  }
  const answer = operationOf("GET", "/profiles/{id}").responses?.["200"]?.content?.["application/json"];
  expect(answer?.schema).toEqual({ $ref: "#/components/schemas/Profile" });
  const list = schemas.ProfileListAnswer?.properties?.items;
  expect(list).toEqual({ type: "array", items: { $ref: "#/components/schemas/Profile" } });
});

it("every status that’s answered is there, by who may call and how", () => {
  for (const { method, path, access } of listEndpoints()) {
    const general = ["400", "429", "500", "503"];
    if (access.to !== "everyone") general.push("401", "403", "404");
    if (method !== "GET") general.push("403", "408", "413", "415");
    if (access.to !== "everyone" && method === "POST") general.push("409", "422");
    expect(statusesOf(method, path), `${method} ${path}`).toEqual(expect.arrayContaining(general));
  }
  expect(statusesOf("POST", "/profiles")).toContain("201");
});

it("it says truly what a key can call, and with which scope", () => {
  for (const { name, method, path, access } of listEndpoints()) {
    const ways = operationOf(method, path).security as Record<string, string[]>[];
    const scopes = ways.flatMap(({ key }) => key ?? []);
    const isOpen = access.to === "members" && isForKeys(access);
    const own = isOpen ? [access.permission] : [];
    const isInPerson =
      access.to !== "staff" || STAFF_IN_PERSON.includes(name) || AREAS_IN_PERSON.includes(access.area);
    if (isInPerson) expect(scopes, `${method} ${path}`).toEqual(own);
    else expect(scopes[0], `${method} ${path}`).toMatch(new RegExp(`^staff:${access.area}:(read|write)$`));
  }
  const keyFor = (method: string, path: string) => operationOf(method, path).security;
  expect(keyFor("GET", "/admin/users")).toEqual([{ key: ["staff:accounts:read"] }, { session: [] }]);
  expect(keyFor("POST", "/admin/system/backups")).toContainEqual({ key: ["staff:system:write"] });
  expect(keyFor("POST", "/admin/notifications/audience")).toContainEqual({
    key: ["staff:notifications:read"],
  });
});

it("files have their media types, and bodies take nothing else", () => {
  const typesOf = (method: string, path: string) =>
    Object.keys(operationOf(method, path).responses?.["200"]?.content ?? {});
  expect(typesOf("GET", "/contacts/export")).toEqual(["text/csv", "application/json"]);
  const taken = document.components.schemas.ProfileCreateInput ?? {};
  expect(taken.additionalProperties).toBe(false);
  expect(operationOf("POST", "/views").description).toContain("passed over");
});
