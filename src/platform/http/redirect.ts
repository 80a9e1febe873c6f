import type { ServerResponse } from "node:http";
import { newRequestId } from "./request-id.ts";

/** Sends a visitor on to a link's URL. Nobody keeps that answer: the next visitor may be led elsewhere. */
export function redirectTo(response: ServerResponse, location: string): void {
  response.writeHead(302, {
    Location: location,
    "Content-Length": 0,
    "Cache-Control": "no-store",
    // The site behind the link may know which page sent the visitor, and nothing more.
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Robots-Tag": "noindex",
    "X-Request-Id": newRequestId(),
  });
  response.end();
}
