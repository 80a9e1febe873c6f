import type { AccountPart } from "#src/platform/account-part.ts";
import { notificationPreferences, pushSubscriptions } from "./tables.ts";

export const preferencesPart: AccountPart = {
  tables: [
    { table: notificationPreferences, by: { account: notificationPreferences.user_id } },
    { table: pushSubscriptions, by: { account: pushSubscriptions.user_id } },
  ],
  people: [notificationPreferences.user_id, pushSubscriptions.user_id],
};
