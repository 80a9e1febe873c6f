import type { IncomingMessage } from "node:http";
import { type BodyRule, GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import type { BodyBudget } from "./body-budget.ts";
import { parseFields, requireFewParts, requireJsonObject } from "./body-shape.ts";

export interface BodyParts {
  bodies: BodyBudget;
  addressOf(context: { env: unknown }): string;
}

interface Received {
  env: unknown;
  req: { raw: Request };
}

/**
 * Rejects cross-site requests. Browsers name the site that a request comes from, and only our own pages may
 * change anything with a session. Our own means the requested host or, behind a proxy that uses a different
 * name, `publicUrl`.
 */
export function requireSameSite(request: Request, publicUrl: string): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const origin = request.headers.get("origin");
  if (origin === null || origin === URL.parse(publicUrl)?.origin) return;
  if (URL.parse(origin)?.host !== request.headers.get("host"))
    throw failure(GENERAL_ERRORS, "ORIGIN_REFUSED");
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

/** True once the whole body has arrived, read or not. */
export const hasArrived = (context: Pick<Received, "env">): boolean => incomingOf(context).complete;

/** Returns the request with its whole body, in a format and size that `rule` allows. */
export async function readRequestBody(
  parts: BodyParts,
  context: Received,
  { kind, bytesMax }: BodyRule,
): Promise<Request> {
  const { raw } = context.req;
  const headers = new Headers(raw.headers);
  // The first two concern the transfer, and a disposition would turn any body into a file.
  for (const name of ["content-length", "transfer-encoding", "content-disposition"]) headers.delete(name);
  const { method, url } = raw;
  if (!hasBody(context)) {
    headers.delete("content-type");
    return new Request(url, { method, headers });
  }
  const type = raw.headers.get("content-type") ?? "";
  if (!TYPES[kind].pattern.test(type)) throw wrongType(TYPES[kind].message);
  requireUtf8(type);
  const body = withoutByteOrderMark(await read(parts, context, bytesMax));
  if (kind === "json") requireJsonObject(body);
  else requireFewParts(body, type);
  // The parser accepts only this spelling.
  headers.set(
    "content-type",
    kind === "json" ? "application/json" : type.replace(/^[^;\s]*/, "multipart/form-data"),
  );
  return new Request(url, { method, headers, body: new Uint8Array(body) });
}

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;

function requireUtf8(type: string): void {
  const charset = CHARSET.exec(type)?.[1]?.toLowerCase() ?? "utf-8";
  if (!["utf-8", "utf8", "us-ascii"].includes(charset)) throw wrongType("Send the text as UTF-8.");
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Some programs put it before text in UTF-8, where it means nothing. */
export function withoutByteOrderMark(body: Buffer): Buffer {
  return body.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    ? body.subarray(BYTE_ORDER_MARK.length)
    : body;
}

/** Reads a body of any type, for content whose signature covers the exact bytes. */
export function readRequestBytes(parts: BodyParts, context: Received, bytesMax: number): Promise<Buffer> {
  return hasBody(context) ? read(parts, context, bytesMax) : Promise.resolve(Buffer.alloc(0));
}

/** Reads the fields of a form posted by a browser without JavaScript. */
export async function readRequestForm(
  parts: BodyParts,
  context: Received,
  { bytesMax, takesParts = false }: { bytesMax: number; takesParts?: boolean },
): Promise<URLSearchParams> {
  if (!hasBody(context)) return new URLSearchParams();
  const type = context.req.raw.headers.get("content-type") ?? "";
  if (takesParts && TYPES.multipart.pattern.test(type)) {
    const body = await read(parts, context, bytesMax);
    requireFewParts(body, type);
    return partsOf(body, type);
  }
  if (!FORM_TYPE.test(type)) {
    throw wrongType("Send the form as application/x-www-form-urlencoded.");
  }
  return parseFields(withoutByteOrderMark(await read(parts, context, bytesMax)));
}

/** Parses the text fields of a multipart form. Empty if the form is malformed. */
async function partsOf(body: Buffer, type: string): Promise<URLSearchParams> {
  const answer = new Response(new Uint8Array(body), { headers: { "content-type": type } });
  const form = await answer.formData().catch(() => new FormData());
  const fields = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === "string") fields.append(name, value);
  return fields;
}

function read({ bodies, addressOf }: BodyParts, context: Received, bytesMax: number): Promise<Buffer> {
  return bodies.read({ request: incomingOf(context), bytesMax, address: addressOf(context) });
}

function hasBody(context: Received): boolean {
  const { headers } = incomingOf(context);
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function incomingOf({ env }: Pick<Received, "env">): IncomingMessage {
  return (env as { incoming: IncomingMessage }).incoming;
}

function wrongType(message: string): Failure {
  return new Failure("UNSUPPORTED_MEDIA_TYPE", { status: 415, message });
}
