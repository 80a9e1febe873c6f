/*
 * The frame of our own pages: head, bar, footer, styles, and error pages. The other slices provide the
 * content.
 */

import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { SIGN_UPS } from "#src/features/identity/accounts/settings.ts";
import { planLimitsOf } from "#src/features/money/entitlements/entitlements.ts";
import { PLANS_SETTING } from "#src/features/money/entitlements/settings.ts";
import { acceptsGzip } from "#src/lib/accept-encoding.ts";
import { brandOf } from "#src/lib/brand.ts";
import { visitorLanguageIn } from "#src/lib/language.ts";
import type { VisitorTranslator } from "#src/lib/visitor-translator.ts";
import type { Platform } from "#src/platform/context.ts";
import { EVENT_DAYS_KEPT } from "#src/platform/events/event-settings.ts";
import { visitorTranslatorIn } from "#src/platform/languages.ts";
import { renderDocument } from "./document.tsx";
import { errorPage, notFoundPage } from "./error-pages.tsx";
import type { FrameHome, FramePage, InstanceFacts } from "./page/frame-page.ts";
import { FOOTER_LINE } from "./settings.ts";

export interface FrameOptions {
  scriptUrl: string;
  workerUrl: string | undefined;
}

/** A page's response, uncompressed and compressed. */
export interface EncodedPage {
  status: number;
  plain: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/** The `Vary` header of pages in the visitor's language. */
const BY_LANGUAGE = "Accept-Encoding, Accept-Language";

/** Returns what pages say about the instance. */
export function instanceFacts({ settings, instance, stripe, push }: Platform): InstanceFacts {
  const brand = brandOf(settings);
  return {
    instanceName: brand.name,
    supportAddress: brand.supportAddress,
    brand,
    publicUrl: instance.publicUrl,
    hasPlans: settings.get(PLANS_SETTING) !== "off",
    limits: planLimitsOf({ settings }),
    takesSignUps: settings.get(SIGN_UPS) === "everyone",
    sellsPremium: stripe !== undefined,
    offersGoogle: instance.offersGoogle,
    sendsPush: push !== undefined,
    footerLine: settings.get(FOOTER_LINE),
    eventDays: settings.get(EVENT_DAYS_KEPT),
  };
}

export class Frame {
  readonly #platform: Platform;
  readonly #options: FrameOptions;
  /** Pages for URLs with nothing there, by language. */
  readonly #notFound = new Map<string, EncodedPage>();

  constructor(platform: Platform, options: FrameOptions) {
    this.#platform = platform;
    this.#options = options;
    platform.settings.onChange(() => this.#notFound.clear());
  }

  get home(): FrameHome {
    return { ...instanceFacts(this.#platform), ...this.#options };
  }

  render(page: FramePage, vary?: string): EncodedPage {
    const { html, csp, status } = renderDocument(page, this.home);
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": csp };
    return encodePage(html, status, { ...headers, ...(vary && { Vary: vary }) });
  }

  /** Renders a page for this request only. `words` are in the visitor's language. */
  show(request: Request, make: (home: FrameHome, words: VisitorTranslator) => FramePage): Response {
    const response = sendPage(this.render(make(this.home, wordsFor(request))), request);
    response.headers.set("Cache-Control", "no-store");
    return response;
  }

  /** The page for a URL with nothing there. */
  notFound(request: Request): Response {
    const words = wordsFor(request);
    const page = this.#notFound.get(words.language) ?? this.render(notFoundPage(words), BY_LANGUAGE);
    this.#notFound.set(words.language, page);
    return sendPage(page, request);
  }

  /** The page for a failed request. The id finds the reason in the log. */
  failed(request: Request, requestId: string): Response {
    return sendPage(this.render(errorPage(wordsFor(request), requestId), BY_LANGUAGE), request);
  }
}

export function encodePage(text: string, status: number, headers: Record<string, string>): EncodedPage {
  const plain = new Uint8Array(Buffer.from(text));
  const etag = `"${createHash("sha1").update(plain).digest("base64url")}"`;
  const shared = { "Cache-Control": "no-cache", Vary: "Accept-Encoding", ETag: etag };
  return { status, plain, gzip: new Uint8Array(gzipSync(plain)), headers: { ...shared, ...headers } };
}

/** Sends the page compressed if the browser accepts that. */
export function sendPage({ status, plain, gzip, headers }: EncodedPage, request: Request): Response {
  if (!acceptsGzip(request.headers.get("accept-encoding"))) return new Response(plain, { status, headers });
  return new Response(gzip, { status, headers: { ...headers, "Content-Encoding": "gzip" } });
}

function wordsFor({ headers }: Request) {
  return visitorTranslatorIn(visitorLanguageIn(headers.get("accept-language")));
}
