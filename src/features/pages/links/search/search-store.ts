/* SQL that finds links by what people search for. */
import { and, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import { isId } from "#src/lib/endpoint.ts";
import { foldText } from "#src/lib/fold.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import {
  foldedText,
  isPartOfFolded,
  type ListShape,
  type PageRequest,
  sortBy,
} from "#src/platform/db/list.ts";
import { isAmong } from "#src/platform/db/rows.ts";
import { readFound } from "#src/platform/db/search-page.ts";
import { FOLDER_END, links, linkText, TAG_END } from "../tables.ts";
import type { LinkSort } from "./search-contract.ts";
import { type LinkStatus, type LinkTerm, type Operator, statusOf } from "./search-rules.ts";

export interface LinkFilter {
  account: string;
  /** The only pages whose links count. */
  profileIds: readonly string[];
  terms?: readonly LinkTerm[] | undefined;
  /** The pages that `in:` means, by what's asked for. */
  pagesNamed?: ReadonlyMap<string, readonly string[]> | undefined;
  ids?: readonly string[] | undefined;
  except?: readonly string[] | undefined;
  /** Links no newer than this. */
  until?: string | undefined;
  now: string;
}

export function matchingLinks(filter: LinkFilter): SQL | undefined {
  const { account, profileIds, ids, except = [], until } = filter;
  return and(
    eq(links.user_id, account),
    isAmong(links.profile_id, profileIds),
    isNull(links.deleted_at),
    matchesTerms(filter),
    ids && isAmong(links.id, ids.filter(isId)),
    except.length > 0 ? sql`not ${isAmong(links.id, except.filter(isId))}` : undefined,
    until === undefined ? undefined : lte(links.created_at, until),
  );
}

/** A link's texts, folded. */
interface Texts {
  all: SQL;
  url: SQL;
}

const INDEXED: Texts = { all: foldedText(linkText(links)), url: foldedText(sql`${links.url}`) };
/** Folding a text takes much longer than looking for a word in it, so that many words share one folding. */
const FOLDED_ONCE: Texts = { all: sql`folded.all_text`, url: sql`folded.url` };
const TERMS_INDEXED = 3;

function matchesTerms(filter: LinkFilter): SQL | undefined {
  const { terms = [] } = filter;
  if (terms.length <= TERMS_INDEXED) return testsOf(terms, { filter, texts: INDEXED });
  const [longest] = terms
    .filter(({ operator }) => operator !== "status" && operator !== "in")
    .toSorted((a, b) => b.value.length - a.value.length);
  return and(
    longest && testsOf([longest], { filter, texts: INDEXED }),
    sql`exists (select from (select ${INDEXED.all} as all_text, ${INDEXED.url} as url offset 0) folded
      where ${testsOf(terms, { filter, texts: FOLDED_ONCE })})`,
  );
}

interface Testing {
  filter: LinkFilter;
  texts: Texts;
}

function testsOf(terms: readonly LinkTerm[], { filter, texts }: Testing): SQL | undefined {
  const of = (operator: Operator | undefined) => terms.filter((term) => term.operator === operator);
  const orTyped = ({ typed }: LinkTerm, test: SQL) => sql`(${test} or ${hasWords(texts, typed)})`;
  return and(
    ...of(undefined).map(({ value }) => hasWords(texts, value)),
    ...of("url").map((term) =>
      orTyped(term, sql`(${hasWords(texts, term.value)} and ${isPartOfFolded(texts.url, term.value)})`),
    ),
    ...of("tag").map((term) => orTyped(term, hasTag(texts, term.value))),
    oneOf(of("status").map(({ value }) => hasStatus(statusOf(value) ?? "shown", filter.now))),
    oneOf(of("in").map((term) => orTyped(term, isIn(term.value, { filter, texts })))),
  );
}

function oneOf(tests: readonly SQL[]): SQL | undefined {
  return tests.length === 0 ? undefined : sql`(${sql.join([...tests], sql` or `)})`;
}

const isIndexed = (words: string) => /[\p{L}\p{N}]/u.test(foldText(words));

/** The index has letters and digits only, so that a search for an emoji alone looks at each of the account's links. */
function hasWords({ all }: Texts, words: string): SQL {
  if (isIndexed(words)) return isPartOfFolded(all, words);
  return sql`strpos(concat_ws(chr(10), ${links.title}, ${links.url}, ${links.description}, ${links.notes},
    ${links.folder}, array_to_string(${links.tags}, chr(10))), ${words}) > 0`;
}

function hasTag({ all }: Texts, tag: string): SQL {
  return isIndexed(tag)
    ? isPartOfFolded(all, `\n${tag}${TAG_END}`)
    : sql`${links.tags} @> array[${tag}]::text[]`;
}

function isIn(name: string, { filter: { pagesNamed }, texts }: Testing): SQL {
  const inFolder = isIndexed(name)
    ? isPartOfFolded(texts.all, `\n${name}${FOLDER_END}`)
    : sql`${links.folder} = ${name}`;
  const pages = pagesNamed?.get(name) ?? [];
  return pages.length === 0 ? inFolder : sql`(${inFolder} or ${isAmong(links.profile_id, pages)})`;
}

/** What's in a hidden group is hidden with it. */
const IS_SHOWN = sql`(${links.is_visible} and ${links.staff_hidden} is null and (${links.parent_id} is null or not exists (
  select from links g where g.id = ${links.parent_id} and g.deleted_at is null
    and (not g.is_visible or g.staff_hidden is not null))))`;

function hasStatus(status: LinkStatus, now: string): SQL {
  if (status === "shown") return IS_SHOWN;
  if (status === "hidden") return sql`not ${IS_SHOWN}`;
  if (status === "scheduled") return sql`${links.schedule} is not null`;
  return sql`(${links.expires_at} <= ${now}::timestamptz or ${links.opened_count} >= ${links.expires_clicks}
    or (${links.schedule}->>'until')::timestamptz <= ${now}::timestamptz)`;
}

const LINK_LIST: ListShape<LinkSort> = {
  sorts: { created_at: sortBy(links.created_at), position: sortBy(links.position) },
  tie: [links.id],
  usual: { sort: "created_at", order: "desc" },
};

interface LinkPage {
  request: PageRequest<LinkSort>;
  rows: number;
}

/** One page of what's found, and how many there are. */
export function listFoundLinks(db: Db, filter: LinkFilter, page: LinkPage) {
  return readFound(db, { from: links, where: matchingLinks(filter) }, { shape: LINK_LIST, ...page });
}

export interface Label {
  name: string;
  count: number;
}

const LABELS_MAX = 200;

/** The tags and folders of these pages' links, those of most links first. */
export async function listLabels(
  db: Db,
  { account, profileIds }: Pick<LinkFilter, "account" | "profileIds">,
): Promise<{ tags: Label[]; folders: Label[] }> {
  const kept = and(
    eq(links.user_id, account),
    isAmong(links.profile_id, profileIds),
    isNull(links.deleted_at),
  );
  const order = sql`group by 1 order by 2 desc, 1 limit ${LABELS_MAX}`;
  const tags = await rowsOf<Label>(
    db,
    sql`select tag as name, count(*)::int as count from ${links}, unnest(${links.tags}) as tag where ${kept} ${order}`,
  );
  const folders = await rowsOf<Label>(
    db,
    sql`select ${links.folder} as name, count(*)::int as count from ${links}
      where ${kept} and ${links.folder} is not null ${order}`,
  );
  return { tags, folders };
}
