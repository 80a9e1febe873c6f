/*
 * Who's on an account's pages right now. It's read from the newest views and clicks, whichever node took them in; the
 * stream of `analytics` tells screens when to ask. A crowd of visits or of screens causes one reading at a time.
 */
import { labelOf } from "#src/features/insights/analytics/breakdowns.ts";
import { listProfileNames, requireProfile } from "#src/features/pages/profiles/profiles.ts";
import { TtlCache } from "#src/lib/ttl-cache.ts";
import { type Ctx, canAccessProfile, type Platform } from "#src/platform/context.ts";
import { processLocal } from "#src/platform/process-local.ts";
import type { LiveSpan, LiveView } from "./contract.ts";
import { LIVE_MINUTES, REMEMBERED_MS } from "./rules.ts";
import { type LiveCount, type LivePage, listLiveCounts, listLivePages } from "./store.ts";

const ENTRIES_MAX = 500;
const PAGES_MAX = 20;
const ROWS_MAX = 20;
/** New pages and new names show up after this. */
const NAMES_MS = 15_000;

const recentOf = processLocal(() => ({
  spans: new TtlCache<LiveSpan[]>({ entriesMax: ENTRIES_MAX, msFor: () => REMEMBERED_MS }),
  pages: new TtlCache<LivePage[]>({ entriesMax: ENTRIES_MAX, msFor: () => REMEMBERED_MS }),
  names: new TtlCache<{ id: string; name: string }[]>({ entriesMax: ENTRIES_MAX, msFor: () => NAMES_MS }),
}));

/** Returns the visits of a page in the last 5 and 30 minutes, and those of the account's other pages. */
export async function getLiveView(ctx: Ctx, { id }: { id: string }): Promise<LiveView> {
  const profile = await requireProfile(ctx, id);
  const now = ctx.now();
  const recent = recentOf(ctx);
  const { account } = ctx;
  const named = await recent.names.get(account, now, () => listProfileNames(ctx.db, account));
  const items = named.filter((one) => canAccessProfile(ctx, one.id));
  const ids = items.map((one) => one.id);
  const [spans, pages] = await Promise.all([
    recent.spans.get(profile.id, now, () => readSpans(ctx, profile.id, now)),
    recent.pages.get(ids.join(), now, () => listLivePages(ctx.db, ids, now.toISOString())),
  ]);
  const names = new Map(items.map((one) => [one.id, one.name]));
  return {
    at: now.toISOString(),
    spans,
    pages: pages
      .slice(0, PAGES_MAX)
      .map(({ id, last_5, last_30 }) => ({ id, name: names.get(id) ?? "", last_5, last_30 })),
  };
}

async function readSpans({ db }: Platform, profileId: string, now: Date): Promise<LiveSpan[]> {
  const rows = await listLiveCounts(db, { profileId, now: now.toISOString() }, LIVE_MINUTES);
  return LIVE_MINUTES.map((minutes) => {
    const of = (what: LiveCount["of"]) => rows.filter((row) => row.of === what && row.minutes === minutes);
    const [all] = of("all");
    const named = (what: "app" | "country") =>
      of(what).map(({ key, visits, views, clicks }) => ({
        key,
        label: labelOf(what, key),
        visits,
        views,
        clicks,
      }));
    return {
      minutes,
      visits: all?.visits ?? 0,
      views: all?.views ?? 0,
      clicks: all?.clicks ?? 0,
      links: of("link")
        .sort((a, b) => b.clicks - a.clicks || (a.key < b.key ? -1 : 1))
        .slice(0, ROWS_MAX)
        .map(({ key, label, clicks }) => ({ key, label: label ?? "Deleted link", clicks })),
      apps: named("app")
        .slice(0, ROWS_MAX)
        .map(({ key, label, visits }) => ({ key, label, visits })),
      countries: named("country"),
    };
  });
}
