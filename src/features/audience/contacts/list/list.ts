import { requirePermission } from "#src/features/identity/team/team.ts";
import { requireProfile } from "#src/features/pages/profiles/profiles.ts";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { PageRequest } from "#src/platform/db/list.ts";
import type { ContactFilterInput, ContactSort } from "../contract.ts";
import { toContacts } from "../present.ts";
import { type ContactFilter, toFilter } from "./filter-store.ts";
import { listContactRows } from "./list-store.ts";

const PAGE_ROWS = 50;

/** Lists the account's contacts that match, newest first by default. */
export async function listContacts(ctx: Ctx, input: ContactFilterInput & PageRequest<ContactSort>) {
  const isMasked = requireSearchable(ctx, input);
  const filter = await resolveFilter(ctx, input);
  const { rows, ...page } = await listContactRows(ctx.db, filter, { request: input, rows: PAGE_ROWS });
  return { ...page, items: await toContacts(ctx, rows, isMasked) };
}

export function requireSearchable(
  ctx: Ctx,
  { q, address, sort }: Pick<ContactFilterInput, "q" | "address"> & { sort?: ContactSort | undefined },
): boolean {
  const isMasked = requirePermission(ctx, "leads.see") === "masked";
  // People who can't see an address mustn't be able to infer it by searching or sorting, either.
  const isRevealing = q || address || sort === "name" || sort === "email";
  if (isMasked && isRevealing) throw failure(GENERAL_ERRORS, "FORBIDDEN");
  return isMasked;
}

export async function resolveFilter(ctx: Ctx, input: ContactFilterInput): Promise<ContactFilter> {
  const { profile_id, ...rest } = input;
  const profile = profile_id === undefined ? undefined : await requireProfile(ctx, profile_id);
  return { ...toFilter(ctx.account, { ...rest, profile_id: profile?.id }), profileIds: ctx.profileIds };
}
