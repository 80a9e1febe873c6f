import { OpenAPIGenerator } from "@orpc/openapi";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import { SCOPE_NAMES } from "#src/features/keys/rules.ts";
import { renderApiDocs } from "#src/features/site/docs.tsx";
import type { Access } from "#src/lib/access.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { API_PATH } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import { contract } from "./slices.ts";

/**
 * The API in words: an OpenAPI 3.1 document generated from the contracts, and a page to read it. Both are
 * generated once, and again after a setting has changed.
 */
export function describeApi(platform: Platform, scriptUrl?: string) {
  let made: ReturnType<typeof generate> | undefined;
  const document = () => {
    made ??= generate(platform);
    return made;
  };
  platform.settings.onChange(() => {
    made = undefined;
  });
  const page = async () =>
    renderApiDocs(await document(), { instanceName: platform.settings.get(INSTANCE_NAME), scriptUrl });
  return { document, page };
}

const INTRODUCTION =
  "Requests and responses are JSON, and times are ISO 8601 in UTC. Send an API key as Authorization: Bearer. " +
  'A list is {"items", "next"}, where next is the cursor of the following page. An error is ' +
  '{"code", "message", "data", "request_id"} with a fitting status. A POST with an Idempotency-Key takes effect once.';

async function generate({ settings, instance }: Platform) {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(contract, {
    info: { title: `${settings.get(INSTANCE_NAME)} API`, version: "1", description: INTRODUCTION },
    servers: [{ url: instance.publicUrl + API_PATH }],
    components: {
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "An API key" },
        session: { type: "apiKey", in: "cookie", name: "fanfare.session_token" },
      },
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
    operation["x-access"] = whoMay(access);
    operation.description = audienceOf(access);
    operation.security = waysToCall(access);
  }
  return document;
}

/** Who an endpoint is for, in machine-readable form: "everyone", a permission, or a part of the instance. */
function whoMay(access: Access): string {
  if (access.to === "everyone") return "everyone";
  return access.to === "staff" ? `staff: ${access.area}` : access.permission;
}

/** Keys can't have every permission. What they can't do takes a person's session. */
function waysToCall(access: Access) {
  if (access.to === "everyone") return [];
  const isForKeys = access.to === "members" && SCOPE_NAMES.includes(access.permission);
  return isForKeys ? [{ key: [] }, { session: [] }] : [{ session: [] }];
}

/** The same as a sentence for people. */
function audienceOf(access: Access): string {
  if (access.to === "everyone") return "For anyone.";
  if (access.to === "staff") return "For the staff of this instance.";
  return `For the account’s owner, and for team members whose role has ${access.permission}.`;
}

/** Every endpoint of the contract with who may call it. */
export function listEndpoints(): {
  name: string;
  method: string;
  path: string;
  access: Access;
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
