import { createHash } from "node:crypto";
import { OpenAPIGenerator } from "@orpc/openapi";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { endpoint } from "#src/lib/endpoint.ts";
import { curlFor, endpointsByTag, fieldsOf, typeOf } from "./api-description.ts";
import { renderApiDocs } from "./docs.tsx";

const ERRORS = { SONG_NOT_FOUND: { status: 404, message: "There is no <such> song" } } as const;

const contract = {
  list: endpoint
    .route({ method: "GET", path: "/songs", tags: ["songs"], summary: "Your songs" })
    .meta({ access: "signed-in" })
    .input(z.object({ q: z.string().max(40).default("love") }))
    .output(z.object({ items: z.array(z.object({ id: z.string(), title: z.string().nullable() })) })),
  rename: endpoint
    .route({ method: "PATCH", path: "/songs/{id}", tags: ["songs"], summary: "Rename a song" })
    .meta({ access: "founder" })
    .errors(ERRORS)
    .input(z.object({ id: z.string(), title: z.string().max(100), kind: z.enum(["pop", "folk"]).optional() }))
    .output(z.object({ ok: z.boolean() })),
};

async function described() {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const api = await generator.generate(contract, {
    info: { title: "Fanfare", version: "1" },
    servers: [{ url: "https://fans.example/api/v1" }],
    customErrorResponseBodySchema: (errors) => ({
      type: "object",
      properties: {
        code: { enum: errors.map(([code]) => code) },
        message: { type: "string", examples: errors.map(([, sentence]) => sentence) },
      },
    }),
  });
  Object.assign(api.paths?.["/songs/{id}"]?.patch ?? {}, { "x-access": "founder" });
  return api;
}

const page = { instanceName: "Fan & Fare" };

describe("the readable page of the API", () => {
  it("shows every endpoint with its path, who may call it, what it takes and what it refuses", async () => {
    const { html } = renderApiDocs(await described(), page);
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en">/);
    expect(html).toContain("<title>API | Fan &amp; Fare</title>");
    expect(html).toContain("<code>/api/v1/songs/{id}</code>");
    expect(html).toContain("The founder of this instance");
    expect(html).toContain("<code>items[].title</code></td><td>text or null</td>");
    expect(html).toContain("at most 40 characters; &quot;love&quot; when left out");
    expect(html).toContain(
      "<code>SONG_NOT_FOUND</code></td><td>404</td><td>There is no &lt;such&gt; song</td>",
    );
  });

  it("has no script, and its policy allows exactly its own style sheet", async () => {
    const { html, csp } = renderApiDocs(await described(), page);
    const css = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? "";
    expect(csp).toContain(`style-src 'sha256-${createHash("sha256").update(css).digest("base64")}'`);
    expect(csp).toContain("default-src 'none'");
    expect(html).not.toMatch(/<script| style=| on\w+=/);
  });

  it("links each entry of the contents to an endpoint that is there", async () => {
    const { html } = renderApiDocs(await described(), page);
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
    expect(targets).toEqual(["list", "rename"]);
    for (const target of targets) expect(html).toContain(`id="${target}"`);
  });

  it("stays a page for a document without anything in it", () => {
    expect(renderApiDocs({}, page).html).toContain("<h1>Fan &amp; Fare API</h1>");
  });
});

describe("the description of an endpoint", () => {
  it("has an example to paste, with what is required", async () => {
    const [, rename] = endpointsByTag((await described()) as object).get("songs") ?? [];
    expect(rename && curlFor(rename)).toBe(
      [
        'curl -X PATCH "https://fans.example/api/v1/songs/$id"',
        '-H "Cookie: $SESSION"',
        '-H "Content-Type: application/json"',
        `-d '{"title":"…"}'`,
      ].join(" \\\n  "),
    );
  });

  it("names types in words", () => {
    expect(typeOf({ anyOf: [{ type: "number" }, { type: "null" }] })).toBe("number or null");
    expect(typeOf({ type: "array", items: { type: "object" } })).toBe("list of objects");
    expect(typeOf({ enum: ["hour", "day"] })).toBe('"hour" or "day"');
    expect(typeOf({ type: "string", format: "uuid" })).toBe("uuid");
    expect(typeOf({ type: ["string", "null"] })).toBe("text or null");
  });

  it("flattens nested fields", () => {
    const events = { type: "array", items: { properties: { id: { type: "string" } }, required: ["id"] } };
    expect(fieldsOf({ properties: { events } }).map(({ name }) => name)).toEqual(["events", "events[].id"]);
  });
});
