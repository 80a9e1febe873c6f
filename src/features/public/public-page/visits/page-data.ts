/*
 * The data of pages, for programs that request it. Cached like the pages themselves, and invalidated by the
 * same signals (`public-page.ts`).
 */
import { accountClosed } from "#src/features/identity/accounts/signals.ts";
import { brandingStale } from "#src/features/money/billing/signals.ts";
import { grantsStale } from "#src/features/money/entitlements/signals.ts";
import { accessChangesAt, isListed } from "#src/features/pages/links/page/access.ts";
import { pageChanged } from "#src/features/pages/profiles/signals.ts";
import { lruSet } from "#src/lib/lru.ts";
import type { Platform } from "#src/platform/context.ts";
import { processLocal } from "#src/platform/process-local.ts";
import type { PageView } from "../page/page-view.ts";
import { toPageView } from "../page/to-page-view.ts";
import { findNewUsername, findPage } from "../store.ts";
import { findGatedLinks, type GatedLink } from "./visit-store.ts";

interface PageData {
  user_id: string;
  isActive: boolean;
  view: PageView;
  /** When it changes by itself (ms since 1970). */
  until: number;
  /** The links whose target may depend on the visitor. */
  gated: readonly GatedLink[];
}

const PAGES_MAX = 1000;

export const pageDataOf = processLocal((platform) => new PageDataMemory(platform));

class PageDataMemory {
  readonly #platform: Platform;
  readonly #pages = new Map<string, Promise<PageData | undefined>>();

  constructor(platform: Platform) {
    this.#platform = platform;
    const { signals, settings } = platform;
    signals.on(pageChanged, ({ usernames }) => {
      for (const username of usernames) this.#pages.delete(username);
    });
    for (const signal of [accountClosed, brandingStale, grantsStale])
      signals.on(signal, () => this.#pages.clear());
    signals.onGap(() => this.#pages.clear());
    settings.onChange(() => this.#pages.clear());
  }

  /** Returns the page with this username, or of the profile that recently had it. */
  async find(username: string): Promise<PageData | undefined> {
    const known = await this.#pages.get(username);
    const isOver = known !== undefined && known.until <= this.#platform.now().getTime();
    const found = known && !isOver ? known : await this.#load(username);
    if (found) return found;
    const { db, now } = this.#platform;
    const renamed = await findNewUsername(db, username, now().toISOString());
    return renamed === undefined ? undefined : (this.#pages.get(renamed) ?? this.#load(renamed));
  }

  /**
   * Data that is invalidated while it's being read is never cached: callers already waiting get it, and
   * nobody after them.
   */
  #load(username: string): Promise<PageData | undefined> {
    const loading = readPage(this.#platform, username);
    lruSet(this.#pages, [username, loading], PAGES_MAX);
    const forget = () => {
      if (this.#pages.get(username) === loading) this.#pages.delete(username);
    };
    loading.then((page) => page ?? forget(), forget);
    return loading;
  }
}

async function readPage({ database, now }: Platform, username: string): Promise<PageData | undefined> {
  const row = await findPage(database, username);
  if (!row) return undefined;
  const { user_id, status, links } = row;
  const gated = (await findGatedLinks(database, row.id))?.links ?? [];
  const time = now().getTime();
  const listed = links.filter((link) => isListed(link, time));
  const until = Math.min(...links.map((link) => accessChangesAt(link, time) ?? Number.POSITIVE_INFINITY));
  return { user_id, isActive: status === "active", view: toPageView(row, listed), until, gated };
}
