import type { AccountPart } from "#src/platform/account-part.ts";
import { endpointDigests, sealOf } from "./push-devices.ts";
import { notificationPreferences, pushSubscriptions, tableViews } from "./tables.ts";

export const preferencesPart: AccountPart = {
  tables: [
    { table: notificationPreferences, by: { account: notificationPreferences.user_id } },
    { table: pushSubscriptions, by: { account: pushSubscriptions.user_id } },
    { table: tableViews, by: { account: tableViews.account } },
  ],
  sealed: [
    {
      table: pushSubscriptions,
      key: [pushSubscriptions.id],
      purposes: { sealed: ({ id }: { id: string }) => sealOf(id) },
      derive: (vault, text) => ({ endpoint: endpointDigests(vault, JSON.parse(text).endpoint)[0] ?? "" }),
    },
  ],
  people: [notificationPreferences.user_id, pushSubscriptions.user_id, tableViews.user_id],
};
