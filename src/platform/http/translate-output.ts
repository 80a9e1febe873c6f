import type * as z from "zod";
import { sentenceTest } from "#src/lib/endpoint.ts";
import type { Translate } from "#src/lib/translate.ts";

/** Translates the sentences in a value. Undefined for a schema without any. */
type SayIn = ((value: unknown, say: Translate) => unknown) | undefined;
type Schema = z.core.$ZodType;

const known = new WeakMap<Schema, { sayIn: SayIn }>();

/** Translates the sentences that a response's schema declares (`sentence` in `lib/endpoint.ts`). */
export function translateOutput(schema: Schema, answer: unknown, say: Translate): unknown {
  const sayIn = sentencesIn(schema);
  return sayIn ? sayIn(answer, say) : answer;
}

function sentencesIn(schema: Schema): SayIn {
  const found = known.get(schema);
  if (found) return found.sayIn;
  const entry: { sayIn: SayIn } = { sayIn: undefined };
  known.set(schema, entry);
  entry.sayIn = findIn(schema);
  return entry.sayIn;
}

function findIn(schema: Schema): SayIn {
  const isOurs = sentenceTest(schema);
  if (isOurs) return (value, say) => (typeof value === "string" && isOurs(value) ? say(value) : value);
  // A stream's schema isn't zod's. Its sentences are loaded by other requests.
  if (!("_zod" in schema)) return undefined;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "object") return inObject(def.shape);
  if (def.type === "array") return inArray(sentencesIn(def.element));
  if (def.type === "record") return inRecord(sentencesIn(def.valueType));
  if (def.type === "union") return inUnion(def.options.map(sentencesIn));
  return "innerType" in def ? sentencesIn(def.innerType as Schema) : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function inObject(shape: Readonly<Record<string, Schema>>): SayIn {
  const fields = Object.entries(shape).flatMap(([name, schema]) => {
    const sayIn = sentencesIn(schema);
    return sayIn ? [{ name, sayIn }] : [];
  });
  if (fields.length === 0) return undefined;
  return (value, say) => {
    if (!isObject(value)) return value;
    const said = fields.filter(({ name }) => name in value);
    return {
      ...value,
      ...Object.fromEntries(said.map(({ name, sayIn }) => [name, sayIn(value[name], say)])),
    };
  };
}

function inArray(sayIn: SayIn): SayIn {
  return sayIn && ((value, say) => (Array.isArray(value) ? value.map((one) => sayIn(one, say)) : value));
}

function inRecord(sayIn: SayIn): SayIn {
  return (
    sayIn &&
    ((value, say) =>
      isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sayIn(one, say)]))
        : value)
  );
}

/** The matching option doesn't matter, since no field of ours is a sentence in only one of them. */
function inUnion(options: readonly SayIn[]): SayIn {
  const sayIns = options.filter((sayIn) => sayIn !== undefined);
  if (sayIns.length === 0) return undefined;
  return (value, say) => sayIns.reduce((said, sayIn) => sayIn(said, say), value);
}
