import type { AccountPart } from "#src/platform/account-part.ts";
import { notificationPreferences } from "./tables.ts";

export const preferencesPart: AccountPart = {
  tables: [{ table: notificationPreferences, by: { account: notificationPreferences.user_id } }],
  people: [notificationPreferences.user_id],
};
