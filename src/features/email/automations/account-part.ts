import type { AccountPart } from "#src/platform/account-data-registry.ts";
import {
  automationBatches,
  automationEvents,
  automationMatches,
  automationRuns,
  automations,
  automationVersions,
} from "./tables.ts";

export const automationsPart: AccountPart = {
  tables: [
    {
      table: automationEvents,
      by: { account: automationEvents.user_id },
      unexported: "They’re looked at within seconds.",
    },
    {
      table: automationRuns,
      by: { account: automationRuns.user_id },
      unexported: "They’re kept for 30 days.",
    },
    {
      table: automationBatches,
      by: { account: automationBatches.user_id },
      unexported: "They’re how a rule’s e-mail goes out.",
    },
    {
      table: automationMatches,
      by: { account: automationMatches.user_id },
      unexported: "They follow from what people did.",
    },
    {
      table: automationVersions,
      by: { account: automationVersions.user_id },
      unexported: "They follow from drafts.",
    },
    { table: automations, by: { account: automations.user_id }, unexported: "They come back as drafts." },
  ],
};
