import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import { HANDOVER_ERRORS } from "./contract.ts";
import { ineligibleReason } from "./rules.ts";
import { type CandidateRow, listCandidateRows } from "./store.ts";

/** Returns a member who can become the owner, or throws. */
export async function requireEligible(
  { db }: Ctx,
  place: { account: string; id: string },
  reader: "owner" | "member",
): Promise<CandidateRow> {
  // No id has other characters, and the database can't store some of them.
  const [row] = /^[\w-]+$/.test(place.id) ? await listCandidateRows(db, place) : [];
  if (!row) throw failure(HANDOVER_ERRORS, "MEMBER_UNFIT");
  const message = ineligibleReason(row, reader);
  if (message !== null) throw failure(HANDOVER_ERRORS, "MEMBER_UNFIT", { message });
  return row;
}
