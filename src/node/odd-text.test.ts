// @project server-postgres
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { type Client, leave } from "#test/harness/client.ts";
import { listEndpoints } from "./api-description.ts";

/** PostgreSQL can't store the first, and UTF-8 can't express the second. The others are merely unusual. */
const ODD = ["\0", "a\ud800", "", "x".repeat(20_000), "北京 أبجد กขค 👩‍👩‍👧"];

/** No text that counts as empty. */
const WORST = "a\0b";

interface Schema {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  type?: string;
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

let app: TestApp;
let founder: Client;
let named: Record<string, Schema>;
let schemas: Record<string, Record<string, Described>>;
let ids: Record<string, string>;

interface Described {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

beforeAll(async () => {
  app = await startApp({ PLANS: "off", ROLES: "web" });
  founder = await app.signUp();
  const profile = (await founder.api("POST", "/profiles", { name: "Mia" })).body.id;
  const link = { title: "Sample", url: "https://example.com" };
  ids = { links: (await founder.api("POST", `/profiles/${profile}/links`, link)).body.id, profiles: profile };
  const { paths, components } = (await app.visitor().api("GET", "/openapi.json")).body;
  schemas = paths;
  named = components.schemas;
});
afterAll(() => app?.close());

/** A value that fits, with all optional parts. */
function sampleOf(schema: Schema, name = ""): unknown {
  if (schema.$ref) return sampleOf(named[schema.$ref.split("/").at(-1) ?? ""] ?? {}, name);
  if (name.endsWith("profile_id")) return ids.profiles;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0], name);
  if (schema.type === "array") return [sampleOf(schema.items ?? {}, name)];
  if (schema.type === "boolean") return false;
  if (schema.type === "number" || schema.type === "integer") return 1;
  if (schema.type === "object")
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, value]) => [key, sampleOf(value, key)]),
    );
  if (schema.format === "uuid") return name === "ids" ? ids.links : randomUUID();
  return name.includes("url") ? "https://example.com" : "Sample";
}

const resolved = (schema: Schema): Schema =>
  schema.$ref ? (named[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema;

/**
 * Values that fit, too: with each of the alternatives of its parts, and with each optional part alone, because others
 * may be refused before it's stored.
 */
function* otherSamples(schema: Schema): Generator<Record<string, unknown>> {
  const { properties = {}, required = [] } = resolved(schema);
  const whole = sampleOf(schema) as Record<string, unknown>;
  const needed = Object.fromEntries(required.map((key) => [key, whole[key]]));
  for (const [key, part] of Object.entries(properties)) {
    for (const one of resolved(part).anyOf?.slice(1) ?? []) yield { ...needed, [key]: sampleOf(one, key) };
    if (!required.includes(key)) yield { ...needed, [key]: whole[key] };
  }
}

/** Copies of a value, each with one of its texts replaced. */
function* oddCopies(value: unknown, odd: string): Generator<unknown> {
  if (typeof value === "string") yield odd;
  else if (typeof value === "object" && value !== null)
    for (const [key, part] of Object.entries(value))
      for (const copy of oddCopies(part, odd))
        yield Array.isArray(value) ? [copy] : { ...value, [key]: copy };
}

const filled = (path: string, param = "", value = "") =>
  path.replaceAll(/\{(\w+)\}/g, (whole, name) =>
    encodeURIComponent(
      name === param
        ? value
        : (ids[whole === "{id}" ? (path.split("/")[1] ?? "") : "profiles"] ?? randomUUID()),
    ),
  );

/** Everything that could end in a query: parts of the path, of the query, and of the body. */
function* oddRequests(path: string, described: Described): Generator<{ path: string; body?: unknown }> {
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const asked = (described.parameters ?? []).filter((one) => one.in === "query").map(({ name }) => name);
  for (const name of params) yield { path: filled(path, name, "\0"), body: {} };
  for (const name of [...asked, "account"]) yield { path: `${filled(path)}?${name}=%00`, body: {} };
  const json = described.requestBody?.content["application/json"];
  for (const odd of ODD)
    for (const body of oddCopies(json && sampleOf(json.schema), odd)) yield { path: filled(path), body };
  for (const sample of json ? otherSamples(json.schema) : [])
    for (const body of oddCopies(sample, WORST)) yield { path: filled(path), body };
}

it.each(listEndpoints())("$name answers odd text without failing", async ({ method, path }) => {
  const described = schemas[path]?.[method.toLowerCase()] ?? {};
  for (const { path: asked, body } of oddRequests(path, described)) {
    const headers = { cookie: founder.cookie, "content-type": "application/json" };
    const sent = method === "GET" ? { headers } : { headers, body: JSON.stringify(body) };
    const response = await fetch(`${app.url}/api/v1${asked}`, { method, ...sent });
    await leave(response);
    const shown = JSON.stringify(body)?.slice(0, 200);
    expect([asked, shown, response.status < 500]).toEqual([asked, shown, true]);
  }
});
