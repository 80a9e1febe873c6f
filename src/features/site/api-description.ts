/** As much of a JSON schema as the description of the API uses. */
export interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  contentMediaType?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

interface Body {
  required?: boolean;
  description?: string;
  content?: Record<string, { schema?: Schema }>;
}

/** One operation of an OpenAPI document; `x-access` says who may call it. */
export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  "x-access"?: string;
  parameters?: Parameter[];
  requestBody?: Body;
  responses?: Record<string, Body>;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

export interface OpenApi {
  info?: { title?: string; version?: string; description?: string };
  servers?: { url: string }[];
  paths?: Record<string, Record<string, Operation>>;
}

export interface Endpoint {
  /** What links within the page lead to. */
  anchor: string;
  method: string;
  /** Below the host: `/api/v1/links/{id}`. */
  path: string;
  /** Where the server is, `https://fans.example`. */
  origin: string;
  operation: Operation;
}

export interface Field {
  /** Where it stands: `links[].title`. */
  name: string;
  type: string;
  required: boolean;
  notes: string;
}

export interface DeclaredError {
  status: string;
  code: string;
  sentence: string;
}

const METHODS = ["get", "post", "put", "patch", "delete"];
/** Deeper fields would be a table that nobody reads. */
const FIELD_DEPTH_MAX = 4;
const UNTAGGED = "other";

/** The endpoints of a document by their first tag, both in the order in which the document names them. */
export function endpointsByTag(api: OpenApi): Map<string, Endpoint[]> {
  const server = serverOf(api);
  const groups = new Map<string, Endpoint[]>();
  for (const [path, operations] of Object.entries(api.paths ?? {})) {
    for (const method of METHODS) {
      const operation = operations[method];
      if (!operation) continue;
      const tag = operation.tags?.[0] ?? UNTAGGED;
      const anchor = (operation.operationId ?? `${method}${path}`).replace(/[^\w.-]+/g, "-");
      const endpoint = {
        ...server,
        anchor,
        method: method.toUpperCase(),
        path: server.path + path,
        operation,
      };
      groups.set(tag, [...(groups.get(tag) ?? []), endpoint]);
    }
  }
  return groups;
}

/** Where the document says that its paths begin. */
export function serverOf({ servers }: OpenApi): { origin: string; path: string } {
  const url = URL.parse(servers?.[0]?.url ?? "");
  return { origin: url?.origin ?? "", path: url?.pathname.replace(/\/$/, "") ?? "" };
}

/** The fields of a schema, nested ones flattened to `a.b` and `list[].c`. */
export function fieldsOf(schema: Schema | undefined, prefix = "", depth = 0): Field[] {
  const shape = schema && unwrapped(schema);
  if (!shape || depth > FIELD_DEPTH_MAX) return [];
  if (shape.items) return fieldsOf(shape.items, `${prefix}[]`, depth);
  return Object.entries(shape.properties ?? {}).flatMap(([key, property]) => {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    const required = shape.required?.includes(key) ?? false;
    return [
      { name, type: typeOf(property), required, notes: notesOf(property) },
      ...fieldsOf(property, name, depth + 1),
    ];
  });
}

/** A schema's type in a few words: `text`, `list of objects`, `"hour" or "day"`, `number or null`. */
export function typeOf(schema: Schema): string {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return [...new Set(options.map(typeOf))].join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.contentMediaType) return "file";
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(" or ");
  if (schema.type === "array") return `list of ${pluralOf(schema.items ? typeOf(schema.items) : "any")}`;
  if (schema.type === "string") return schema.format ?? "text";
  return schema.type ?? "any";
}

function pluralOf(type: string): string {
  return /^(?:text|any)$|"/.test(type) ? type : type.replace(/^\w+/, "$&s");
}

function notesOf(schema: Schema): string {
  const shape = unwrapped(schema);
  const notes = [
    schema.description,
    shape.maxLength === undefined ? undefined : `at most ${shape.maxLength} characters`,
    shape.maxItems === undefined ? undefined : `at most ${shape.maxItems} entries`,
    schema.default === undefined ? undefined : `${JSON.stringify(schema.default)} when left out`,
  ];
  return notes.filter(Boolean).join("; ");
}

/** What remains of a schema that may also be null. */
function unwrapped(schema: Schema): Schema {
  const kinds = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== "null");
  const only = kinds?.length === 1 ? kinds[0] : undefined;
  return only ?? schema;
}

/** The refusals that an operation declares: codes, and side by side with them their sentences. */
export function errorsOf(operation: Operation): DeclaredError[] {
  return Object.entries(operation.responses ?? {}).flatMap(([status, { content }]) => {
    const properties = content?.["application/json"]?.schema?.properties;
    const sentences = properties?.message?.examples ?? [];
    if (!isRefusal(status)) return [];
    return (properties?.code?.enum ?? []).map((code, index) => ({
      status,
      code: String(code),
      sentence: String(sentences[index] ?? ""),
    }));
  });
}

export function isRefusal(status: string): boolean {
  return Number(status) >= 400;
}

/** A command line that calls the endpoint, with sample values where something is required. */
export function curlFor({ method, path, origin, operation }: Endpoint): string {
  const words = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${origin}${path.replace(/\{(\w+)\}/g, "$$$1")}"`,
  ];
  if (operation["x-access"] !== "public") words.push('-H "Cookie: $SESSION"');
  const content = operation.requestBody?.content ?? {};
  const json = content["application/json"]?.schema;
  if (content["multipart/form-data"]) words.push('-F "file=@picture.jpg"');
  else if (json) words.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(sampleOf(json))}'`);
  return words.join(" \\\n  ");
}

function sampleOf(schema: Schema): unknown {
  const shape = unwrapped(schema);
  const options = shape.anyOf ?? shape.oneOf;
  if (options?.[0]) return sampleOf(options[0]);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.type === "array") return shape.items ? [sampleOf(shape.items)] : [];
  if (shape.properties) {
    const entries = Object.entries(shape.properties);
    const needed = entries.filter(([key]) => shape.required?.includes(key));
    const shown = needed.length > 0 ? needed : entries.slice(0, 1);
    return Object.fromEntries(shown.map(([key, property]) => [key, sampleOf(property)]));
  }
  return sampleValue(shape);
}

const SAMPLE_UUID = "0199d3a0-7c1e-7b52-9a41-2f6c0e8d4b17";

function sampleValue({ type, format }: Schema): unknown {
  if (type === "number" || type === "integer") return 1;
  if (type === "boolean") return true;
  return format === "uuid" ? SAMPLE_UUID : "…";
}
