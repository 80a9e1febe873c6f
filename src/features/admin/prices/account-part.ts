import { priceLists } from "#src/features/money/entitlements/tables.ts";
import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { priceMoveAccounts, priceMoves } from "./tables.ts";

export const pricesPart: AccountPart = {
  tables: [
    {
      table: priceMoveAccounts,
      by: { account: priceMoveAccounts.account },
      unexported: "When the price of premium changes, and why, is in the activity log.",
    },
  ],
  people: [priceLists.made_by, priceMoves.made_by, priceMoves.canceled_by],
};
