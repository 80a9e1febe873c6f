import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { remembering } from "#src/lib/memo.ts";
import type { Place } from "#src/platform/geo/geo.ts";
import { type Client, cut, readClient } from "./rules.ts";

/** What a request says about its visitor, as the rows keep it. */
export interface Visitor {
  user_agent: string;
  client: Client;
  place: Place;
}

const USER_AGENTS_REMEMBERED = 2000;
const cutUserAgent = remembering(USER_AGENTS_REMEMBERED, (text) => cut(text));

export function readVisitor(request: IncomingMessage, place: Place): Visitor {
  return { user_agent: readUserAgent(request), client: readClient(request.headers["user-agent"]), place };
}

/** The user agent as rows keep it. */
export function readUserAgent(request: IncomingMessage): string {
  return cutUserAgent(request.headers["user-agent"] ?? "");
}

/** Where the visitor came from; our own pages are not a source. */
export function readReferrer(request: IncomingMessage, referrer: string | null | undefined): string {
  if (!referrer) return "";
  const { host } = request.headers;
  const isOwn = host !== undefined && referrer.includes(host) && URL.parse(referrer)?.host === host;
  return isOwn ? "" : cut(referrer);
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  send(response, { status, type: "application/json", text: JSON.stringify(body) });
}

export function sendRefusal(
  response: ServerResponse,
  { status, code, message }: { status: number; code: string; message: string },
): void {
  const request_id = randomUUID();
  const text = JSON.stringify({ code, message, request_id });
  send(response, { status, type: "application/json", text, request_id });
}

interface Answer {
  status: number;
  type: string;
  text: string;
  request_id?: string;
}

export function send(
  response: ServerResponse,
  { status, type, text, request_id = randomUUID() }: Answer,
): void {
  // A list and not an object: the hot path's headers are taken as they are.
  response.writeHead(status, [
    "Content-Type",
    `${type}; charset=utf-8`,
    "Content-Length",
    String(Buffer.byteLength(text)),
    "Cache-Control",
    "no-store",
    "X-Content-Type-Options",
    "nosniff",
    "X-Request-Id",
    request_id,
  ]);
  response.end(text);
}

/** Calls `done` once with the whole body, or with undefined as soon as it has more than `bytesMax`. */
export function readBody(
  request: IncomingMessage,
  bytesMax: number,
  done: (body: string | undefined) => void,
): void {
  // A connection that breaks has nobody left to answer.
  request.on("error", () => undefined);
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) {
    request.resume();
    done(undefined);
    return;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on("data", (chunk: Buffer) => {
    const before = bytes;
    bytes += chunk.length;
    if (bytes <= bytesMax) chunks.push(chunk);
    else if (before <= bytesMax) done(undefined);
  });
  request.on("end", () => {
    const [only] = chunks;
    if (bytes <= bytesMax) done((chunks.length === 1 && only ? only : Buffer.concat(chunks)).toString());
  });
}

/** True for a browser that fetches what somebody may want next: nobody has asked for it yet. */
export function isLookingAhead({ headers }: IncomingMessage): boolean {
  const purpose = headers["sec-purpose"] ?? headers.purpose ?? "";
  return String(purpose).startsWith("prefetch");
}
