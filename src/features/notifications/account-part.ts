import type { AccountPart } from "#src/platform/account-part.ts";
import { forgetOwnersNews } from "./notifications.ts";
import { notifications } from "./tables.ts";

export const notificationsPart: AccountPart = {
  tables: [
    { table: notifications, by: { account: notifications.user_id } },
    { table: notifications, by: { account: notifications.account } },
    { table: notifications, by: { account: notifications.subject } },
    { table: notifications, by: { account: notifications.actor } },
  ],
  people: [notifications.user_id, notifications.subject, notifications.actor],
  swapPeople: forgetOwnersNews,
};
