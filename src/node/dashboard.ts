import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Brand } from "#src/lib/brand.ts";
import { isLanguage, LANGUAGES, type Language, languageIn } from "#src/lib/language.ts";
import { escapeMarkup } from "#src/lib/text.ts";

/** The API's responses to a screen's first requests, by path below `/api/v1`. */
export type PreloadedData = Record<string, unknown>;

interface Opening {
  /** The response of `/me` for the person who opens it, if it's known. */
  me?: unknown;
  /** They save the page its first requests. They're personal, so such a page must not be cached. */
  answers?: PreloadedData;
  acceptLanguage?: string | undefined;
}

/** The dashboard's one HTML document, in each language. Every response has a new nonce. */
export class Dashboard {
  readonly #templates: ReadonlyMap<Language, string>;
  readonly #brand: () => Brand;

  /** `folder` is the one with the dashboard's build. */
  constructor(folder: string, brand: () => Brand) {
    this.#templates = new Map(LANGUAGES.map((language) => [language, templateIn(folder, language)]));
    this.#brand = brand;
  }

  languageFor({ me, acceptLanguage }: Opening): Language {
    const reader: Reader = me ?? {};
    return isLanguage(reader.language) ? reader.language : languageIn(acceptLanguage);
  }

  page(opening: Opening): Response {
    const { answers } = opening;
    const reader: Reader = opening.me ?? {};
    const language = this.languageFor(opening);
    const nonce = randomBytes(16).toString("base64");
    const data = answers
      ? `<script type="application/json" id="first-answers">${safeJson(answers)}</script>`
      : "";
    const html = this.#branded(language)
      .replaceAll("__NONCE__", nonce)
      .replace("<html", () => `<html${settingsOf(reader)}`)
      // Placed before the script that reads it.
      .replace("<body>", () => `<body>${data}`);
    return new Response(html, {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "private, no-store",
        "Content-Security-Policy": policy(nonce),
      },
    });
  }

  /** Returns the document with the instance's name, color, and icon. */
  #branded(language: Language): string {
    const { name, logo, brandColor } = this.#brand();
    const html = (this.#templates.get(language) ?? "")
      .replace(/(?<=<title>)[^<]*/, () => escapeMarkup(name))
      .replace(/(?<=<meta name="theme-color" content=")[^"]*/, brandColor);
    return logo
      ? html.replace(/<link rel="(icon|apple-touch-icon)"[^<>]*>/g, `<link rel="$1" href="${logo}" />`)
      : html;
  }
}

/** Falls back to English, and before the first build there's none at all. */
function templateIn(folder: string, language: Language): string {
  const own = join(folder, `index.${language}.html`);
  const file = existsSync(own) ? own : join(folder, "index.html");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

interface Reader {
  region?: string | null;
  language?: string | null;
}

/** Scripts format dates and numbers from the start, so the person's preferences are in the document. */
function settingsOf({ region, language }: Reader): string {
  return (region ? ` data-region="${region}"` : "") + (language ? ` data-language="${language}"` : "");
}

const UNSAFE = /[<>&\u2028\u2029]/g;

/** Serializes JSON that can neither close its element nor open another one. */
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
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
