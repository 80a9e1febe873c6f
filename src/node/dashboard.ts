import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { Brand } from "#src/lib/brand.ts";

/** The API's answers to a screen's first questions, by path below `/api/v1`. */
export type FirstAnswers = Record<string, unknown>;

/** The dashboard's one HTML document. Every response has a new nonce. */
export class Dashboard {
  readonly #template: string;
  readonly #brand: () => Brand;

  constructor(file: string, brand: () => Brand) {
    this.#template = existsSync(file) ? readFileSync(file, "utf8") : "";
    this.#brand = brand;
  }

  /** `answers` save the page its first requests. They're personal, so such a page must not be cached. */
  page(answers?: FirstAnswers): Response {
    const nonce = randomBytes(16).toString("base64");
    const data = answers
      ? `<script type="application/json" id="first-answers">${safeJson(answers)}</script>`
      : "";
    const html = this.#branded()
      .replaceAll("__NONCE__", nonce)
      .replace("<html", () => `<html${regionOf(answers)}`)
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

  /** The document with the instance's name, color, and icon. */
  #branded(): string {
    const { name, logo, brandColor } = this.#brand();
    const title = name.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
    const html = this.#template
      .replace(/(?<=<title>)[^<]*/, () => title)
      .replace(/(?<=<meta name="theme-color" content=")[^"]*/, brandColor);
    return logo
      ? html.replace(/<link rel="(icon|apple-touch-icon)"[^>]*>/g, `<link rel="$1" href="${logo}" />`)
      : html;
  }
}

/** Scripts format dates and numbers from the start, so they find the person's region right here. */
function regionOf(answers: FirstAnswers | undefined): string {
  const { region } = (answers?.["/me"] ?? {}) as { region?: string | null };
  return region ? ` data-region="${region}"` : "";
}

const UNSAFE = /[<>&\u2028\u2029]/g;

/** JSON that can neither close its element nor open another one. */
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
    // Components position themselves with style attributes. Style elements still need the nonce.
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
