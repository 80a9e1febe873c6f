import { createHash } from "node:crypto";
import type { PixelSources } from "./page/pixel-sources.ts";
import { SCHEME_SCRIPT } from "./page/scheme-script.ts";

/** Returns the policy source that allows a style sheet or script with exactly this text. */
export function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

const SCHEME_SOURCE = hashSource(SCHEME_SCRIPT);

const NO_PIXELS: PixelSources = { scripts: [], connections: [], pictures: [] };

/**
 * Returns the Content-Security-Policy of a cached page. Everyone gets the same one, so it has the hash of the
 * page's own style sheet and no nonce. The only other hosts are those of the page's own pixels, and for
 * pictures the CDN in front of us.
 */
export function pageCsp(
  styleSource: string,
  { pixels = NO_PIXELS, cdnUrl }: { pixels?: PixelSources | undefined; cdnUrl?: string | undefined } = {},
): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", SCHEME_SOURCE, ...pixels.scripts].join(" "),
    `style-src ${styleSource}`,
    ["img-src 'self' data:", ...(cdnUrl ? [cdnUrl] : []), ...pixels.pictures].join(" "),
    ["connect-src 'self'", ...pixels.connections].join(" "),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
