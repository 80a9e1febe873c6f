import type { AccountPart } from "#src/platform/account-part.ts";
import { boundTo, recoveryOf, secretOf } from "./factor-seals.ts";
import { account, emailChange, passkey, session, twoFactor, user } from "./tables.ts";
import type { TwoFactorRow } from "./two-factor-store.ts";

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
  sealed: [
    {
      table: twoFactor,
      key: [twoFactor.userId],
      purposes: {
        secret: (row: TwoFactorRow) => secretOf(boundTo(row)),
        recoveryCodes: (row: TwoFactorRow) => recoveryOf(boundTo(row)),
      },
    },
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
