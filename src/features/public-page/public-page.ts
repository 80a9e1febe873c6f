/*
 * The public page: what stands at /{username}, rendered once and kept until the profile or its links change. It reads
 * what `profiles` and `links` write and never writes itself; views and clicks belong to `clicks`.
 */
import { pageChanged } from "#src/features/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { pageView } from "./page/page-source.ts";
import type { PageFrame } from "./page/page-view.ts";
import { PageCache, type StoredPage, storePage } from "./page-cache.ts";
import { renderNotFound, renderPage, renderUnavailable } from "./render.ts";
import { findNewUsername, findPage } from "./store.ts";

/** What stands at a name: a page (also the notice that there is none), or another name to go to. */
export type Visit = { page: StoredPage } | { movedTo: string };

export class PublicPages {
  readonly #platform: Platform;
  readonly #scriptUrl: string;
  readonly cache: PageCache;

  constructor(platform: Platform, options: { scriptUrl: string; cacheBytes: number }) {
    this.#platform = platform;
    this.#scriptUrl = options.scriptUrl;
    this.cache = new PageCache(options.cacheBytes);
    platform.signals.on(pageChanged, ({ usernames }) => {
      for (const username of usernames) this.cache.drop(username);
    });
    platform.signals.onGap(() => this.cache.dropAll());
  }

  async visit(username: string): Promise<Visit> {
    const page = await this.cache.fill(username, () => this.#render(username));
    if (page) return { page };
    const movedTo = await findNewUsername(this.#platform.db, username, this.#platform.now().toISOString());
    return movedTo ? { movedTo } : { page: this.notFound(username) };
  }

  notFound(username?: string): StoredPage {
    return storePage(renderNotFound(this.#frame(), username));
  }

  async #render(username: string): Promise<StoredPage | undefined> {
    const row = await findPage(this.#platform.database, username);
    if (!row) return undefined;
    return storePage(
      row.status === "active"
        ? renderPage(pageView(row, row.links), this.#frame())
        : renderUnavailable(this.#frame()),
    );
  }

  #frame(): PageFrame {
    const { name, publicUrl } = this.#platform.instance;
    return { instanceName: name, publicUrl, scriptUrl: this.#scriptUrl };
  }
}
