/**
 * The Content-Security-Policy of a kept page. It is sent to everybody as it was made, so it names the hash of the page's
 * own style sheet and no nonce.
 */
export function pagePolicy(styleSource: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styleSource}`,
    "img-src 'self' https: data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
