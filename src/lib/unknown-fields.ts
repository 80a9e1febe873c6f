import type * as z from "zod";

type Schema = z.core.$ZodType;
type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  Object.prototype.toString.call(value) === "[object Object]";

/**
 * Returns the names of fields that `value` has and `schema` doesn't know, such as `filter.color`. Schemas
 * drop unknown fields, so a caller who mistyped an optional one would never find out.
 */
export function unknownFields(schema: Schema | undefined, value: unknown, path = ""): string[] {
  if (schema === undefined) return isObject(value) ? Object.keys(value).map((name) => path + name) : [];
  if (!("_zod" in schema)) return [];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "object") return inObject(def, value, path);
  if (def.type === "array") return inEach(Array.isArray(value) ? value : [], def.element, path);
  if (def.type === "record") return inEach(isObject(value) ? value : {}, def.valueType, path);
  if (def.type === "union") return fewest(def.options.map((option) => unknownFields(option, value, path)));
  if (def.type === "intersection") {
    const right = unknownFields(def.right, value, path);
    return unknownFields(def.left, value, path).filter((name) => right.includes(name));
  }
  if (def.type === "pipe") return unknownFields(def.in, value, path);
  if (def.type === "lazy") return unknownFields(def.getter(), value, path);
  return "innerType" in def ? unknownFields(def.innerType as Schema, value, path) : [];
}

function inObject({ shape, catchall }: z.core.$ZodObjectDef, value: unknown, path: string): string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    if (Object.hasOwn(shape, name)) return unknownFields(shape[name], one, `${path}${name}.`);
    return catchall && catchall._zod.def.type !== "never" ? [] : [path + name];
  });
}

function inEach(values: object, schema: Schema, path: string): string[] {
  return Object.entries(values).flatMap(([name, one]) => unknownFields(schema, one, `${path}${name}.`));
}

/** Of the alternatives in a union, the one that leaves the fewest fields unknown counts. */
function fewest(lists: readonly string[][]): string[] {
  return lists.reduce((best, list) => (list.length < best.length ? list : best), lists[0] ?? []);
}
