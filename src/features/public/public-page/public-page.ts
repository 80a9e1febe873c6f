/*
 * The public page at /{username}, rendered once and cached until the profile or its links change. It reads
 * what `profiles` and `links` write and never writes itself; views and clicks belong to `clicks`.
 */
import DataLoader from "dataloader";
import { listPastEmails } from "#src/features/email/campaigns/archive/archive.ts";
import { accountClosed } from "#src/features/identity/accounts/signals.ts";
import { brandingStale } from "#src/features/money/billing/signals.ts";
import { grantsStale } from "#src/features/money/entitlements/signals.ts";
import {
  appVersionOf,
  exitSystemOf,
  forwardedQuery,
  inAppBrowserOf,
} from "#src/features/pages/in-app-browsers/rules.ts";
import { type WaysOut, waysOutOf } from "#src/features/pages/in-app-browsers/ways-out-memory.ts";
import { accessChangesAt } from "#src/features/pages/links/page/access.ts";
import { PAST_EMAILS_MAX } from "#src/features/pages/profiles/page/settings.ts";
import { requireProfile } from "#src/features/pages/profiles/profiles.ts";
import { RESERVED_USERNAMES } from "#src/features/pages/profiles/rules.ts";
import { pageChanged } from "#src/features/pages/profiles/signals.ts";
import { type VisitorLanguage, visitorLanguageIn, visitorLanguageOf } from "#src/lib/language.ts";
import { linkLocation, type RepairedUrl, repairLinkUrl, repairPageUrl } from "#src/lib/url-repair.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { visitorTranslatorIn } from "#src/platform/languages.ts";
import { blocksChangeAt } from "./page/links/page-blocks.ts";
import { bannerEndsAt, leftApp, pageAt } from "./page/page-at.ts";
import type { PageFrame, PageView, PastEmails } from "./page/page-view.ts";
import { toPageView } from "./page/to-page-view.ts";
import {
  type CacheEntry,
  type EncodedPage,
  encodePage,
  PageCache,
  type PageExceptions,
  plainOf,
} from "./page-cache.ts";
import {
  ownLanguageOf,
  renderFailure,
  renderInApp,
  renderNotFound,
  renderPage,
  renderUnavailable,
} from "./render/render.ts";
import { homeOf, MEASUREMENT_ID } from "./settings.ts";
import { findNewUsername, findPages, type PageRow } from "./store.ts";

/** The content at a username: a page (or the notice that there's none), or a redirect to another username. */
export type ResolvedPage = { kept: CacheEntry } | { movedTo: string };

export class PublicPages {
  readonly #platform: Platform;
  readonly #site: Pick<PageFrame, "scriptUrl" | "blocksUrl" | "videoUrl" | "workerUrl" | "cdnUrl">;
  readonly #rows: DataLoader<string, PageRow | undefined>;
  readonly cache: PageCache;

  constructor(
    platform: Platform,
    {
      cacheBytes,
      ...site
    }: Pick<PageFrame, "scriptUrl" | "blocksUrl" | "videoUrl" | "workerUrl" | "cdnUrl"> & {
      cacheBytes: number;
    },
  ) {
    this.#platform = platform;
    this.#site = site;
    this.cache = new PageCache(cacheBytes);
    // Simultaneous views share one query: the round trip to the database costs more than the search.
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
    for (const signal of [accountClosed, brandingStale, grantsStale])
      platform.signals.on(signal, () => this.cache.dropAll());
    platform.signals.onGap(() => this.cache.dropAll());
    platform.settings.onChange(() => this.cache.dropAll());
    waysOutOf(platform).onChange(() => this.cache.dropAll());
  }

  /** `acceptLanguage` decides the language of our own text. */
  async resolve(username: string, acceptLanguage?: string): Promise<ResolvedPage> {
    const kept = await this.cache.getOrRender(username, () => this.#render(username));
    if (kept) return { kept };
    const movedTo = await findNewUsername(this.#platform.db, username, this.#platform.now().toISOString());
    return movedTo ? { movedTo } : { kept: { page: this.#notFound(acceptLanguage, username) } };
  }

  /**
   * Returns the intended target of a URL with nothing there: a page's or a link's URL with additions from
   * messengers and people. Undefined if it's ambiguous, or if the target doesn't exist either.
   */
  async findMeant(url: string): Promise<string | undefined> {
    const link = repairLinkUrl(url);
    if (link) return linkLocation(link);
    return (
      (await this.#findMeantPage(repairPageUrl(url))) ??
      this.#findMeantPage(repairPageUrl(url, { isWrapped: true }))
    );
  }

  async #findMeantPage(meant: RepairedUrl | undefined): Promise<string | undefined> {
    if (!meant || RESERVED_USERNAMES.has(meant.text)) return undefined;
    const opened = await this.resolve(meant.text);
    const name = "movedTo" in opened ? opened.movedTo : meant.text;
    const isThere = "movedTo" in opened || opened.kept.page.status !== 404;
    return isThere ? `/${name}${meant.query}` : undefined;
  }

  /** Returns the response for a path that could be a profile but isn't (spec §2). */
  answerNotFound(acceptLanguage: string | undefined): Response {
    const page = this.#notFound(acceptLanguage);
    const headers = new Headers();
    const { headers: list } = page.plain;
    for (let index = 0; index < list.length; index += 2)
      headers.set(list[index] ?? "", list[index + 1] ?? "");
    return new Response(new Uint8Array(plainOf(page)), { status: page.status, headers });
  }

  failed(path: string, acceptLanguage: string | undefined): EncodedPage {
    const words = visitorTranslatorIn(visitorLanguageIn(acceptLanguage));
    return encodePage(renderFailure(this.#frame(), words, path), { vary: BY_LANGUAGE });
  }

  #notFound(acceptLanguage: string | undefined, username?: string): EncodedPage {
    const words = visitorTranslatorIn(visitorLanguageIn(acceptLanguage));
    return encodePage(renderNotFound(this.#frame(), words, username), { vary: BY_LANGUAGE });
  }

  /** In the profile's own language, or in that of each visitor, rendered for the first of them. */
  #unavailable(row: PageRow): CacheEntry {
    const render = (language: VisitorLanguage, vary?: string) =>
      encodePage(renderUnavailable(this.#frame(), visitorTranslatorIn(language)), {
        account: row.user_id,
        vary,
      });
    const own = visitorLanguageOf([ownLanguageOf(toPageView(row, row.links))]);
    if (own) return { page: render(own) };
    const page = render("en", BY_LANGUAGE);
    const made = new Map<VisitorLanguage, EncodedPage>([["en", page]]);
    const inLanguage = (acceptLanguage: string | undefined) => {
      const language = visitorLanguageIn(acceptLanguage);
      const said = made.get(language) ?? render(language, BY_LANGUAGE);
      made.set(language, said);
      return said;
    };
    return { page, inLanguage };
  }

  async #render(username: string): Promise<CacheEntry | undefined> {
    const row = await this.#rows.load(username);
    if (!row) return undefined;
    if (row.status !== "active") return this.#unavailable(row);
    const waysOut = waysOutOf(this.#platform);
    await waysOut.ready();
    const frame = {
      ...this.#frame(),
      referralCode: row.referral_code ?? undefined,
      bridgeWays: bridgeWays(waysOut),
    };
    return buildEntry(row, { frame, now: this.#platform.now(), past: await this.#pastEmails(row), waysOut });
  }

  /** Loaded only when a page is rendered, and only for pages that list them. */
  async #pastEmails({ past_emails, ...row }: PageRow): Promise<PastEmails | null> {
    if (past_emails === null) return null;
    const name = row.display_name?.trim() || row.name;
    const owner = { ...row, profile_id: row.id, domain: row.domain ?? null, name };
    return listPastEmails(this.#platform, owner, past_emails);
  }

  #frame(): PageFrame {
    const measurementId = this.#platform.settings.get(MEASUREMENT_ID) || undefined;
    return { ...homeOf(this.#platform), measurementId, ...this.#site };
  }
}

/** `Vary` for our own text where a page has no language of its own. */
const BY_LANGUAGE = "Accept-Encoding, Accept-Language";
/** `Vary` for the notice to visitors in apps. */
const BY_APP = "Accept-Encoding, User-Agent";

/** When links appear, end, or go by themselves. */
function accessChanges({ links }: PageRow, now: Date): (number | undefined)[] {
  return links.map((link) => accessChangesAt(link, now.getTime()));
}

interface KeepParts {
  frame: PageFrame;
  now: Date;
  past: PastEmails | null;
  waysOut: WaysOut;
}

/** Some versions of TikTok don't say that they're TikTok, and so not which version. */
function bridgeWays(waysOut: WaysOut): PageFrame["bridgeWays"] {
  const app = { app: "tiktok", version: null };
  return { ios: waysOut.find({ ...app, os: "ios" }), android: waysOut.find({ ...app, os: "android" }) };
}

function buildEntry(row: PageRow, { frame, now, past, waysOut }: KeepParts): CacheEntry {
  const view = {
    ...pageAt({ source: row, links: row.links, now: now.getTime() }),
    past_emails: past,
  };
  const until = earliest([
    bannerEndsAt(view),
    blocksChangeAt(view, now.getTime()),
    ...accessChanges(row, now),
  ]);
  const withForm = view.lead_form ? { ...view, links: [], promotion: null, past_emails: null } : undefined;
  if (view.in_app_browsers.length === 0 && view.direct_link === null) {
    return { page: encodePage(renderPage(view, frame), { account: row.user_id }), until, withForm };
  }
  return {
    page: encodePage(renderPage(view, frame), { account: row.user_id, vary: BY_APP }),
    until,
    withForm,
    exceptions: {
      profile_id: row.id,
      user_id: row.user_id,
      inApp: inAppPages(view, { frame, waysOut }),
      directLink: view.direct_link,
    },
  };
}

function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}

/** Enough for the apps that visitors actually come from. */
const NOTICES_MAX = 4;

/**
 * Renders one notice for each app and system and its ways out, for the first such visitor. Query parameters are never cached
 * with it.
 */
function inAppPages(
  view: PageView,
  { frame, waysOut }: Pick<KeepParts, "frame" | "waysOut">,
): PageExceptions["inApp"] {
  const made = new Map<string, EncodedPage>();
  return (userAgent, asked) => {
    const app = leftApp(view, inAppBrowserOf(userAgent));
    if (!app) return undefined;
    const system = exitSystemOf(userAgent);
    const query = forwardedQuery(asked);
    const ways = waysOut.find({ app: app.key, os: system, version: appVersionOf(userAgent) });
    const make = () => encodePage(renderInApp(view, frame, { app, ways, system, query }), { vary: BY_APP });
    if (query !== "") return make();
    const key = `${app.key} ${system} ${ways.join()}`;
    const page = made.get(key) ?? make();
    const [oldest] = made.keys();
    if (!made.has(key) && made.size >= NOTICES_MAX && oldest !== undefined) made.delete(oldest);
    made.set(key, page);
    return page;
  };
}

/** Returns the e-mails that the page may list, for its preview in the dashboard. */
export async function previewPastEmails(ctx: Ctx, { id }: { id: string }) {
  const row = await requireProfile(ctx, id);
  const owner = { ...row, profile_id: row.id, name: row.display_name?.trim() || row.name };
  return (await listPastEmails(ctx, owner, PAST_EMAILS_MAX)) ?? { list_url: "", emails: [] };
}
