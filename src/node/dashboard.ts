import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";

/** What the API answers to the first questions of a screen, by path below `/api/v1`. */
export type FirstAnswers = Record<string, unknown>;

/** The dashboard's one HTML document; every answer carries a nonce of its own. */
export class Dashboard {
  readonly #template: string;

  constructor(file: string, instanceName: string) {
    const template = existsSync(file) ? readFileSync(file, "utf8") : "";
    const name = instanceName.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
    this.#template = template.replace(/(?<=<title>)[^<]*/, () => name);
  }

  /** `answers` spare the page its first questions. They are somebody's own: nothing may keep such a page. */
  page(answers?: FirstAnswers): Response {
    const nonce = randomBytes(16).toString("base64");
    const data = answers
      ? `<script type="application/json" id="first-answers">${safeJson(answers)}</script>`
      : "";
    const html = this.#template
      .replaceAll("__NONCE__", nonce)
      // Before the script that reads it.
      .replace("<body>", () => `<body>${data}`);
    return new Response(html, {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "private, no-store",
        "Content-Security-Policy": policy(nonce),
      },
    });
  }
}

const UNSAFE = /[<>&\u2028\u2029]/g;

/** JSON that can neither end the element that it stands in nor begin another one. */
function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    UNSAFE,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
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
