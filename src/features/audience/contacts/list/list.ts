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
import { type ContactFilter, toFilter } from "./filter-store.ts";
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
    sort,
  }: Pick<ContactFilterInput, "q" | "address" | "segment_id"> & { sort?: ContactSort | undefined },
): boolean {
  const isMasked = requirePermission(ctx, "leads.see") === "masked";
  // People who can't see an address mustn't be able to infer it by searching or sorting, either.
  const isRevealing = q || address || segment_id || sort === "name" || sort === "email";
  if (isMasked && isRevealing) throw failure(GENERAL_ERRORS, "FORBIDDEN");
  return isMasked;
}

export async function resolveFilter(ctx: Ctx, input: ContactFilterInput): Promise<ContactFilter> {
  const { profile_id, ...rest } = input;
  const profile = profile_id === undefined ? undefined : await requireProfile(ctx, profile_id);
  if (rest.segment_id !== undefined) requireWholeAccount(ctx);
  const filter = toFilter(ctx.account, { ...rest, profile_id: profile?.id });
  return withSegment(ctx, { ...filter, profileIds: ctx.profileIds });
}

/** Adds what a filter's segment means now. */
export async function withSegment(ctx: Ctx, filter: ContactFilter): Promise<ContactFilter> {
  const { segmentId } = filter;
  return segmentId === undefined
    ? filter
    : { ...filter, isInSegment: await contactSources().isInSegment(ctx, segmentId) };
}

/** The contacts of a bulk action's selection. */
export async function selectedBy(ctx: Ctx, selection: Selection<ContactFilterInput>): Promise<ContactFilter> {
  const { filter, until } = await filterSelected(selection, (input) => resolveFilter(ctx, input));
  return { ...filter, until };
}
