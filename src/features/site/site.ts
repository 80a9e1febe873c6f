/*
 * The site around the pages: landing page, help, legal texts, and what is shown where there is nothing or something
 * failed. Rendered once each and kept compressed. Profiles' own pages belong to `public-page`.
 */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { plansChanged } from "#src/features/settings/events.ts";
import { readPlans } from "#src/features/settings/settings.ts";
import { acceptsGzip } from "#src/lib/encodings.ts";
import type { Platform } from "#src/platform/context.ts";
import { readCounts } from "./counts.ts";
import { renderDocument, type SiteDocument, type SiteHome, type SitePage } from "./document.tsx";
import { FILM_PATH, filmPage } from "./film/film.tsx";
import { articlePage, findArticle, HELP_INDEX, helpPage } from "./help/help.tsx";
import { landingPage } from "./landing/landing.tsx";
import { LEGAL_PAGES } from "./legal/legal.tsx";
import { errorPage, notFoundPage } from "./notices.tsx";
import { PROMISED_STATS, type Stat } from "./stats.ts";

export interface SiteOptions {
  scriptUrl: string;
  workerUrl: string | undefined;
  /** Where Watch Demo leads; empty for our own film. */
  demoVideoUrl: string;
  /** The tiles of the landing page; `real` for the instance's own counts. */
  stats: readonly Stat[] | "real";
}

interface Kept {
  status: number;
  etag: string;
  plain: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/** How long counted numbers stand before they are counted again. */
const COUNTS_MS = 10 * 60 * 1000;

export class Site {
  readonly #platform: Platform;
  readonly #options: SiteOptions;
  #home: SiteHome;
  readonly #kept = new Map<string, Kept>();
  #plans: Promise<void> | undefined;
  #counted: { stats: readonly Stat[]; until: number } | undefined;

  constructor(platform: Platform, options: SiteOptions) {
    this.#platform = platform;
    this.#options = options;
    const { name, publicUrl, supportAddress } = platform.instance;
    this.#home = {
      instanceName: name,
      publicUrl,
      supportAddress,
      scriptUrl: options.scriptUrl,
      workerUrl: options.workerUrl,
      hasPlans: platform.instance.plans !== "off",
    };
    const forget = () => {
      this.#plans = undefined;
    };
    platform.signals.on(plansChanged, forget);
    platform.signals.onGap(forget);
  }

  /** The page at a path of the site, or nothing where the site has none. */
  async answer(request: Request): Promise<Response | undefined> {
    this.#plans ??= this.#learnPlans();
    await this.#plans;
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/") return this.#landing(request);
    if (pathname === "/help/index.json") return this.#index(request);
    const query = searchParams.get("q");
    if (pathname === "/help" && query?.trim())
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

  /** A page that is made for this request alone. */
  show(request: Request, make: (home: SiteHome) => SitePage): Response {
    const response = send(this.#render(make(this.#home)), request);
    response.headers.set("Cache-Control", "no-store");
    return response;
  }

  /** What is shown at an address without anything. */
  notFound(request: Request): Response {
    return send(
      this.#keep("404", () => this.#render(notFoundPage())),
      request,
    );
  }

  /** What is shown when a page could not be made; the id finds the reason in the log. */
  failed(request: Request, requestId: string): Response {
    return send(this.#render(errorPage(requestId)), request);
  }

  #pageAt(path: string): (() => SitePage) | undefined {
    if (path === "/help") return () => helpPage(this.#home);
    if (path === FILM_PATH) return () => filmPage(this.#home);
    const legal = LEGAL_PAGES.get(path);
    if (legal) return () => legal(this.#home);
    const article = path.startsWith("/help/") ? findArticle(path.slice("/help/".length)) : undefined;
    return article && (() => articlePage(article, this.#home));
  }

  async #landing(request: Request): Promise<Response> {
    const stats = await this.#stats();
    const key = `/ ${JSON.stringify(stats)}`;
    const demoVideoUrl = this.#options.demoVideoUrl || FILM_PATH;
    const page = this.#keep(key, () => this.#render(landingPage({ home: this.#home, stats, demoVideoUrl })));
    // Counted numbers change: only the newest landing page is kept.
    for (const old of this.#kept.keys()) if (old.startsWith("/ ") && old !== key) this.#kept.delete(old);
    return send(page, request);
  }

  /** Asked once, and again when somebody changes them: where nothing is sold, no page speaks of prices. */
  async #learnPlans(): Promise<void> {
    try {
      const hasPlans = (await readPlans(this.#platform)) !== "off";
      if (hasPlans !== this.#home.hasPlans) this.#kept.clear();
      this.#home = { ...this.#home, hasPlans };
    } catch (error) {
      this.#plans = undefined;
      this.#platform.log.error({ err: error }, "reading the plans for the site failed");
    }
  }

  async #stats(): Promise<readonly Stat[]> {
    const { stats } = this.#options;
    if (stats !== "real") return stats;
    const now = this.#platform.now().getTime();
    if (this.#counted && now < this.#counted.until) return this.#counted.stats;
    const before = this.#counted?.stats ?? PROMISED_STATS;
    const counted = await readCounts(this.#platform.db).catch((error: unknown) => {
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

  #render(page: SitePage): Kept {
    const { html, csp, status }: SiteDocument = renderDocument(page, this.#home);
    const type = "text/html; charset=utf-8";
    return keep(html, status, { "Content-Type": type, "Content-Security-Policy": csp });
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
  return { status, etag, plain, gzip: new Uint8Array(gzipSync(plain)), headers: { ...headers, ...shared } };
}

/** Compressed where that is understood, and nothing but 304 where the browser has this very page. */
function send({ status, etag, plain, gzip, headers }: Kept, request: Request): Response {
  if (status === 200 && request.headers.get("if-none-match") === etag) {
    return new Response(null, { status: 304, headers });
  }
  if (!acceptsGzip(request.headers.get("accept-encoding"))) return new Response(plain, { status, headers });
  return new Response(gzip, { status, headers: { ...headers, "Content-Encoding": "gzip" } });
}
