import { csvLines } from "#src/lib/csv.ts";
import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { currentRow, providerOf } from "./providers.ts";
import { findSubscription } from "./store.ts";
import { billingEvents, sandboxCustomers, subscriptions } from "./tables.ts";

/** The state of syncing with the provider. */
const SYNC_STEPS = ["account", "checkout_id", "grace_told", "sync_begun", "sync_done", "synced_at"];

export const subscriptionsPart: AccountPart = {
  tables: [
    {
      table: billingEvents,
      by: { account: billingEvents.account },
      unexported: "Receipts of the payment provider’s calls, without their content.",
    },
    {
      table: sandboxCustomers,
      by: { account: sandboxCustomers.account },
      unexported: "What the payment provider would store. The invoices are a file of their own.",
    },
    {
      table: subscriptions,
      by: { account: subscriptions.account },
      exported: {
        as: "subscription",
        id: subscriptions.account,
        without: SYNC_STEPS,
        unrestored: "Premium: it can’t be moved. Buy it here, or write to us.",
      },
    },
  ],
  async *exportFiles(ctx, { account }) {
    const row = currentRow(ctx, await findSubscription(ctx.db, account));
    // Everything else is worth exporting even if the provider doesn't respond.
    const invoices =
      row &&
      (await providerOf(ctx)
        .listInvoices(ctx, row)
        .catch(() => undefined));
    if (!invoices) return;
    yield { name: "invoices.json", content: Buffer.from(JSON.stringify(invoices, null, 2)) };
    const head = Object.keys(invoices[0] ?? {});
    const cells = invoices.map((invoice) => Object.values(invoice).map((value) => value ?? ""));
    yield { name: "invoices.csv", content: Buffer.from(`\ufeff${csvLines([head, ...cells])}`) };
  },
  async erase(platform, { account }) {
    const row = currentRow(platform, await findSubscription(platform.db, account));
    if (row) await providerOf(platform).end(platform, row);
  },
};
