import { promisify } from "node:util";
import { brotliCompress, gunzip, gunzipSync } from "node:zlib";
import { encodedTag } from "#src/lib/entity-tag.ts";
import type { PageView } from "./page/page-view.ts";
import { compress, type RenderedPage } from "./render/render.ts";

/** A page as it is sent: bytes and headers created once, when it is rendered. */
export interface EncodedPage {
  status: number;
  gzip: Buffer;
  /** Uncompressed and compressed: the bytes differ, and so do their tags. */
  plain: Sent;
  compressed: Sent;
  /** A fifth smaller, once enough visitors have come: see `recompress`. */
  brotli?: Sent & { body: Buffer };
  isRecompressed?: true;
  /** The headers that all encodings share. */
  shared: readonly string[];
  /** The account that owns this page; empty for the instance's own. */
  account: string;
  /** Cache hits since the last `takeHits`; counted here because a lookup would cost more. */
  hits: number;
}

interface Sent {
  etag: string;
  headers: readonly string[];
  /** The headers of a 304. */
  unchanged: readonly string[];
}

/** The content at a username, and the exceptions to it. */
export interface CacheEntry {
  page: EncodedPage;
  /** The time when the page changes on its own (ms since 1970); never if absent. */
  until?: number | undefined;
  /** The page's source if it has a lead form, which has to reappear even while the database is down. */
  withForm?: PageView | undefined;
  /**
   * Returns the page for a visitor's `Accept-Language`, where the text is ours and its profile has no
   * language of its own.
   */
  inLanguage?: ((acceptLanguage: string | undefined) => EncodedPage) | undefined;
  /**
   * Decides for visitors in apps or at the direct link; absent for most pages, whose visitors all get `page`.
   */
  exceptions?: PageExceptions | undefined;
}

export interface PageExceptions {
  profile_id: string;
  user_id: string;
  /** The notice for visitors in an in-app browser, with their query; undefined for apps without one. */
  inApp(userAgent: string, query: URLSearchParams): EncodedPage | undefined;
  directLink: { url: string; has_warning: boolean } | null;
}

/** Returns the document for the few clients without gzip: not worth caching. */
export function plainOf(page: EncodedPage): Buffer {
  return gunzipSync(page.gzip);
}

/** Encodes a rendered document into the bytes and headers that all its visitors get. */
export function encodePage(page: RenderedPage, { account = "", vary = "Accept-Encoding" } = {}): EncodedPage {
  const { gzip, plainBytes, fingerprint } = compress(page.beginning, page.rest);
  // Browsers cache the page but always revalidate it, because an edit has to show within 2 s.
  const shared = [
    ["Cache-Control", "no-cache"],
    ["Vary", vary],
    ["Content-Security-Policy", page.csp],
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Permissions-Policy", "camera=(), microphone=(), geolocation=()"],
  ].flat();
  const etag = `"${fingerprint}"`;
  return {
    status: page.status,
    gzip,
    shared,
    plain: sentAs(shared, etag, plainBytes),
    compressed: sentAs(shared, etag, gzip.length, "gzip"),
    account,
    hits: 0,
  };
}

function sentAs(shared: readonly string[], tag: string, ...[bytes, encoding]: [number, string?]): Sent {
  const etag = encoding ? encodedTag(tag, encoding) : tag;
  const unchanged = [...shared, "ETag", etag];
  const type = ["Content-Type", "text/html; charset=utf-8", "Content-Length", String(bytes)];
  return {
    etag,
    unchanged,
    headers: [...unchanged, ...type, ...(encoding ? ["Content-Encoding", encoding] : [])],
  };
}

/** Brotli takes some 50 ms for a page, in another thread, which only a page with several visitors is worth. */
export const RECOMPRESSED_AT_HITS = 3;

/** Compresses a page once more, for browsers that accept Brotli, which are all that come over HTTPS. */
export async function recompress(page: EncodedPage): Promise<void> {
  if (page.isRecompressed) return;
  page.isRecompressed = true;
  try {
    const body = await promisify(brotliCompress)(await promisify(gunzip)(page.gzip));
    page.brotli = { ...sentAs(page.shared, page.plain.etag, body.length, "br"), body };
  } catch {
    // Without memory for it, the page goes on as it is.
  }
}

/**
 * Pages by username, the least recently filled evicted first. A page that was being rendered while its
 * profile changed is never cached: `getOrRender` remembers the generation it began in.
 */
export class PageCache {
  readonly #pages = new Map<string, CacheEntry>();
  readonly #pending = new Map<string, Promise<CacheEntry | undefined>>();
  readonly #bytesMax: number;
  #bytes = 0;
  #hits = new Map<string, number>();

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  find(username: string): CacheEntry | undefined {
    return this.#pages.get(username);
  }

  /** Renders once for all simultaneous requests. Cached unless the page was dropped in the meantime. */
  getOrRender(
    username: string,
    render: () => Promise<CacheEntry | undefined>,
  ): Promise<CacheEntry | undefined> {
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
    // A render in progress may have read old rows, so deleting it keeps its result out of the cache.
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

  /** Returns each account's cache hits since the last call. */
  takeHits(): Map<string, number> {
    for (const { page } of this.#pages.values()) this.#takeHitsOf(page);
    const taken = this.#hits;
    this.#hits = new Map();
    return taken;
  }

  #takeHitsOf(page: EncodedPage): void {
    if (page.hits > 0) this.#hits.set(page.account, (this.#hits.get(page.account) ?? 0) + page.hits);
    page.hits = 0;
  }

  #keep(username: string, page: CacheEntry): void {
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
/** The size of a page's source with a form, without its links. */
const VIEW_BYTES = 4_000;
/** The size of app notices and of our texts in every language, rendered for the first such visitor. */
const NOTICES_BYTES = 50_000;

function weight({ page, exceptions, inLanguage, withForm }: CacheEntry): number {
  return (
    (exceptions || inLanguage ? NOTICES_BYTES : 0) +
    (withForm ? VIEW_BYTES : 0) +
    // At most as much again with Brotli.
    2 * page.gzip.length +
    OVERHEAD_BYTES
  );
}
