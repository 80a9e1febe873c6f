/*
 * The pages and links of all accounts, for those who moderate: finding them, seeing a page as visitors do, and what's done
 * to many at once. What's done and how is in `links` (`staff-changes`).
 */
import { STAFF_CHANGE_ERRORS } from "#src/features/pages/links/staff-changes/change-contract.ts";
import {
  getStaffChange,
  listStaffChanges,
  startStaffChange,
  undoStaffChange,
} from "#src/features/pages/links/staff-changes/staff-changes.ts";
import {
  type HostRow,
  listHosts,
  listTopHosts,
  parseHost,
  urlKey,
} from "#src/features/pages/links/targets/targets.ts";
import { shownMarks } from "#src/features/pages/profiles/staff-marks/mark-rules.ts";
import { failure } from "#src/lib/errors.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import { cleanText } from "#src/lib/text.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import { EXACT_ROWS_MAX } from "#src/platform/db/list.ts";
import type { ContentFilter, FoundLink, FoundPage, LinkContentFilter } from "./contract.ts";
import {
  countLed,
  type LinkRow,
  listLedRows,
  listLinkRows,
  listOwners,
  listPageRows,
  listPagesOfLinks,
  type PageRow,
} from "./store.ts";

const PAGE_ROWS = 50;
const HOST_ROWS = 100;
/** Below one domain. The rest have fewer links. */
const HOSTS_MAX = 200;
const WORDS_CHARS_MAX = 200;

type Paged<Filter> = Filter & { cursor?: string | undefined };

const GONE = { id: "", name: "", email: "", state: "active" as const };

export async function listProfiles(ctx: StaffCtx, { q = "", cursor, ...filter }: Paged<ContentFilter>) {
  const found = pageAddress(ctx, q) ?? { q: cleanText(q, WORDS_CHARS_MAX) };
  // What has no letters left finds nothing, rather than everything.
  if (q.trim() !== "" && found.q === "") return { items: [], total: 0, is_estimate: false };
  const { rows, ...page } = await listPageRows(ctx.db, { ...filter, ...found }, { cursor, rows: PAGE_ROWS });
  return { ...page, items: await toPages(ctx, rows) };
}

/** A page's own URL finds that page. */
function pageAddress({ instance }: Platform, typed: string): { q?: string; username?: string } | undefined {
  const url = /^https?:\/\//i.test(typed.trim()) ? URL.parse(typed.trim()) : null;
  if (!url) return undefined;
  const own = [instance.publicUrl, instance.pagesUrl].map((one) => URL.parse(one)?.host);
  if (!own.includes(url.host)) return { q: url.hostname };
  return { username: (url.pathname.split("/")[1] ?? "").toLowerCase() };
}

async function toPages({ db }: Platform, rows: readonly PageRow[]): Promise<FoundPage[]> {
  const owners = await listOwners(
    db,
    rows.map(({ user_id }) => user_id),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    username: row.username,
    domain: row.domain,
    display_name: row.display_name,
    bio: row.public_notes,
    status: row.status,
    link_count: row.link_count,
    created_at: row.created_at,
    ...shownMarks(row),
    owner: owners.get(row.user_id) ?? GONE,
  }));
}

/** Those to a host or an address come by account, all others the newest first. */
export async function listLinks(
  ctx: StaffCtx,
  { q = "", host, url, cursor, ...others }: Paged<LinkContentFilter>,
) {
  const filter = { ...others, q: cleanText(q, WORDS_CHARS_MAX) };
  const page = { cursor, rows: PAGE_ROWS };
  if (q.trim() !== "" && filter.q === "") return { items: [], total: 0, is_estimate: false };
  if (host !== undefined || url !== undefined) {
    const { led, total } = host === undefined ? await ledTo(ctx, url ?? "") : await ledBelow(ctx, host);
    const isFiltered = filter.q !== "" || Object.values(others).some(Boolean);
    const { rows, next } = await listLedRows(ctx.db, { led, filter }, page);
    const items = await toLinks(ctx, rows);
    const exact = next === undefined && cursor === undefined ? items.length : undefined;
    return {
      items,
      ...(next !== undefined && { next }),
      total: exact ?? total,
      is_estimate: exact === undefined && (isFiltered || total > EXACT_ROWS_MAX),
    };
  }
  const { rows, ...found } = await listLinkRows(ctx.db, filter, page);
  return { ...found, items: await toLinks(ctx, rows) };
}

async function ledBelow(ctx: StaffCtx, typed: string) {
  const host = parseHost(typed);
  if (host === undefined) throw failure(STAFF_CHANGE_ERRORS, "HOST_INVALID");
  const hosts = await listHosts(ctx, host, HOSTS_MAX);
  const total = hosts.reduce((sum, { links }) => sum + links, 0);
  return { led: { hosts: hosts.map((one) => one.host) }, total };
}

async function ledTo({ db }: StaffCtx, address: string) {
  const url_key = urlKey(address);
  if (url_key === undefined) throw failure(STAFF_CHANGE_ERRORS, "ADDRESS_INVALID");
  return { led: { url_key }, total: await countLed(db, url_key) };
}

async function toLinks({ db }: Platform, rows: readonly LinkRow[]): Promise<FoundLink[]> {
  const owners = await listOwners(
    db,
    rows.map(({ user_id }) => user_id),
  );
  const pages = await listPagesOfLinks(
    db,
    rows.map(({ profile_id }) => profile_id),
  );
  return rows.map((row) => {
    const { link_a, link_b, geo_blocked_fallback_url, expired_url, is_ab_test } = row;
    const others = [...(is_ab_test ? [link_a, link_b] : []), geo_blocked_fallback_url, expired_url];
    return {
      id: row.id,
      kind: row.kind,
      title: row.title,
      url: row.url,
      other_urls: others.flatMap((url) => url || []),
      description: row.description,
      is_visible: row.is_visible,
      show_adult_warning: row.show_adult_warning,
      click_count: row.click_count,
      created_at: row.created_at,
      ...shownMarks(row),
      page: pages.get(row.profile_id) ?? { id: row.profile_id, username: "", domain: null, is_hidden: false },
      owner: owners.get(row.user_id) ?? GONE,
    };
  });
}

/** Read from counts that a job keeps, never from the links. */
export async function listLinkHosts({ db }: StaffCtx, { cursor }: { cursor?: string | undefined }) {
  const after = cursor ? parseHostCursor(cursor) : undefined;
  const rows = await listTopHosts(db, { after, most: HOST_ROWS + 1 });
  const items = rows.slice(0, HOST_ROWS);
  const last = rows.length > HOST_ROWS ? items.at(-1) : undefined;
  return { items, ...(last && { next: Buffer.from(`${last.links} ${last.host}`).toString("base64url") }) };
}

function parseHostCursor(cursor: string): HostRow {
  const [, links, host] = /^(\d{1,9}) ([^\0\s]+)$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (links === undefined || host === undefined) throw failure(LIST_ERRORS, "CURSOR_INVALID");
  return { links: Number(links), host };
}

type Change = Parameters<typeof startStaffChange>[1];

export const changeProfiles = (ctx: StaffCtx, wanted: Omit<Change, "of">) =>
  startStaffChange(ctx, { ...wanted, of: "pages" });
export const changeLinks = (ctx: StaffCtx, wanted: Omit<Change, "of">) =>
  startStaffChange(ctx, { ...wanted, of: "links" });

export const listProfileChanges = (ctx: StaffCtx) => listStaffChanges(ctx, "pages");
export const listLinkChanges = (ctx: StaffCtx) => listStaffChanges(ctx, "links");

export const getProfileChange = (ctx: StaffCtx, { id }: { id: string }) =>
  getStaffChange(ctx, { id, of: "pages" });
export const getLinkChange = (ctx: StaffCtx, { id }: { id: string }) =>
  getStaffChange(ctx, { id, of: "links" });

type Undo = { id: string; reason: string };
export const undoProfileChange = (ctx: StaffCtx, undo: Undo) =>
  undoStaffChange(ctx, { ...undo, of: "pages" });
export const undoLinkChange = (ctx: StaffCtx, undo: Undo) => undoStaffChange(ctx, { ...undo, of: "links" });
