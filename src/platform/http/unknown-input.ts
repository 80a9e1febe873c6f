import type { AnyContractProcedure } from "@orpc/contract";
import type * as z from "zod";
import type { EndpointMeta } from "#src/lib/endpoint.ts";
import { Failure } from "#src/lib/errors.ts";
import { unknownFields } from "#src/lib/unknown-fields.ts";
import { UNKNOWN_FIELD } from "./zod-messages.ts";

/** Only GET takes its input from the query, so a query on any other request would be ignored. */
export function requireNoQuery({ url }: Request): void {
  const names = [...new URL(url).searchParams.keys()];
  if (names.length > 0) throw unknownFailure(names);
}

function unknownFailure(names: readonly string[]): Failure {
  const fields = Object.fromEntries(names.map((name) => [name, UNKNOWN_FIELD]));
  const message = `${names[0]}: ${UNKNOWN_FIELD}`;
  return new Failure("BAD_REQUEST", { status: 400, message }, { fields });
}

const ELSEWHERE = "The URL names another one.";

/** Rejects a body that contradicts its URL, such as with another `id`, because only one can be meant. */
export async function requireSameAsUrl(
  request: Request,
  params: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (request.headers.get("content-type") !== "application/json") return;
  const text = await request.clone().text();
  // A name in JSON may contain escaped letters.
  const names = Object.keys(params).filter((name) => text.includes(`"${name}"`) || text.includes("\\u"));
  const body = names.length > 0 ? parseJson(text) : undefined;
  const other = names.find((name) => body?.[name] !== undefined && body[name] !== params[name]);
  if (other === undefined) return;
  const message = `${other}: ${ELSEWHERE}`;
  throw new Failure("BAD_REQUEST", { status: 400, message }, { fields: { [other]: ELSEWHERE } });
}

/** Returns undefined if the endpoint's parser rejects it, too. */
function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** Rejects fields that the endpoint doesn't know, by name. Any GET may name its account. */
export function requireKnownFields(procedure: AnyContractProcedure, input: unknown): void {
  const { inputSchema, meta, route } = procedure["~orpc"];
  if ((meta as unknown as EndpointMeta).body?.isLenient) return;
  const names = unknownFields(inputSchema as z.core.$ZodType | undefined, input).filter(
    (name) => route.method !== "GET" || name !== "account",
  );
  if (names.length > 0) throw unknownFailure(names);
}
