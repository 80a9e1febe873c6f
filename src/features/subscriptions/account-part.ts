import type { AccountPart } from "#src/platform/account-part.ts";
import { currentRow, providerOf } from "./providers.ts";
import { findRow } from "./store.ts";
import { billingEvents, sandboxCustomers, subscriptions } from "./tables.ts";

export const subscriptionsPart: AccountPart = {
  tables: [
    { table: billingEvents, by: { account: billingEvents.account } },
    { table: sandboxCustomers, by: { account: sandboxCustomers.account } },
    { table: subscriptions, by: { account: subscriptions.account } },
  ],
  async erase(platform, { account }) {
    const row = currentRow(platform, await findRow(platform.db, account));
    if (row) await providerOf(platform).end(platform, row);
  },
};
