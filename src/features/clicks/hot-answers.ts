import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { remembering } from "#src/lib/memo.ts";
import type { Place } from "#src/platform/geo/geo.ts";
import { type Client, readClient } from "./clients.ts";
import { cut } from "./rules.ts";

/** What a request says about its visitor, as rows store it. */
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

/** The user agent as rows store it. */
export function readUserAgent(request: IncomingMessage): string {
  return cutUserAgent(request.headers["user-agent"] ?? "");
}

/** Where the visitor came from; our own pages don't count. */
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
  { status, code, message, data }: { status: number; code: string; message: string; data?: unknown },
): void {
  const request_id = randomUUID();
  const text = JSON.stringify({ code, message, data, request_id });
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
  // A list and not an object, because Node sends it as it is.
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

/** True for a browser that fetches what someone may want next: nobody has asked for it yet. */
export function isLookingAhead({ headers }: IncomingMessage): boolean {
  const purpose = headers["sec-purpose"] ?? headers.purpose ?? "";
  return String(purpose).startsWith("prefetch");
}
