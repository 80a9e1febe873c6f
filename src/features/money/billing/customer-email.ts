/* Invoices and receipts go to the current owner's e-mail address. */
import * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import type { Platform } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { currentRow, providerOf } from "./providers.ts";
import { findSubscription } from "./store.ts";

export const customerJob: JobType<{ account: string }> = {
  name: "subscriptions.customer",
  class: "money",
  data: z.object({ account: z.string() }),
};

/** Sends the owner's address to the provider after the surrounding transaction has been committed. */
export async function enqueueCustomerUpdate(ctx: Platform, { account }: { account: string }): Promise<void> {
  await ctx.enqueue(customerJob, { account });
}

/** Idempotent. */
export async function updateCustomerEmail(
  platform: Platform,
  { account }: { account: string },
): Promise<void> {
  const row = currentRow(platform, await findSubscription(platform.db, account));
  const owner = await findPerson(platform.db, account);
  if (row?.customer_id && owner) await providerOf(platform).setEmail(platform, row, owner.email);
}
