// @project unit
import { createHash } from "node:crypto";
import { OpenAPIGenerator } from "@orpc/openapi";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { member, staff } from "#src/lib/endpoint.ts";
import { makeSecret, signedHeaders } from "#src/platform/crypto/webhook-signature.ts";
import { renderApiDocs, WEBHOOK_EXAMPLE } from "./docs.tsx";

const ERRORS = { SONG_NOT_FOUND: { status: 404, message: "There is no <such> song" } } as const;

const contract = {
  list: member("links.see")
    .route({ method: "GET", path: "/songs", tags: ["songs"], summary: "Your songs" })
    .input(z.object({ q: z.string().max(40).default("love") }))
    .output(z.object({ items: z.array(z.object({ id: z.string(), title: z.string().nullable() })) })),
  rename: staff("settings")
    .route({ method: "PATCH", path: "/songs/{id}", tags: ["songs"], summary: "Rename a song" })
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
  Object.assign(api.paths?.["/songs/{id}"]?.patch ?? {}, { description: "For staff." });
  return api;
}

const page = { instanceName: "Fan & Fare" };

describe("the readable API page", () => {
  it("shows every endpoint with its path, who may call it, what it accepts, and what it refuses", async () => {
    const { html } = renderApiDocs(await described(), page);
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en">/);
    expect(html).toContain("<title>API | Fan &amp; Fare</title>");
    expect(html).toContain(
      '<article id="rename"><h3>Rename a song</h3><p><code>PATCH /songs/{id}</code></p>',
    );
    expect(html).toContain("<p>For staff.</p><p>Takes id, title, kind?</p>");
    expect(html).toContain("<li>404 <code>SONG_NOT_FOUND</code> There is no &lt;such&gt; song</li>");
  });

  it("allows its own style sheet and files, and no inline script", async () => {
    const { html, csp } = renderApiDocs(await described(), { ...page, scriptUrl: "/assets/api-docs-1.js" });
    const css = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? "";
    expect(csp).toContain(`style-src 'self' 'sha256-${createHash("sha256").update(css).digest("base64")}'`);
    expect(csp).toContain("default-src 'none'; script-src 'self';");
    expect(html.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/assets/api-docs-1.js">']);
    expect(html).not.toMatch(/ style=| on\w+=/);
  });

  it("shows how to check a webhook’s signature, by code that works", async () => {
    const { html } = renderApiDocs({}, page);
    expect(html).toContain('<h2 id="webhooks">');
    expect(html).toContain("createHmac(&quot;sha256&quot;, key)");
    const url = `data:text/javascript,${encodeURIComponent(WEBHOOK_EXAMPLE)}`;
    const { isSigned } = await import(/* @vite-ignore */ url);
    const [secret, other] = [makeSecret(), makeSecret()];
    const body = '{"type":"lead.created","name":"Grüße 👋"}';
    const headers = signedHeaders({ id: "msg_1", sentAt: new Date(), body }, [other, secret]);
    expect([isSigned(secret, headers, body), isSigned(other, headers, body)]).toEqual([true, true]);
    expect([isSigned(makeSecret(), headers, body), isSigned(secret, headers, `${body} `)]).toEqual([
      false,
      false,
    ]);
    const old = signedHeaders({ id: "msg_1", sentAt: new Date(0), body }, [secret]);
    expect(isSigned(secret, old, body)).toBe(false);
  });

  it("is still a page for an empty document", () => {
    expect(renderApiDocs({}, page).html).toContain("<h1>Fan &amp; Fare API</h1>");
  });
});
