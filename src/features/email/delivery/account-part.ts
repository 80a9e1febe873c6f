import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { EXPORTED_BATCH, EXPORTED_SENDER } from "./batch-store.ts";
import { mailClicks, mailOpens, mailRollups } from "./figure-tables.ts";
import { batches, deliveries, deliveryClicks, deliveryReturns, mailCaps } from "./tables.ts";

const SENT =
  "Campaigns that went out, and what came of them: they’re the other account’s. They’re in the file for reading.";
const SUMS = "They’re sums of what’s exported.";
/** The delivery state that only this instance understands. */
const DELIVERY_STEPS = [
  ...["user_id", "batch_id", "sender_index"],
  "worker",
  "leased_until",
  "attempt_started_at",
  "provider_id",
  "looked_up_at",
];

const EXPORTED = { computed: EXPORTED_BATCH, without: ["user_id", "batch_id"], unrestored: SENT };
const EXPORTED_WITH_SENDER = { computed: { ...EXPORTED_BATCH, ...EXPORTED_SENDER }, unrestored: SENT };

export const deliveryPart: AccountPart = {
  tables: [
    {
      table: deliveryClicks,
      by: { account: deliveryClicks.user_id },
      exported: {
        as: "campaign-clicks",
        id: deliveryClicks.id,
        ...EXPORTED_WITH_SENDER,
        without: ["user_id", "batch_id", "sender_index"],
      },
    },
    {
      table: deliveryReturns,
      by: { account: deliveryReturns.user_id },
      exported: { as: "campaign-returns", id: deliveryReturns.id, ...EXPORTED },
    },
    { table: mailOpens, by: { account: mailOpens.user_id }, unexported: SUMS },
    { table: mailClicks, by: { account: mailClicks.user_id }, unexported: SUMS },
    {
      table: deliveries,
      by: { account: deliveries.user_id },
      exported: {
        as: "campaign-recipients",
        id: deliveries.batch_id,
        tie: deliveries.contact_id,
        ...EXPORTED_WITH_SENDER,
        without: DELIVERY_STEPS,
      },
    },
    {
      table: mailCaps,
      by: { account: mailCaps.user_id },
      exported: { as: "mail-limits", id: mailCaps.user_id, without: ["user_id"] },
    },
    { table: mailRollups, by: { account: mailRollups.user_id }, unexported: SUMS },
    { table: batches, by: { account: batches.user_id }, unexported: "They’re how campaigns go out." },
  ],
  people: [],
};
