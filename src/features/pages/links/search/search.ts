/* Finds links on all of the account's pages. */
import { listOwnProfiles } from "#src/features/pages/profiles/account-profiles.ts";
import { requireProfile } from "#src/features/pages/profiles/profiles.ts";
import type { Ctx } from "#src/platform/context.ts";
import { filterSelected, type Selection } from "#src/platform/db/bulk.ts";
import type { PageRequest } from "#src/platform/db/list.ts";
import type { Link } from "../contract.ts";
import { isSameName } from "../tag-rules.ts";
import { toLink } from "../to-link.ts";
import type { LinkFilterInput, LinkSort } from "./search-contract.ts";
import { type LinkTerm, parseLinkQuery } from "./search-rules.ts";
import { type LinkFilter, listFoundLinks, listLabels } from "./search-store.ts";

const PAGE_ROWS = 50;

/** A page by the names that people may call it. */
interface NamedPage {
  id: string;
  name: string;
  username: string;
  display_name: string | null;
}

export async function searchLinks(
  ctx: Ctx,
  input: LinkFilterInput & PageRequest<LinkSort>,
): Promise<{ items: Link[]; total: number; is_estimate: boolean; next?: string | undefined }> {
  const filter = await linkFilterOf(ctx, input, await listOwnProfiles(ctx));
  const { rows, ...page } = await listFoundLinks(ctx.db, filter, { request: input, rows: PAGE_ROWS });
  return { ...page, items: rows.map(toLink) };
}

export async function listLinkLabels(ctx: Ctx) {
  const pages = await listOwnProfiles(ctx);
  return listLabels(ctx.db, { account: ctx.account, profileIds: pages.map(({ id }) => id) });
}

/** Returns the store's filter for a search on these pages, which are those that the actor may access. */
async function linkFilterOf(
  ctx: Ctx,
  { q = "", profile_id }: LinkFilterInput,
  pages: readonly NamedPage[],
): Promise<LinkFilter> {
  const one = profile_id === undefined ? undefined : await requireProfile(ctx, profile_id);
  const terms = parseLinkQuery(q);
  return {
    account: ctx.account,
    profileIds: one ? [one.id] : pages.map(({ id }) => id),
    terms,
    pagesNamed: pagesNamedIn(terms, pages),
    now: ctx.now().toISOString(),
  };
}

function pagesNamedIn(terms: readonly LinkTerm[], pages: readonly NamedPage[]) {
  const isCalled = (page: NamedPage, name: string) =>
    [page.name, page.username, page.display_name ?? ""].some((one) => isSameName(one, name));
  const named = terms
    .filter(({ operator }) => operator === "in")
    .map(({ value }) => [value, pages.filter((page) => isCalled(page, value)).map(({ id }) => id)] as const);
  return new Map(named);
}

/** The links of a bulk action's selection. */
export async function selectedLinks(
  ctx: Ctx,
  selection: Selection<LinkFilterInput>,
  pages: readonly NamedPage[],
): Promise<LinkFilter & { until: string }> {
  const { filter, until = ctx.now().toISOString() } = await filterSelected(selection, (input) =>
    linkFilterOf(ctx, input, pages),
  );
  return { ...filter, until };
}
