/* What a change of many links does to each of them, and what it leaves alone and why. */
import { cleanText, isBlank } from "#src/lib/text.ts";
import { checkUrl } from "#src/lib/url.ts";
import type { LinkKind } from "../blocks-contract.ts";
import type { Schedule } from "../page/access.ts";
import { contentChars, countsAsLink, PAGE_CONTENT_CHARS_MAX, PAGE_ROWS_MAX, rowName } from "../rows-rules.ts";
import { TITLE_CHARS_MAX } from "../rules.ts";
import { hasTag, isSameName, TAGS_MAX } from "../tag-rules.ts";
import { withDomain } from "./domain-rules.ts";

export const SELECTED_MAX = 10_000;
export const REPLACED_CHARS_MAX = 2048;
const EXAMPLES_MAX = 5;

export const LINK_ACTIONS = [
  "tag",
  "untag",
  "folder",
  "show",
  "hide",
  "schedule",
  "delete",
  "move",
  "replace_domain",
  "replace_text",
] as const;
export type LinkAction = (typeof LINK_ACTIONS)[number];

/** The columns that an action writes, all of them for each link. */
export const WRITTEN = {
  tag: ["tags"],
  untag: ["tags"],
  folder: ["folder"],
  show: ["is_visible"],
  hide: ["is_visible"],
  schedule: ["schedule"],
  delete: ["deleted_at"],
  move: ["profile_id", "parent_id", "position"],
  replace_domain: ["url", "link_a", "link_b", "geo_blocked_fallback_url", "expired_url"],
  replace_text: ["title", "url", "link_a", "link_b", "geo_blocked_fallback_url", "expired_url"],
} as const satisfies Record<LinkAction, readonly (keyof BulkRow)[]>;

const ADDRESSES = ["url", "link_a", "link_b", "geo_blocked_fallback_url", "expired_url"] as const;

/** What visitors see stays the same. */
export function isOnlyInDashboard(action: LinkAction): boolean {
  return action === "tag" || action === "untag" || action === "folder";
}

/** True if pages have more or fewer links afterwards. */
export function changesPages(action: LinkAction): boolean {
  return action === "delete" || action === "move";
}

export interface BulkRow {
  id: string;
  profile_id: string;
  kind: LinkKind;
  title: string;
  url: string;
  short_name: string | null;
  is_short_name_own: boolean;
  link_a: string | null;
  link_b: string | null;
  geo_blocked_fallback_url: string | null;
  expired_url: string | null;
  tags: string[];
  folder: string | null;
  is_visible: boolean;
  schedule: Schedule | null;
  deleted_at: string | null;
  parent_id: string | null;
  position: number;
  content: Record<string, unknown> | null;
}

/** What's left on a page that links move to. */
export interface PageRoom {
  profile_id: string;
  links: number;
  rows: number;
  chars: number;
  /** The position after the last row. */
  end: number;
  hasForm: boolean;
  hasDomain: boolean;
}

export type LinkChange =
  | { action: "tag" | "untag"; tag: string }
  | { action: "folder"; folder: string | null }
  | { action: "show" | "hide" }
  | { action: "schedule"; schedule: Schedule | null }
  | { action: "delete"; at: string }
  | { action: "move"; room: PageRoom }
  | { action: "replace_domain"; from: string; to: string }
  | { action: "replace_text"; from: string; to: string; in: "titles" | "urls" | "both" };

export type Written = Partial<BulkRow>;

interface PlannedChange {
  row: BulkRow;
  before: Written;
  after: Written;
}

export interface BulkPlan {
  changes: PlannedChange[];
  skipped: { reason: SkipReason; count: number }[];
}

/** Why a link stays as it is. */
export type SkipReason =
  | "already tagged"
  | "with 20 tags"
  | "without the tag"
  | "already there"
  | "already shown"
  | "already hidden"
  | "with that schedule"
  | "without a schedule, being blocks"
  | "staying on their page, being groups or sign-up forms"
  | "for which the page has no room"
  | "without that text"
  | "without that domain"
  | "with an address that would be invalid"
  | "leading to themselves then"
  | "with a short name of their page’s domain"
  | "with a title that would be empty or too long";

/** The columns that change, or why none does. */
type Step = (row: BulkRow) => Written | SkipReason;

export function planChange(rows: readonly BulkRow[], change: LinkChange): BulkPlan {
  const step = stepOf(change);
  const changes: PlannedChange[] = [];
  const skipped = new Map<SkipReason, number>();
  const sorted = change.action === "move" ? inPlaceOrder(rows) : rows;
  for (const row of sorted) {
    const found = step(row);
    if (typeof found === "string") skipped.set(found, (skipped.get(found) ?? 0) + 1);
    else {
      const before = Object.fromEntries(WRITTEN[change.action].map((field) => [field, row[field]]));
      changes.push({ row, before, after: { ...before, ...found } });
    }
  }
  return { changes, skipped: [...skipped].map(([reason, count]) => ({ reason, count })) };
}

/** The pages one after another, each in its order. */
function inPlaceOrder(rows: readonly BulkRow[]): BulkRow[] {
  return rows.toSorted((a, b) => a.profile_id.localeCompare(b.profile_id) || a.position - b.position);
}

function stepOf(change: LinkChange): Step {
  switch (change.action) {
    case "tag":
      return tagging(change.tag);
    case "untag":
      return ({ tags }) =>
        hasTag(tags, change.tag)
          ? { tags: tags.filter((tag) => !isSameName(tag, change.tag)) }
          : "without the tag";
    case "folder":
      return ({ folder }) => (folder === change.folder ? "already there" : { folder: change.folder });
    case "show":
      return ({ is_visible }) => (is_visible ? "already shown" : { is_visible: true });
    case "hide":
      return ({ is_visible }) => (is_visible ? { is_visible: false } : "already hidden");
    case "schedule":
      return scheduling(change.schedule);
    case "delete":
      return () => ({ deleted_at: change.at });
    case "move":
      return moving(change.room);
    case "replace_domain":
      return replacing((text) => withDomain(text, change), { titles: false, urls: true });
    default:
      return replacing((text) => text.replaceAll(change.from, () => change.to), {
        titles: change.in !== "urls",
        urls: change.in !== "titles",
      });
  }
}

const tagging =
  (tag: string): Step =>
  ({ tags }) => {
    if (hasTag(tags, tag)) return "already tagged";
    return tags.length >= TAGS_MAX ? "with 20 tags" : { tags: [...tags, tag] };
  };

const scheduling =
  (schedule: Schedule | null): Step =>
  ({ kind, schedule: stored }) => {
    if (kind !== "link") return "without a schedule, being blocks";
    return isSameSchedule(stored, schedule) ? "with that schedule" : { schedule };
  };

/** The database orders an object's fields its own way. */
function isSameSchedule(one: Schedule | null, other: Schedule | null): boolean {
  const written = (schedule: Schedule | null) =>
    schedule &&
    JSON.stringify([
      schedule.from,
      schedule.until,
      schedule.time_zone,
      schedule.windows.map(({ days, from, until }) => [days, from, until]),
    ]);
  return written(one) === written(other);
}

/** Groups would leave behind what's in them, and a page has one sign-up form. */
const moving = (room: PageRoom): Step => {
  const left = { ...room };
  return (row) => {
    if (row.profile_id === room.profile_id) return "already there";
    if (row.kind === "group" || row.kind === "newsletter")
      return "staying on their page, being groups or sign-up forms";
    // Without a domain, its name would lead to another account's link.
    if (row.short_name !== null && row.is_short_name_own && !room.hasDomain)
      return "with a short name of their page’s domain";
    const isLink = countsAsLink(row);
    const chars = contentChars(row);
    const fits = (isLink ? left.links > 0 : left.rows > 0) && (chars === 0 || chars <= left.chars);
    if (!fits) return "for which the page has no room";
    if (isLink) left.links--;
    left.rows--;
    left.chars -= chars;
    return { profile_id: room.profile_id, parent_id: null, position: left.end++ };
  };
};

interface Room {
  rows: readonly Pick<BulkRow, "kind" | "url" | "content" | "position">[];
  linksMax: number;
  hasDomain?: boolean;
}

/** What a page with these rows has room for. */
export function roomOf(profile_id: string, { rows, linksMax, hasDomain = false }: Room): PageRoom {
  const chars = rows.reduce((sum, row) => sum + contentChars(row), 0);
  return {
    profile_id,
    links: linksMax - rows.filter(countsAsLink).length,
    rows: PAGE_ROWS_MAX - rows.length,
    chars: PAGE_CONTENT_CHARS_MAX - chars,
    end: Math.max(-1, ...rows.map(({ position }) => position)) + 1,
    hasForm: rows.some(({ kind }) => kind === "newsletter"),
    hasDomain,
  };
}

/** True if a page has room for all of these. Links have a limit of their own. */
export function fitsIn(room: PageRoom, rows: readonly Pick<BulkRow, "kind" | "url" | "content">[]): boolean {
  const links = rows.filter(countsAsLink).length;
  const chars = rows.reduce((sum, row) => sum + contentChars(row), 0);
  if (links > room.links || (links < rows.length && rows.length > room.rows)) return false;
  return (
    (chars === 0 || chars <= room.chars) && !(room.hasForm && rows.some(({ kind }) => kind === "newsletter"))
  );
}

interface Places {
  titles: boolean;
  urls: boolean;
}

/** Other blocks' titles come from what they hold, and their addresses follow rules of their own. */
const RETITLED: ReadonlySet<LinkKind> = new Set(["link", "heading", "group", "picture", "support"]);
const READDRESSED: ReadonlySet<LinkKind> = new Set(["link", "picture"]);

function replacing(replace: (text: string) => string, { titles, urls }: Places): Step {
  const nothing = titles || !urls ? "without that text" : "without that domain";
  return (row) => {
    const written: Written = {};
    if (titles && RETITLED.has(row.kind)) {
      const title = replace(row.title);
      if (title !== row.title) written.title = cleanText(title.replace(/\s+/g, " "), TITLE_CHARS_MAX + 1);
    }
    if (urls && READDRESSED.has(row.kind)) {
      for (const field of ADDRESSES) {
        const stored = row[field];
        const changed = stored ? replace(stored) : stored;
        if (!changed || changed === stored) continue;
        const checked = checkUrl(changed);
        if (!checked.ok) return "with an address that would be invalid";
        written[field] = checked.url;
      }
    }
    if (Object.keys(written).length === 0) return nothing;
    const { title } = written;
    const isTitled = title === undefined || (!isBlank(title) && title.length <= TITLE_CHARS_MAX);
    return isTitled ? written : "with a title that would be empty or too long";
  };
}

/** What a few of the changes look like, for people to see before they happen. */
export function examplesOf(
  action: LinkAction,
  changes: readonly PlannedChange[],
): { id: string; title: string; before: string | null; after: string | null }[] {
  return changes.slice(0, EXAMPLES_MAX).map(({ row, before, after }) => {
    const [old, fresh] = changedText(action, before, after);
    return { id: row.id, title: rowName(row), before: old, after: fresh };
  });
}

function changedText(action: LinkAction, before: Written, after: Written): [string | null, string | null] {
  const [field] = WRITTEN[action].filter((one) => before[one] !== after[one]);
  if (field === "tags") return [(before.tags ?? []).join(", "), (after.tags ?? []).join(", ")];
  const isText = field === "folder" || field === "title" || ADDRESSES.some((one) => one === field);
  if (!field || !isText) return [null, null];
  return [String(before[field] ?? ""), String(after[field] ?? "")];
}
