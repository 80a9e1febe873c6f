import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { RenderedPage } from "./render.ts";

/** A page as it goes over the wire: bytes and headers made once, at write time. */
export interface StoredPage {
  status: number;
  etag: string;
  plain: Buffer;
  gzip: Buffer;
  headers: { plain: readonly string[]; gzip: readonly string[]; unchanged: readonly string[] };
}

/** Higher levels take twice the time of a first visitor and save a twentieth of the bytes. */
const GZIP_LEVEL = 3;

/** Turns a rendered document into the bytes and headers that every visitor of it gets. */
export function storePage(page: RenderedPage): StoredPage {
  const plain = Buffer.from(page.html);
  const gzip = gzipSync(plain, { level: GZIP_LEVEL });
  const etag = `"${createHash("sha1").update(plain).digest("base64url")}"`;
  // The visitor's browser keeps the page but always asks whether it is still the newest (an edit shows within 2 s).
  const shared = [
    ["Cache-Control", "no-cache"],
    ["ETag", etag],
    ["Vary", "Accept-Encoding"],
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
    plain,
    gzip,
    headers: {
      plain: [...typed, "Content-Length", String(plain.length)],
      gzip: [...typed, "Content-Encoding", "gzip", "Content-Length", String(gzip.length)],
      unchanged: shared,
    },
  };
}

/**
 * Pages by username, the least recently filled given up first. A page that was being rendered while its profile changed
 * is never kept: `fill` remembers the generation it began in.
 */
export class PageCache {
  readonly #pages = new Map<string, StoredPage>();
  readonly #pending = new Map<string, Promise<StoredPage | undefined>>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  find(username: string): StoredPage | undefined {
    return this.#pages.get(username);
  }

  /** The page that `render` makes, for all who ask at once; kept unless it was dropped meanwhile. */
  fill(username: string, render: () => Promise<StoredPage | undefined>): Promise<StoredPage | undefined> {
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
    const page = this.#pages.get(username);
    if (!page) return;
    this.#bytes -= weight(page);
    this.#pages.delete(username);
  }

  dropAll(): void {
    this.#pending.clear();
    this.#pages.clear();
    this.#bytes = 0;
  }

  #keep(username: string, page: StoredPage): void {
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

function weight(page: StoredPage): number {
  return page.plain.length + page.gzip.length + OVERHEAD_BYTES;
}
