/* Which rows an import adds to a page: its new links, with the headings and groups that they're under. */
import { parseEmbed } from "#src/features/pages/links/blocks-rules.ts";
import { type Link, linkFieldsSchema } from "#src/features/pages/links/contract.ts";
import { type NewRow, ownPicturesIn } from "#src/features/pages/links/link-batches.ts";
import { PAGE_ROWS_MAX } from "#src/features/pages/links/rows-rules.ts";
import { checkUrl } from "#src/lib/url.ts";
import type { ImportedItem, ImportedPage } from "./contract.ts";
import { arranges, leadsSomewhere, linkKey } from "./rules.ts";

export interface RowPlan {
  rows: NewRow[];
  /** The links among them, with what was found of them. */
  fresh: { id: string; item: ImportedItem }[];
}

interface Planned {
  page: ImportedPage;
  chosen: readonly ImportedItem[];
  /** What the profile has. */
  rows: readonly Link[];
  newId: () => string;
}

export function planRows({ page, chosen, rows: existing, newId }: Planned): RowPlan {
  const known = new Set(
    existing.flatMap(({ url, title }) => [linkKey(url), identityOf({ url: null, title })]),
  );
  const wanted = new Set(chosen.filter((item) => !known.has(identityOf(item))));
  const hasRoom = existing.length + page.items.length <= PAGE_ROWS_MAX;
  const ids = new Map<string, string>();
  const plan: RowPlan = { rows: [], fresh: [] };
  for (const [at, item] of page.items.entries()) {
    const isLink = leadsSomewhere(item);
    if (isLink ? !wanted.has(item) : !hasRoom || !isNeeded(page.items, at, wanted)) continue;
    const same = existing.find(
      ({ kind, title }) => !isLink && !item.own && kind === item.kind && title === item.title,
    );
    const id = same?.id ?? newId();
    ids.set(item.key, id);
    if (typeof item.own?.id === "string") ids.set(item.own.id, id);
    if (same) continue;
    const parent = item.group ?? item.own?.parent_id;
    const parent_id = hasRoom && typeof parent === "string" ? (ids.get(parent) ?? null) : null;
    const row = { ...fieldsOf(item, page, hasRoom), id, parent_id };
    if (isSuperfluous(row, [...existing, ...plan.rows])) continue;
    plan.rows.push(row);
    if (isLink) plan.fresh.push({ id, item });
  }
  return plan;
}

/** What tells whether the profile has a link already. One whose URL the page doesn't say is known by its title. */
function identityOf({ url, title }: Pick<ImportedItem, "url" | "title">): string {
  return url === null ? `title ${title}` : linkKey(url);
}

/** True for what arranges a new link, and for a block of an export of ours. */
function isNeeded(items: readonly ImportedItem[], at: number, wanted: ReadonlySet<ImportedItem>): boolean {
  return items[at]?.own ? wanted.size > 0 : arranges(items, at, (one) => wanted.has(one));
}

/** A page has one sign-up form. A gallery without pictures, which only edited exports have, shows nothing. */
function isSuperfluous({ kind, content }: NewRow, others: readonly Pick<NewRow, "kind">[]): boolean {
  if (kind === "newsletter") return others.some((other) => other.kind === "newsletter");
  return kind === "gallery" && !ownPicturesIn(content).length;
}

/** A link whose page doesn't say where it leads gets the page's own address until its owner enters the right one. */
function urlOf({ url }: ImportedItem, { address }: ImportedPage): string {
  if (url !== null) return url;
  return address !== null && checkUrl(address).ok ? address : "https://example.com";
}

/** Nothing that was in sight there is folded away here. */
const OPEN_GROUP = { is_collapsible: true, is_open: true };

function fieldsOf(item: ImportedItem, page: ImportedPage, hasRoom: boolean): Omit<NewRow, "id"> {
  const own = item.own ? linkFieldsSchema.safeParse(item.own) : undefined;
  // No file holds passwords, and what was locked, or hidden by staff, mustn't be open to everyone.
  const wasClosed = item.own?.has_password === true || Boolean(item.own?.staff_hidden);
  if (own?.success) return wasClosed ? { ...own.data, is_visible: false } : own.data;
  const { title, is_hidden, kind } = item;
  if (kind === "heading") return { kind, title, is_visible: !is_hidden };
  if (kind === "group") return { kind, title, content: OPEN_GROUP, is_visible: !is_hidden };
  const url = urlOf(item, page);
  if (hasRoom && kind === "embed" && !item.show_adult_warning && parseEmbed(url))
    return { kind, title, url, is_visible: !is_hidden };
  return {
    title,
    url,
    description: item.description,
    icon: item.icon,
    show_icon: item.icon !== null,
    is_visible: !is_hidden,
    show_adult_warning: item.show_adult_warning,
  };
}
