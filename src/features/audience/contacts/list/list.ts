import { requirePermission, requireWholeAccount } from "#src/features/identity/team/team.ts";
import { requireProfile } from "#src/features/pages/profiles/profiles.ts";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import { filterSelected, type Selection } from "#src/platform/db/bulk.ts";
import type { PageRequest } from "#src/platform/db/list.ts";
import { contactSources } from "../contact-sources.ts";
import type { ContactFilterInput, ContactSort } from "../contract.ts";
import { toContacts } from "../present.ts";
import type { ContactFilter } from "./filter-store.ts";
import { listContactRows } from "./list-store.ts";

const PAGE_ROWS = 50;

/** Lists the account's contacts that match, newest first by default. */
export async function listContacts(ctx: Ctx, input: ContactFilterInput & PageRequest<ContactSort>) {
  return readContacts(ctx, input, requireSearchable(ctx, input));
}

/** The same for callers that have checked who's asking. */
export async function readContacts(
  ctx: Ctx,
  input: ContactFilterInput & PageRequest<ContactSort>,
  isMasked: boolean,
) {
  const filter = await resolveFilter(ctx, input);
  const { rows, ...page } = await listContactRows(ctx.db, filter, { request: input, rows: PAGE_ROWS });
  return { ...page, items: await toContacts(ctx, rows, isMasked) };
}

export function requireSearchable(
  ctx: Ctx,
  {
    q,
    address,
    segment_id,
    condition,
    sort,
  }: Pick<ContactFilterInput, "q" | "address" | "segment_id" | "condition"> & {
    sort?: ContactSort | undefined;
  },
): boolean {
  const isMasked = requirePermission(ctx, "leads.see") === "masked";
  // People who can't see an address mustn't be able to infer it by searching or sorting, either.
  const isRevealing = q || address || segment_id || condition || sort === "name" || sort === "email";
  if (isMasked && isRevealing) throw failure(GENERAL_ERRORS, "FORBIDDEN");
  return isMasked;
}

export async function resolveFilter(ctx: Ctx, input: ContactFilterInput): Promise<ContactFilter> {
  const { profile_id, ...rest } = input;
  const profile = profile_id === undefined ? undefined : await requireProfile(ctx, profile_id);
  // Both know what people did on every page.
  if (rest.segment_id !== undefined || rest.condition !== undefined) requireWholeAccount(ctx);
  const condition = await contactSources().conditions.read(ctx, { ...rest, profile_id: profile?.id });
  return withCondition(ctx, { account: ctx.account, profileIds: ctx.profileIds, condition });
}

/** Adds what a filter's condition means now. */
export async function withCondition(ctx: Ctx, filter: ContactFilter): Promise<ContactFilter> {
  const { condition } = filter;
  return condition
    ? { ...filter, isMatching: await contactSources().conditions.test(ctx, condition) }
    : filter;
}

/** The contacts of a bulk action's selection. */
export async function selectedBy(ctx: Ctx, selection: Selection<ContactFilterInput>): Promise<ContactFilter> {
  const { filter, until } = await filterSelected(selection, (input) => resolveFilter(ctx, input));
  return { ...filter, until };
}
