/*
 * Campaigns as public pages: a list and a feed below a profile's page, and each e-mail rendered for an
 * anonymous reader. Visibility is checked on each visit; the rendering is cached.
 */

import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { findBatch } from "#src/features/email/delivery/delivery.ts";
import { renderWebVersion } from "#src/features/email/delivery/snapshot.ts";
import { ContentError } from "#src/features/email/templates/merge-tags/merge-tags.ts";
import { renderPage } from "#src/features/email/templates/render/render.ts";
import { requireProfile } from "#src/features/pages/profiles/profiles.ts";
import { USERNAME_PATTERN } from "#src/features/pages/profiles/rules.ts";
import { isId } from "#src/lib/endpoint.ts";
import { lruSet, memoizeLru } from "#src/lib/lru.ts";
import { pageOrigin, pageUrl } from "#src/lib/page-url.ts";
import { ARCHIVE_PATH } from "#src/lib/paths.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { processLocal } from "#src/platform/process-local.ts";
import { requireCampaign } from "../campaigns.ts";
import type { Campaign } from "../contract.ts";
import { campaignUpdated } from "../events.ts";
import { toCampaign } from "../present.ts";
import { findCampaign, lockCampaign, updateCampaignRow } from "../store.ts";
import { invalidateArchivePage } from "../transitions.ts";
import { type Archive, archiveDocument, asPublicPage, feedDocument } from "./archive-pages.ts";
import {
  type ArchivedRow,
  type ArchiveOwner,
  findArchived,
  findArchiveOwner,
  listArchived,
  listHeadings,
} from "./archive-store.ts";

/** Shows a campaign on a profile's page once it's sent, or on none. It may be changed at any time. */
export function setArchive(
  ctx: Ctx,
  { id, profile_id }: { id: string; profile_id: string | null },
): Promise<Campaign> {
  return ctx.write(async (ctx) => {
    await requireCampaign(ctx, id);
    await lockCampaign(ctx.db, { user_id: ctx.account, id });
    const row = await requireCampaign(ctx, id);
    const archive_profile_id = profile_id === null ? null : (await requireProfile(ctx, profile_id)).id;
    if (archive_profile_id === row.archive_profile_id) return toCampaign(ctx, row);
    // The campaign's form doesn't have this field, so its version stays.
    await updateCampaignRow(ctx.db, { user_id: ctx.account, id, archive_profile_id });
    await invalidateArchivePage(ctx, row);
    await invalidateArchivePage(ctx, { ...row, archive_profile_id });
    await ctx.announce(campaignUpdated, { subject: id, payload: { fields: ["archive_profile_id"] } });
    return toCampaign(ctx, await requireCampaign(ctx, id));
  });
}

const LISTED_MAX = 100;

/** The first rendering of each takes a while. */
const MADE: Limit = { name: "campaigns.archive", attempts: 60, seconds: 60 };

export interface ArchivePage {
  body: string;
  etag: string;
}

/** A page, a redirect to the page's current name, or undefined. */
export type ArchiveAnswer = ArchivePage | { movedTo: string } | undefined;

/** The requested page below a profile's path: the list, the feed, or one e-mail. */
interface Asked {
  username: string;
  what: "list" | "feed" | { id: string };
  /** The caller's IP address, for limits. */
  address: string;
}

export async function findInArchive(
  platform: Platform,
  { username: written, what, address }: Asked,
): Promise<ArchiveAnswer> {
  const username = written.toLowerCase();
  if (!USERNAME_PATTERN.test(username)) return undefined;
  const owner = await findArchiveOwner(platform.db, username, platform.now().toISOString());
  if (!owner) return undefined;
  const id = typeof what === "object" ? what.id : undefined;
  if (id !== undefined && !isId(id)) return undefined;
  const rows =
    id === undefined ? await listArchived(platform.db, owner, LISTED_MAX) : await one(platform, owner, id);
  // Without an e-mail to show, there's no such page.
  if (rows.length === 0) return undefined;
  if (owner.username !== written) return { movedTo: pathOf(owner.username, what) };
  const key = JSON.stringify([owner, what, rows, platform.instance.pagesUrl]);
  return kept(platform, key, async () => {
    await platform.limits.count(MADE, address);
    if (id !== undefined) return emailPage(platform, owner, id);
    const archive = await archiveOf(platform, owner, rows);
    return what === "feed" ? feedDocument(archive) : archiveDocument(archive);
  });
}

async function one({ db }: Platform, owner: ArchiveOwner, id: string): Promise<ArchivedRow[]> {
  const row = await findArchived(db, owner, id);
  return row ? [row] : [];
}

function pathOf(username: string, what: Asked["what"]): string {
  const list = `/${username}${ARCHIVE_PATH}`;
  if (what === "list") return list;
  return what === "feed" ? `${list}/rss.xml` : `${list}/${what.id}`;
}

const KEPT_MAX = 50;

/** Recently rendered pages, latest last. */
const keptOf = processLocal(() => new Map<string, ArchivePage | undefined>());

async function kept(
  platform: Platform,
  key: string,
  make: () => Promise<string | undefined>,
): Promise<ArchivePage | undefined> {
  const pages = keptOf(platform);
  const body = pages.has(key) ? undefined : await make();
  const made = body && { body, etag: `"${createHash("sha256").update(body).digest("base64url")}"` };
  // Failed renderings aren't retried, either.
  const shown = made || pages.get(key);
  lruSet(pages, [key, shown], KEPT_MAX);
  return shown;
}

/** Anonymous readers can't unsubscribe, and the sender's postal address is only for recipients. */
const NOBODYS = { unsubscribe_url: "", postal_address: "" };

async function emailPage(platform: Platform, owner: ArchiveOwner, id: string): Promise<string | undefined> {
  const key = { user_id: owner.user_id, id };
  const [campaign, batch] = await Promise.all([findCampaign(platform.db, key), findBatch(platform.db, key)]);
  if (!campaign || !batch) return undefined;
  const { unsubscribe_url, postal_address } = NOBODYS;
  const { snapshot } = batch;
  const url = pageOrigin(owner, platform.instance.pagesUrl) + pathOf(owner.username, { id });
  const sender = { name: campaign.from_name || owner.name, postal_address };
  const page = { subject: "", preheader: snapshot.preheader, html: snapshot.html, text: "-" };
  const to = { account: owner.user_id, unsubscribe_url, view_url: url, sender };
  const html = await renderWebVersion(snapshot, page, to).catch(nullIfWrong);
  if (html === null) return undefined;
  return asPublicPage(html, { subject: headingOf(snapshot, owner)?.subject ?? NO_SUBJECT, url });
}

/** Returns null if it can't be rendered for an anonymous reader. */
function nullIfWrong(error: unknown): null {
  if (error instanceof ContentError) return null;
  throw error;
}

interface Heading {
  subject: string;
  preheader: string;
}

const HEADINGS_MAX = 2000;

/** Renders a subject and first line for an anonymous reader, by JSON of the source and the sender. */
const headingBy = memoizeLru(HEADINGS_MAX, (text): Heading | null => {
  const [subject, preheader, name] = JSON.parse(text);
  const { unsubscribe_url, postal_address } = NOBODYS;
  const said = { subject, preheader, html: "", text: "-" };
  try {
    const page = renderPage(said, { unsubscribe_url, sender: { name, postal_address } });
    return { subject: page.subject || NO_SUBJECT, preheader: page.preheader };
  } catch (error) {
    return nullIfWrong(error);
  }
});
const NO_SUBJECT = "No subject";

/** Memoized, because rendering may be slow. */
const headingOf = ({ subject, preheader }: Heading, { name }: ArchiveOwner) =>
  headingBy(JSON.stringify([subject, preheader, name]));

/** Returns the newest e-mails in a profile's archive, for its page. Null if there are none. */
export async function listPastEmails(
  platform: Platform,
  owner: ArchiveOwner,
  most: number,
): Promise<Pick<Archive, "list_url" | "emails"> | null> {
  const rows = await listArchived(platform.db, owner, most);
  const { list_url, emails } = await archiveOf(platform, owner, rows);
  return emails.length === 0 ? null : { list_url, emails };
}

/**
 * Far more than a hundred headings take, unless someone made them slow on purpose, in which case the rest is
 * left out.
 */
const HEADINGS_MS_MAX = 1000;

async function archiveOf(platform: Platform, owner: ArchiveOwner, rows: ArchivedRow[]): Promise<Archive> {
  const { pagesUrl } = platform.instance;
  const origin = pageOrigin(owner, pagesUrl);
  const headings = await listHeadings(
    platform.db,
    owner.user_id,
    rows.map(({ id }) => id),
  );
  const emails: Archive["emails"] = [];
  const until = performance.now() + HEADINGS_MS_MAX;
  for (const { id, started_at } of rows) {
    const written = headings.get(id);
    if (!written || started_at === null) continue;
    // Yields to others, because each may take a while.
    await nextTurn();
    const heading = performance.now() < until ? headingOf(written, owner) : null;
    const url = origin + pathOf(owner.username, { id });
    if (heading) emails.push({ id, url, sent_at: started_at, ...heading });
  }
  return {
    name: owner.name,
    page_url: pageUrl(owner, pagesUrl),
    list_url: origin + pathOf(owner.username, "list"),
    feed_url: origin + pathOf(owner.username, "feed"),
    emails,
  };
}
