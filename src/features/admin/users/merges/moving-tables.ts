/* Which tables a merge moves to the other account. All others end with theirs, and its owner gets them as a file. */
import type { PgTable } from "drizzle-orm/pg-core";
import { contacts } from "#src/features/audience/contacts/tables.ts";
import { domains } from "#src/features/pages/domains/tables.ts";
import { media } from "#src/features/pages/media/tables.ts";
import { accountParts } from "#src/platform/account-data-registry.ts";

/** Tables that move by more than another account's id in their rows. */
const APART: readonly PgTable[] = [contacts, domains, media];

export function isMoving(table: PgTable): boolean {
  const following = accountParts().flatMap(({ followsPage = [], followsPageLater = [] }) => [
    ...followsPage,
    ...followsPageLater,
  ]);
  return APART.includes(table) || following.some(({ account }) => account.table === table);
}
