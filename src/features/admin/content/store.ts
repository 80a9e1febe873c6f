import { and, isNull, type SQL, sql } from "drizzle-orm";
import { LINK_IS_SHOWN, links, linkText } from "#src/features/pages/links/tables.ts";
import { clientProfiles, IS_SHOWN, profileText } from "#src/features/pages/profiles/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import {
  EXACT_ROWS_MAX,
  estimateRows,
  isPartOf,
  type Key,
  type ListShape,
  type PageParts,
  readPage,
  sortBy,
} from "#src/platform/db/list.ts";
import { readFound, readRows } from "#src/platform/db/search-page.ts";
import { isCommon, rarePartsOf, readTextSample } from "#src/platform/db/text-sample.ts";
import type { ContentFilter } from "./contract.ts";
import type { OwnerState, ShownState } from "./rules.ts";

export type PageRow = typeof clientProfiles.$inferSelect;
export type LinkRow = typeof links.$inferSelect;

const PAGES: ListShape<"newest"> = {
  sorts: { newest: sortBy(clientProfiles.created_at) },
  tie: [clientProfiles.id],
  usual: { sort: "newest", order: "desc" },
};

const LINKS: ListShape<"newest"> = {
  sorts: { newest: sortBy(links.created_at) },
  tie: [links.id],
  usual: { sort: "newest", order: "desc" },
};

const BANNED = "(coalesce(u.banned, false) and (u.ban_expires is null or u.ban_expires > now()))";
const OWNERS: Readonly<Record<OwnerState, string>> = {
  active: `not ${BANNED} and u.deletion_due_at is null`,
  suspended: BANNED,
  leaving: `not ${BANNED} and u.deletion_due_at is not null`,
};

const isOwnedBy = (owner: OwnerState, account: SQL) =>
  sql`exists (select from users u where u.id = ${account} and ${sql.raw(OWNERS[owner])})`;

const PAGE_STATES: Readonly<Record<ShownState, SQL>> = {
  shown: sql`exists (select from client_profiles p join users u on u.id = p.user_id
    where p.id = ${clientProfiles.id} and ${sql.raw(IS_SHOWN)})`,
  off: sql`${clientProfiles.status} <> 'active'`,
  hidden: sql`${clientProfiles.staff_hidden} is not null`,
  adult: sql`${clientProfiles.staff_adult} is not null`,
};

interface Page {
  cursor: string | undefined;
  rows: number;
}

/** Pages that match, without drafts and those in the trash. `username` is one that the words are the URL of. */
export function listPageRows(
  db: Db,
  { q = "", state, owner, username }: ContentFilter & { username?: string | undefined },
  { cursor, rows }: Page,
) {
  const where = and(
    isNull(clientProfiles.deleted_at),
    isNull(clientProfiles.draft_of),
    username === undefined ? undefined : sql`${clientProfiles.username} = ${username}`,
    q === "" ? undefined : pageIsAbout(q),
    state && PAGE_STATES[state],
    owner && isOwnedBy(owner, sql`${clientProfiles.user_id}`),
  );
  return readFound(db, { from: clientProfiles, where }, { shape: PAGES, request: { cursor }, rows });
}

/** Each part has an index of its own, which one condition over both couldn't use. */
function pageIsAbout(words: string): SQL {
  const { id, public_notes } = clientProfiles;
  return sql`${id} in (
    select ${id} from ${clientProfiles} where ${isPartOf(profileText(clientProfiles), words)}
    union all select ${id} from ${clientProfiles}
      where ${public_notes} is not null and ${isPartOf(sql`${public_notes}`, words)})`;
}

const LINK_STATES: Readonly<Record<ShownState, SQL>> = {
  shown: sql`exists (select from links l where l.id = ${links.id} and ${sql.raw(LINK_IS_SHOWN)})`,
  off: sql`not ${links.is_visible}`,
  hidden: sql`${links.staff_hidden} is not null`,
  adult: sql`${links.staff_adult} is not null`,
};

/** What an owner wrote for themselves, such as notes and tags, finds nothing. */
const PUBLIC_TEXT = sql`(${links.title} || chr(10) || ${links.url} || coalesce(chr(10) || ${links.description}, ''))`;

/** `parts` of the words are what the index is asked for. */
function linkMatches({ q = "", state, owner }: ContentFilter, parts = [q]): SQL | undefined {
  return and(
    isNull(links.deleted_at),
    q === ""
      ? undefined
      : and(...parts.map((part) => isPartOf(linkText(links), part)), isPartOf(PUBLIC_TEXT, q)),
    state && LINK_STATES[state],
    owner && isOwnedBy(owner, sql`${links.user_id}`),
  );
}

export async function listLinkRows(db: Db, filter: ContentFilter, { cursor, rows }: Page) {
  const { q, state, owner } = filter;
  const sample = q ? await readTextSample(db, "links_text") : [];
  const page = { shape: LINKS, request: { cursor }, rows };
  if (q && !state && !owner && isCommon(q, sample)) {
    const source = { from: links, where: linkMatches(filter, []) };
    const newest = await readPage(page, (parts) => readRows(db, links, { source, parts }));
    return { ...newest, ...(await estimateRows(db, links, isPartOf(linkText(links), q))) };
  }
  const where = linkMatches(filter, q ? rarePartsOf(q, sample) : []);
  return readFound(db, { from: links, where }, page);
}

/** Where links lead that are looked for: to one of these hosts, or to one address. */
export type Led = { hosts: readonly string[] } | { url_key: string };

const LED: ListShape<"account"> = {
  sorts: { account: { by: sql`t.account`, type: "text", isNullable: false } },
  tie: [links.id],
  usual: { sort: "account", order: "asc" },
};

/**
 * Links that lead to a host or an address, account by account: that's the order of the index, so that a page of a million
 * takes no longer than one of ten.
 */
export async function listLedRows(
  db: Db,
  { led, filter }: { led: Led; filter: ContentFilter },
  { cursor, rows }: Page,
) {
  const page = await readPage({ shape: LED, request: { cursor }, rows }, (parts) =>
    ledIds(db, { led, filter }, parts),
  );
  const found = await db
    .select()
    .from(links)
    .where(sql`${links.id} = any(${sql.param(page.rows.map(({ id }) => id))}::uuid[])`);
  const byId = new Map(found.map((row) => [row.id, row]));
  const kept = page.rows.flatMap(({ id }) => byId.get(id) ?? []);
  return { ...page, rows: kept };
}

function ledIds(
  db: Db,
  { led, filter }: { led: Led; filter: ContentFilter },
  { after, limit }: PageParts,
): Promise<{ id: string; key: Key }[]> {
  const branches =
    "hosts" in led ? led.hosts.map((host) => sql`t.host = ${host}`) : [sql`t.url_key = ${led.url_key}`];
  if (branches.length === 0) return Promise.resolve([]);
  const some = branches.map(
    (
      branch,
    ) => sql`(select t.account, ${links.id} as id from link_targets t join ${links} on ${links.id} = t.link_id
      where ${branch} and ${linkMatches(filter) ?? sql`true`} ${after ? sql`and ${after}` : sql``}
      order by t.account, t.link_id limit ${limit})`,
  );
  return rowsOf(
    db,
    sql`select id, json_build_array(account, id::text) as key
      from (select distinct account, id from (${sql.join(some, sql` union all `)}) one) led
      order by account, id limit ${limit}`,
  );
}

/** How many links lead to an address, up to as many as are counted. */
export async function countLed(db: Db, urlKey: string): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(
    db,
    sql`select count(*)::int as n from (select from link_targets where url_key = ${urlKey} limit ${EXACT_ROWS_MAX + 1}) counted`,
  );
  return row?.n ?? 0;
}

export interface OwnerRow {
  id: string;
  name: string;
  email: string;
  state: OwnerState;
}

export async function listOwners(db: Db, ids: readonly string[]): Promise<Map<string, OwnerRow>> {
  const rows = await rowsOf<OwnerRow>(
    db,
    sql`select u.id, u.name, u.email, case when ${sql.raw(BANNED)} then 'suspended'
        when u.deletion_due_at is not null then 'leaving' else 'active' end as state
      from users u where u.id = any(${sql.param([...new Set(ids)])}::text[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface LinkPageRow {
  id: string;
  username: string;
  domain: string | null;
  is_hidden: boolean;
}

export async function listPagesOfLinks(db: Db, ids: readonly string[]): Promise<Map<string, LinkPageRow>> {
  const rows = await rowsOf<LinkPageRow>(
    db,
    sql`select id, username, domain, staff_hidden is not null as is_hidden from client_profiles
      where id = any(${sql.param([...new Set(ids)])}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
