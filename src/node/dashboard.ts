import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";

/** The dashboard's one HTML document; every answer carries a nonce of its own. */
export class Dashboard {
  readonly #template: string;

  constructor(file: string, instanceName: string) {
    const template = existsSync(file) ? readFileSync(file, "utf8") : "";
    const name = instanceName.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
    this.#template = template.replace(/(?<=<title>)[^<]*/, () => name);
  }

  page(): Response {
    const nonce = randomBytes(16).toString("base64");
    return new Response(this.#template.replaceAll("__NONCE__", nonce), {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "no-store",
        "Content-Security-Policy": policy(nonce),
      },
    });
  }
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    // Components place themselves with style attributes; style elements still need the nonce.
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
