/*
 * The site around the pages: landing page, help, legal texts, and error pages. Each is rendered once and
 * cached compressed. Profiles' own pages belong to `public-page`.
 */

import type { PriceList } from "#src/features/money/entitlements/price-rules.ts";
import { findCurrentPrices } from "#src/features/money/entitlements/prices/prices.ts";
import { pricesChanged } from "#src/features/money/entitlements/signals.ts";
import { type EncodedPage, encodePage, type Frame, sendPage } from "#src/features/public/frame/frame.ts";
import type { FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { LegalPages } from "#src/features/public/legal/legal-pages.ts";
import { articlePath, PATHS } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import { filmPage } from "./film/film.tsx";
import { articlePage, findArticle, type Help, helpPage, makeHelp } from "./help/help.tsx";
import { landingPage } from "./landing/landing.tsx";
import { getLandingStats, PROMISED_STATS, parseStats, type Stat } from "./landing-stats.ts";
import {
  DEMO_VIDEO_URL,
  LANDING_BUTTON,
  LANDING_HEADLINE,
  LANDING_STATS,
  LANDING_SUBTITLE,
} from "./settings.ts";

/** Counts are shown this long before they're refreshed. */
const COUNTS_MS = 10 * 60 * 1000;

export class Site {
  readonly #platform: Platform;
  readonly #frame: Frame;
  readonly #legal: LegalPages;
  readonly #kept = new Map<string, EncodedPage>();
  #help: Help | undefined;
  /** Undefined until somebody asks, and again when others may count. */
  #prices: Promise<PriceList> | undefined;
  /** What counted when it was last asked, for while the database is away. */
  #lastPrices: PriceList | undefined;
  #counted: { stats: readonly Stat[]; until: number } | undefined;

  constructor(platform: Platform, frame: Frame) {
    this.#platform = platform;
    this.#frame = frame;
    this.#legal = new LegalPages(platform, frame);
    const drop = () => {
      this.#kept.clear();
      this.#help = undefined;
      this.#prices = undefined;
    };
    platform.settings.onChange(drop);
    platform.signals.on(pricesChanged, drop);
    platform.signals.onGap(drop);
    // Whoever comes while the database is away sees what counted before that.
    this.#currentPrices().catch((error: unknown) =>
      platform.log.error({ err: error }, "reading prices for the site failed"),
    );
  }

  /** Returns the page at a path of the site, or undefined if there is none. */
  async answer(request: Request): Promise<Response | undefined> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/") return this.#landing(request);
    if (pathname === PATHS.helpIndex) return this.#index(request, await this.#helped());
    const query = searchParams.get("q");
    if (pathname === PATHS.help && query?.trim())
      return sendPage(this.#frame.render(helpPage(this.#frame.home, await this.#helped(), query)), request);
    const make = await this.#pageAt(pathname);
    if (!make) return this.#legal.answer(request);
    return sendPage(
      this.#keep(make.key, () => this.#frame.render(make.page())),
      request,
    );
  }

  async #pageAt(path: string): Promise<{ key: string; page: () => FramePage } | undefined> {
    if (path === PATHS.demo) return { key: path, page: () => filmPage(this.#frame.home) };
    if (path !== PATHS.help && !path.startsWith(articlePath(""))) return undefined;
    const help = await this.#helped();
    const key = keyOf(path, help.prices);
    if (path === PATHS.help) return { key, page: () => helpPage(this.#frame.home, help) };
    const article = findArticle(help, path.slice(articlePath("").length));
    return article && { key, page: () => articlePage(this.#frame.home, help, article) };
  }

  /** Prices that count now, or that did when they could last be read. Checkouts ask for themselves. */
  async #currentPrices(): Promise<PriceList> {
    const asked = this.#prices ?? findCurrentPrices(this.#platform);
    this.#prices = asked;
    try {
      this.#lastPrices = await asked;
      return this.#lastPrices;
    } catch (error) {
      if (this.#prices === asked) this.#prices = undefined;
      if (this.#lastPrices) return this.#lastPrices;
      throw error;
    }
  }

  async #landing(request: Request): Promise<Response> {
    const stats = await this.#stats();
    const prices = await this.#currentPrices();
    const key = keyOf(`/ ${JSON.stringify(stats)}`, prices);
    const { settings } = this.#platform;
    const demoVideoUrl = settings.get(DEMO_VIDEO_URL) || PATHS.demo;
    const texts = {
      headline: settings.get(LANDING_HEADLINE),
      subtitle: settings.get(LANDING_SUBTITLE),
      button: settings.get(LANDING_BUTTON),
    };
    const page = this.#keep(key, () =>
      this.#frame.render(landingPage({ home: this.#frame.home, prices, stats, demoVideoUrl, texts })),
    );
    // Counts change, so only the newest landing page is cached.
    for (const old of this.#kept.keys()) if (old.startsWith("/ ") && old !== key) this.#kept.delete(old);
    return sendPage(page, request);
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

  async #helped(): Promise<Help> {
    const prices = await this.#currentPrices();
    if (this.#help?.prices.number !== prices.number) this.#help = makeHelp(this.#frame.home.limits, prices);
    return this.#help;
  }

  #index(request: Request, { entries, prices }: Help): Response {
    const index = this.#keep(keyOf("index", prices), () =>
      encodePage(JSON.stringify(entries), 200, { "Content-Type": "application/json" }),
    );
    return sendPage(index, request);
  }

  #keep(key: string, make: () => EncodedPage): EncodedPage {
    const kept = this.#kept.get(key) ?? make();
    this.#kept.set(key, kept);
    return kept;
  }
}

/** What's rendered from earlier prices, while others came to count, is never taken for what's rendered from those. */
const keyOf = (path: string, { number }: PriceList) => `${path} under ${number}`;
