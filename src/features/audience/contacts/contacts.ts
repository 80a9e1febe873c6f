/*
 * Contacts: the fans of an account, one per e-mail address. What they agreed to is in `consent-records`, and `consent`
 * decides who may get e-mail. `leads` adds the people who sign up on a page.
 */

import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { type Ctx, canAccessProfile } from "#src/platform/context.ts";
import { CONTACT_ERRORS } from "./contract.ts";
import { findContact, lockContacts } from "./merge/merge-store.ts";
import type { ContactRow } from "./store.ts";

export { findSettings, lockSettings, updateTopics } from "./fields/settings-store.ts";
export {
  eraseDeletedByHash,
  findContactByHash,
  listContactsById,
  listFormerById,
  updateMailFrequency,
  updatePausedUntil,
} from "./former-contact-store.ts";
export { isDisposableAddress, isRiskyAddress, isRoleAddress } from "./list/address-quality-store.ts";
export { type ContactFilter, isContaining, matching } from "./list/filter-store.ts";
export {
  findFormerHash,
  findMergedInto,
  findMergeRow,
  listFormerHashes,
  lockContacts,
} from "./merge/merge-store.ts";
export {
  type ContactRow,
  deleteContactRow,
  deleteSuppressedEntries,
  findContactByEmail,
  findContactRow,
  hasTimelineSince,
  insertTimelineEntries,
  listContactsByEmail,
  type TimelineRow,
  updateStatuses,
  upsertSignUps,
} from "./store.ts";

/** Returns the contact, if it's the account's and on a profile that the actor can access. */
export async function requireContact(ctx: Ctx, id: string): Promise<ContactRow> {
  const row = isId(id) ? await findContact(ctx.db, { account: ctx.account, id }) : undefined;
  if (!row || !canAccessContact(ctx, row)) throw failure(CONTACT_ERRORS, "CONTACT_NOT_FOUND");
  return row;
}

/**
 * Returns the contact, locked until the transaction ends. For one that was just merged, it's the remaining
 * contact.
 */
export async function lockContact(ctx: Ctx, id: string): Promise<ContactRow> {
  const found = await requireContact(ctx, id);
  const [held] = await lockContacts(ctx.db, ctx.account, [found.id]);
  return held ?? lockContact(ctx, id);
}

/** People who are limited to some profiles see the contacts who signed up there. */
export function canAccessContact(ctx: Ctx, { profile_ids }: Pick<ContactRow, "profile_ids">): boolean {
  return ctx.profileIds === null || profile_ids.some((id) => canAccessProfile(ctx, id));
}
