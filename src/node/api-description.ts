import { OpenAPIGenerator } from "@orpc/openapi";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import { renderApiDocs } from "#src/features/site/docs.tsx";
import type { EndpointMeta } from "#src/lib/endpoint.ts";
import type { Platform } from "#src/platform/context.ts";
import { contract } from "./slices.ts";

/** The API in words: an OpenAPI 3.1 document made from the contracts, and a page to read it. Both are made once. */
export function describeApi(instance: Platform["instance"]) {
  let made: ReturnType<typeof generate> | undefined;
  const document = () => {
    made ??= generate(instance);
    return made;
  };
  return { document, page: async () => renderApiDocs(await document(), { instanceName: instance.name }) };
}

async function generate({ name, publicUrl }: Platform["instance"]) {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(contract, {
    info: { title: `${name} API`, version: "1" },
    servers: [{ url: `${publicUrl}/api/v1` }],
    components: {
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "fanfare.session_token" } },
    },
    customErrorResponseBodySchema: (errors) => ({
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { enum: errors.map(([code]) => code) },
        message: { type: "string", examples: errors.map(([, message]) => message) },
        data: {},
        request_id: { type: "string" },
      },
    }),
  });
  for (const { method, path, access } of listEndpoints()) {
    const item = document.paths?.[path] as Record<string, Record<string, unknown>> | undefined;
    const operation = item?.[method.toLowerCase()];
    if (!operation) continue;
    operation["x-access"] = access;
    operation.security = access === "public" ? [] : [{ session: [] }];
  }
  return document;
}

/** Every endpoint of the contract with who may call it. */
export function listEndpoints(): {
  name: string;
  method: string;
  path: string;
  access: EndpointMeta["access"];
}[] {
  return Object.entries(contract).flatMap(([slice, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => {
      const { meta, route } = endpoint["~orpc"];
      return {
        name: `${slice}.${name}`,
        method: route.method ?? "POST",
        path: route.path ?? "",
        access: meta.access,
      };
    }),
  );
}
