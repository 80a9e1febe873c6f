import type { AccountPart } from "#src/platform/account-part.ts";
import { account, emailChange, passkey, session, twoFactor, user } from "./tables.ts";

/** Comes last: as long as the person exists, an interrupted erasure can continue. */
export const accountsPart: AccountPart = {
  tables: [
    { table: session, by: { account: session.userId } },
    { table: account, by: { account: account.userId } },
    { table: twoFactor, by: { account: twoFactor.userId } },
    { table: emailChange, by: { account: emailChange.userId } },
    { table: emailChange, by: { email: emailChange.email } },
    { table: passkey, by: { account: passkey.userId } },
    { table: user, by: { account: user.id }, isErasedApart: true },
  ],
  people: [
    session.userId,
    session.impersonatedBy,
    account.userId,
    // A password's row has its person's id here too.
    account.accountId,
    twoFactor.userId,
    emailChange.userId,
    passkey.userId,
  ],
};
