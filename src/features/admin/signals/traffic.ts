/* What a page's figures say about it, and what campaigns say. */

import type { campaignMoved } from "#src/features/email/campaigns/events.ts";
import type { pageReported } from "#src/features/public/moderation/events.ts";
import type { Announced, EventType } from "#src/lib/event.ts";
import { addDays } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { recordFinding } from "./findings.ts";
import { loadLists } from "./lists/lists.ts";
import { badHost, formatNumber, hostsIn, ownHosts, spamWords } from "./page-findings.ts";
import { COUNTED_DAYS, GROWTH_DAYS, GROWTH_VIEWS_MIN, HIT_DAYS_KEPT, REPORTS_MIN } from "./rules.ts";
import { deleteHitsOf, findCampaignText, findMainPage, purgeHits } from "./store.ts";
import { loadSwitches } from "./switches.ts";
import { findReportsPerView, listGrownPages } from "./traffic-store.ts";

type About<E> = E extends EventType<infer Payload> ? Announced<Payload> : never;

/** Those with fewer views a day are taken to have so many: a thousand views of a new page are news, ten aren't. */
const USUAL_VIEWS_MIN = 20;
const GROWN_PAGES_MAX = 500;

export async function noticeGrowth(platform: Platform): Promise<void> {
  const { mode, threshold } = (await loadSwitches(platform)).growth;
  if (mode === "off") return;
  const pages = await listGrownPages(platform.db, {
    now: platform.now().toISOString(),
    least: GROWTH_VIEWS_MIN,
    times: threshold ?? 1,
    floor: USUAL_VIEWS_MIN,
    days: GROWTH_DAYS,
    most: GROWN_PAGES_MAX,
  });
  for (const { views, usual, ...page } of pages) {
    const why = `The page had ${formatNumber(views)} views in a day, and usually has ${formatNumber(Math.round(usual))}.`;
    const finding = { signal: "growth", page, account: page.owner_id, found: "", why } as const;
    await recordFinding(platform, finding, mode);
  }
}

export async function weighReports(
  platform: Platform,
  { payload: { profile_id } }: About<typeof pageReported>,
): Promise<void> {
  const { mode, threshold } = (await loadSwitches(platform)).reports_per_view;
  if (mode === "off" || profile_id === null) return;
  const now = platform.now().toISOString();
  const counted = await findReportsPerView(platform.db, { id: profile_id, now, days: COUNTED_DAYS });
  if (!counted) return;
  const { reports, views, ...page } = counted;
  // More people reported it than saw it: views may be behind.
  const seen = Math.max(views, reports);
  if (reports < REPORTS_MIN || (reports / seen) * 1000 < (threshold ?? 1)) return;
  const why = `${formatNumber(reports)} visitors reported the page, which had ${formatNumber(views)} views in ${COUNTED_DAYS} days.`;
  const finding = { signal: "reports_per_view", page, account: page.owner_id, found: "", why } as const;
  await recordFinding(platform, finding, mode);
}

const GOING_OUT: readonly string[] = ["scheduled", "preparing"];

/** The case is about the account's page, as e-mail has none. */
export async function examineCampaign(
  platform: Platform,
  { account, subject: id, payload: { to } }: About<typeof campaignMoved>,
): Promise<void> {
  if (!GOING_OUT.includes(to)) return;
  const { spam_words, bad_host } = await loadSwitches(platform);
  const text = await findCampaignText(platform.db, { account, id });
  if (text === undefined) return;
  const page = (await findMainPage(platform.db, account)) ?? null;
  const addresses = [...text.matchAll(/https?:\/\/[^\s"'<>\\)\]]{1,2000}/gi)].map(([url]) => url);
  const lists = await loadLists(platform);
  const hosts = hostsIn(addresses, ownHosts(platform));
  const plain = withoutTags(text);
  const least = spam_words.threshold ?? 1;
  const bad = badHost(hosts, lists.find);
  const found = [
    bad && { ...bad, why: `In a campaign: ${bad.why}` },
    spamWords(plain, spam_words.entries ?? [], { least, isCampaign: true }),
  ].filter((one) => one !== undefined);
  for (const one of found) {
    const { mode } = one.signal === "bad_host" ? bad_host : spam_words;
    await recordFinding(platform, { ...one, page, account }, mode);
  }
}

/** What stands between tags. */
function withoutTags(text: string): string {
  return text
    .split("<")
    .map((part) => part.slice(part.indexOf(">") + 1))
    .join(" ");
}

export async function forgetOldHits(platform: Platform): Promise<void> {
  await purgeHits(platform.db, addDays(platform.now(), -HIT_DAYS_KEPT));
}

export async function forgetPage({ db }: Platform, { subject }: { subject: string }): Promise<void> {
  await deleteHitsOf(db, subject);
}
