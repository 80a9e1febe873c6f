import type { AccountPart } from "#src/platform/account-data-registry.ts";
import {
  broadcastAudiences,
  broadcastReceivers,
  broadcasts,
  broadcastTemplateVersions,
  instanceMessages,
} from "./tables.ts";

const INSTANCES = "They’re the instance’s messages, not the account’s.";

export const adminNotificationsPart: AccountPart = {
  tables: [
    {
      table: instanceMessages,
      by: { account: instanceMessages.account },
      unexported: "They only count how often the instance wrote, and are deleted after 30 days.",
    },
    {
      table: broadcastReceivers,
      by: { account: broadcastReceivers.account },
      unexported: "They say which messages of the instance came; the messages are among the notifications.",
    },
    {
      table: broadcastAudiences,
      by: { account: broadcastAudiences.account },
      unexported: "They say whom a message of the instance will reach, and are deleted once it’s out.",
    },
    {
      table: broadcastTemplateVersions,
      by: { account: broadcastTemplateVersions.made_by },
      unexported: INSTANCES,
      isErasedApart: true,
    },
    // A message outlives whoever wrote it: with their account, only their name goes.
    { table: broadcasts, by: { account: broadcasts.made_by }, unexported: INSTANCES, isErasedApart: true },
    { table: broadcasts, by: { account: broadcasts.sent_by }, unexported: INSTANCES, isErasedApart: true },
    {
      table: broadcasts,
      by: { account: broadcasts.approved_by },
      unexported: INSTANCES,
      isErasedApart: true,
    },
  ],
  people: [broadcasts.made_by, broadcasts.sent_by, broadcasts.approved_by, broadcastTemplateVersions.made_by],
};
