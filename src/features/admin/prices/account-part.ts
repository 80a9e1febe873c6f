import { priceLists } from "#src/features/money/entitlements/tables.ts";
import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { priceMoveAccounts, priceMoves } from "./tables.ts";

const INSTANCES = "They’re the instance’s prices, not the account’s.";

export const pricesPart: AccountPart = {
  tables: [
    {
      table: priceMoveAccounts,
      by: { account: priceMoveAccounts.account },
      unexported: "When the price of premium changes, and why, is in the activity log.",
    },
    // Prices outlive whoever published them: with their account, only their name goes.
    {
      table: priceLists,
      by: { account: priceLists.made_by },
      unexported: INSTANCES,
      isErasedApart: true,
    },
    {
      table: priceMoves,
      by: { account: priceMoves.made_by },
      unexported: INSTANCES,
      isErasedApart: true,
    },
  ],
  people: [priceLists.made_by, priceMoves.made_by, priceMoves.canceled_by],
};
