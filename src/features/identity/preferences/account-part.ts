import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { endpointDigests, pushSealPurpose } from "./push-devices.ts";
import { restorePreferences } from "./restoration.ts";
import { VIEW_IS_OWNERS } from "./store.ts";
import { notificationPreferences, pushSubscriptions, tableViews } from "./tables.ts";

export const preferencesPart: AccountPart = {
  tables: [
    {
      table: notificationPreferences,
      by: { account: notificationPreferences.user_id },
      exported: {
        as: "notification-preferences",
        id: notificationPreferences.user_id,
        without: ["user_id"],
      },
    },
    {
      table: pushSubscriptions,
      by: { account: pushSubscriptions.user_id },
      unexported: "They’re secrets between a browser and this instance.",
    },
    {
      table: tableViews,
      by: { account: tableViews.account },
      exported: {
        as: "table-views",
        id: tableViews.name,
        tie: tableViews.user_id,
        without: ["account", "user_id"],
        computed: { is_own: VIEW_IS_OWNERS },
      },
    },
  ],
  restore: restorePreferences,
  sealed: [
    {
      table: pushSubscriptions,
      key: [pushSubscriptions.id],
      purposes: { sealed: ({ id }: { id: string }) => pushSealPurpose(id) },
      derive: (vault, text) => ({ endpoint: endpointDigests(vault, JSON.parse(text).endpoint)[0] ?? "" }),
    },
  ],
  people: [notificationPreferences.user_id, pushSubscriptions.user_id, tableViews.user_id],
};
