import { type AnyContractProcedure, ContractProcedure } from "@orpc/contract";
import { OpenAPIGenerator } from "@orpc/openapi";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import { renderApiDocs } from "#src/features/public/site/docs.tsx";
import { type Access, isForKeys, staffScopeFor } from "#src/lib/access.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { cookieName } from "#src/lib/cookies.ts";
import { type EndpointMeta, fileTypes, GENERAL_ERRORS, isQuestion } from "#src/lib/endpoint.ts";
import { type ErrorTable, pickErrors } from "#src/lib/errors.ts";
import { API_PATH } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import { type JsonSchema, nameSchemas, type Operation } from "./named-schemas.ts";
import { contract } from "./slices.ts";

/**
 * The API's description: an OpenAPI 3.1 document generated from the contracts, and a page to read it. Both
 * are generated once, and again after a setting has changed.
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
  '{"code", "message", "data", "request_id"} with a fitting status. A POST with an Idempotency-Key takes effect once: for a day, sending it again gets the same answer, as long as your ' +
  "newest answers take up to 4 MB together. Fields and query parameters that an endpoint doesn’t know are refused. " +
  "Every GET answers HEAD, too.";

async function generate({ settings, instance }: Platform) {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(withGeneralErrors(), {
    info: { title: `${settings.get(INSTANCE_NAME)} API`, version: "1", description: INTRODUCTION },
    servers: [{ url: instance.publicUrl + API_PATH }],
    components: {
      schemas: { Error: ERROR },
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "An API key, or a staff key for what staff do" },
        session: {
          type: "apiKey",
          in: "cookie",
          name: cookieName("fanfare.session_token", instance.publicUrl.startsWith("https:")),
        },
      },
    },
    customErrorResponseBodySchema: (errors) => ({
      $ref: "#/components/schemas/Error",
      properties: {
        code: { enum: errors.map(([code]) => code) },
        message: { examples: errors.map(([, message]) => message) },
      },
    }),
  });
  for (const { method, path, access, endpoint } of listEndpoints()) {
    const item = document.paths?.[path] as Record<string, Operation> | undefined;
    const operation = item?.[method.toLowerCase()];
    if (operation) complete(operation, { access, endpoint });
  }
  nameSchemas(document as Parameters<typeof nameSchemas>[0]);
  return document;
}

const ERROR = {
  type: "object" as const,
  required: ["code", "message", "request_id"],
  properties: {
    code: { type: "string" as const, description: "For programs. It never changes." },
    message: { type: "string" as const, description: "For people." },
    data: { description: "More about it, such as `fields`: what’s wrong, by the name of the field." },
    request_id: { type: "string" as const, description: "What to quote when you ask us." },
  },
};

/** Adds the errors that don't depend on an endpoint's action to the contracts. */
function withGeneralErrors(): Record<string, Record<string, AnyContractProcedure>> {
  const slices = Object.entries(contract).map(([slice, endpoints]) => {
    const complete = Object.entries(endpoints).map(([name, endpoint]) => {
      const definition = endpoint["~orpc"];
      const errorMap = { ...generalErrors(endpoint), ...definition.errorMap };
      return [name, new ContractProcedure({ ...definition, errorMap })];
    });
    return [slice, Object.fromEntries(complete)];
  });
  return Object.fromEntries(slices);
}

/** Returns the general errors by access and method. */
function generalErrors(endpoint: AnyContractProcedure): ErrorTable {
  const { meta, route } = endpoint["~orpc"];
  const { access } = meta as unknown as EndpointMeta;
  const isGet = route.method === "GET";
  return {
    ...ANY_ERRORS,
    ...pickErrors(GENERAL_ERRORS, "TOO_MANY_REQUESTS", "DATABASE_BUSY"),
    ...(!isGet && { ...BODY_ERRORS, ...pickErrors(GENERAL_ERRORS, "ORIGIN_REFUSED") }),
    ...(access.to !== "everyone" && pickErrors(GENERAL_ERRORS, "UNAUTHORIZED", "FORBIDDEN", "NOT_FOUND")),
    ...(access.to === "staff" && pickErrors(GENERAL_ERRORS, "PERSON_REQUIRED")),
    ...(access.to === "members" &&
      pickErrors(GENERAL_ERRORS, "PERSON_REQUIRED", "PROFILES_LIMITED", "ACCOUNT_CLOSED", "NOT_ON_TEAM")),
    ...((isForKeys(access) || access.to === "staff") && KEY_ERRORS),
    ...(access.to !== "everyone" && route.method === "POST" && IDEMPOTENCY_ERRORS),
  };
}

const ANY_ERRORS: ErrorTable = {
  BAD_REQUEST: { status: 400, message: "The request isn’t what we expected." },
  INTERNAL_SERVER_ERROR: { status: 500, message: "An error occurred. Please try again later." },
};
const BODY_ERRORS: ErrorTable = {
  BODY_TOO_SLOW: {
    status: 408,
    message: "The request took too long to arrive. Check your connection and try again.",
  },
  BODY_TOO_LARGE: { status: 413, message: "That’s too large." },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "Send the request body as application/json." },
};
const KEY_ERRORS = pickErrors(
  GENERAL_ERRORS,
  ...(["KEY_UNKNOWN", "KEY_EXPIRED", "KEY_REVOKED", "KEY_REPLACED", "KEY_IDLE", "SCOPE_MISSING"] as const),
);
const IDEMPOTENCY_ERRORS = pickErrors(
  GENERAL_ERRORS,
  ...(["IDEMPOTENCY_KEY_REUSED", "IDEMPOTENCY_KEY_IN_PROGRESS", "IDEMPOTENCY_ANSWER_GONE"] as const),
);

interface Described {
  access: Access;
  endpoint: AnyContractProcedure;
}

/**
 * Adds the contract's facts besides schemas: the access, the types of files, and that unknown fields are
 * rejected.
 */
function complete(operation: Operation, { access, endpoint }: Described): void {
  const { meta, outputSchema } = endpoint["~orpc"];
  const { body } = meta as unknown as EndpointMeta;
  operation["x-access"] = whoMay(access);
  const isChange = changes(endpoint);
  operation.description = body?.isLenient
    ? `${audienceOf(access, isChange)} Fields that it doesn’t know are passed over.`
    : audienceOf(access, isChange);
  operation.security = waysToCall(access, isChange);
  const types = outputSchema === undefined ? undefined : fileTypes(outputSchema);
  const file = { schema: { type: "string", format: "binary" } };
  for (const [status, response] of Object.entries(operation.responses ?? {}))
    if (types && status < "300") response.content = Object.fromEntries(types.map((type) => [type, file]));
  const taken = operation.requestBody?.content?.["application/json"]?.schema;
  if (taken && !body?.isLenient) takeNothingElse(taken);
}

function takeNothingElse(schema: JsonSchema): void {
  if (schema.properties) schema.additionalProperties ??= false;
  for (const value of Object.values(schema)) {
    const inside = typeof value === "object" && value !== null ? Object.values(value) : [];
    if (isSchema(value)) takeNothingElse(value);
    for (const one of inside) if (isSchema(one)) takeNothingElse(one);
  }
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An endpoint's access in machine-readable form: "everyone", a permission, or a part of the instance. */
function whoMay(access: Access): string {
  if (access.to === "everyone") return "everyone";
  return access.to === "staff" ? `staff: ${access.area}` : access.permission;
}

/** API keys can't have every permission. The others require a person's session. */
function waysToCall(access: Access, isChange: boolean) {
  if (access.to === "everyone") return [];
  const scope = access.to === "staff" ? staffScopeFor(access, isChange) : access.permission;
  if (scope === undefined || (access.to === "members" && !isForKeys(access))) return [{ session: [] }];
  return [{ key: [scope] }, { session: [] }];
}

const changes = (endpoint: AnyContractProcedure): boolean => {
  const { method, path = "/" } = endpoint["~orpc"].route;
  return method !== "GET" && !isQuestion(path);
};

function audienceOf(access: Access, isChange: boolean): string {
  if (access.to === "everyone") return "For anyone.";
  if (access.to === "staff") {
    const scope = staffScopeFor(access, isChange);
    return scope === undefined
      ? "For the staff of this instance. Not for staff keys."
      : `For the staff of this instance, and staff keys with the scope ${scope}.`;
  }
  const { permission } = access;
  return isForKeys(access)
    ? `For the account’s owner, team members whose role has ${permission}, and API keys with the scope ${permission}.`
    : `For the account’s owner and team members whose role has ${permission}. Not for API keys.`;
}

/** Lists every endpoint of the contract with its access. */
export function listEndpoints(): {
  name: string;
  method: string;
  path: string;
  access: Access;
  endpoint: AnyContractProcedure;
}[] {
  return Object.entries(contract).flatMap(([slice, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => {
      const { meta, route } = endpoint["~orpc"];
      return {
        name: `${slice}.${name}`,
        method: route.method ?? "POST",
        path: route.path ?? "",
        access: meta.access,
        endpoint,
      };
    }),
  );
}
