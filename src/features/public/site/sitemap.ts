import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGzip } from "node:zlib";
import { pageUrl } from "#src/lib/page-url.ts";
import { articlePath, PATHS, SITEMAP_PATH } from "#src/lib/paths.ts";
import { escapeMarkup } from "#src/lib/text.ts";
import type { Platform } from "#src/platform/context.ts";
import { SLUGS } from "./help/help.tsx";
import { FIRST_ID, findPartEnd, type ListedPage, listShownPages } from "./store.ts";

/** The site's own pages, in addition to those of profiles. */
const OWN_PATHS = ["/", PATHS.help, ...SLUGS.map(articlePath), PATHS.privacy, PATHS.terms, PATHS.cookies];
/** A sitemap may list 50,000 URLs (sitemaps.org). The rest is for pages that appear while it's cached. */
const PAGES_PER_PART = 49_000;
const PAGES_READ_AT_ONCE = 2_000;
const KEPT_MS = 5 * 60_000;
/** A full part takes less than a megabyte. */
const KEPT_PARTS_MAX = 8;

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

interface Kept<Value> {
  until: number;
  value: Promise<Value>;
}

/** One part: the pages after `after` up to `until`. The last part has no end. */
interface Part {
  after: string;
  until?: string | undefined;
}

/** `/api/sitemap.xml`: every visible page, as one sitemap or as an index of several. Compressed with gzip. */
export class Sitemap {
  readonly #platform: Platform;
  readonly #pagesPerPart: number;
  readonly #kept = new Map<string, Kept<Buffer>>();
  #parts: Kept<Part[]> | undefined;

  constructor(platform: Platform, { pagesPerPart = PAGES_PER_PART } = {}) {
    this.#platform = platform;
    this.#pagesPerPart = pagesPerPart;
  }

  /** Returns the document, or its part counted from 1. Undefined if there's no such part. */
  async find(number?: number): Promise<Buffer | undefined> {
    const parts = await this.#findParts();
    if (number === undefined && parts.length > 1) return this.#keep("index", () => this.#index(parts.length));
    const part = parts[(number ?? 1) - 1];
    return part && this.#keep(`${part.after} ${part.until}`, () => this.#pages(part));
  }

  #findParts(): Promise<Part[]> {
    if (this.#parts && this.#parts.until > this.#nowMs()) return this.#parts.value;
    const value = this.#readParts();
    const parts = { until: this.#nowMs() + KEPT_MS, value };
    this.#parts = parts;
    value.catch(() => {
      if (this.#parts === parts) this.#parts = undefined;
    });
    return value;
  }

  /** Walks from one part's end to the next: one short read per part. */
  async #readParts(): Promise<Part[]> {
    const parts: Part[] = [];
    for (let after = FIRST_ID; ; ) {
      const place = { after, count: this.#pagesPerPart };
      const until = await findPartEnd(this.#platform.db, place);
      const isLast = !until || !(await this.#hasPagesBehind(until));
      parts.push({ after, until: isLast ? undefined : until });
      if (isLast) return parts;
      after = until;
    }
  }

  async #hasPagesBehind(after: string): Promise<boolean> {
    return (await listShownPages(this.#platform.db, { after, count: 1 })).length > 0;
  }

  async #keep(key: string, make: () => AsyncIterable<string> | Iterable<string>): Promise<Buffer> {
    const kept = this.#kept.get(key);
    if (kept && kept.until > this.#nowMs()) return kept.value;
    const value = compressed(make());
    const entry = { until: this.#nowMs() + KEPT_MS, value };
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    value.catch(() => {
      if (this.#kept.get(key) === entry) this.#kept.delete(key);
    });
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > KEPT_PARTS_MAX) this.#kept.delete(oldest);
    return value;
  }

  *#index(count: number): Iterable<string> {
    yield `${HEAD}<sitemapindex ${NAMESPACE}>\n`;
    for (let number = 1; number <= count; number++) {
      yield `<sitemap><loc>${this.#address(`${SITEMAP_PATH}?part=${number}`)}</loc></sitemap>\n`;
    }
    yield "</sitemapindex>\n";
  }

  async *#pages({ after, until }: Part): AsyncIterable<string> {
    yield `${HEAD}<urlset ${NAMESPACE}>\n`;
    if (after === FIRST_ID)
      yield OWN_PATHS.map((path) => `<url><loc>${this.#address(path)}</loc></url>\n`).join("");
    for (let last: string | undefined = after; last; ) {
      const place = { after: last, until, count: PAGES_READ_AT_ONCE };
      const pages = await listShownPages(this.#platform.db, place);
      yield pages.map((page) => this.#entry(page)).join("");
      last = pages.at(-1)?.id;
    }
    yield "</urlset>\n";
  }

  #entry(page: ListedPage): string {
    const address = escapeMarkup(pageUrl(page, this.#platform.instance.pagesUrl));
    return `<url><loc>${address}</loc><lastmod>${page.updated_at}</lastmod></url>\n`;
  }

  #address(path: string): string {
    return escapeMarkup(this.#platform.instance.publicUrl + path);
  }

  #nowMs(): number {
    return this.#platform.now().getTime();
  }
}

function compressed(parts: AsyncIterable<string> | Iterable<string>): Promise<Buffer> {
  const source = Readable.from(parts);
  const gzip = createGzip();
  source.on("error", (error) => gzip.destroy(error));
  return buffer(source.pipe(gzip));
}
