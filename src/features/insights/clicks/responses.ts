import type { ServerResponse } from "node:http";
import { Failure, retryAfter } from "#src/lib/errors.ts";
import { toBusyFailure } from "#src/platform/db/database-unavailable.ts";
import { newRequestId } from "#src/platform/http/request-id.ts";

export function sendJson(response: ServerResponse, status: number, body: object): void {
  send(response, { status, type: "application/json", text: JSON.stringify(body) });
}

export function sendRefusal(
  response: ServerResponse,
  { status, code, message, data }: { status: number; code: string; message: string; data?: unknown },
): void {
  const request_id = newRequestId();
  const text = JSON.stringify({ code, message, data, request_id });
  send(response, { status, type: "application/json", text, request_id });
}

/** Responds with a failure. Nothing was done if there's no connection to the database. */
export function sendFailure(response: ServerResponse, error: unknown): void {
  const failure = error instanceof Failure ? error : toBusyFailure(error);
  const seconds = failure && retryAfter(failure);
  if (seconds !== undefined) response.setHeader("Retry-After", seconds);
  sendRefusal(response, failure ?? UNEXPECTED);
}

const UNEXPECTED = {
  status: 500,
  code: "INTERNAL_SERVER_ERROR",
  message: "An error occurred. Please try again later.",
};

interface Answer {
  status: number;
  type: string;
  text: string;
  request_id?: string;
}

export function send(
  response: ServerResponse,
  { status, type, text, request_id = newRequestId() }: Answer,
): void {
  // A list rather than an object, because Node sends it unchanged.
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
