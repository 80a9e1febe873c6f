import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { deleteOwnerNotifications } from "./notifications.ts";
import { notifications } from "./tables.ts";

const OTHERS = "They’re notifications of other people.";

export const notificationsPart: AccountPart = {
  tables: [
    {
      table: notifications,
      by: { account: notifications.user_id },
      exported: {
        as: "notifications",
        id: notifications.id,
        without: ["user_id", "account", "actor"],
        unrestored: "Notifications: they tell of what happened in the other account.",
      },
    },
    { table: notifications, by: { account: notifications.account }, unexported: OTHERS },
    { table: notifications, by: { account: notifications.subject }, unexported: OTHERS },
    { table: notifications, by: { account: notifications.actor }, unexported: OTHERS },
  ],
  people: [notifications.user_id, notifications.subject, notifications.actor],
  swapPeople: deleteOwnerNotifications,
};
