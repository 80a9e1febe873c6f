import { gunzipSync } from "node:zlib";
import { compress } from "./compress.ts";
import type { PageView } from "./page/page-view.ts";
import type { RenderedPage } from "./render.ts";

/** A page as it goes over the wire: bytes and headers made once, at write time. */
export interface StoredPage {
  status: number;
  etag: string;
  gzip: Buffer;
  headers: { plain: readonly string[]; gzip: readonly string[]; unchanged: readonly string[] };
  /** Whose page this is; empty for those of the instance. */
  account: string;
  /** How often it was sent from the cache since `takeHits` was called; counted here, because a look-up would cost more. */
  hits: number;
}

/** What stands at a name, and who gets something else there. */
export interface KeptPage {
  page: StoredPage;
  /** From this moment on (ms since 1970) the page is another one; never when absent. */
  until?: number | undefined;
  /** What the page is made from, where it has a lead form: that one is shown again even while the database is down. */
  withForm?: PageView | undefined;
  /** Whoever asks from an app or for the direct link; absent for most pages, whose visitors all get `page`. */
  exceptions?: PageExceptions | undefined;
}

export interface PageExceptions {
  profile_id: string;
  user_id: string;
  /** The notice for visitors inside an app's browser, with what they asked for; undefined for apps without one. */
  inApp(userAgent: string, query: URLSearchParams): StoredPage | undefined;
  directLink: { url: string; has_warning: boolean } | null;
}

/** The document for the few who do not read gzip: not worth keeping. */
export function plainOf(page: StoredPage): Buffer {
  return gunzipSync(page.gzip);
}

/** Turns a rendered document into the bytes and headers that every visitor of it gets. */
export function storePage(page: RenderedPage, { account = "", vary = "Accept-Encoding" } = {}): StoredPage {
  const { gzip, plainBytes, fingerprint } = compress(page.beginning, page.rest);
  const etag = `"${fingerprint}"`;
  // The visitor's browser keeps the page but always asks whether it is still the newest (an edit shows within 2 s).
  const shared = [
    ["Cache-Control", "no-cache"],
    ["ETag", etag],
    ["Vary", vary],
    ["Content-Security-Policy", page.csp],
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Permissions-Policy", "camera=(), microphone=(), geolocation=()"],
  ].flat();
  const typed = [...shared, "Content-Type", "text/html; charset=utf-8"];
  return {
    status: page.status,
    etag,
    gzip,
    headers: {
      plain: [...typed, "Content-Length", String(plainBytes)],
      gzip: [...typed, "Content-Encoding", "gzip", "Content-Length", String(gzip.length)],
      unchanged: shared,
    },
    account,
    hits: 0,
  };
}

/**
 * Pages by username, the least recently filled given up first. A page that was being rendered while its profile changed
 * is never kept: `fill` remembers the generation it began in.
 */
export class PageCache {
  readonly #pages = new Map<string, KeptPage>();
  readonly #pending = new Map<string, Promise<KeptPage | undefined>>();
  readonly #bytesMax: number;
  #bytes = 0;
  /** Hits of pages that are no longer kept. */
  #hits = new Map<string, number>();

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  find(username: string): KeptPage | undefined {
    return this.#pages.get(username);
  }

  /** The page that `render` makes, for all who ask at once; kept unless it was dropped meanwhile. */
  fill(username: string, render: () => Promise<KeptPage | undefined>): Promise<KeptPage | undefined> {
    if (this.#bytesMax === 0) return render();
    const waiting = this.#pending.get(username);
    if (waiting) return waiting;
    const rendering = render().then(
      (page) => {
        if (this.#pending.get(username) === rendering) {
          this.#pending.delete(username);
          if (page) this.#keep(username, page);
        }
        return page;
      },
      (error) => {
        if (this.#pending.get(username) === rendering) this.#pending.delete(username);
        throw error;
      },
    );
    this.#pending.set(username, rendering);
    return rendering;
  }

  drop(username: string): void {
    // A rendering under way may have read the old rows: forgetting it keeps its result out.
    this.#pending.delete(username);
    const kept = this.#pages.get(username);
    if (!kept) return;
    this.#bytes -= weight(kept);
    this.#takeHitsOf(kept.page);
    this.#pages.delete(username);
  }

  dropAll(): void {
    for (const { page } of this.#pages.values()) this.#takeHitsOf(page);
    this.#pending.clear();
    this.#pages.clear();
    this.#bytes = 0;
  }

  /** How many hits each account's pages had since this was called last. */
  takeHits(): Map<string, number> {
    for (const { page } of this.#pages.values()) this.#takeHitsOf(page);
    const taken = this.#hits;
    this.#hits = new Map();
    return taken;
  }

  #takeHitsOf(page: StoredPage): void {
    if (page.hits > 0) this.#hits.set(page.account, (this.#hits.get(page.account) ?? 0) + page.hits);
    page.hits = 0;
  }

  #keep(username: string, page: KeptPage): void {
    this.drop(username);
    this.#pages.set(username, page);
    this.#bytes += weight(page);
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#bytesMax) break;
      this.drop(oldest);
    }
  }
}

const OVERHEAD_BYTES = 2_000;
/** Of what a page with a form is made from, without its links. */
const VIEW_BYTES = 4_000;
/** For the notices of apps, which are made when somebody comes from one. */
const NOTICES_BYTES = 50_000;

function weight({ page, exceptions, withForm }: KeptPage): number {
  return (exceptions ? NOTICES_BYTES : 0) + (withForm ? VIEW_BYTES : 0) + page.gzip.length + OVERHEAD_BYTES;
}
