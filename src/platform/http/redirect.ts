import type { ServerResponse } from "node:http";
import { newRequestId } from "./request-id.ts";

/**
 * Redirects a visitor to a link's URL. The response isn't cached, because the next visitor may be sent
 * elsewhere.
 */
export function redirectTo(response: ServerResponse, location: string): void {
  response.writeHead(302, {
    Location: location,
    "Content-Length": 0,
    "Cache-Control": "no-store",
    // The site behind the link may learn which page sent the visitor, and nothing more.
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Robots-Tag": "noindex",
    "X-Request-Id": newRequestId(),
  });
  response.end();
}
