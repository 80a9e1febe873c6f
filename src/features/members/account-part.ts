import type { AccountPart } from "#src/platform/account-part.ts";
import { invitations } from "./tables.ts";

export const membersPart: AccountPart = {
  tables: [
    { table: invitations, by: { account: invitations.account } },
    // Invitations from others reveal someone's address too.
    { table: invitations, by: { email: invitations.email } },
    { table: invitations, by: { account: invitations.accepted_by } },
  ],
};
