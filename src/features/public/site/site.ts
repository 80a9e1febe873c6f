/*
 * The site around the pages: landing page, help, legal texts, and error pages. Each is rendered once and
 * cached compressed. Profiles' own pages belong to `public-page`.
 */

import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { PLANS_SETTING } from "#src/features/money/entitlements/settings.ts";
import { acceptsGzip } from "#src/lib/accept-encoding.ts";
import { brandOf } from "#src/lib/brand.ts";
import { visitorLanguageIn } from "#src/lib/language.ts";
import { articlePath, PATHS } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import { visitorTranslatorIn } from "#src/platform/languages.ts";
import { renderDocument, type SiteDocument, type SiteHome, type SitePage } from "./document.tsx";
import { errorPage, notFoundPage } from "./error-pages.tsx";
import { filmPage } from "./film/film.tsx";
import { articlePage, findArticle, HELP_INDEX, helpPage } from "./help/help.tsx";
import { landingPage } from "./landing/landing.tsx";
import { getLandingStats, PROMISED_STATS, parseStats, type Stat } from "./landing-stats.ts";
import { LEGAL_PAGES } from "./legal/legal.tsx";
import { DEMO_VIDEO_URL, LANDING_STATS } from "./settings.ts";

export interface SiteOptions {
  scriptUrl: string;
  workerUrl: string | undefined;
}

interface Kept {
  status: number;
  plain: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/** Counts are shown this long before they're refreshed. */
const COUNTS_MS = 10 * 60 * 1000;

export class Site {
  readonly #platform: Platform;
  readonly #options: SiteOptions;
  readonly #kept = new Map<string, Kept>();
  #counted: { stats: readonly Stat[]; until: number } | undefined;

  constructor(platform: Platform, options: SiteOptions) {
    this.#platform = platform;
    this.#options = options;
    platform.settings.onChange(() => this.#kept.clear());
  }

  /** Returns the page at a path of the site, or undefined if there is none. */
  async answer(request: Request): Promise<Response | undefined> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/") return this.#landing(request);
    if (pathname === PATHS.helpIndex) return this.#index(request);
    const query = searchParams.get("q");
    if (pathname === PATHS.help && query?.trim())
      return send(this.#render(helpPage(this.#home, query)), request);
    const make = this.#pageAt(pathname);
    return (
      make &&
      send(
        this.#keep(pathname, () => this.#render(make())),
        request,
      )
    );
  }

  /** Renders a page for this request only. */
  show(request: Request, make: (home: SiteHome) => SitePage): Response {
    const response = send(this.#render(make(this.#home)), request);
    response.headers.set("Cache-Control", "no-store");
    return response;
  }

  notFound(request: Request): Response {
    const words = wordsFor(request);
    return send(
      this.#keep(`404 ${words.language}`, () => this.#render(notFoundPage(words), BY_LANGUAGE)),
      request,
    );
  }

  /** Returns the page for a request that failed. The id finds the reason in the log. */
  failed(request: Request, requestId: string): Response {
    return send(this.#render(errorPage(wordsFor(request), requestId), BY_LANGUAGE), request);
  }

  /** The current data of the instance. */
  get #home(): SiteHome {
    const { settings, instance, stripe, push } = this.#platform;
    const brand = brandOf(settings);
    return {
      instanceName: brand.name,
      supportAddress: brand.supportAddress,
      brand,
      publicUrl: instance.publicUrl,
      scriptUrl: this.#options.scriptUrl,
      workerUrl: this.#options.workerUrl,
      hasPlans: settings.get(PLANS_SETTING) !== "off",
      sellsPremium: stripe !== undefined,
      offersGoogle: instance.offersGoogle,
      sendsPush: push !== undefined,
    };
  }

  #pageAt(path: string): (() => SitePage) | undefined {
    if (path === PATHS.help) return () => helpPage(this.#home);
    if (path === PATHS.demo) return () => filmPage(this.#home);
    const legal = LEGAL_PAGES.get(path);
    if (legal) return () => legal(this.#home);
    const article = path.startsWith(articlePath(""))
      ? findArticle(path.slice(articlePath("").length))
      : undefined;
    return article && (() => articlePage(article, this.#home));
  }

  async #landing(request: Request): Promise<Response> {
    const stats = await this.#stats();
    const key = `/ ${JSON.stringify(stats)}`;
    const demoVideoUrl = this.#platform.settings.get(DEMO_VIDEO_URL) || PATHS.demo;
    const page = this.#keep(key, () => this.#render(landingPage({ home: this.#home, stats, demoVideoUrl })));
    // Counts change, so only the newest landing page is cached.
    for (const old of this.#kept.keys()) if (old.startsWith("/ ") && old !== key) this.#kept.delete(old);
    return send(page, request);
  }

  async #stats(): Promise<readonly Stat[]> {
    const stats = parseStats(this.#platform.settings.get(LANDING_STATS));
    if (stats !== "real") return stats;
    const now = this.#platform.now().getTime();
    if (this.#counted && now < this.#counted.until) return this.#counted.stats;
    const before = this.#counted?.stats ?? PROMISED_STATS;
    const counted = await getLandingStats(this.#platform.db).catch((error: unknown) => {
      this.#platform.log.error({ err: error }, "counting for the landing page failed");
      return before;
    });
    this.#counted = { stats: counted, until: now + COUNTS_MS };
    return counted;
  }

  #index(request: Request): Response {
    const index = this.#keep("index", () => keep(HELP_INDEX, 200, { "Content-Type": "application/json" }));
    return send(index, request);
  }

  #render(page: SitePage, vary?: string): Kept {
    const { html, csp, status }: SiteDocument = renderDocument(page, this.#home);
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": csp };
    return keep(html, status, { ...headers, ...(vary && { Vary: vary }) });
  }

  #keep(key: string, make: () => Kept): Kept {
    const kept = this.#kept.get(key) ?? make();
    this.#kept.set(key, kept);
    return kept;
  }
}

function keep(text: string, status: number, headers: Record<string, string>): Kept {
  const plain = new Uint8Array(Buffer.from(text));
  const etag = `"${createHash("sha1").update(plain).digest("base64url")}"`;
  const shared = { "Cache-Control": "no-cache", Vary: "Accept-Encoding", ETag: etag };
  return { status, plain, gzip: new Uint8Array(gzipSync(plain)), headers: { ...shared, ...headers } };
}

/** `Vary` for our own text. */
const BY_LANGUAGE = "Accept-Encoding, Accept-Language";

function wordsFor({ headers }: Request) {
  return visitorTranslatorIn(visitorLanguageIn(headers.get("accept-language")));
}

/** Sends the page compressed if the browser accepts that. */
function send({ status, plain, gzip, headers }: Kept, request: Request): Response {
  if (!acceptsGzip(request.headers.get("accept-encoding"))) return new Response(plain, { status, headers });
  return new Response(gzip, { status, headers: { ...headers, "Content-Encoding": "gzip" } });
}
