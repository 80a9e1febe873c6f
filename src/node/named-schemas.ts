/* Names for the schemas of the API's description, so that generated clients have named types. */

export interface JsonSchema {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

type Content = Record<string, { schema?: JsonSchema }>;

export interface Operation {
  operationId?: string;
  requestBody?: { content?: Content };
  responses?: Record<string, { content?: Content; [keyword: string]: unknown }>;
  [keyword: string]: unknown;
}

interface Document {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, unknown>; [kind: string]: unknown };
}

/** Endpoints whose response is their slice's own subject. */
const ABOUT_ONE = ["get", "create", "add", "update", "change", "list"];

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Names one of a slice's things: `campaigns` have a Campaign, and `analytics` stay Analytics. */
const singular = (slice: string) => capital(slice.replace(/(?<!ic|statu)s$/, ""));

const isNamable = (schema: JsonSchema | undefined): schema is JsonSchema =>
  schema?.type === "object" && Object.keys(schema.properties ?? {}).length > 0;

const keyOf = (schema: JsonSchema) => JSON.stringify(schema);

/** Moves the schemas of requests and responses into `components`, once for each shape, under a name. */
export function nameSchemas(document: Document): void {
  const names = new Names();
  for (const operation of operationsOf(document)) {
    const [slice = "", endpoint = ""] = (operation.operationId ?? "").split(".");
    const whole = singular(slice) + capital(endpoint);
    const isAboutOne = ABOUT_ONE.includes(endpoint);
    for (const { schema } of jsonOf(answersOf(operation))) {
      const item = schema.properties?.items?.items;
      if (isNamable(item)) names.give(item, isAboutOne ? singular(slice) : `${whole}Item`);
      names.give(schema, isAboutOne && !item ? singular(slice) : `${whole}Answer`);
    }
    for (const { schema } of jsonOf([operation.requestBody?.content])) names.give(schema, `${whole}Input`);
  }
  for (const operation of operationsOf(document)) {
    const contents = [...answersOf(operation), operation.requestBody?.content];
    for (const one of jsonOf(contents)) one.schema = names.refer(one.schema);
  }
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...names.components() },
  };
}

export function operationsOf({ paths = {} }: Document): Operation[] {
  return Object.values(paths).flatMap((item) => Object.values(item));
}

function answersOf({ responses = {} }: Operation): (Content | undefined)[] {
  return Object.entries(responses).flatMap(([status, { content }]) => (status < "300" ? [content] : []));
}

function jsonOf(contents: readonly (Content | undefined)[]): { schema: JsonSchema }[] {
  return contents.flatMap((content) => {
    const json = content?.["application/json"];
    return json?.schema && isNamable(json.schema) ? [json as { schema: JsonSchema }] : [];
  });
}

class Names {
  readonly #byShape = new Map<string, { name: string; schema: JsonSchema }>();
  readonly #taken = new Set<string>();

  give(schema: JsonSchema, wanted: string): void {
    const shape = keyOf(schema);
    if (this.#byShape.has(shape)) return;
    let name = wanted;
    for (let n = 2; this.#taken.has(name); n++) name = `${wanted}${n}`;
    this.#taken.add(name);
    this.#byShape.set(shape, { name, schema });
  }

  /** Returns the schema with every named part replaced by a reference. */
  refer(schema: JsonSchema): JsonSchema {
    const known = this.#byShape.get(keyOf(schema));
    return known ? { $ref: `#/components/schemas/${known.name}` } : this.#inside(schema);
  }

  components(): Record<string, JsonSchema> {
    const all = [...this.#byShape.values()].map(({ name, schema }) => [name, this.#inside(schema)]);
    return Object.fromEntries(all);
  }

  #inside(schema: JsonSchema): JsonSchema {
    const entries = Object.entries(schema).map(([keyword, value]) => [keyword, this.#walk(value)]);
    return Object.fromEntries(entries);
  }

  #walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#walk(one));
    return typeof value === "object" && value !== null ? this.refer(value as JsonSchema) : value;
  }
}
