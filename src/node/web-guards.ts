import type { IncomingMessage } from "node:http";
import { AUTH_ERRORS } from "#src/features/accounts/rules.ts";
import type { BodyRule } from "#src/lib/endpoint.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import type { Bodies } from "#src/platform/http/bodies.ts";
import { readFields, requireFewParts, requireJsonObject } from "#src/platform/http/body-shape.ts";

/** What it takes to read a body. */
export interface Reception {
  bodies: Bodies;
  addressOf(context: { env: unknown }): string;
}

interface Received {
  env: unknown;
  req: { raw: Request };
}

/**
 * A browser names the site that a request comes from: only our own pages may change anything with a session. Ours is the
 * host that was asked, or `publicUrl` behind a proxy that asks under another name.
 */
export function refuseOtherSites(request: Request, publicUrl: string): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const origin = request.headers.get("origin");
  if (origin === null || origin === URL.parse(publicUrl)?.origin) return;
  if (URL.parse(origin)?.host !== request.headers.get("host")) throw failure(AUTH_ERRORS, "ORIGIN_REFUSED");
}

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const TYPES: Readonly<Record<BodyRule["kind"], { pattern: RegExp; message: string }>> = {
  json: {
    pattern: /^application\/json\s*(?:;|$)/i,
    message: "Send the request body as application/json.",
  },
  multipart: {
    pattern: /^multipart\/form-data\s*;/i,
    message: "Send the file as multipart/form-data.",
  },
};

/** The request with its whole body, which is of the kind and size that `rule` allows. */
export async function receive(
  reception: Reception,
  context: Received,
  { kind, bytesMax }: BodyRule,
): Promise<Request> {
  const { raw } = context.req;
  const headers = new Headers(raw.headers);
  // Both are about the transfer; a disposition would make a file of any body.
  for (const name of ["content-length", "transfer-encoding", "content-disposition"]) headers.delete(name);
  const { method, url } = raw;
  if (!hasBody(context)) {
    headers.delete("content-type");
    return new Request(url, { method, headers });
  }
  const type = raw.headers.get("content-type") ?? "";
  if (!TYPES[kind].pattern.test(type)) throw wrongType(TYPES[kind].message);
  const body = await read(reception, context, bytesMax);
  if (kind === "json") requireJsonObject(body);
  else requireFewParts(body, type);
  return new Request(url, { method, headers, body: new Uint8Array(body) });
}

/** The fields of a form that a browser without script posts. */
export async function receiveForm(
  reception: Reception,
  context: Received,
  bytesMax: number,
): Promise<URLSearchParams> {
  if (!hasBody(context)) return new URLSearchParams();
  if (!FORM_TYPE.test(context.req.raw.headers.get("content-type") ?? "")) {
    throw wrongType("Send the form as application/x-www-form-urlencoded.");
  }
  return readFields(await read(reception, context, bytesMax));
}

function read({ bodies, addressOf }: Reception, context: Received, bytesMax: number): Promise<Buffer> {
  return bodies.read({ request: incomingOf(context), bytesMax, address: addressOf(context) });
}

function hasBody(context: Received): boolean {
  const { headers } = incomingOf(context);
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function incomingOf({ env }: Received): IncomingMessage {
  return (env as { incoming: IncomingMessage }).incoming;
}

function wrongType(message: string): Failure {
  return new Failure("UNSUPPORTED_MEDIA_TYPE", { status: 415, message });
}
