/*
 * The public page at /{username}, rendered once and cached until the profile or its links change. It reads what
 * `profiles` and `links` write and never writes itself; views and clicks belong to `clicks`.
 */
import DataLoader from "dataloader";
import { accountBanned } from "#src/features/accounts/events.ts";
import { carriedQuery, exitSystemOf, inAppBrowserOf } from "#src/features/in-app/rules.ts";
import { pageChanged } from "#src/features/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { pageView } from "./page/page-source.ts";
import type { PageFrame, PageView } from "./page/page-view.ts";
import { type KeptPage, PageCache, type PageExceptions, type StoredPage, storePage } from "./page-cache.ts";
import { renderFailure, renderInApp, renderNotFound, renderPage, renderUnavailable } from "./render.ts";
import { findNewUsername, findPages, type PageRow } from "./store.ts";

/** What is at a username: a page (or the notice that there is none), or a redirect to another username. */
export type Visit = { kept: KeptPage } | { movedTo: string };

export class PublicPages {
  readonly #platform: Platform;
  readonly #site: Pick<PageFrame, "scriptUrl" | "workerUrl" | "measurementId" | "cdnUrl">;
  readonly #rows: DataLoader<string, PageRow | undefined>;
  readonly cache: PageCache;

  constructor(
    platform: Platform,
    {
      cacheBytes,
      ...site
    }: Pick<PageFrame, "scriptUrl" | "workerUrl" | "measurementId" | "cdnUrl"> & { cacheBytes: number },
  ) {
    this.#platform = platform;
    this.#site = site;
    this.cache = new PageCache(cacheBytes);
    // Simultaneous visits share one query: the round trip to the database costs more than the search.
    this.#rows = new DataLoader(
      async (usernames) => {
        const rows = await findPages(platform.database, usernames);
        return usernames.map((username) => rows.get(username));
      },
      { cache: false, batchScheduleFn: setImmediate },
    );
    platform.signals.on(pageChanged, ({ usernames }) => {
      for (const username of usernames) this.cache.drop(username);
    });
    platform.signals.on(accountBanned, () => this.cache.dropAll());
    platform.signals.onGap(() => this.cache.dropAll());
  }

  async visit(username: string): Promise<Visit> {
    const kept = await this.cache.fill(username, () => this.#render(username));
    if (kept) return { kept };
    const movedTo = await findNewUsername(this.#platform.db, username, this.#platform.now().toISOString());
    return movedTo ? { movedTo } : { kept: { page: this.notFound(username) } };
  }

  notFound(username?: string): StoredPage {
    return storePage(renderNotFound(this.#frame(), username));
  }

  failed(path: string): StoredPage {
    return storePage(renderFailure(this.#frame(), path));
  }

  async #render(username: string): Promise<KeptPage | undefined> {
    const row = await this.#rows.load(username);
    if (!row) return undefined;
    if (row.status !== "active")
      return { page: storePage(renderUnavailable(this.#frame()), { account: row.user_id }) };
    return keepPage(row, { frame: this.#frame(), now: this.#platform.now() });
  }

  #frame(): PageFrame {
    const { name, publicUrl, pagesUrl } = this.#platform.instance;
    return { instanceName: name, publicUrl, pagesUrl, ...this.#site };
  }
}

/** What the notice for visitors in apps depends on. */
const BY_APP = "Accept-Encoding, User-Agent";

function keepPage(row: PageRow, { frame, now }: { frame: PageFrame; now: Date }): KeptPage {
  const view = pageView(row, row.links);
  const ends = view.promotion?.ends_at ? Date.parse(view.promotion.ends_at) : undefined;
  const isOver = ends !== undefined && ends <= now.getTime();
  const shown = isOver ? { ...view, promotion: null } : view;
  const until = isOver ? undefined : ends;
  const withForm = view.lead_form ? { ...view, links: [], promotion: null } : undefined;
  if (view.in_app_browsers.length === 0 && view.direct_link === null) {
    return { page: storePage(renderPage(shown, frame), { account: row.user_id }), until, withForm };
  }
  return {
    page: storePage(renderPage(shown, frame), { account: row.user_id, vary: BY_APP }),
    until,
    withForm,
    exceptions: {
      profile_id: row.id,
      user_id: row.user_id,
      inApp: inAppPages(shown, frame),
      directLink: view.direct_link,
    },
  };
}

/** Those for apps that visitors actually come from. */
const NOTICES_MAX = 4;

/** One notice for each app and system, made for the first such visitor. Query parameters are never cached with it. */
function inAppPages(view: PageView, frame: PageFrame): PageExceptions["inApp"] {
  const made = new Map<string, StoredPage>();
  return (userAgent, asked) => {
    const app = inAppBrowserOf(userAgent);
    if (!app || !view.in_app_browsers.includes(app.key)) return undefined;
    const system = exitSystemOf(userAgent);
    const query = carriedQuery(asked);
    const make = () => storePage(renderInApp(view, frame, { app, system, query }), { vary: BY_APP });
    if (query !== "") return make();
    const key = `${app.key} ${system}`;
    const page = made.get(key) ?? make();
    const [oldest] = made.keys();
    if (!made.has(key) && made.size >= NOTICES_MAX && oldest !== undefined) made.delete(oldest);
    made.set(key, page);
    return page;
  };
}
